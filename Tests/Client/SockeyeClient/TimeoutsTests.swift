import SockeyeIO
import Testing

@testable import SockeyeClient

struct TimeoutsTests {
    @Test func theDefaultsAreTheDocumentedOnes() {
        let timeouts = Timeouts()
        #expect(timeouts.resolve == .seconds(20))
        #expect(timeouts.connect == .seconds(60))
        #expect(timeouts.handshake == .seconds(30))
        #expect(timeouts.firstByte == .seconds(60))
        #expect(timeouts.idle == .seconds(60))
        #expect(timeouts.minimumSpeed == nil)
        #expect(timeouts.total == nil)
        let none = Timeouts.none
        for limit in [none.resolve, none.connect, none.handshake, none.firstByte, none.idle, none.total] {
            #expect(limit == nil)
        }
    }

    /// A phase ends with the clock that runs out first.
    @Test(
        arguments: [
            (Duration.seconds(5), Duration?.none, Timeouts.Clock.idle), (.seconds(5), .seconds(60), .idle),
            (.seconds(60), .seconds(5), .total), (nil, .seconds(5), .total), (nil, nil, .total),
        ] as [(Duration?, Duration?, Timeouts.Clock)])
    func theEarlierClockCounts(_ limit: Duration?, _ total: Duration?, _ clock: Timeouts.Clock) {
        let start = Deadline.now
        let end = Deadlines(Timeouts(total: total), startedAt: start).end(.idle, limit)
        #expect(end.clock == clock)
        guard let expected = clock == .total ? total : limit else {
            #expect(end.moment == .never)
            return
        }
        // A phase's clock starts with the phase, the total one with the request.
        #expect(end.moment >= start.advanced(by: expected))
        #expect(end.moment <= Deadline.after(expected))
        if clock == .total { #expect(end.moment == start.advanced(by: expected)) }
    }

    @Test(arguments: [
        (Timeouts.Clock.opening, 8),
        (.resolve, 1), (.connect, 2), (.handshake, 3), (.firstByte, 4), (.idle, 5), (.minimumSpeed, 6),
        (.total, 7), (.pool, 9),
    ])
    func everyClockKnowsItsLimit(_ clock: Timeouts.Clock, _ seconds: Int) {
        let timeouts = Timeouts(
            resolve: .seconds(1), connect: .seconds(2), handshake: .seconds(3), firstByte: .seconds(4),
            idle: .seconds(5),
            minimumSpeed: .init(bytesPerSecond: 1, period: .seconds(6)), total: .seconds(7),
            opening: .seconds(8), pool: .seconds(9))
        #expect(timeouts.limit(of: clock) == .seconds(seconds))
        #expect(Timeouts.none.limit(of: clock) == .zero)
    }

    /// Bytes received at a time in milliseconds, and whether that is fast enough: 1000 bytes per second over 100 ms.
    @Test(arguments: [
        // Nothing is checked within the window.
        [(0, 0, true), (50, 0, true), (99, 0, true)],
        // 100 bytes in 100 ms are just enough, 99 are not.
        [(50, 100, true), (100, 0, true)],
        [(50, 99, true), (100, 0, false)],
        [(100, 100, true)],
        // A late check requires proportionally more.
        [(150, 149, false)],
        [(150, 150, true)],
        // Every window counts on its own.
        [(10, 100_000, true), (100, 0, true), (200, 0, false)],
        [(100, 100, true), (200, 100, true), (299, 99, true), (300, 0, false)],
    ])
    func speedIsJudgedWindowByWindow(_ steps: [(Int, Int, Bool)]) {
        let start = Deadline.now
        var watch = SpeedWatch(.init(bytesPerSecond: 1000, period: .milliseconds(100)), startedAt: start)
        #expect(watch.nextJudgement == start.advanced(by: .milliseconds(100)))
        for (moment, bytes, isFast) in steps {
            let now = start.advanced(by: .milliseconds(moment))
            let answer = watch.isFastEnough(afterReceiving: bytes, now: now)
            #expect(answer == isFast, "at \(moment) ms")
        }
    }

    @Test func aReceiverThatWasAwayIsNotHeldAgainstTheSender() {
        let start = Deadline.now
        var watch = SpeedWatch(.init(bytesPerSecond: 1000, period: .milliseconds(100)), startedAt: start)
        let back = start.advanced(by: .seconds(10))
        watch.resume(at: back)
        let isFast = watch.isFastEnough(afterReceiving: 1, now: back)
        #expect(isFast)
        #expect(watch.nextJudgement == back.advanced(by: .milliseconds(100)))
        // Resuming within the window changes nothing.
        watch.resume(at: back.advanced(by: .milliseconds(99)))
        #expect(watch.nextJudgement == back.advanced(by: .milliseconds(100)))
    }

    @Test func aPeriodOfNothingDoesNotJudgeEveryMoment() {
        let start = Deadline.now
        let watch = SpeedWatch(.init(bytesPerSecond: 1, period: .zero), startedAt: start)
        #expect(watch.nextJudgement > start)
    }
}
