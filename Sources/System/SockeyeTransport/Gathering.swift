internal import SockeyeIO

/// Decides when the kernel gathers the bytes of a fast body before it wakes the reader.
///
/// ```
///   ┌─────┐  4 MiB came within 64 ms, and 1 MiB or more is to come   ┌────┐
///   │ off │ ───────────────────────────────────────────────────────→ │ on │
///   └─────┘ ←─────────────────────────────────────────────────────── └────┘
///                a wait of 50 ms without 1 MiB, or less is to come
/// ```
/// A reader that is woken for every segment sleeps and wakes thousands of times for each gibibyte, and does the
/// sender's part of the protocol in between. So it waits until much has gathered.
struct Gathering: Sendable {
    /// How many bytes are gathered.
    static let mark = 1 << 20
    /// How long a wait lasts at most: a sender that stops must not keep the reader from what has come.
    static let patience = Duration.milliseconds(50)
    /// The bytes over which a body is timed.
    static let sample: Int64 = 4 << 20
    /// The most time they may take.
    static let sampleTime = Duration.milliseconds(64)

    private(set) var isOn = false
    private var sampleStart: Deadline?
    private var sampleBytes: Int64 = 0

    init() {}

    /// Notes that bytes of the body have come.
    ///
    /// - Parameters:
    ///   - count: how many.
    ///   - remaining: how many are still to come.
    ///   - now: asked once for each sample.
    /// - Returns: whether it is on from now on; `nil` if nothing changes.
    mutating func note(_ count: Int, remaining: Int64, now: () -> Deadline) -> Bool? {
        if remaining < Self.mark {
            sampleStart = nil
            return stop()
        }
        if isOn { return nil }
        guard let start = sampleStart else {
            (sampleStart, sampleBytes) = (now(), 0)
            return nil
        }
        sampleBytes += Int64(count)
        if sampleBytes < Self.sample { return nil }
        let moment = now()
        (sampleStart, sampleBytes) = (moment, 0)
        isOn = moment.duration(since: start) <= Self.sampleTime
        return isOn ? true : nil
    }

    /// The change that was just returned failed.
    mutating func undo() {
        isOn.toggle()
    }

    /// A wait has taken too long, or the bytes that come next are no such body.
    ///
    /// - Returns: false if it was on; otherwise `nil`.
    mutating func stop() -> Bool? {
        guard isOn else { return nil }
        (isOn, sampleStart) = (false, nil)
        return false
    }
}
