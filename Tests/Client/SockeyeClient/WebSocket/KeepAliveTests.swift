import SockeyeIO
import Testing

@testable import SockeyeClient

/// The clocks of a WebSocket, as tables.
struct KeepAliveTests {
    private static func moment(_ second: UInt64) -> Deadline { Deadline(nanoseconds: second * 1_000_000_000) }

    /// What happens at each due moment, without a byte from the server.
    private static func actions(_ clock: KeepAlive, _ count: Int) -> [String] {
        var clock = clock
        return (0..<count).map { _ in
            let due = clock.due
            return due == .never ? "never" : "\(clock.action(now: due)) at \(due.nanoseconds / 1_000_000_000)"
        }
    }

    private static func clock(_ interval: Int?, silence: Int? = nil, end: UInt64? = nil) -> KeepAlive {
        KeepAlive(
            interval: interval.map { .seconds($0) }, patience: .seconds(5),
            silenceLimit: silence.map { .seconds($0) }, end: end.map(moment) ?? .never, now: moment(100))
    }

    @Test func withoutAByte() {
        #expect(Self.actions(Self.clock(nil), 1) == ["never"])
        // No flood of pings.
        #expect(Self.actions(Self.clock(0), 1) == ["never"])
        #expect(Self.actions(Self.clock(-1), 1) == ["never"])
        #expect(Self.actions(Self.clock(20), 2) == ["ping at 120", "giveUp at 125"])
        #expect(Self.actions(Self.clock(20, silence: 10), 1) == ["silent at 110"])
        #expect(Self.actions(Self.clock(20, silence: 22), 2) == ["ping at 120", "silent at 122"])
        #expect(Self.actions(Self.clock(20, silence: 60), 2) == ["ping at 120", "giveUp at 125"])
        #expect(Self.actions(Self.clock(20, silence: 22, end: 121), 2) == ["ping at 120", "over at 121"])
        #expect(Self.actions(Self.clock(nil, end: 50), 1) == ["over at 50"])
    }

    @Test func bytesStartAllButTheLast() {
        var clock = Self.clock(20, silence: 30, end: 160)
        #expect(clock.action(now: Self.moment(120)) == .ping)
        clock.heard(now: Self.moment(121))
        #expect(Self.actions(clock, 2) == ["ping at 141", "giveUp at 146"])
        clock.heard(now: Self.moment(155))
        #expect(Self.actions(clock, 1) == ["over at 160"])
    }

    @Test func noPingFollowsAClose() {
        var clock = Self.clock(20, silence: 30)
        clock.closing(now: Self.moment(105), patience: .seconds(10))
        #expect(Self.actions(clock, 1) == ["giveUp at 115"])
        clock.closing(now: Self.moment(110), patience: .seconds(99))
        #expect(clock.due == Self.moment(115))
    }
}
