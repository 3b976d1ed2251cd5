/// How long a request may take, phase by phase; `nil` means no limit.
///
/// The timeout error names the clock that ran out.
public struct Timeouts: Sendable, Hashable {
    /// One of the clocks.
    @nonexhaustive
    public enum Clock: String, Sendable, Hashable {
        /// Waiting for a free connection.
        case pool
        /// Everything until the connection can be used.
        case opening
        /// Asking for the host's addresses.
        case resolve
        /// Opening a connection.
        case connect
        /// The handshake of TLS.
        case handshake
        /// Waiting for the response's first byte.
        case firstByte
        /// Waiting for the next byte.
        case idle
        /// Being slower than the minimum speed.
        case minimumSpeed
        /// The whole request.
        case total
        /// Of a WebSocket: the server's answer to a ping, and to a close frame.
        case pong, closing
    }

    /// A minimum average speed, below which the request fails.
    public struct MinimumSpeed: Sendable, Hashable {
        /// Bytes per second, averaged over `period`.
        public var bytesPerSecond: Int
        /// The time over which the speed is averaged.
        public var period: Duration

        /// Creates a minimum speed over a period.
        public init(bytesPerSecond: Int, period: Duration) {
            self.bytesPerSecond = bytesPerSecond
            self.period = period
        }
    }

    /// Waiting for a connection while the pool has as many as it may.
    public var pool: Duration?
    /// Until a new connection is ready for its request: resolving, TCP, proxies, TLS.
    public var opening: Duration?
    /// Resolving the host's addresses.
    public var resolve: Duration?
    /// Opening the TCP connection, over all addresses; then again for each proxy's answer.
    public var connect: Duration?
    /// The TLS handshake.
    public var handshake: Duration?
    /// From the end of the request to the first byte of the response.
    public var firstByte: Duration?
    /// Between two pieces of a message, in either direction. Bytes that carry no content, such as chunk framing or a
    /// TLS key update, don't reset it.
    public var idle: Duration?
    /// The minimum speed at which the server receives the request and, after the request's end, sends the response
    /// body.
    public var minimumSpeed: MinimumSpeed?
    /// From the call to the last byte.
    public var total: Duration?

    /// Resolve 20 s, connect 60 s, TLS 30 s, first byte and idle 60 s, no other limit.
    public init(
        resolve: Duration? = .seconds(20), connect: Duration? = .seconds(60), handshake: Duration? = .seconds(30),
        firstByte: Duration? = .seconds(60), idle: Duration? = .seconds(60), minimumSpeed: MinimumSpeed? = nil,
        total: Duration? = nil, opening: Duration? = nil, pool: Duration? = nil
    ) {
        self.pool = pool
        self.opening = opening
        self.resolve = resolve
        self.connect = connect
        self.handshake = handshake
        self.firstByte = firstByte
        self.idle = idle
        self.minimumSpeed = minimumSpeed
        self.total = total
    }

    /// No limits at all.
    public static let none = Timeouts(resolve: nil, connect: nil, handshake: nil, firstByte: nil, idle: nil)
}

extension Timeouts {
    /// The limit of a clock, for the error message.
    func limit(of clock: Clock) -> Duration {
        switch clock {
        case .total: total ?? .zero
        case .pool: pool ?? .zero
        case .opening: opening ?? .zero
        case .resolve: resolve ?? .zero
        case .connect: connect ?? .zero
        case .handshake: handshake ?? .zero
        case .firstByte: firstByte ?? .zero
        case .idle: idle ?? .zero
        case .minimumSpeed: minimumSpeed?.period ?? .zero
        case .pong, .closing: .zero
        }
    }
}

extension Duration {
    /// The duration in seconds.
    public var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
