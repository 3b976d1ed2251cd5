internal import CSystemShims
public import SockeyeFields

extension HTTPDate {
    /// The current time by the system clock (`clock_gettime(CLOCK_REALTIME)`), in whole seconds.
    public static var present: HTTPDate {
        HTTPDate(clamping: sockeye_wall_clock_seconds())
    }
}
