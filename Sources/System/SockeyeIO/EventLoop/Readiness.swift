internal import CSystemShims
internal import Synchronization

/// Waits until a descriptor is ready, a deadline passes, the task is cancelled, or the descriptor is interrupted.
///
/// ```
///            wait: flag set ─────────────────────────→ .ready at once
///  ┌──────┐  wait: flag clear   ┌─────────┐  event, nudge → .ready
///  │ idle │ ──────────────────→ │ waiting │  deadline     → .timedOut
///  └──────┘ ←────────────────── └─────────┘  task cancelled → .cancelled (this wait alone)
///      an event without a waiter              interrupt    → .interrupted (every wait from now on)
///      sets the flag
/// ```
///
/// epoll reports each change once (edge-triggered), so a change with no waiter is kept in a flag. Two tasks may wait at
/// once, such as one that sends and one that receives.
package final class Readiness: LoopClient {
    /// What to wait for; combine them to wait for either.
    package struct Interest: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        package static let readable = Interest(rawValue: UInt32(SOCKEYE_READABLE))
        package static let writable = Interest(rawValue: UInt32(SOCKEYE_WRITABLE))
    }

    /// How a wait ended.
    package enum Outcome: Sendable {
        case ready, timedOut, cancelled, interrupted
        /// Two tasks wait already; a third is a caller's mistake.
        case busy
    }

    fileprivate struct Waiter {
        var id: UInt64
        var interest: Interest
        var deadline: UInt64
        var continuation: UnsafeContinuation<Outcome, Never>
    }

    fileprivate struct State {
        var ready: Interest = []
        /// Directions that never block again, because the peer closed or the socket broke.
        var ended: Interest = []
        var first: Waiter?
        var second: Waiter?
        var lastID: UInt64 = 0
        /// The earliest moment for which the loop holds a timer of this object.
        var scheduled = UInt64.max
        var isInterrupted = false
    }

    private let loop: EventLoop
    private let endsWithErrors: Bool
    private let state = Mutex(State())
    // SAFETY: written once, in `start`, before the descriptor is watched and before any other thread has the object.
    nonisolated(unsafe) private var token: UInt64 = 0

    private init(loop: EventLoop, endsWithErrors: Bool) {
        self.loop = loop
        self.endsWithErrors = endsWithErrors
    }

    /// Watches `descriptor` on `loop` until `stop`.
    ///
    /// - Parameter endsWithErrors: whether an error is the end of it, as of a stream. A datagram socket, which reports what
    ///   became of one message, lives on.
    static func start(
        _ descriptor: Int32, on loop: EventLoop, endsWithErrors: Bool = true
    ) throws(IOError) -> Readiness {
        let readiness = Readiness(loop: loop, endsWithErrors: endsWithErrors)
        readiness.token = loop.register(readiness)
        do {
            try loop.watch(descriptor, token: readiness.token)
        } catch {
            loop.unregister(readiness.token)
            throw error
        }
        return readiness
    }

    /// Stops watching and interrupts waiting tasks; `descriptor` must still be open.
    func stop(_ descriptor: Int32) {
        loop.unregister(token, descriptor: descriptor)
        interrupt()
    }

    /// Whether a system call is worth trying: false only if the last one found nothing more and no event has come
    /// since.
    ///
    /// Asking is much cheaper than a `recv` that returns EAGAIN, and every request ends in one such wait.
    func mayBeReady(_ interest: Interest) -> Bool {
        state.withLock { !$0.ready.union($0.ended).isDisjoint(with: interest) }
    }

    /// Waits for any of `interest`. Returns at once if an event came since the last wait.
    package func wait(for interest: Interest, until deadline: Deadline) async -> Outcome {
        let (outcome, id) = state.withLock { state in
            state.lastID &+= 1
            return (state.outcomeAtOnce(interest), state.lastID)
        }
        if let outcome { return outcome }
        return await withTaskCancellationHandler {
            // SAFETY: a waiter is taken out of the state before it is resumed, so it is resumed exactly once.
            await withUnsafeContinuation { continuation in
                enter(Waiter(id: id, interest: interest, deadline: deadline.nanoseconds, continuation: continuation))
            }
        } onCancel: {
            cancel(id)
        }
    }

    /// Keeps the waiter, or resumes it at once.
    private func enter(_ waiter: Waiter) {
        let (outcome, moment) = state.withLock { state -> (Outcome?, UInt64?) in
            if let outcome = state.outcomeAtOnce(waiter.interest) { return (outcome, nil) }
            // A cancellation before this moment found no waiter to cancel; a later one will.
            if Task.isCancelled { return (.cancelled, nil) }
            if state.first == nil {
                state.first = waiter
            } else if state.second == nil {
                state.second = waiter
            } else {
                return (.busy, nil)
            }
            if waiter.deadline >= state.scheduled { return (nil, nil) }
            state.scheduled = waiter.deadline
            return (nil, waiter.deadline)
        }
        if let moment { loop.schedule(token, at: moment) }
        if let outcome { waiter.continuation.resume(returning: outcome) }
    }

    private func cancel(_ id: UInt64) {
        let waiter = state.withLock { state -> Waiter? in
            if let first = state.first, first.id == id {
                state.first = nil
                return first
            }
            guard let second = state.second, second.id == id else { return nil }
            state.second = nil
            return second
        }
        waiter?.continuation.resume(returning: .cancelled)
    }

    /// Ends a wait to read as if bytes had come, so that the waiting task looks at what else has changed.
    func nudge() {
        becameReady(UInt32(SOCKEYE_READABLE))
    }

    /// Ends every present and future wait with `.interrupted`.
    package func interrupt() {
        let (first, second) = state.withLock { state in
            state.isInterrupted = true
            defer {
                state.first = nil
                state.second = nil
            }
            return (state.first, state.second)
        }
        first?.continuation.resume(returning: .interrupted)
        second?.continuation.resume(returning: .interrupted)
    }

    /// Whether `interrupt` was called.
    var isInterrupted: Bool {
        state.withLock { $0.isInterrupted }
    }

    func becameReady(_ flags: UInt32) {
        let (first, second) = state.withLock { state -> (Waiter?, Waiter?) in
            let new = state.note(flags, endsWithErrors: endsWithErrors)
            let first = state.first.flatMap { $0.interest.isDisjoint(with: new) ? nil : $0 }
            let second = state.second.flatMap { $0.interest.isDisjoint(with: new) ? nil : $0 }
            if let first {
                state.first = nil
                state.ready.subtract(first.interest)
            }
            if let second {
                state.second = nil
                state.ready.subtract(second.interest)
            }
            return (first, second)
        }
        first?.continuation.resume(returning: .ready)
        second?.continuation.resume(returning: .ready)
    }

    func momentCame(now: UInt64) {
        let (first, second, moment) = state.withLock { state -> (Waiter?, Waiter?, UInt64?) in
            // An earlier entry has made this one obsolete. If it scheduled another, they would pile up without end.
            if now < state.scheduled { return (nil, nil, nil) }
            state.scheduled = .max
            let first = state.first.flatMap { $0.deadline <= now ? $0 : nil }
            let second = state.second.flatMap { $0.deadline <= now ? $0 : nil }
            if first != nil { state.first = nil }
            if second != nil { state.second = nil }
            let next = min(state.first?.deadline ?? .max, state.second?.deadline ?? .max)
            if next == .max { return (first, second, nil) }
            state.scheduled = next
            return (first, second, next)
        }
        if let moment { loop.schedule(token, at: moment) }
        first?.continuation.resume(returning: .timedOut)
        second?.continuation.resume(returning: .timedOut)
    }
}

extension Readiness.State {
    /// The outcome of a wait if it is known already.
    fileprivate mutating func outcomeAtOnce(_ interest: Readiness.Interest) -> Readiness.Outcome? {
        if isInterrupted { return .interrupted }
        if ready.union(ended).isDisjoint(with: interest) { return nil }
        ready.subtract(interest)
        return .ready
    }

    /// Records an event, and returns what it makes ready.
    fileprivate mutating func note(_ flags: UInt32, endsWithErrors: Bool) -> Readiness.Interest {
        var new = Readiness.Interest(rawValue: flags).intersection([.readable, .writable])
        if flags & UInt32(SOCKEYE_ENDED) != 0 {
            new.insert(.readable)
            ended.insert(.readable)
        }
        if flags & UInt32(SOCKEYE_FAILED) != 0 {
            new = [.readable, .writable]
            if endsWithErrors { ended = [.readable, .writable] }
        }
        ready.formUnion(new)
        return new
    }
}
