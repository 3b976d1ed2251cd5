import SockeyeClient
import SockeyeIO
import Testing

@testable import SockeyeTransfers

@Suite("Segment pace")
struct SegmentPaceTests {
    /// Segments at these speeds, checked twice a second; returns the verdicts other than `.fine`, with the second.
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

    @Test("A segment at an eighth of the others' speed is requested again, once measured")
    func slow() {
        let found = verdicts([1000, 1000, 100, 900], seconds: 4)
        #expect(found.map(\.1) == [.reopen(3)] && found.first?.0 == 3)
        #expect(verdicts([1000, 0], seconds: 4).map(\.1) == [.reopen(2)])
    }

    @Test("Segments that are fair, alone, nearly done or throttled by us are left alone")
    func fair() {
        #expect(verdicts([1000, 500, 200]).isEmpty)
        #expect(verdicts([5]).isEmpty)
        #expect(verdicts([1000, 100], remaining: 300).isEmpty)
        #expect(verdicts([1000, 1], compares: false).isEmpty)
        #expect(verdicts([0, 0, 0]).isEmpty)
    }

    @Test("Requests are not repeated forever")
    func bounded() {
        #expect(verdicts([1000, 1], seconds: 300).count == SegmentPace.reopeningLimit)
    }

    /// A segment's speed, and how it slows down.
    struct Course: Sendable {
        var rate: Int64
        /// When it ends, in seconds.
        var end = 1000
        /// When it slows down, and its speed then.
        var limps = (from: 1000, rate: Int64(0))

        func position(at second: Int64) -> Int64 {
            let fast = min(second, Int64(limps.from))
            return rate * fast + limps.rate * (second - fast)
        }
    }

    /// The seconds at which a segment is to be requested again, which restores its speed.
    private func reopenings(_ courses: [Course], seconds: Int = 30, isHealed: Bool = true) -> [Int] {
        var pace = SegmentPace(minimum: nil, comparesSegments: true)
        var moment = Deadline(nanoseconds: 1)
        var (healed, found) = (Set<Int>(), [Int]())
        for second in 0...seconds {
            let segments = courses.enumerated().filter { second < $0.element.end }.map { index, course in
                SegmentPace.Segment(
                    number: healed.contains(index) ? index + 100 : index,
                    position: healed.contains(index) ? course.rate * Int64(second) : course.position(at: Int64(second)),
                    remaining: 1 << 40)
            }
            if case .reopen(let number) = pace.tick(now: moment, segments, received: 0) {
                found.append(second)
                if isHealed { healed.insert(number) }
            }
            moment = moment.advanced(by: .seconds(1))
        }
        return found
    }

    @Test("The last one is compared with the finished ones")
    func last() {
        let fast = Course(rate: 1000, end: 4)
        // Seconds 6 to 9 are slow throughout; seconds 3 to 6 still include fast time.
        #expect(reopenings([fast, Course(rate: 1000, limps: (4, 10))]) == [9])
        #expect(reopenings([fast, Course(rate: 1000, limps: (5, 0))]) == [9])
        // Half or a fifth as fast is fair.
        #expect(reopenings([fast, Course(rate: 1000, limps: (4, 500))]).isEmpty)
        #expect(reopenings([fast, Course(rate: 1000, limps: (4, 200))]).isEmpty)
        // A slow past gives a slow average.
        #expect(reopenings([Course(rate: 20, end: 3), Course(rate: 1000, limps: (4, 10))]).isEmpty)
        // No segment came before it, or too briefly to tell.
        #expect(reopenings([Course(rate: 1000, limps: (4, 1))]).isEmpty)
        #expect(reopenings([Course(rate: 1000, end: 1), Course(rate: 1000, limps: (4, 1))]).isEmpty)
    }

    @Test("The last one isn't requested forever if the whole network becomes slow")
    func lastBounded() {
        let courses = [Course(rate: 1000, end: 4), Course(rate: 1000, limps: (4, 10))]
        #expect(reopenings(courses, seconds: 300, isHealed: false).count == SegmentPace.reopeningLimitAlone)
    }

    @Test("The minimum speed applies to all segments together")
    func minimum() {
        let limit = Timeouts.MinimumSpeed(bytesPerSecond: 1000, period: .seconds(2))
        #expect(verdicts([400, 400, 400], minimum: limit).isEmpty)
        #expect(verdicts([400, 400], seconds: 2, minimum: limit).map(\.1) == [.tooSlow])
    }
}
