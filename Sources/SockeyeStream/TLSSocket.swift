public import SockeyeIO
public import SockeyeTLS

/// A TCP socket with TLS over it: what `Socket` is for plain bytes, with the same verbs.
///
/// ```swift
/// let socket = try await TLSSocket.connect(host: "example.com", port: 443)
/// try await socket.send("GET / HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n")
/// let bytes = try await socket.receiveToEnd()
/// socket.close()
/// ```
///
/// The server's certificate is verified before the first byte is sent. One task uses it at a time.
public final class TLSSocket {
    private let stream: ByteStream

    private init(_ stream: ByteStream) {
        self.stream = stream
    }

    /// Connects (`socket(2)`, `connect(2)`) and shakes hands (`SSL_do_handshake`).
    ///
    /// - Parameters:
    ///   - host: a name or an IP address; the certificate must be for it.
    ///   - configuration: whom to trust.
    ///   - deadline: for all of it together.
    /// - Throws: `StreamError.io` when no connection can be made, `.tls` when the server is not who it should be.
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
        let stream = try await interruptedByCancellation(of: socket) { () throws(StreamError) in
            try await ByteStream.client(
                over: socket, context: context, host: host,
                isAddress: SocketAddress(numericHost: host, port: port) != nil, until: deadline)
        }
        return TLSSocket(stream)
    }

    /// What the handshake agreed on: version, cipher, the server's certificate.
    public var details: TLSDetails? { stream.tlsDetails }

    /// Sends all of `bytes`, encrypted (`SSL_write`).
    public func send(_ bytes: [UInt8], until deadline: Deadline = .never) async throws(StreamError) {
        try await interruptedByCancellation(of: stream.socket) { () throws(StreamError) in
            try await stream.sendAll(bytes, until: deadline)
        }
    }

    /// Sends the UTF-8 bytes of `text`.
    public func send(_ text: String, until deadline: Deadline = .never) async throws(StreamError) {
        try await send(Array(text.utf8), until: deadline)
    }

    /// Receives what is there, at most `count` bytes, waiting until there is something (`SSL_read`).
    ///
    /// - Returns: the bytes; none means that the peer said `close_notify`.
    /// - Throws: `StreamError.tls(.truncated)` when the connection was cut instead.
    public func receive(
        upTo count: Int = 65_536, until deadline: Deadline = .never
    ) async throws(StreamError) -> [UInt8] {
        try await interruptedByCancellation(of: stream.socket) { () throws(StreamError) in
            try await stream.receive(upTo: count, until: deadline)
        }
    }

    /// Receives until the peer said `close_notify`.
    ///
    /// - Parameter limit: at most so many bytes (64 MiB unless told), then `IOError.limitExceeded`.
    public func receiveToEnd(
        limit: Int = 64 * 1024 * 1024, until deadline: Deadline = .never
    ) async throws(StreamError) -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let bytes = try await receive(until: deadline)
            if bytes.isEmpty { return all }
            if bytes.count > limit - all.count { throw .io(.limitExceeded(limit)) }
            all += bytes
        }
    }

    /// Says `close_notify` and closes the socket (`SSL_shutdown`, `close(2)`).
    public func close() {
        stream.close()
    }
}

/// Runs `operation`; if its task is cancelled meanwhile, its waits on `socket` end.
package func interruptedByCancellation<Value>(
    of socket: Socket, _ operation: () async throws(StreamError) -> Value
) async throws(StreamError) -> Value {
    let result = await withTaskCancellationHandler {
        await outcome(of: operation)
    } onCancel: {
        socket.interrupt()
    }
    return try result.get()
}
