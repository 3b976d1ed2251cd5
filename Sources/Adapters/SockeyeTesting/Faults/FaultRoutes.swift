internal import SockeyeIO
internal import SockeyeTransport

/// Answers requests with the built-in routes, spoilt by the server's faults and those in the path:
/// `/fault/NAME=AMOUNT,NAME/path`, where an empty path is a file of 100,000 bytes that has ranges.
actor FaultRoutes {
    /// The file behind `/fault/NAME`.
    static let usualPath = "/range/100000"
    /// The most paths whose requests are counted, for `first-cut` and `other-etag`: they must not fill the memory.
    private static let pathLimit = 10_000

    private let faults: [Fault]
    private let loop: EventLoop
    private let configuration: LoopbackConfiguration
    /// The servers that speak TLS, one for each fault of it that was asked for.
    private var secure: [FaultKind: LoopbackServer] = [:]
    private var requestsByTarget: [String: Int] = [:]

    init(_ faults: [Fault], configuration: LoopbackConfiguration, loop: EventLoop) {
        self.faults = faults.filter { !$0.kind.isTLS }
        self.configuration = configuration
        self.loop = loop
    }

    /// The reply to a request, and whether it came by TLS, where no redirect to a server with TLS is needed.
    func reply(to request: ReceivedRequest) async -> LoopbackReply {
        switch request.path {
        case "/faults": return .text(FaultList.text)
        case "/ca.pem": return await authorities()
        default: break
        }
        let asked: (faults: [Fault], target: String)
        do throws(Fault.Mistake) {
            asked = try Self.read(request.target)
        } catch {
            return .text("\(error.text)\n\n\(FaultList.text)", status: 404)
        }
        if let fault = asked.faults.first(where: \.kind.isTLS) {
            return await redirect(to: fault.kind, Self.target(asked.faults.filter { !$0.kind.isTLS }, asked.target))
        }
        return spoil(request, asking: asked.target, faults + asked.faults)
    }

    private func spoil(_ request: ReceivedRequest, asking target: String, _ faults: [Fault]) -> LoopbackReply {
        var inner = request.asking(for: target)
        let counts = faults.contains { $0.kind == .firstCut || $0.kind == .otherTag }
        let earlier = counts ? count(request.target) : 0
        var (edition, cut) = (0, [Fault]())
        for fault in faults {
            switch fault.kind {
            case .ignoreRange: inner = inner.setting("Range", nil)
            case .wrongRange: inner = inner.startingEarlier(by: fault.amount)
            case .otherTag:
                edition = min(earlier, 1)
                if earlier == 0 { cut = [Fault(.truncate, fault.amount)] }
            case .firstCut:
                if earlier == 0 { cut = [Fault(.truncate, fault.amount)] }
            default: break
            }
        }
        var faulty = FaultyReply(Routes.reply(to: inner, edition: edition), to: request)
        faulty.apply(faults + cut)
        return faulty.reply
    }

    /// How many requests for this target came before.
    private func count(_ target: String) -> Int {
        let count = requestsByTarget[target] ?? 0
        if count > 0 || requestsByTarget.count < Self.pathLimit { requestsByTarget[target] = count + 1 }
        return count
    }

    // MARK: Paths

    /// The faults in a target, and what remains of it.
    static func read(_ target: String) throws(Fault.Mistake) -> (faults: [Fault], target: String) {
        let prefix = "/fault/"
        guard target.hasPrefix(prefix) else { return ([], target) }
        let rest = target.dropFirst(prefix.count)
        let names = rest.prefix { $0 != "/" && $0 != "?" }
        let path = rest.dropFirst(names.count)
        let isEmpty = path.isEmpty || path == "/" || path.first == "?"
        return (try Fault.list(parsing: String(names)), isEmpty ? usualPath : String(path))
    }

    private static func target(_ faults: [Fault], _ rest: String) -> String {
        faults.isEmpty ? rest : "/fault/\(faults.map(\.description).joined(separator: ","))\(rest)"
    }

    // MARK: TLS

    private func redirect(to kind: FaultKind, _ target: String) async -> LoopbackReply {
        do throws(StreamError) {
            let server = try await server(for: kind)
            var reply = LoopbackReply.text("this fault is one of TLS\n", status: 307)
            reply.fields.append(.init("Location", "https://\(server.authority)\(target)"))
            return reply
        } catch {
            return .text("cannot start a server with TLS: \(error)\n", status: 500)
        }
    }

    /// The server with this fault of TLS, started when first needed.
    func server(for kind: FaultKind) async throws(StreamError) -> LoopbackServer {
        if let server = secure[kind] { return server }
        let server = try await Self.start(kind, routes: self, port: 0, configuration: configuration, loop: loop)
        // Another request may have started one meanwhile.
        if let other = secure[kind] {
            await server.stop()
            return other
        }
        secure[kind] = server
        return server
    }

    /// Starts the server for a fault of TLS, or a plain one.
    static func start(
        _ kind: FaultKind?, routes: FaultRoutes, port: UInt16, configuration: LoopbackConfiguration, loop: EventLoop
    ) async throws(StreamError) -> LoopbackServer {
        var configuration = configuration
        configuration.port = port
        var script: Script?
        switch kind {
        case .tlsExpired: configuration.certificate = .expired
        case .tlsWrongHost: configuration.certificate = .wrongHost
        case .tlsUntrusted: configuration.certificate = .unknownAuthority
        // RFC 8446 section 5.1: the beginning of a record that announces more.
        case .tlsCut: script = [.receive(5), .sendBytes([22, 3, 3, 0, 122, 2, 0, 0, 118, 3, 3]), .cut]
        case .tlsOld: script = [.receive(5), .sendBytes(oldHello), .awaitEnd]
        default: break
        }
        let speaksTLS = kind != nil && script == nil
        return try await LoopbackServer.start(
            secure: speaksTLS, script: script, configuration: configuration, on: loop
        ) { await routes.reply(to: $0) }
    }

    /// A ServerHello of TLS 1.0 (RFC 2246 section 7.4.1.3), with TLS_RSA_WITH_AES_128_CBC_SHA.
    private static let oldHello: [UInt8] =
        [22, 3, 1, 0, 42, 2, 0, 0, 38, 3, 1] + [UInt8](repeating: 0x5A, count: 32) + [0, 0, 0x2F, 0]

    /// The certificates of the authorities of all servers with TLS, which start for it.
    private func authorities() async -> LoopbackReply {
        do throws(StreamError) {
            return .text(try await authorityPEM(), type: "application/x-pem-file")
        } catch {
            return .text("cannot start a server with TLS: \(error)\n", status: 500)
        }
    }

    func authorityPEM() async throws(StreamError) -> String {
        var text = ""
        for kind in FaultKind.allCases where kind.isTLS { text += try await server(for: kind).authorityPEM }
        return text
    }

    /// Requests that came by TLS.
    var secureRequests: [ReceivedRequest] { secure.values.flatMap(\.receivedRequests) }

    func stop() async {
        let servers = Array(secure.values)
        secure = [:]
        for server in servers { await server.stop() }
    }
}

extension ReceivedRequest {
    /// This request for another target.
    fileprivate func asking(for target: String) -> ReceivedRequest {
        copy(target: target, fields: fields)
    }

    /// This request with only this value of a field, or without it.
    fileprivate func setting(_ name: String, _ value: String?) -> ReceivedRequest {
        let others = fields.filter { $0.name.lowercased() != name.lowercased() }
        return copy(target: target, fields: others + (value.map { [Field(name, $0)] } ?? []))
    }

    /// This request, for a range that begins earlier; unchanged if it has no range with a beginning.
    fileprivate func startingEarlier(by count: Int) -> ReceivedRequest {
        let prefix = "bytes="
        guard let range = self["Range"], range.hasPrefix(prefix) else { return self }
        let digits = range.dropFirst(prefix.count).prefix { $0 != "-" }
        guard !digits.isEmpty, let start = decimal(digits), start > 0 else { return self }
        return setting("Range", "\(prefix)\(max(0, start - count))\(range.dropFirst(prefix.count + digits.count))")
    }

    private func copy(target: String, fields: [Field]) -> ReceivedRequest {
        var request = ReceivedRequest(
            connection: connection, method: method, target: target, version: version, fields: fields, rawHead: rawHead)
        request.body = body
        request.bodyLength = bodyLength
        request.isComplete = isComplete
        return request
    }
}
