internal import CSystemShims

/// The time of day (`clock_gettime(CLOCK_REALTIME)`), which people may set; waits go by ``Deadline``.
package enum WallClock {
    /// Nanoseconds since 1970.
    package static var nanoseconds: Int64 { sockeye_wall_clock_nanoseconds() }
}
