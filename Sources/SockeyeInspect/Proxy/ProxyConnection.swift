internal import Glibc
internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeIO
internal import SockeyeLoopback
internal import SockeyeStreams
internal import Synchronization

/// One connection of a program to the proxy: request after request, each forwarded, answered or tunnelled.
struct ProxyConnection: Sendable {
    let socket: Socket
    let reader: ClientReader
    let shared: ProxyShared

    /// How long a connection may be idle between two requests.
    private static let idle = Duration.seconds(600)

    init(_ socket: Socket, _ shared: ProxyShared) {
        self.socket = socket
        self.shared = shared
        reader = ClientReader(socket)
    }

    func run() async {
        do throws(ClientFailure) {
            while let request = try await reader.nextHead(until: .after(Self.idle)) {
                guard await answer(request), await reader.isBodyRead else { break }
            }
        } catch {
            if case .refused(let refusal) = error {
                _ = try? await reply(refusal.status, refusal.reason, keeps: false, isHead: false)
            }
        }
        await end()
    }

    /// Ends this side, and reads on for a moment: closing a socket with unread bytes would reset it, and the program's kernel
    /// discard the end of the answer.
    private func end() async {
        try? socket.shutdownSending()
        let deadline = Deadline.after(.seconds(1))
        var left = 16 << 20
        while left > 0, let bytes = try? await socket.receive(until: deadline), !bytes.isEmpty { left -= bytes.count }
        socket.close()
    }

    /// Answers a request; whether the connection can carry another one.
    private func answer(_ request: ReceivedRequest) async -> Bool {
        let target = ProxyTarget(request, own: shared.ownNames)
        if case .own(let path) = target {
            return await OwnPages(shared: shared, socket: socket, reader: reader).answer(request, path: path)
        }
        let id = shared.log.begin(request.method, request.target, head: request.rawHead)
        do {
            if let latency = shared.configuration.latency { try await shared.loop.sleep(until: .after(latency)) }
            switch target {
            case .tunnel(let host, let port):
                try await tunnel(to: host, port, id)
                return false
            case .forward(let url, let path):
                let keeps: Bool
                if let file = shared.configuration.replacement(for: request.target) {
                    keeps = try await replace(request, file, id)
                } else {
                    keeps = try await Forwarding(self, request, id).run(url: url, path: path)
                }
                shared.log.end(id)
                return keeps
            case .refused(let status, let reason): throw InspectedRequest.Refusal(status: status, reason: reason)
            case .own: return false
            }
        } catch let refusal as InspectedRequest.Refusal {
            return await refuse(request, refusal.status, refusal.reason, id)
        } catch {
            shared.log.end(id, failure: "\(error)")
            return false
        }
    }

    /// Answers in the place of a server that can't be asked.
    func refuse(_ request: ReceivedRequest, _ status: Int, _ reason: String, _ id: Int) async -> Bool {
        shared.log.change(id) { exchange in
            exchange.kind = .refused
            exchange.status = status
            exchange.notes.append("the proxy answers itself")
        }
        let isRead = await reader.isBodyRead
        let keeps = request.keepsConnection && isRead
        let isSent = (try? await reply(status, reason, keeps: keeps, isHead: request.method == "HEAD")) != nil
        shared.log.end(id, failure: status < 400 ? nil : reason)
        return keeps && isSent
    }

    /// A short answer of the proxy's own.
    private func reply(_ status: Int, _ reason: String, keeps: Bool, isHead: Bool) async throws {
        let body = Array("\(reason)\n".utf8)
        let head =
            "HTTP/1.1 \(status) \(ProxyReasons.phrase(status))\r\nContent-Type: text/plain; charset=utf-8\r\n"
            + "Content-Length: \(body.count)\r\nX-Content-Type-Options: nosniff\r\n"
            + "Proxy-Status: sockeye-inspect\r\n\(keeps ? "" : "Connection: close\r\n")\r\n"
        try await socket.send(Array(head.utf8) + (isHead ? [] : body), until: .after(.seconds(60)))
    }

    // MARK: Tunnels

    private func tunnel(to host: String, _ port: UInt16, _ id: Int) async throws {
        shared.log.change(id) { exchange in
            exchange.kind = .tunnel
            exchange.notes.append("a tunnel: its bytes are carried unread (RFC 9110 section 9.3.6)")
        }
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
            try await socket.send(head, until: .after(.seconds(60)))
        } catch {
            server.close()
            throw error
        }
        await carry(server, leftover, id)
        server.close()
        shared.log.end(id)
    }

    /// Carries bytes between the program and a server, until both have ended.
    func carry(_ server: some TunnelEnd, _ leftover: [UInt8], _ id: Int) async {
        let rate = shared.configuration.bytesPerSecond
        await Tunnel(
            log: shared.log, id: id, upward: Throttle(rate, on: shared.loop), downward: Throttle(rate, on: shared.loop)
        ).run(socket, server, first: leftover)
    }

    // MARK: Replacements

    /// Answers from a file; the request's body is read and dropped.
    private func replace(_ request: ReceivedRequest, _ file: InspectReplacement, _ id: Int) async throws -> Bool {
        let keeps = request.keepsConnection
        shared.log.change(id) { exchange in
            exchange.kind = .replaced
            exchange.notes.append("answered from the file \(file.path)")
        }
        if HeadLines(request.rawHead).elements("expect").contains("100-continue"), await !reader.isBodyRead {
            try await socket.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        while let piece = try await reader.nextPiece() { shared.log.add(piece, to: id, \.sent) }
        let contents: ReplacementFile
        do throws(ReplacementFile.Failure) {
            contents = try ReplacementFile(file.path)
        } catch {
            throw InspectedRequest.Refusal(status: 500, reason: "cannot read the file for this URL: \(error.reason)")
        }
        let head = Array(
            ("HTTP/1.1 200 OK\r\nContent-Type: \(file.mediaType)\r\nContent-Length: \(contents.size)\r\n"
                + "Cache-Control: no-store\r\n\(keeps ? "" : "Connection: close\r\n")\r\n").utf8)
        shared.log.change(id) { exchange in
            exchange.status = 200
            exchange.received.head = head
        }
        try await socket.send(head)
        if request.method == "HEAD" { return keeps }
        let throttle = Throttle(shared.configuration.bytesPerSecond, on: shared.loop)
        while let piece = try contents.next(atMost: throttle.pieceBytes) {
            try await throttle.wait(for: piece.count)
            try await socket.send(piece)
            shared.log.add(piece, to: id, \.received)
        }
        // A file that has shrunk meanwhile leaves the answer short, which only the end of the connection can say.
        return keeps && contents.isWhole
    }
}
