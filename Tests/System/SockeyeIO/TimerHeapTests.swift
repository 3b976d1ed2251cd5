import Testing

@testable import SockeyeIO

struct TimerHeapTests {
    private func drain(_ heap: inout TimerHeap, at now: UInt64) -> [UInt64] {
        var moments: [UInt64] = []
        while let entry = heap.removeDue(at: now) { moments.append(entry.moment) }
        return moments
    }

    @Test(
        arguments: [
            [], [5], [1, 2, 3], [3, 2, 1], [2, 2, 1, 1], [9, 1, 8, 2, 7, 3, 6, 4, 5], [UInt64.max, 0, 1],
        ] as [[UInt64]])
    func givesMomentsInOrder(_ moments: [UInt64]) {
        var heap = TimerHeap()
        for (token, moment) in moments.enumerated() {
            heap.insert(TimerHeap.Entry(moment: moment, token: UInt64(token)))
        }
        #expect(heap.earliest == moments.min())
        #expect(drain(&heap, at: .max) == moments.sorted())
        #expect(heap.earliest == nil)
    }

    @Test func givesOnlyWhatIsDue() {
        var heap = TimerHeap()
        for moment in [UInt64(30), 10, 20, 40] { heap.insert(TimerHeap.Entry(moment: moment, token: moment)) }
        #expect(drain(&heap, at: 9) == [])
        #expect(drain(&heap, at: 20) == [10, 20])
        heap.insert(TimerHeap.Entry(moment: 5, token: 5))
        #expect(heap.earliest == 5)
        #expect(drain(&heap, at: 39) == [5, 30])
        #expect(drain(&heap, at: 40) == [40])
    }

    @Test func keepsTokensWithTheirMoments() {
        var heap = TimerHeap()
        var generator = SystemRandomNumberGenerator()
        let moments = (0..<1000).map { _ in UInt64.random(in: 0..<500, using: &generator) }
        for moment in moments { heap.insert(TimerHeap.Entry(moment: moment, token: moment * 3)) }
        var last: UInt64 = 0
        var count = 0
        while let entry = heap.removeDue(at: .max) {
            #expect(entry.moment >= last && entry.token == entry.moment * 3)
            last = entry.moment
            count += 1
        }
        #expect(count == moments.count)
    }

    /// With all of them needed, it looks again only when there are twice as many.
    @Test(arguments: [(0, 4), (1, 3), (7, 6), (100, 4)]) func forgetsThoseWhoAreGone(_ step: UInt64, looks: Int) {
        var heap = TimerHeap()
        let moments = (0..<5000).map { UInt64($0 &* 2_654_435_761 % 9973) }
        var count = 0
        for moment in moments {
            heap.insert(TimerHeap.Entry(moment: moment, token: moment))
            guard heap.isCrowded else { continue }
            count += 1
            heap.removeAll { step > 0 && $0 % step == 0 }
        }
        #expect(count == looks)
        heap.removeAll { step > 0 && $0 % step == 0 }
        #expect(drain(&heap, at: .max) == moments.filter { step > 0 && $0 % step == 0 }.sorted())
    }
}
