public import SockeyeIO
public import SockeyeTLS

/// A TCP socket with TLS over it: `Socket` with encryption, and with the same calls.
///
/// ```swift
/// let socket = try await TLSSocket.connect(host: "example.com", port: 443)
/// try await socket.send("GET / HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n")
/// let bytes = try await socket.receiveToEnd()
/// socket.close()
/// ```
///
/// The server's certificate is verified before the first byte is sent. Only one task at a time may use it. Nothing more can be
/// sent after a `send` that timed out or was cancelled while the peer took no more.
public final class TLSSocket {
    private let stream: ByteStream

    private init(_ stream: ByteStream) {
        self.stream = stream
    }

    /// Connects (`socket(2)`, `connect(2)`) and performs the handshake (`SSL_do_handshake`).
    ///
    /// - Parameters:
    ///   - host: a name or an IP address; the certificate must be for it.
    ///   - port: of the server.
    ///   - configuration: what to trust.
    ///   - loop: watches the socket.
    ///   - deadline: for connecting and the handshake together.
    /// - Throws: `StreamError.io` if no connection can be made, `.tls` if the server cannot be authenticated.
    public static func connect(
        host: String, port: UInt16, configuration: TLSConfiguration = TLSConfiguration(),
        on loop: EventLoop = .shared, until deadline: Deadline = .after(.seconds(300))
    ) async throws(StreamError) -> TLSSocket {
        let socket: Socket
        do throws(IOError) {
            socket = try await Socket.connect(host: host, port: port, on: loop, until: deadline)
        } catch {
            throw .io(error)
        }
        let context = try StreamError.wrapping { () throws(TLSError) in try TLSContext(client: configuration) }
        let stream = try await ByteStream.client(
            over: socket, context: context, host: host,
            isAddress: SocketAddress(numericHost: host, port: port) != nil, until: deadline)
        return TLSSocket(stream)
    }

    /// What the handshake negotiated: version, cipher, the server's certificate.
    public var details: TLSDetails? { stream.tlsDetails }

    /// Sends all of `bytes`, encrypted (`SSL_write`).
    public func send(_ bytes: [UInt8], until deadline: Deadline = .never) async throws(StreamError) {
        // TLS has begun to send what an earlier call left, and would count the new bytes as those.
        if stream.isMidwayThroughWrite { throw .io(.closed) }
        try await stream.sendAll(bytes, until: deadline)
    }

    /// Sends the UTF-8 bytes of `text`.
    public func send(_ text: String, until deadline: Deadline = .never) async throws(StreamError) {
        try await send(Array(text.utf8), until: deadline)
    }

    /// Receives at most `count` bytes, waiting until something arrives (`SSL_read`).
    ///
    /// - Returns: the bytes; empty if the peer sent `close_notify`.
    /// - Throws: `StreamError.tls(.truncated)` if the connection was cut instead.
    public func receive(
        upTo count: Int = 65_536, until deadline: Deadline = .never
    ) async throws(StreamError) -> [UInt8] {
        try await stream.receive(upTo: count, until: deadline)
    }

    /// Receives until the peer sends `close_notify`.
    ///
    /// - Parameters:
    ///   - limit: the most bytes to accept (default 64 MiB); more throw `IOError.limitExceeded`.
    ///   - deadline: for all of it; default none.
    public func receiveToEnd(
        limit: Int = 64 * 1024 * 1024, until deadline: Deadline = .never
    ) async throws(StreamError) -> [UInt8] {
        try await collectToEnd(limit: limit, until: deadline) { () async throws(StreamError) in
            try await receive(until: deadline)
        }
    }

    /// Sends `close_notify` and closes the socket (`SSL_shutdown`, `close(2)`).
    public func close() {
        stream.close()
    }
}
