internal import SockeyeInspect

/// What `--inspect` does besides forwarding.
struct InspectSettings: Sendable {
    /// `--inspect-filter`.
    var filters: [InspectFilter] = []
    /// `--inspect-replace`.
    var replacements: [InspectReplacement] = []
    /// `--inspect-tls`.
    var readsTLS = false
    /// `--inspect-latency`.
    var latency: Duration?
}
