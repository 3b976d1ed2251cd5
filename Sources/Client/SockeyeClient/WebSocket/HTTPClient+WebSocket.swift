public import HTTPTypes
internal import SockeyeDigest
internal import SockeyeHTTP1
internal import SockeyeIO
public import SockeyeURL
internal import SockeyeTransport
internal import SockeyeWebSocket

// The handshake goes the way of every request (HTTPClient+Perform): interceptors, redirects, retries, credentials, proxies.
//
//   withWebSocket ─→ intercept ─→ … ─→ attempt ─→ 101 ─→ WebSocketLink over the transport of the lease
extension HTTPClient {
    /// Opens a WebSocket, calls `body` with it, and closes it in order when `body` returns.
    ///
    /// - Parameters:
    ///   - url: with the scheme ws, wss, http or https.
    ///   - protocols: the subprotocols to offer, besides those of `options`.
    ///   - fields: further fields of the handshake.
    ///   - options: compression, limits and times.
    ///   - observer: gets the events of the handshake, and each frame.
    ///   - body: runs on the caller's executor; its errors are rethrown, and the server is then told that the program
    ///     is going away.
    /// - Returns: what `body` returned.
    /// - Throws: `UpgradeRefusal` if the server answers with an ordinary response; `HTTPClientError`; what `body` threw.
    public func withWebSocket<Value>(
        _ url: some HTTPURLConvertible, protocols: [String] = [], fields: HTTPFields = [:],
        options: WebSocketOptions = WebSocketOptions(), observer: (any ExchangeObserver)? = nil,
        _ body: (WebSocket) async throws -> Value
    ) async throws -> Value {
        var options = options
        options.protocols += protocols
        return try await withWebSocket(
            .get(resolve(url), fields: fields), options: options, observer: observer, body)
    }

    /// Opens a WebSocket with a request of one's own: with a credential, timeouts and so on.
    ///
    /// - Parameters:
    ///   - request: GET, without a body. Its `total` timeout ends the handshake, not the WebSocket, as
    ///     `WebSocketOptions.totalTime` does.
    ///   - options: subprotocols, compression, limits and times.
    ///   - observer: gets the events of the handshake, and each frame.
    ///   - body: runs on the caller's executor; its errors are rethrown.
    public func withWebSocket<Value>(
        _ request: Request, options: WebSocketOptions = WebSocketOptions(), observer: (any ExchangeObserver)? = nil,
        _ body: (WebSocket) async throws -> Value
    ) async throws -> Value {
        defer { observer?.observe(ClientEvent(.ended, ())) }
        let scope = try await openWebSocket(request, options, observer)
        let value: Value
        do {
            value = try await body(scope.socket)
        } catch {
            await scope.abandon()
            throw error
        }
        try await scope.finish()
        return value
    }

    /// The request that would open a WebSocket: `request` with the fields of the handshake, its key among them, to the
    /// `http:` or `https:` URL. To look at, as with `plannedOctets(of:)`: `withWebSocket` makes its own.
    ///
    /// - Throws: `.webSocket` if it can't be opened with these options, or with HTTP/1.0.
    package func plannedHandshake(
        of request: Request, options: WebSocketOptions = WebSocketOptions()
    ) throws(HTTPClientError) -> Request {
        try handshake(for: request, options).request
    }

    private func handshake(
        for request: Request, _ options: WebSocketOptions
    ) throws(HTTPClientError) -> (handshake: WebSocketHandshake, request: Request) {
        let handshake: WebSocketHandshake
        do throws(WebSocketError) {
            // RFC 6455 section 4.1, point 2 of the request.
            if request.version == .http10 { throw .caller(.oldVersion) }
            // Section 4.1, points 2 and 8: the server would take a body for frames.
            if request.method != .get || !request.body.isNone { throw .caller(.needsGet) }
            guard let nonce = try? configuration.randomSource.bytes(16, for: "websocket") else {
                throw .caller(.outOfResources)
            }
            handshake = try WebSocketHandshake(options, nonce: nonce)
        } catch {
            throw HTTPClientError(.prepare, origin: request.url.origin, cause: .webSocket(error))
        }
        var request = request
        request.url = request.url.ofHandshake
        request.switchesProtocols = true
        let given = request.fields
        handshake.apply(to: &request.fields)
        request.noteFields(addedTo: given, from: "the WebSocket's handshake")
        return (handshake, request)
    }

    /// Performs the handshake and starts to receive.
    func openWebSocket(
        _ request: Request, _ options: WebSocketOptions, _ observer: (any ExchangeObserver)?
    ) async throws -> WebSocketScope {
        let start = Deadline.now
        let (handshake, request) = try handshake(for: request, options)
        let open: OpenResponse
        switch try await switchProtocols(request, observer: observer) {
        case .switched(let switched): open = switched
        case .refused(let response): throw UpgradeRefusal(response: response)
        }
        let reader = open.response.body.reader
        let agreement: WebSocketHandshake.Agreement
        do throws(WebSocketError) {
            agreement = try handshake.agreement(in: open.response.head)
            reader.wire.connection.taped?.endComparison()
        } catch {
            throw reader.wire.error(.webSocket(error), in: .firstByte)
        }
        let link = WebSocketLink(
            WebSocketLink.Setting(
                wire: reader.wire, loop: configuration.eventLoop, options: options,
                end: options.totalTime.map { start.advanced(by: $0) } ?? .never, first: reader.takeLeftover()),
            compression: agreement.compression)
        return WebSocketScope(WebSocket(link, open.response, agreement), open)
    }
}

/// A socket, the task that receives for it, and the lease of its connection.
struct WebSocketScope: ~Copyable {
    let socket: WebSocket
    private let task: Task<Void, Never>
    private let open: OpenResponse

    init(_ socket: WebSocket, _ open: consuming OpenResponse) {
        self.socket = socket
        self.open = open
        let link = socket.link
        task = Task(executorPreference: link.setting.loop) { await link.run() }
    }

    /// Closes in order.
    consuming func finish() async throws(HTTPClientError) {
        do throws(HTTPClientError) {
            // A failure that the program got and took care of isn't one of the closing too.
            if !socket.link.exclusively({ socket.link.ending.isFailureTold }) { try await socket.close() }
        } catch {
            await end()
            throw error
        }
        await end()
    }

    /// Tells the server that the program is going away, without waiting for an answer.
    consuming func abandon() async {
        socket.link.exclusively { try? socket.link.sendClose(.goingAway, "") }
        await end()
    }

    /// Ends both tasks before the connection is closed.
    private consuming func end() async {
        let link = socket.link
        let flusher = link.exclusively { () -> Task<Void, Never>? in
            link.ending.isOutOfScope = true
            link.inbox.isDiscarding = true
            return link.outbox.flusher
        }
        link.transport.interrupt()
        task.cancel()
        await task.value
        await flusher?.value
        // Nothing empties the queue of the link any more.
        let wire = link.setting.wire
        if link.queue?.interests.contains(.tls) == true { wire.connection.showTLS(to: wire.observer) }
        open.giveBack()
    }
}
