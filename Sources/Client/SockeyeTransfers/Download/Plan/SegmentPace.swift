internal import SockeyeClient
internal import SockeyeIO

/// Detects a segment that has fallen far behind the others, and a download that is too slow as a whole: pure, fed by the
/// clock.
///
/// A connection can go bad without ending: lost packets, an overloaded mirror. Asked for again over a new one, the
/// rest of its part comes at the speed of the others. The last segment is compared with those that are finished.
struct SegmentPace: Sendable {
    /// What to do.
    enum Verdict: Sendable, Hashable {
        case fine
        /// Ask for this segment again.
        case reopen(Int)
        /// All together are slower than the minimum.
        case tooSlow
    }

    /// The progress of a segment.
    struct Segment: Sendable {
        var number: Int
        var position: Int64
        var remaining: Int64
    }

    /// How long a segment is measured: several round trips, so that slow start is over.
    static let window = Duration.seconds(3)
    /// A segment is slow below the median of the others divided by this: more than chance and fairness explain.
    static let slowShare = 8.0
    /// Ends the reopening if new connections are no faster.
    static let reopeningLimit = 8
    /// The last segment has only the past to compare with, and the whole network may have become slow since.
    static let reopeningLimitAlone = 3
    /// Finished connections count once they lasted this long together.
    static let minimumPastSeconds = 1.0

    private let minimum: Timeouts.MinimumSpeed?
    private let comparesSegments: Bool
    private var marks: [Int: (moment: Deadline, position: Int64)] = [:]
    private var rates: [Int: Double] = [:]
    /// The first and last observation of each segment.
    private var lives: [Int: (first: Observation, last: Observation)] = [:]
    /// Bytes and time of finished segments.
    private var past = (bytes: 0.0, seconds: 0.0)
    private var whole: (moment: Deadline, bytes: Int64)?
    private var reopenings = 0
    private var reopeningsAlone = 0

    private struct Observation: Sendable {
        var moment: Deadline
        var position: Int64
    }

    /// - Parameter comparesSegments: false if something else sets the pace, such as a rate limit.
    init(minimum: Timeouts.MinimumSpeed?, comparesSegments: Bool) {
        self.minimum = minimum
        self.comparesSegments = comparesSegments
    }

    /// Time has passed: takes the segments' progress and the bytes received in all.
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
            let observation = Observation(moment: now, position: segment.position)
            lives[segment.number] = (lives[segment.number]?.first ?? observation, observation)
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
        guard let slowest, reopenings < Self.reopeningLimit else { return .fine }
        reopenings += 1
        if segments.count == 1 { reopeningsAlone += 1 }
        marks[slowest] = nil
        rates[slowest] = nil
        // A slow segment is no yardstick for later ones.
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
            reopeningsAlone < Self.reopeningLimitAlone
        {
            middle = past.bytes / past.seconds
        } else {
            return false
        }
        // A segment that ends within another window is left alone.
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
