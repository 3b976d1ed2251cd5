import Glibc
import TestSupport
import Testing

@testable import SockeyeIO

/// A watched socket, and the other end, which makes it ready.
private final class WatchedPair: Sendable {
    let loop: EventLoop
    let watched: Int32
    let other: Int32
    let readiness: Readiness

    init() throws {
        loop = try EventLoop.start()
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        (watched, other) = (ends[0], ends[1])
        readiness = try Readiness.start(watched, on: loop)
    }

    deinit {
        readiness.stop(watched)
        loop.stop()
        _ = Glibc.close(watched)
        _ = Glibc.close(other)
    }

    func write() {
        #expect(Glibc.write(other, "x", 1) == 1)
    }

    func read() {
        var byte: UInt8 = 0
        #expect(Glibc.read(watched, &byte, 1) == 1)
    }

    /// Returns after the loop has polled at least once: a job from another thread runs only after the next poll.
    func settle() async {
        await Task(executorPreference: loop) {}.value
    }

    func wait(
        _ interest: Readiness.Interest, until deadline: Deadline = .after(.seconds(30))
    ) async -> Readiness.Outcome {
        await readiness.wait(for: interest, until: deadline)
    }
}

struct ReadinessTests {
    /// The event comes while nothing waits; the next wait must see it.
    @Test func anEventIsRemembered() async throws {
        let pair = try WatchedPair()
        await pair.settle()
        #expect(!pair.readiness.mayBeReady(.readable))
        #expect(pair.readiness.mayBeReady(.writable))
        pair.write()
        await pair.settle()
        #expect(pair.readiness.mayBeReady(.readable))
        #expect(await pair.wait(.readable) == .ready)
        // Reported once: the edge is consumed although the byte is still there.
        #expect(!pair.readiness.mayBeReady(.readable))
        #expect(await pair.wait(.readable, until: .after(.milliseconds(2))) == .timedOut)
        pair.write()
        #expect(await pair.wait(.readable) == .ready)
    }

    @Test func oneEventDoesNotEndTheOthersWait() async throws {
        let pair = try WatchedPair()
        #expect(await pair.wait(.writable) == .ready)
        async let reading = pair.wait(.readable)
        async let writing = pair.wait(.writable, until: .after(.milliseconds(20)))
        pair.write()
        #expect(await reading == .ready)
        // An edge covers both directions, so writing may be reported too; it must not be lost or refused.
        let writingOutcome = await writing
        #expect(writingOutcome == .ready || writingOutcome == .timedOut)
    }

    @Test func bothWaitersAreTold() async throws {
        let pair = try WatchedPair()
        let first = await startedTask(on: pair.loop) { await pair.wait(.readable) }
        let second = await startedTask(on: pair.loop) { await pair.wait([.readable]) }
        pair.write()
        #expect(try await first.value == .ready)
        #expect(try await second.value == .ready)
    }

    @Test func aThirdIsBusy() async throws {
        let pair = try WatchedPair()
        let outcomes = await withTaskGroup(of: Readiness.Outcome.self) { group in
            for _ in 0..<3 { group.addTask { await pair.wait(.readable) } }
            let first = await group.next()
            pair.readiness.interrupt()
            return await group.reduce(into: [first]) { $0.append($1) }
        }
        #expect(outcomes == [.busy, .interrupted, .interrupted])
    }

    @Test(arguments: [0, 1, 5, 20])
    func aDeadlineEndsTheWaitAndNotEarlier(_ milliseconds: Int) async throws {
        let pair = try WatchedPair()
        let deadline = Deadline.after(.milliseconds(milliseconds))
        #expect(await pair.wait(.readable, until: deadline) == .timedOut)
        #expect(deadline.hasPassed)
        pair.write()
        #expect(await pair.wait(.readable) == .ready)
    }

    /// A timer for a later deadline must neither hide an earlier one nor end a later wait.
    @Test func deadlinesOfTwoWaitersAreKeptApart() async throws {
        let pair = try WatchedPair()
        let (early, late) = (Deadline.after(.milliseconds(5)), Deadline.after(.milliseconds(30)))
        async let second = pair.wait(.readable, until: late)
        #expect(await pair.wait(.readable, until: early) == .timedOut)
        #expect(await second == .timedOut)
        #expect(late.hasPassed)
        let later = Deadline.after(.milliseconds(10))
        #expect(await pair.wait(.readable, until: later) == .timedOut)
        #expect(later.hasPassed)
    }

    @Test func interruptionIsForGood() async throws {
        let pair = try WatchedPair()
        async let waiting = pair.wait(.readable)
        pair.readiness.interrupt()
        #expect(await waiting == .interrupted)
        pair.write()
        await pair.settle()
        #expect(await pair.wait(.readable) == .interrupted)
    }

    @Test func thePeersEndIsNeverUsedUp() async throws {
        let pair = try WatchedPair()
        #expect(shutdown(pair.other, Int32(SHUT_WR)) == 0)
        for _ in 0..<3 { #expect(await pair.wait(.readable) == .ready) }
        #expect(pair.readiness.mayBeReady(.readable))
    }
}
