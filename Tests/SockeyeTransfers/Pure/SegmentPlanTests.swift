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
    /// Feeds rates, one per tick, and returns the count after each.
    private func counts(
        _ governor: inout SegmentGovernor, rates: [Int64], remaining: Int64, tick: Int64 = 500, delay: Int64 = 500
    ) -> [Int] {
        var moment = Deadline(nanoseconds: 1)
        var received: Int64 = 0
        governor.begin(after: .milliseconds(delay), received: 0, now: moment)
        return rates.map { rate in
            moment = moment.advanced(by: .milliseconds(tick))
            received += rate * tick / 1000
            governor.tick(now: moment, received: received, remaining: remaining)
            return governor.allowed
        }
    }

    @Test("More connections while they pay off")
    func automatic() {
        var limited = SegmentGovernor(.automatic)
        #expect(counts(&limited, rates: [10, 40, 160, 160], remaining: 1 << 40) == [4, 16, 16, 16])
        var flat = SegmentGovernor(.automatic)
        #expect(counts(&flat, rates: [100, 101, 200], remaining: 1 << 40) == [4, 4, 4])
        var short = SegmentGovernor(.automatic)
        #expect(counts(&short, rates: [100, 100], remaining: 150) == [1, 1])
        var capped = SegmentGovernor(.automatic, maximum: 3)
        #expect(counts(&capped, rates: [10, 20, 40], remaining: 1 << 40) == [3, 3, 3])
    }

    @Test(
        "A near server is measured for a tick, a far one for as long as its first response took, half a second at most",
        arguments: [(1, 1), (90, 1), (101, 2), (290, 3), (500, 5), (9000, 5)] as [(Int64, Int)])
    func window(_ delay: Int64, _ ticks: Int) {
        var governor = SegmentGovernor(.automatic)
        let rates = [Int64](repeating: 1000, count: 9)
        let found = counts(&governor, rates: rates, remaining: 1 << 40, tick: 100, delay: delay)
        #expect(found.firstIndex(of: 4) == ticks - 1 && !found.contains(16))
    }

    @Test(
        "Near the end no connection is opened: four windows before it",
        arguments: [(399, 1), (401, 4)] as [(Int64, Int)])
    func end(_ remaining: Int64, _ count: Int) {
        var governor = SegmentGovernor(.automatic)
        #expect(counts(&governor, rates: [1000], remaining: remaining, tick: 100, delay: 100) == [count])
    }

    @Test("A fixed count stays, up to the maximum; a refusal lowers it permanently")
    func fixed() {
        var governor = SegmentGovernor(.fixed(99))
        #expect(counts(&governor, rates: [1, 100], remaining: 1 << 40) == [16, 16])
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
