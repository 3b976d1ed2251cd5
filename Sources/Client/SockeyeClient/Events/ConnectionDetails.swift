public import SockeyeIO
public import SockeyeTLS

/// The details of a connection.
public struct ConnectionDetails: Sendable {
    /// Its number within the client, from 0.
    public var number: UInt64
    /// The URL's host.
    public var host: String
    /// The URL's port.
    public var port: UInt16
    /// The local address.
    public var localAddress: SocketAddress?
    /// The peer's address.
    public var peerAddress: SocketAddress?
    /// The negotiated TLS parameters; `nil` for a plain connection.
    public var tls: TLSDetails?
}
