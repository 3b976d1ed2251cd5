internal import SockeyeClient
internal import SockeyeIO

/// The state that all connections of a proxy share.
struct ProxyShared: Sendable {
    let configuration: InspectConfiguration
    let client: HTTPClient
    let loop: EventLoop
    let log: InspectLog
    /// The proxy's own authorities, such as `127.0.0.1:8080`.
    let ownNames: Set<String>

    /// A limit for one direction of an exchange.
    var throttle: Throttle { Throttle(configuration.bytesPerSecond, on: loop) }
}
