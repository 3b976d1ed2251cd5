internal import SockeyeIO
public import SockeyeTLS
internal import SockeyeURL

extension HTTPClient {
    /// Opens a connection for bytes of any protocol, calls `body` with it, and closes it when `body` returns.
    ///
    /// ```swift
    /// try await client.withStream(to: "mail.example.com", port: 25) { stream in
    ///     _ = try await stream.receive()                       // 220 …
    ///     try await stream.send("STARTTLS\r\n")
    ///     _ = try await stream.receive()
    ///     try await stream.startTLS()
    /// }
    /// ```
    ///
    /// It goes the way of a request's connection: the client's overrides, Happy Eyeballs, proxies (CONNECT, SOCKS) and trust,
    /// within the pool's limits. `URLSessionStreamTask` does the same in Foundation.
    ///
    /// - Parameters:
    ///   - host: a name or an IP address, without brackets.
    ///   - port: of the server.
    ///   - tls: whether to start TLS at once; with the client's settings, but no protocol to offer (ALPN).
    ///   - configuration: other settings of TLS.
    ///   - timeouts: for opening the connection, instead of the client's. What comes later has deadlines of its own.
    ///   - observer: gets the events of the connection.
    ///   - body: runs on the caller's executor; its errors are rethrown.
    /// - Returns: what `body` returned.
    /// - Throws: `HTTPClientError` if the connection can't be opened; what `body` threw.
    public func withStream<Value>(
        to host: String, port: UInt16, tls: Bool = false, configuration: TLSConfiguration? = nil,
        timeouts: Timeouts? = nil, observer: (any ExchangeObserver)? = nil,
        _ body: (NetworkStream) async throws -> Value
    ) async throws -> Value {
        defer { observer?.observe(ClientEvent(.ended, ())) }
        let held = try await holdConnection(
            to: try Self.place(host, port, isSecure: tls), configuration, timeouts, observer: observer)
        let stream = NetworkStream(held, timeouts ?? self.configuration.timeouts)
        defer { stream.close() }
        return try await body(stream)
    }

    /// The host and port as a URL, which the proxies' rules need.
    private static func place(_ host: String, _ port: UInt16, isSecure: Bool) throws(HTTPClientError) -> HTTPURL {
        let scheme = isSecure ? "https" : "http"
        let isName = !host.isEmpty && !host.utf8.contains { "/?#@\\[]".utf8.contains($0) || $0 <= 0x20 }
        let text = "\(scheme)://\(host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host):\(port)/"
        let url = try text.requestURL()
        if !isName || port == 0 {
            throw HTTPClientError(
                .prepare, origin: nil, cause: .network(.invalidArgument("\"\(host)\":\(port) is no host and port")))
        }
        return url
    }
}
