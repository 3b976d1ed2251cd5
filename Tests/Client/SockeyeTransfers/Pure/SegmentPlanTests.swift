import SockeyeIO
import Testing

@testable import SockeyeTransfers

@Suite("Segment plan")
struct SegmentPlanTests {
    @Test("A new file is split equally", arguments: [1, 2, 3, 5, 8, 16])
    func fresh(_ workers: Int) {
        var plan = SegmentPlan(total: 16_000, minimumBytes: 10)
        var ranges: [Range<Int64>] = []
        for index in 0..<workers {
            guard let step = plan.next(sharedBy: workers - index) else { break }
            ranges.append(step.range)
        }
        #expect(ranges.count == workers)
        #expect(ByteRangeSet(ranges).ranges == [0..<16_000])
        #expect(ranges.allSatisfy { abs(($0.upperBound - $0.lowerBound) - Int64(16_000 / workers)) <= Int64(workers) })
    }

    @Test("Nothing is split below the minimum size")
    func least() {
        var plan = SegmentPlan(total: 1000, minimumBytes: 400)
        #expect(plan.next(sharedBy: 8)?.range == 0..<400)
        #expect(plan.next(sharedBy: 7)?.range == 400..<1000)
        #expect(plan.next(sharedBy: 6) == nil)
        var small = SegmentPlan(total: 100, minimumBytes: 400)
        #expect(small.next(sharedBy: 8)?.range == 0..<100)
    }

    @Test("The longest segment gives its tail to an idle connection")
    func steal() {
        var plan = SegmentPlan(total: 1000, minimumBytes: 10)
        #expect(plan.next(sharedBy: 2)?.number == 1)
        #expect(plan.next(sharedBy: 1)?.number == 2)
        plan.advance(1, to: 100)
        plan.end(2, at: 1000)
        let step = plan.next(sharedBy: 1)
        #expect(step == SegmentPlan.Assignment(number: 3, range: 301..<501, stolenFrom: 1))
        #expect(plan.active[1]?.end == 301)
        // Bytes received beyond the new end belong to the other segment.
        plan.advance(1, to: 400)
        #expect(plan.active[1]?.position == 301)
        plan.end(1, at: 400)
        #expect(plan.done.ranges == [0..<301, 501..<1000])
        plan.end(3, at: 501)
        #expect(plan.isComplete)
    }

    @Test("The rest of a cut segment is fetched again, along with other gaps")
    func cut() {
        var plan = SegmentPlan(total: 1000, done: ByteRangeSet([200..<300]), minimumBytes: 10)
        #expect(plan.free == [0..<200, 300..<1000])
        #expect(plan.next(sharedBy: 1)?.range == 0..<200)
        plan.end(1, at: 50)
        #expect(plan.free == [50..<200, 300..<1000])
        #expect(plan.present.byteCount == 150)
        plan.end(99, at: 1000)
        #expect(plan.free == [50..<200, 300..<1000])
    }

    @Test("A single stream takes over the free range after it")
    func widen() {
        var plan = SegmentPlan(total: 1000, done: ByteRangeSet([800..<900]), minimumBytes: 10)
        #expect(plan.next(sharedBy: 4)?.range == 0..<226)
        #expect(plan.widen(1) == 800)
        #expect(plan.widen(1) == nil)
        #expect(plan.widen(7) == nil)
    }

    @Test("Any order of events fetches every byte", arguments: 0..<50)
    func random(_ seed: UInt64) {
        var random = SplitMix(seed)
        var plan = SegmentPlan(
            total: Int64(random.next(below: 100_000)), minimumBytes: Int64(random.next(below: 900) + 1))
        var fetched = ByteRangeSet()
        var turns = 0
        while !plan.isComplete, turns < 100_000 {
            turns += 1
            if random.next(below: 3) == 0, plan.active.count < 8 {
                _ = plan.next(sharedBy: 8 - plan.active.count)
            } else if let number = plan.active.keys.sorted().randomElement(using: &random),
                let segment = plan.active[number]
            {
                let position = segment.position + Int64(random.next(below: Int(segment.remaining) + 1))
                fetched.insert(segment.start..<position)
                if random.next(below: 4) == 0 || position == segment.end {
                    plan.end(number, at: position)
                } else {
                    plan.advance(number, to: position)
                }
            } else {
                _ = plan.next(sharedBy: 1)
            }
        }
        #expect(plan.isComplete)
        #expect(fetched.contains(0..<plan.total))
    }

    @Test("Ranges merge, and the gaps are what is missing", arguments: 0..<20)
    func ranges(_ seed: UInt64) {
        var random = SplitMix(seed)
        var set = ByteRangeSet()
        var model = [Bool](repeating: false, count: 200)
        for _ in 0..<30 {
            let start = random.next(below: 190)
            let end = start + random.next(below: 10)
            set.insert(Int64(start)..<Int64(end))
            for index in start..<end { model[index] = true }
        }
        #expect(set.byteCount == Int64(model.count { $0 }))
        #expect(zip(set.ranges, set.ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
        var missing = ByteRangeSet(set.gaps(in: 0..<200))
        #expect(missing.byteCount == Int64(model.count { !$0 }))
        missing.formUnion(set)
        #expect(missing.ranges == [0..<200])
        for index in 0..<200 {
            #expect(set.length(before: Int64(index)) == model[..<index].reversed().prefix { $0 }.count)
            #expect(set.length(from: Int64(index)) == model[index...].prefix { $0 }.count)
        }
    }
}

@Suite("Number of segments")
struct SegmentGovernorTests {
    /// Downloads from a server that sends each connection `rate` bytes a millisecond, `lag` milliseconds after it was asked, and
    /// no more than `most` altogether; in its first `burst` milliseconds a connection takes all of that. Each gets what it does
    /// in pieces of `piece` milliseconds. The first head came after `delay`. Returns each count with the millisecond of its beginning.
    private func counts(
        _ governor: inout SegmentGovernor, delay: Int64, lag: Int64? = nil, rate: Int64 = 10, most: Int64 = .max,
        burst: Int64 = 0, piece: Int64 = 1, total: Int64 = 1 << 40
    ) -> [[Int64]] {
        let lag = lag ?? delay
        var (now, received) = (delay, Int64(0))
        var starts = [Int64](repeating: 0, count: governor.allowed)
        var counts = [[Int64(governor.allowed), 0]]
        func begins(_ moment: Int64, _ start: Int64) -> Bool { start <= moment && (moment - start) % piece == 0 }
        governor.begin(after: .milliseconds(delay), received: 0, now: Deadline(nanoseconds: UInt64(now) * 1_000_000))
        while let window = governor.window, now < 60_000 {
            let end =
                now + max(1, window.components.seconds * 1000 + window.components.attoseconds / 1_000_000_000_000_000)
            for moment in now..<end {
                let isBursting = starts.contains { $0 + lag <= moment && moment < $0 + lag + burst }
                received +=
                    isBursting ? most : min(most, rate * piece * Int64(starts.count { begins(moment, $0 + lag) }))
            }
            now = end
            governor.tick(
                now: Deadline(nanoseconds: UInt64(now) * 1_000_000), received: received,
                remaining: max(0, total - received))
            guard governor.allowed != starts.count else { continue }
            starts += [Int64](repeating: now, count: governor.allowed - starts.count)
            counts.append([Int64(governor.allowed), now])
        }
        return counts
    }

    /// New connections are judged once they bring bytes, however long their heads, or the bytes behind these, take.
    @Test(
        "More connections while they pay off, near and far",
        arguments: [
            (1, 1, [[1, 0], [4, 21], [16, 42]]), (5, 5, [[1, 0], [4, 25], [16, 50]]),
            (10, 10, [[1, 0], [4, 50], [16, 100]]),
            (50, 50, [[1, 0], [4, 100], [16, 200]]), (150, 150, [[1, 0], [4, 300], [16, 600]]),
            (600, 600, [[1, 0], [4, 1100], [16, 2100]]),
            // The head comes at once, the body later.
            (1, 50, [[1, 0], [4, 61], [16, 102]]), (1, 2000, [[1, 0], [4, 2121], [16, 2622]]),
        ] as [(Int64, Int64, [[Int64]])])
    func automatic(_ delay: Int64, _ lag: Int64, _ expected: [[Int64]]) {
        var governor = SegmentGovernor(.automatic)
        #expect(counts(&governor, delay: delay, lag: lag) == expected)
    }

    @Test("No more connections than pay off, are allowed, or are worth it before the end")
    func limits() {
        var flat = SegmentGovernor(.automatic)
        #expect(counts(&flat, delay: 10, most: 10).map(\.first) == [1, 4])
        var doubled = SegmentGovernor(.automatic)
        #expect(counts(&doubled, delay: 10, most: 20).map(\.first) == [1, 4, 16])
        var capped = SegmentGovernor(.automatic, maximum: 3)
        #expect(counts(&capped, delay: 10).map(\.first) == [1, 3])
        // Four windows before the end no connection is opened.
        var (late, early) = (SegmentGovernor(.automatic), SegmentGovernor(.automatic))
        #expect(counts(&late, delay: 0, total: 200 + 799).map(\.first) == [1])
        #expect(counts(&early, delay: 0, total: 200 + 801).map(\.first) == [1, 4])
    }

    @Test("What a burst hid is found when it is over")
    func bursts() {
        var (short, long) = (SegmentGovernor(.automatic), SegmentGovernor(.automatic))
        #expect(counts(&short, delay: 1, most: 1000, burst: 100) == [[1, 0], [4, 21], [16, 292]])
        // nginx limits a rate by sending for a while, then waiting: the first piece of each connection is there before the window.
        var pieces = SegmentGovernor(.automatic)
        #expect(counts(&pieces, delay: 5, lag: 1, piece: 200) == [[1, 0], [4, 305], [16, 470]])
        #expect(counts(&long, delay: 1, most: 1000, burst: 2000) == [[1, 0], [4, 21], [16, 2292]])
    }

    @Test("A fixed count stays, up to the maximum; a refusal lowers it permanently")
    func fixed() {
        var governor = SegmentGovernor(.fixed(99))
        #expect(governor.window == nil && governor.allowed == 16)
        governor.lower(active: 9)
        #expect(governor.allowed == 9)
        governor.lower(active: 20)
        #expect(governor.allowed == 8)
        governor.lower(active: 0)
        #expect(governor.allowed == 1)
        #expect(!SegmentGovernor(.one).mayUseSeveral && SegmentGovernor(.automatic).mayUseSeveral)
    }
}

/// A small seeded generator, so that failures are reproducible.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func next(below bound: Int) -> Int {
        Int(next() % UInt64(max(1, bound)))
    }
}
