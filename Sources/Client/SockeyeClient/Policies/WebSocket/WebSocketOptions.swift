public import SockeyeWebSocket

/// How a WebSocket behaves after its handshake.
public struct WebSocketOptions: Sendable, Hashable {
    /// The subprotocols to offer, the preferred one first (RFC 6455 section 1.9).
    public var protocols: [String] = []
    /// The compression to offer; `nil` for none. By default both sides keep their windows from message to message.
    public var compression: PerMessageDeflate? = PerMessageDeflate()
    /// The limits of what the server may send.
    public var limits = WebSocketLimits()
    /// A ping is sent when nothing came for this long; `nil`, or zero, for none. Default 20 s.
    public var pingInterval: Duration? = .seconds(20)
    /// How long the server may be silent after a ping before the connection has failed; any bytes count, since a pong can't
    /// come in the middle of a long frame. Default 20 s.
    public var pongTimeout: Duration = .seconds(20)
    /// How long the server may take to answer a close frame. Default 10 s.
    public var closeTimeout: Duration = .seconds(10)
    /// How long the server may send nothing at all, not even a pong, before it fails with `.timedOut(.idle, …)`; `nil` for
    /// no limit besides the other clocks. Default `nil`.
    public var silenceLimit: Duration?
    /// How long it may last, counted from the beginning of the handshake, before it fails with `.timedOut(.total, …)`,
    /// whatever it is doing; `nil` for no limit. Default `nil`. The handshake itself ends by the request's `total` timeout.
    public var totalTime: Duration?

    /// The defaults.
    public init() {}

    /// The defaults, with these subprotocols.
    public init(protocols: [String]) {
        self.protocols = protocols
    }
}
