internal import CSystemShims

/// A moment on the monotonic clock (`CLOCK_MONOTONIC`) by which something must have happened.
///
/// Deadlines are moments rather than durations so that they can be passed down: a step that takes a while leaves less
/// time for the next, without any subtraction.
public struct Deadline: Sendable, Hashable, Comparable {
    /// Nanoseconds on the monotonic clock.
    package let nanoseconds: UInt64

    package init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    /// No limit.
    public static let never = Deadline(nanoseconds: .max)

    /// The present moment (`clock_gettime(CLOCK_MONOTONIC)`).
    public static var now: Deadline {
        Deadline(nanoseconds: sockeye_monotonic_nanoseconds())
    }

    /// The moment `duration` from now; now if the duration is negative, `never` if it overflows.
    public static func after(_ duration: Duration) -> Deadline {
        now.advanced(by: duration)
    }

    /// This moment moved later by `duration`; a negative duration counts as zero.
    public func advanced(by duration: Duration) -> Deadline {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
        return overflow ? .never : Deadline(nanoseconds: sum)
    }

    /// Whether the moment is now or in the past.
    public var hasPassed: Bool {
        self != .never && self <= .now
    }

    /// The time from `earlier` to this moment; zero if this one comes first.
    public func duration(since earlier: Deadline) -> Duration {
        let difference = nanoseconds > earlier.nanoseconds ? nanoseconds - earlier.nanoseconds : 0
        return .nanoseconds(Int64(clamping: difference))
    }

    /// Whether `left` comes first.
    public static func < (left: Deadline, right: Deadline) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

extension Duration {
    /// The duration in nanoseconds, clamped to 64 bits; zero if negative.
    package var wholeNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (scaled, scaleOverflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, sumOverflow) = scaled.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
        return scaleOverflow || sumOverflow ? .max : sum
    }
}
