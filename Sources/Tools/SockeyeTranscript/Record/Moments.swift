internal import SockeyeIO
package import SockeyeParsers

extension Timestamp {
    /// The time of day.
    package static var present: Timestamp {
        let (seconds, nanoseconds) = WallClock.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return Timestamp(seconds: seconds, nanoseconds: Int32(nanoseconds))
    }
}

extension Duration {
    package var microsecondCount: Int {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflow ? .max : Int(clamping: scaled) + Int(attoseconds / 1_000_000_000_000)
    }
}
