import SockeyeClient
import SockeyeIO
import Testing

@testable import SockeyeTransfers

@Suite("The pace of segments")
struct SegmentPaceTests {
    /// Segments that move at these speeds, looked at twice a second; the verdicts that were not `.fine`, with the second.
    private func verdicts(
        _ rates: [Int64], seconds: Int = 10, minimum: Timeouts.MinimumSpeed? = nil, compares: Bool = true,
        remaining: Int64 = 1 << 40
    ) -> [(Double, SegmentPace.Verdict)] {
        var pace = SegmentPace(minimum: minimum, comparesSegments: compares)
        var moment = Deadline(nanoseconds: 1)
        var found: [(Double, SegmentPace.Verdict)] = []
        for half in 0...Int64(seconds * 2) {
            let segments = rates.enumerated().map { index, rate in
                SegmentPace.Segment(number: index + 1, position: rate * half / 2, remaining: remaining)
            }
            let verdict = pace.tick(now: moment, segments, received: segments.reduce(0) { $0 + $1.position })
            if verdict != .fine { found.append((Double(half) / 2, verdict)) }
            moment = moment.advanced(by: .milliseconds(500))
        }
        return found
    }

    @Test("One that is an eighth as fast as the others is asked for again, after it was measured")
    func slow() {
        let found = verdicts([1000, 1000, 100, 900], seconds: 4)
        #expect(found.map(\.1) == [.reopen(3)] && found.first?.0 == 3)
        #expect(verdicts([1000, 0], seconds: 4).map(\.1) == [.reopen(2)])
    }

    @Test("Nothing is done about what is fair, alone, nearly done, or held back by ourselves")
    func fair() {
        #expect(verdicts([1000, 500, 200]).isEmpty)
        #expect(verdicts([5]).isEmpty)
        #expect(verdicts([1000, 100], remaining: 300).isEmpty)
        #expect(verdicts([1000, 1], compares: false).isEmpty)
        #expect(verdicts([0, 0, 0]).isEmpty)
    }

    @Test("It is not done without end")
    func bounded() {
        #expect(verdicts([1000, 1], seconds: 300).count == SegmentPace.mostReopenings)
    }

    @Test("The least speed is that of all together")
    func minimum() {
        let limit = Timeouts.MinimumSpeed(bytesPerSecond: 1000, period: .seconds(2))
        #expect(verdicts([400, 400, 400], minimum: limit).isEmpty)
        #expect(verdicts([400, 400], seconds: 2, minimum: limit).map(\.1) == [.tooSlow])
    }
}
