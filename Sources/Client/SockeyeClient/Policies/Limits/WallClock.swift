public import SockeyeFields
internal import SockeyeIO

extension HTTPDate {
    /// The current time by the system clock (`clock_gettime(CLOCK_REALTIME)`), in whole seconds.
    public static var present: HTTPDate {
        HTTPDate(clamping: RecordedTime.seconds ?? WallClock.nanoseconds / 1_000_000_000)
    }
}

/// The time of day in what a replaying client does.
enum RecordedTime {
    /// In seconds since 1970; `nil` for the system's.
    @TaskLocal static var seconds: Int64?
}
