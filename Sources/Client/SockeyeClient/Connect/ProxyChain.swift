internal import HTTPTypes
internal import SockeyeFields
internal import SockeyeURL
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTransport

/// Extends a fresh connection through a route's proxies, up to the origin or, without a tunnel, up to the proxy that accepts whole
/// URLs.
///
/// ```
///  TCP ──→ [SOCKS before] ──→ [TLS to the proxy] ──→ SOCKS, or CONNECT ──→ the origin's bytes
/// ```
struct ProxyChain {
    let configuration: HTTPClient.Configuration
    let origin: Origin
    let route: ProxyRoute
    let login: ProxyLogin
    let details: ConnectionDetails
    let deadlines: Deadlines
    let observer: Observers?
    let tape: ConnectionTape?
    /// Performs the TLS handshake with a proxy over a stream.
    let secure: (any Transport, Endpoint) async throws(HTTPClientError) -> any Transport

    /// The connection, and the server's first bytes if they came with the proxy's answer.
    func open(_ first: any Transport) async throws(HTTPClientError) -> (stream: any Transport, leftover: [UInt8]) {
        var stream = first
        if let before = route.before {
            try await speakSOCKS(stream, before, to: route.server.endpoint)
        }
        if route.server.kind == .https { stream = try await secure(stream, route.server.endpoint) }
        guard route.isTunnel else { return (stream, []) }
        if route.server.kind.isHTTP { return (stream, try await connect(stream)) }
        try await speakSOCKS(stream, route.server, to: destination)
        return (stream, [])
    }

    /// Where the last proxy is to connect.
    private var destination: Endpoint { origin.endpoint.overridden(by: configuration.connectOverrides) }

    private func failure(_ error: ProxyError) -> HTTPClientError {
        HTTPClientError(.connect, origin: origin.description, cause: .proxy(error))
    }

    // MARK: CONNECT

    /// RFC 9110 section 9.3.6. Returns the bytes that came with the answer.
    private func connect(_ stream: any Transport) async throws(HTTPClientError) -> [UInt8] {
        let connection = Connection(origin: origin, transport: stream, details: details)
        let (name, port) = (destination.host, destination.port)
        let authority = name.utf8.contains(UInt8(ascii: ":")) ? "[\(name)]:\(port)" : "\(name):\(port)"
        let end = deadlines.end(.connect, deadlines.timeouts.connect)
        while true {
            await login.authenticator?.prepare()
            if let fault = login.authenticator?.fault {
                throw HTTPClientError(.prepare, origin: origin.description, cause: .credential(fault))
            }
            let own = configuration.proxies.fields
            var fields: HTTPFields = own.contains(.hostField) ? [:] : [.hostField: authority]
            if !own.contains(.proxyAuthorization),
                let value = login.authenticator?.value(
                    method: "CONNECT", target: authority, body: [], clientNonce: configuration.randomSource.clientNonce)
            {
                fields[octets: .proxyAuthorization] = [value]
            }
            fields.append(contentsOf: own)
            if let observer, observer.wantsReasons { tellFields(fields, authority, observer) }
            let reader = ResponseReader(
                Wire(
                    Exchange(
                        request: RequestHead(
                            method: .connect, target: .authority(authority),
                            version: configuration.proxies.connectVersion, fields: fields),
                        keepsRawHeads: configuration.compatibility.keepsRawHeads || observer?.wantsRawHeads == true,
                        limits: configuration.limits),
                    over: connection, deadlines.within(end),
                    Timings(started: .now), observer))
            do throws(HTTPClientError) {
                let head = try await reader.exchangeHeads(sending: .none, .zero)
                if head.status.kind == .successful {
                    guard await login.authenticator?.isProven(by: head.fields[octets: .proxyAuthenticate]) != false
                    else {
                        throw HTTPClientError(
                            .connect, origin: origin.description, cause: .credential(.serverUnproven))
                    }
                    // Bytes after the answer are the server's only where the server may speak first.
                    guard route.isBare || reader.leftover.isEmpty else { throw failure(.spokeFirst) }
                    return reader.takeLeftover()
                }
                let refusal = failure(.tunnelRefused(status: head.status.code))
                guard head.status == .proxyAuthenticationRequired,
                    await login.authenticator.answer(to: head.fields[octets: .proxyAuthenticate]) == nil
                else { throw refusal }
                guard await isReusable(after: reader) else {
                    login.needsNewConnection = true
                    throw refusal
                }
            } catch {
                reader.wire.showRawHead()
                throw attributedToProxy(error, end)
            }
        }
    }

    private func tellFields(_ fields: HTTPFields, _ authority: String, _ observer: Observers) {
        observer.tell(.targetChosen, .authority(authority))
        for field in fields {
            let source =
                switch field.name {
                case .hostField: "the URL"
                case .proxyAuthorization: "the credential"
                default: "the proxy's settings"
                }
            observer.tell(.fieldAdded, (field.name, source))
            guard field.name == .proxyAuthorization else { continue }
            observer.tell(.credentialSent, (String(field.value.prefix { $0 != " " }), true))
        }
    }

    /// Reads the refusal to its end. False if the connection can't carry another request.
    private func isReusable(after reader: ResponseReader) async -> Bool {
        try? await ResponseBody(reader).discard()
        return reader.isComplete && reader.wire.codec.connectionDisposition == .reusable
    }

    /// Attributes a bad answer to CONNECT to the proxy instead of the server, and a timeout to the phase's clock: the
    /// exchange knows the phase's end only as its total.
    private func attributedToProxy(_ error: HTTPClientError, _ end: PhaseEnd) -> HTTPClientError {
        switch error.cause {
        case .http(let reason): if case .server = reason { failure(.badAnswer("\(reason)")) } else { error }
        case .timedOut(.total, let limit):
            HTTPClientError(.connect, origin: error.origin, cause: .timedOut(end.clock, after: limit))
        default: error
        }
    }

    // MARK: SOCKS

    private func speakSOCKS(
        _ stream: any Transport, _ proxy: ProxyServer, to endpoint: Endpoint
    ) async throws(HTTPClientError) {
        let destination = try await destination(endpoint, proxy)
        let end = deadlines.end(.connect, deadlines.timeouts.connect)
        var conversation = try step { () throws(SOCKSError) in
            try SOCKSConversation(kind: proxy.kind, to: destination, port: endpoint.port, credential: proxy.credential)
        }
        var received: [UInt8] = []
        while true {
            let wanted: Int
            switch try step({ () throws(SOCKSError) in try conversation.next(received) }) {
            case .done: return
            case .exchange(let bytes, let count):
                try await send(bytes, stream, end)
                wanted = count
            case .receive(let count): wanted = count
            }
            received = try await receive(wanted, stream, end)
        }
    }

    private func step<Value>(_ step: () throws(SOCKSError) -> Value) throws(HTTPClientError) -> Value {
        do throws(SOCKSError) {
            return try step()
        } catch {
            throw failure(.socks(error))
        }
    }

    /// The destination as an address or a name, depending on the kind of proxy.
    private func destination(
        _ endpoint: Endpoint, _ proxy: ProxyServer
    ) async throws(HTTPClientError) -> SOCKSConversation.Destination {
        if let address = SocketAddress(numericHost: endpoint.host, port: endpoint.port) {
            return .address(address.addressBytes)
        }
        if proxy.kind == .socks4a || proxy.kind == .socks5h { return .name(endpoint.host) }
        if let bytes = configuration.addresses(for: endpoint.host, port: endpoint.port)?.first?.addressBytes {
            return .address(bytes)
        }
        let end = deadlines.end(.resolve, deadlines.timeouts.resolve)
        let addresses: [SocketAddress]
        do throws(IOError) {
            addresses = try await tape.addresses { () async throws(IOError) in
                try await Resolver.addresses(
                    of: endpoint.host, port: endpoint.port,
                    family: proxy.kind == .socks4 ? .ipv4 : configuration.addressFamily, asking: nil,
                    or: configuration.nameService, on: configuration.eventLoop, until: end.moment)
            }
        } catch {
            throw HTTPClientError(error, in: .resolve, origin: endpoint.name, end: end, timeouts: deadlines.timeouts)
        }
        guard let bytes = addresses.first?.addressBytes, !bytes.isEmpty else { throw failure(.socks(.needsIPv4)) }
        return .address(bytes)
    }

    /// Any failure of the connection during the conversation, except a timeout or cancellation, is a protocol error.
    private func broken(_ error: StreamError, _ end: PhaseEnd) -> HTTPClientError {
        switch error {
        case .io(.timedOut), .io(.cancelled):
            HTTPClientError(
                error, in: .connect, origin: origin.description, end: end, timeouts: deadlines.timeouts)
        default: failure(.socks(.malformed("\(error)")))
        }
    }

    private func send(_ bytes: [UInt8], _ stream: any Transport, _ end: PhaseEnd) async throws(HTTPClientError) {
        do throws(StreamError) {
            try await stream.sendAll(bytes, until: end.moment)
        } catch {
            throw broken(error, end)
        }
    }

    private func receive(
        _ count: Int, _ stream: any Transport, _ end: PhaseEnd
    ) async throws(HTTPClientError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let piece: [UInt8]
            do throws(StreamError) {
                piece = try await stream.receive(upTo: count - bytes.count, until: end.moment)
            } catch {
                throw broken(error, end)
            }
            if piece.isEmpty { throw failure(.socks(.malformed("it closed the connection"))) }
            bytes += piece
        }
        return bytes
    }
}

extension RequestHead {
    /// Turns this into a request to a proxy: with the whole URL (RFC 9112 section 3.2.2) and the proxy's fields.
    mutating func address(_ url: HTTPURL, atProxyWith settings: ProxySettings) {
        target = target.atProxy(of: url)
        let given = fields
        // A request without User-Agent is so on purpose.
        for field in settings.fields where field.name != .userAgent && !given.contains(field.name) {
            fields.append(field)
        }
    }
}

extension RequestTarget {
    /// What a proxy that is sent whole URLs gets for this target of a request for `url` (RFC 9112 section 3.2.2).
    func atProxy(of url: HTTPURL) -> RequestTarget {
        // The path may be spelled otherwise than the URL's.
        guard case .origin(let path) = self else { return self }
        return .absolute(path == url.pathAndQuery ? url.absoluteForm : url.origin + path)
    }
}
