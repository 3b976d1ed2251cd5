internal import HTTPTypes
internal import SockeyeBytes
internal import SockeyeHTTP1
internal import SockeyeURL

extension HTTPClient {
    /// Asks the server to speak another protocol on the connection (RFC 9110 section 7.8), calls `body` with it, and closes
    /// it when `body` returns.
    ///
    /// The request goes the way of every other: redirects, credentials, cookies, interceptors, and proxies, which forward the
    /// connection's bytes unread. For WebSockets there is `withWebSocket`.
    ///
    /// - Parameters:
    ///   - request: its fields need neither `Connection` nor `Upgrade`. Its `total` timeout ends with the response;
    ///     its body is sent whole before the new protocol begins.
    ///   - protocols: names, with a version behind a slash if they have one, the preferred one first.
    ///   - observer: gets the events of the request.
    ///   - body: gets the stream; the first bytes of the new protocol may have come with the response. `stream.head`
    ///     says which protocol the server chose.
    /// - Throws: `UpgradeRefusal` if the server answers with an ordinary response; `HTTPClientError`; what `body` threw.
    public func withUpgrade<Value>(
        _ request: Request, to protocols: [String], observer: (any ExchangeObserver)? = nil,
        _ body: (NetworkStream) async throws -> Value
    ) async throws -> Value {
        try await withUpgrade(
            request, to: protocols, observer: observer, declined: { throw try await UpgradeRefusal($0) }, body)
    }

    /// The same for callers to whom an ordinary response is as good.
    ///
    /// - Parameters:
    ///   - request: as above.
    ///   - protocols: as above.
    ///   - observer: gets the events of the request.
    ///   - declined: gets the response of a server that keeps to HTTP, as the closure of `perform` does.
    ///   - body: gets the stream.
    /// - Throws: `HTTPClientError`; what `declined` or `body` threw.
    public func withUpgrade<Value>(
        _ request: Request, to protocols: [String], observer: (any ExchangeObserver)? = nil,
        declined: (Response) async throws -> Value, _ body: (NetworkStream) async throws -> Value
    ) async throws -> Value {
        defer { observer?.observe(ClientEvent(.ended, ())) }
        var value: Value?
        let held = try await holdSwitched(Self.asking(request, for: protocols), observer: observer) { response in
            value = try await declined(response)
        }
        if let held { return try await use(held, of: request, protocols, body) }
        guard let value else { throw CancellationError() }
        return value
    }

    private static func asking(_ request: Request, for protocols: [String]) -> Request {
        var request = request
        request.fields[.upgrade] = protocols.joined(separator: ", ")
        request.fields[.connection] = "Upgrade"
        request.note([.upgrade, .connection], from: "the protocol to switch to")
        return request
    }

    private func use<Value>(
        _ held: HeldConnection, of request: Request, _ protocols: [String],
        _ body: (NetworkStream) async throws -> Value
    ) async throws -> Value {
        // RFC 9110 section 7.8: the server names what it chose, and chooses only from what it was offered.
        let chosen = (held.head?.fields[.upgrade] ?? "").split(separator: ",").map { Self.name(of: $0) }
        let offered = Set(protocols.map { Self.name(of: $0[...]) })
        guard !chosen.isEmpty, chosen.allSatisfy(offered.contains) else {
            held.end()
            throw HTTPClientError(
                .firstByte, origin: request.url.origin, cause: .http(.server(.unrequestedSwitch, offset: 0)))
        }
        let stream = NetworkStream(held, request.timeouts ?? configuration.timeouts)
        defer { stream.close() }
        return try await body(stream)
    }

    /// A protocol's name without its version, in lowercase: names ignore case.
    private static func name(of text: Substring) -> String {
        Substring(text.prefix { $0 != "/" }.utf8.trimming()).lowercased()
    }
}
