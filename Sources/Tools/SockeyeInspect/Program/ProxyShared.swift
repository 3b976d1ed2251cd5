internal import SockeyeClient
internal import SockeyeIO

/// What all connections of a proxy share.
struct ProxyShared: Sendable {
    let configuration: InspectConfiguration
    let client: HTTPClient
    let loop: EventLoop
    let log: InspectLog
    /// How the proxy itself may be called, as `127.0.0.1:8080`.
    let ownNames: Set<String>
}
