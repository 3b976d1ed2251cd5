internal import SockeyeInspect

/// What `--inspect` does besides forwarding.
struct InspectSettings: Sendable {
    /// `--inspect-filter`.
    var filters: [InspectFilter] = []
    /// `--inspect-set` and `--inspect-replace`, in order.
    var rules: [InspectRule] = []
    /// `--inspect-tls`.
    var readsTLS = false
    /// `--inspect-latency`.
    var latency: Duration?
}
