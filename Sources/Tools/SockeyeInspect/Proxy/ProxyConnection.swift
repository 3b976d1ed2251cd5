internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeIO
internal import SockeyeTesting
internal import SockeyeTLS
internal import SockeyeTransport

/// A program's connection to the proxy. Its requests are forwarded, answered from a file, or tunnelled, one after the other.
struct ProxyConnection: Sendable {
    let stream: ProgramStream
    let reader: ClientReader
    let shared: ProxyShared
    /// The server whose place the proxy takes in TLS, such as `https://example.com`.
    private let server: String?

    /// How long a connection may take to send a head, or be idle before it.
    private static let idle = Duration.seconds(600)
    /// The same where others may connect: they must not take all connections from the one who has the password.
    private static let openIdle = Duration.seconds(30)

    init(_ stream: ProgramStream, _ shared: ProxyShared, inPlaceOf server: String? = nil) {
        self.stream = stream
        self.shared = shared
        self.server = server
        reader = ClientReader(stream)
    }

    func run() async {
        do throws(ClientFailure) {
            while let request = try await reader.nextHead(until: .after(asksForLogin ? Self.openIdle : Self.idle)) {
                switch await answer(request) {
                case .next where await reader.isBodyRead: continue
                case .next, .end: break
                case .reset: return stream.reset()
                }
                break
            }
        } catch {
            await recordUnreadable(error)
        }
        await end()
    }

    /// Records bytes that aren't a valid request, and the reason.
    private func recordUnreadable(_ failure: ClientFailure) async {
        let arrived = await reader.arrived
        // Nobody without the password fills the record.
        if arrived.isEmpty || asksForLogin { return }
        let line = arrived.prefix { $0 != 13 && $0 != 10 }
        let words = line.split(separator: 32, maxSplits: 2).map { OctetText.text($0.prefix(1000)) }
        let isRequest = words.count > 1
        let id = shared.log.begin(
            isRequest ? words[0] : "?", isRequest ? words[1] : "(not a request)", head: arrived)
        shared.log.change(id) { $0.track.isUnreadable = true }
        guard case .refused(let refusal) = failure else {
            shared.log.change(id) { $0.kind = .refused }
            return shared.log.end(id, failure: "\(failure)")
        }
        await refuse(refusal.status, refusal.explained, id, keeps: false, isHead: false)
    }

    /// Waits for the program to disconnect; false if this task is cancelled first. Reads from the program.
    func isProgramGone() async -> Bool {
        do throws(ClientFailure) {
            try await reader.waitForEnd()
        } catch {
            if case .network(.io(.cancelled)) = error { return false }
            return true
        }
        // It may have closed only its sending side and still wait for the response.
        while PeerSocket.isOpen(stream.socket) {
            guard (try? await shared.loop.sleep(until: .after(.seconds(1)))) != nil else { return false }
        }
        return !Task.isCancelled
    }

    /// Shuts down our side and drains the connection briefly: closing a socket with unread bytes resets it, and the program's
    /// kernel would discard the end of the response.
    private func end() async {
        stream.endSending()
        let deadline = Deadline.after(.seconds(1))
        var left = 16 << 20
        while left > 0, let bytes = try? await stream.socket.receive(until: deadline), !bytes.isEmpty {
            left -= bytes.count
        }
        stream.close()
    }

    private func answer(_ request: ReceivedRequest) async -> ConnectionOutcome {
        if asksForLogin, let refused = await refuseStranger(request) { return refused }
        let target = server.map { ProxyTarget(request, to: $0) } ?? ProxyTarget(request, own: ownNames)
        if case .own(let path) = target {
            let pages = OwnPages(shared: shared, stream: stream, reader: reader)
            return await pages.answer(request, path: path) ? .next : .end
        }
        let url = url(of: request)
        let id = shared.log.begin(request.method, url, head: request.rawHead)
        let rewriting = Rewriting(shared.configuration.allRules, url: url)
        do {
            if let (time, rule) = rewriting.latency {
                if rule.text != nil { shared.log.note(id, rule.note("held back for \(time)"), as: "rule") }
                try await shared.loop.sleep(until: .after(time))
            }
            switch target {
            case .tunnel(let host, let port):
                if let authority = shared.configuration.authority, await reader.arrived.isEmpty {
                    try await open(host, port, authority, id)
                } else {
                    try await tunnel(to: host, port, id)
                }
                return .end
            case .forward(let origin, let path):
                let after: ConnectionOutcome
                if let file = rewriting.file {
                    let kind = file.rule.text == nil ? "proxy" : "rule"
                    shared.log.note(id, file.rule.note("answered from the file \(file.path)"), as: kind)
                    after = try await replace(request, file.path, rewriting, id) ? .next : .end
                } else {
                    after = try await Forwarding(self, request, rewriting, id).run(origin: origin, path: path)
                }
                shared.log.end(id)
                return after
            case .refused(let status, let reason): throw InspectedRequest.Refusal(status: status, reason: reason)
            case .own: return .end
            }
        } catch let refusal as InspectedRequest.Refusal {
            let isRead = await reader.isBodyRead
            let keeps = request.keepsConnection && isRead
            let isHead = request.method == "HEAD"
            let isSent = await refuse(refusal.status, refusal.reason, id, keeps: keeps, isHead: isHead)
            return keeps && isSent ? .next : .end
        } catch let cut as TruncatedResponse {
            shared.log.end(id, failure: cut.reason)
            return cut.isVisible ? .end : .reset
        } catch {
            shared.log.end(id, failure: "\(error)")
            return .end
        }
    }

    /// The proxy's own authorities, among them the address that the program reached it by.
    private var ownNames: Set<String> {
        guard let address = stream.socket.localAddress else { return shared.ownNames }
        return shared.ownNames.union(ProxyShared.names(of: [address.hostOfURL], port: address.port))
    }

    /// Whether each request needs the user and password: inside TLS, its CONNECT had them.
    private var asksForLogin: Bool { server == nil && shared.configuration.login != nil }

    /// Asks for user and password: as a proxy (RFC 9110 section 11.7), and for its own page, as that page's server. `nil` if the
    /// request has them.
    private func refuseStranger(_ request: ReceivedRequest) async -> ConnectionOutcome? {
        let isForPage = request.target.hasPrefix("/")
        let field = isForPage ? "Authorization" : "Proxy-Authorization"
        if shared.configuration.login?.admits(request.values(field)) == true { return nil }
        let isRead = await reader.isBodyRead
        let keeps = request.keepsConnection && isRead
        let challenge = "\(isForPage ? "WWW" : "Proxy")-Authenticate: \(InspectLogin.challenge)\r\n"
        let (status, isHead) = (isForPage ? 401 : 407, request.method == "HEAD")
        let isSent =
            (try? await reply(
                status, "this proxy asks for a user and a password", challenge, keeps: keeps, isHead: isHead))
            != nil
        return keeps && isSent ? .next : .end
    }

    /// The URL that a request is for.
    private func url(of request: ReceivedRequest) -> String {
        let target = OctetText.text(request.targetOctets)
        guard let server, target.hasPrefix("/") || target == "*" else { return target }
        return target == "*" ? server : server + target
    }

    /// Answers instead of a server that can't be reached. Returns whether the response was sent.
    @discardableResult
    private func refuse(_ status: Int, _ reason: String, _ id: Int, keeps: Bool, isHead: Bool) async -> Bool {
        shared.log.change(id) { exchange in
            exchange.kind = .refused
            exchange.status = status
        }
        shared.log.note(id, "answered by the proxy itself")
        let isSent = (try? await reply(status, reason, keeps: keeps, isHead: isHead)) != nil
        shared.log.end(id, failure: status < 400 ? nil : reason)
        return isSent
    }

    /// Sends a short response from the proxy itself.
    ///
    /// - Parameter fields: further lines of its head.
    private func reply(_ status: Int, _ reason: String, _ fields: String = "", keeps: Bool, isHead: Bool) async throws {
        let body = Array("\(reason)\n".utf8)
        let head =
            "HTTP/1.1 \(status) \(ProxyReasons.phrase(status))\r\nContent-Type: text/plain; charset=utf-8\r\n"
            + "Content-Length: \(body.count)\r\nX-Content-Type-Options: nosniff\r\n"
            + "Proxy-Status: sockeye-inspect\r\n\(fields)\(keeps ? "" : "Connection: close\r\n")\r\n"
        try await stream.send(Array(head.utf8) + (isHead ? [] : body), until: .after(.seconds(60)))
    }

    // MARK: Tunnels

    /// Takes the server's place in TLS, and answers the requests inside.
    private func open(_ host: String, _ port: UInt16, _ authority: InspectAuthority, _ id: Int) async throws {
        guard let name = InspectAuthority.alternativeName(host) else {
            throw InspectedRequest.Refusal(status: 400, reason: "no certificate can name the host \(host)")
        }
        let context = try authority.context(for: name)
        shared.log.change(id) { ($0.kind, $0.status) = (.opened, 200) }
        shared.log.note(id, "its TLS ends at the proxy, which presents a certificate of its own")
        try await stream.send(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8), until: .after(.seconds(60)))
        let inside: ByteStream
        do throws(StreamError) {
            inside = try await .server(over: stream.socket, context: context, until: .after(.seconds(60)))
        } catch {
            // The error's own words are about a server.
            let reason = if case .tls(.protocolFailure(let words)) = error { words } else { "\(error)" }
            return shared.log.end(id, failure: "no TLS with the program, which may not trust the proxy: \(reason)")
        }
        shared.log.end(id)
        let authority = (host.contains(":") ? "[\(host)]" : host) + (port == 443 ? "" : ":\(port)")
        await ProxyConnection(ProgramStream(inside), shared, inPlaceOf: "https://\(authority)").run()
    }

    private func tunnel(to host: String, _ port: UInt16, _ id: Int) async throws {
        shared.log.change(id) { $0.kind = .tunnel }
        shared.log.note(id, "a tunnel, forwarded without inspection (RFC 9110 section 9.3.6)")
        let server: Socket
        do throws(IOError) {
            server = try await Socket.connect(
                host: host, port: port, on: shared.loop, until: .after(shared.configuration.connectTimeout))
        } catch {
            throw InspectedRequest.Refusal(
                status: error == .timedOut ? 504 : 502, reason: "cannot connect to \(host) port \(port): \(error)")
        }
        let leftover = await reader.takeLeftover()
        shared.log.change(id) { $0.status = 200 }
        let head = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
        do {
            try await stream.send(head, until: .after(.seconds(60)))
        } catch {
            server.close()
            throw error
        }
        await carry(server, leftover, id)
        server.close()
        shared.log.end(id)
    }

    /// Forwards bytes between the program and a server until both have closed.
    func carry(_ server: some TunnelEnd, _ leftover: [UInt8], _ id: Int) async {
        await Tunnel(log: shared.log, id: id, upward: shared.throttle, downward: shared.throttle)
            .run(stream, server, first: leftover)
    }

    // MARK: Replacements

    /// Answers from a file. The request's body is read and discarded.
    private func replace(
        _ request: ReceivedRequest, _ path: String, _ rewriting: Rewriting, _ id: Int
    ) async throws -> Bool {
        let keeps = request.keepsConnection
        shared.log.change(id) { $0.kind = .replaced }
        if request.wantsContinue, await !reader.isBodyRead {
            try await stream.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        while let piece = try await reader.nextPiece() {
            shared.log.add(content: piece.count, wire: await reader.takeWire(), to: id, \.sent)
        }
        var contents = try ReplacementFile(path)
        let head = Array(
            ("HTTP/1.1 200 OK\r\nContent-Type: \(ReplacementFile.mediaType(of: path))\r\nContent-Length: \(contents.size)\r\n"
                + "Cache-Control: no-store\r\n\(keeps ? "" : "Connection: close\r\n")\r\n").utf8)
        let answer = rewriting.answer(head, status: 200, to: request.method)
        shared.log.change(id) { exchange in
            exchange.status = answer.status
            exchange.received.take(head: answer.head.octets, upTo: shared.log.limits, at: shared.log.now)
        }
        shared.log.note(id, changes: answer.head.notes)
        try await stream.send(answer.head.octets)
        if request.method == "HEAD" || answer.leavesOutBody { return keeps }
        let throttle = shared.throttle
        while let piece = try contents.next(atMost: throttle.pieceBytes) {
            try await throttle.wait(for: piece.count)
            try await stream.send(piece)
            shared.log.add(content: piece.count, wire: piece, to: id, \.received)
        }
        // If the file has shrunk, the response is short, and only the end of the connection can signal that.
        return keeps && contents.isWhole
    }
}
