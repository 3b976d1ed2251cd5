internal import SockeyeClient
internal import SockeyeIO

/// Tells a segment that has fallen far behind the others, and a download that is too slow as a whole: pure, fed by the
/// clock.
///
/// A connection can go bad without ending: lost packets, a mirror with a queue. Asked for again over a new one, the
/// rest of its part comes at the speed of the others. The last one on its way is compared with those that are over.
struct SegmentPace: Sendable {
    /// What is to be done.
    enum Verdict: Sendable, Hashable {
        case fine
        /// This segment is to be asked for again.
        case reopen(Int)
        /// All together are slower than they may be.
        case tooSlow
    }

    /// Where a segment stands.
    struct Segment: Sendable {
        var number: Int
        var position: Int64
        var remaining: Int64

        init(number: Int, position: Int64, remaining: Int64) {
            (self.number, self.position, self.remaining) = (number, position, remaining)
        }
    }

    /// How long a segment is measured; several round trips, and slow start is over.
    static let window = Duration.seconds(3)
    /// Slower than one in so many of the middle of the others: more than chance and fairness explain.
    static let slowShare = 8.0
    /// A new connection that is no faster is no reason for a third and a fourth without end.
    static let maximumReopenings = 8
    /// The last one has only the past to compare with, and the whole network may have become slow since.
    static let maximumReopeningsAlone = 3
    /// Connections that are over tell a speed once they have lasted so long together.
    static let minimumPastSeconds = 1.0

    private let minimum: Timeouts.MinimumSpeed?
    private let comparesSegments: Bool
    private var marks: [Int: (moment: Deadline, position: Int64)] = [:]
    private var rates: [Int: Double] = [:]
    /// Where each was seen first and last.
    private var lives: [Int: (first: Sight, last: Sight)] = [:]
    /// What those brought that are over, and for how long they were on their way.
    private var past = (bytes: 0.0, seconds: 0.0)
    private var whole: (moment: Deadline, bytes: Int64)?
    private var reopenings = 0
    private var reopeningsAlone = 0

    private struct Sight: Sendable {
        var moment: Deadline
        var position: Int64
    }

    /// - Parameter comparesSegments: false where something else sets the pace, such as a rate limit.
    init(minimum: Timeouts.MinimumSpeed?, comparesSegments: Bool) {
        self.minimum = minimum
        self.comparesSegments = comparesSegments
    }

    /// Time has passed: the segments stand so, and `received` bytes have come in all.
    mutating func tick(now: Deadline, _ segments: [Segment], received: Int64) -> Verdict {
        if isTooSlow(now, received) { return .tooSlow }
        guard comparesSegments else { return .fine }
        for number in marks.keys where !segments.contains(where: { $0.number == number }) {
            marks[number] = nil
            rates[number] = nil
            if let life = lives.removeValue(forKey: number) {
                past.bytes += Double(life.last.position - life.first.position)
                past.seconds += life.last.moment.duration(since: life.first.moment).inSeconds
            }
        }
        for segment in segments {
            let sight = Sight(moment: now, position: segment.position)
            lives[segment.number] = (lives[segment.number]?.first ?? sight, sight)
        }
        var slowest: Int?
        for segment in segments {
            guard let mark = marks[segment.number] else {
                marks[segment.number] = (now, segment.position)
                continue
            }
            let elapsed = now.duration(since: mark.moment)
            guard elapsed >= Self.window else { continue }
            marks[segment.number] = (now, segment.position)
            rates[segment.number] = Double(segment.position - mark.position) / elapsed.inSeconds
            if isSlow(segment) { slowest = segment.number }
        }
        guard let slowest, reopenings < Self.maximumReopenings else { return .fine }
        reopenings += 1
        if segments.count == 1 { reopeningsAlone += 1 }
        marks[slowest] = nil
        rates[slowest] = nil
        // What limped is no measure for those after it.
        lives[slowest] = nil
        return .reopen(slowest)
    }

    private func isSlow(_ segment: Segment) -> Bool {
        guard let rate = rates[segment.number] else { return false }
        let others = rates.filter { $0.key != segment.number }.values.sorted()
        let middle: Double
        if !others.isEmpty {
            middle = others[others.count / 2]
        } else if lives.count == 1, past.seconds >= Self.minimumPastSeconds,
            reopeningsAlone < Self.maximumReopeningsAlone
        {
            middle = past.bytes / past.seconds
        } else {
            return false
        }
        // What is over within another window anyway is left alone.
        let isNearlyDone = Double(segment.remaining) <= rate * Self.window.inSeconds
        return rate * Self.slowShare < middle && !isNearlyDone
    }

    private mutating func isTooSlow(_ now: Deadline, _ received: Int64) -> Bool {
        guard let minimum else { return false }
        guard let start = whole else {
            whole = (now, received)
            return false
        }
        let elapsed = now.duration(since: start.moment)
        guard elapsed >= minimum.period else { return false }
        whole = (now, received)
        return Double(received - start.bytes) < Double(minimum.bytesPerSecond) * elapsed.inSeconds
    }
}
