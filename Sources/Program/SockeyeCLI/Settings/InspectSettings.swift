internal import SockeyeInspect

/// What `--inspect` does besides forwarding.
struct InspectSettings: Sendable {
    /// The address to listen on.
    var address = "127.0.0.1"
    /// `--inspect-user`.
    var login: InspectLogin?
    /// `--inspect-filter`.
    var filters: [InspectFilter] = []
    /// `--inspect-set` and `--inspect-replace`, in order.
    var rules: [InspectRule] = []
    /// `--inspect-tls`.
    var readsTLS = false
    /// `--inspect-latency`.
    var latency: Duration?
}
