internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeIO
package import SockeyeTLS

/// How an ``InspectProxy`` listens and handles requests.
public struct InspectConfiguration: Sendable {
    /// The port; 0 for a free one.
    public var port: UInt16 = 0
    /// The numeric address to listen on.
    package var address = "127.0.0.1"
    /// What programs and readers of the page have to know.
    package var login: InspectLogin?
    /// Which exchanges are shown, kept and reported: those that match any of these, or all if empty. All are forwarded.
    package var filters: [InspectFilter] = []
    /// What is changed; of several rules for the same thing, the first that matches holds.
    package var rules: [InspectRule] = []
    /// The maximum rate of each exchange in bytes per second, in each direction, at least one; `nil` for no limit.
    public var bytesPerSecond: Int64?
    /// A delay before each request is forwarded.
    public var latency: Duration?
    /// How long a message is held before it ends, answered with 504. A person is to have the time to edit it; most programs
    /// have given up by then.
    package var holdTime = Duration.seconds(600)
    /// The timeout to connect, also for a tunnel.
    public var connectTimeout = Duration.seconds(60)
    /// How much is kept.
    package var limits = InspectLimits()
    /// The maximum of concurrent connections; further ones get 503.
    public var connectionLimit = 512
    /// What the servers of https URLs must show.
    package var tls = TLSConfiguration()
    /// Signs the certificates for the hosts whose https is read; if `nil`, CONNECT stays a tunnel.
    package var authority: InspectAuthority?
    /// Called once for each finished exchange.
    public var report: (@Sendable (InspectedExchange) -> Void)?

    /// A free port, every exchange shown, no throttling.
    public init() {}

    /// Whether other machines could use the proxy without a password, which is refused.
    package var isOpenToAll: Bool { login == nil && !Resolver.isLoopback(address) }

    /// Whether there is anything for the page to hold.
    var holds: Bool { rules.contains { if case .hold = $0.change { true } else { false } } }

    /// The rules, and the delay where no rule says another.
    var allRules: [InspectRule] { rules + (latency.map { [InspectRule(latency: $0)] } ?? []) }

    /// The configuration of the forwarding client: it adds no fields, decodes nothing, and neither follows redirects nor retries.
    var client: HTTPClient.Configuration {
        var client = HTTPClient.Configuration()
        client.defaultFields = [:]
        client.coding = CodingOptions()
        client.redirects = .never
        client.proxies = .none
        client.tls = tls
        client.capitalizesMethods = false
        client.compatibility.keepsRawHeads = true
        client.timeouts.connect = connectTimeout
        // The program decides how long to wait. An hour, because a program's disconnect isn't always noticed.
        client.timeouts.firstByte = .seconds(3600)
        client.timeouts.idle = .seconds(3600)
        client.pool.perOrigin = connectionLimit
        client.pool.total = connectionLimit
        return client
    }
}
