import SockeyeIO
import Testing

@testable import SockeyeTransport

/// When the kernel gathers a body: only a fast one, and never its end.
struct GatheringTests {
    /// What comes: bytes, how many are left then, and after which time.
    typealias Arrival = (count: Int, remaining: Int64, milliseconds: Int)

    private static func outcomes(_ arrivals: [Arrival]) -> [Bool?] {
        var gathering = Gathering()
        var now = Deadline.now
        return arrivals.map { arrival in
            now = now.advanced(by: .milliseconds(arrival.milliseconds))
            return gathering.note(arrival.count, remaining: arrival.remaining) { now }
        }
    }

    private static let far: Int64 = 1 << 30
    private static let mark = Int64(Gathering.mark)

    @Test(
        arguments: [
            // The first piece only starts the time.
            ([(4 << 20, far, 0)], [nil]),
            ([(4 << 20, far, 0), (4 << 20, far, 64)], [nil, true]),
            ([(4 << 20, far, 0), (4 << 20, far, 65)], [nil, nil]),
            ([(1, far, 0), ((4 << 20) - 1, far, 10), (1, far, 10)], [nil, nil, true]),
            // Slow at first, fast later: each sample counts for itself.
            ([(1, far, 0), (4 << 20, far, 900), (4 << 20, far, 20)], [nil, nil, true]),
            // It stays on, and ends once less than the mark is to come.
            (
                [(1, far, 0), (4 << 20, far, 1), (1, far, 900), (1, mark, 1), (1, mark - 1, 1)],
                [nil, true, nil, nil, false]
            ),
            // A short rest isn't even timed.
            ([(1, mark - 1, 0), (4 << 20, mark - 1, 1)], [nil, nil]),
            ([(1, far, 0), (4 << 20, 0, 1)], [nil, nil]),
        ] as [([Arrival], [Bool?])])
    func table(_ arrivals: [Arrival], _ expected: [Bool?]) {
        #expect(Self.outcomes(arrivals) == expected)
    }

    /// While the socket can't be told to stop, each wait ends early and tries again.
    @Test func aFailedStopIsTriedAgain() {
        var gathering = Gathering()
        let now = Deadline.now
        _ = gathering.note(1, remaining: Self.far) { now }
        #expect(gathering.note(4 << 20, remaining: Self.far) { now } == true)
        #expect(gathering.stop() == false)
        gathering.undo()
        #expect(gathering.isOn)
        #expect(gathering.note(1, remaining: 0) { now } == false)
    }

    @Test func stoppingTimesAnew() {
        var gathering = Gathering()
        let now = Deadline.now
        #expect(gathering.stop() == nil)
        _ = gathering.note(1, remaining: Self.far) { now }
        #expect(gathering.note(4 << 20, remaining: Self.far) { now } == true)
        #expect(gathering.isOn)
        #expect(gathering.stop() == false)
        #expect(!gathering.isOn)
        #expect(gathering.note(4 << 20, remaining: Self.far) { now } == nil)
        #expect(gathering.note(4 << 20, remaining: Self.far) { now } == true)
    }
}
