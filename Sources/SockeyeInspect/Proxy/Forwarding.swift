internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeLoopback
internal import SockeyeStreams
internal import Synchronization

/// Forwards one request, and its response back, piece by piece.
struct Forwarding: Sendable {
    private let connection: ProxyConnection
    private let request: ReceivedRequest
    private let id: Int
    private let upward: Throttle
    private let downward: Throttle
    private let interim = InterimHeads()

    private var shared: ProxyShared { connection.shared }
    private var log: InspectLog { connection.shared.log }

    init(_ connection: ProxyConnection, _ request: ReceivedRequest, _ id: Int) {
        self.connection = connection
        self.request = request
        self.id = id
        let rate = connection.shared.configuration.bytesPerSecond
        upward = Throttle(rate, on: connection.shared.loop)
        downward = Throttle(rate, on: connection.shared.loop)
    }

    /// Whether the connection can carry another request.
    func run(url: String, path: String) async throws -> Bool {
        let length = await connection.reader.length
        let prepared = try InspectedRequest(request, url: url, path: path, hasBody: length != 0)
        log.change(id) { $0.notes += prepared.notes }
        var outgoing = prepared.request
        if length != 0 { outgoing.body = await body(length) }
        let final = outgoing
        do {
            if !prepared.protocols.isEmpty { return try await upgrade(final, prepared.protocols) }
            if length != 0 { return try await exchange(final) }
            return try await unlessGone { try await exchange(final) }
        } catch let error as HTTPClientError {
            // Once the head is on its way, only the end of the connection can say that something went wrong.
            if interim.isOver { throw error }
            throw Self.refusal(error)
        }
    }

    private func body(_ length: Int64?) async -> RequestBody {
        let reader = connection.reader
        let trailers = RequestTrailers()
        let pieces = ClientBody(reader: reader) {
            // RFC 9110 section 10.1.1: the program holds its body back until it is wanted.
            guard request.has("100-continue", in: "Expect"), request.version == "HTTP/1.1", !interim.isOver else {
                return
            }
            log.change(id) { $0.notes.append("Expect: 100-continue is answered once the server wants the body") }
            try await connection.socket.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        } ended: { fields in
            trailers.set(fields)
        } took: { piece in
            log.add(piece, to: id, \.sent)
            try await upward.wait(for: piece.count)
        }
        return length == nil ? .stream(pieces, trailers: { trailers.fields }) : .stream(pieces, length: length)
    }

    private static func refusal(_ error: HTTPClientError) -> InspectedRequest.Refusal {
        let status =
            switch error.cause {
            case .timedOut, .network(.timedOut): 504
            case .invalidURL, .requestBodyFailed: 400
            default: 502
            }
        return InspectedRequest.Refusal(status: status, reason: "\(error)")
    }

    /// Does the work, and gives up when the program goes away meanwhile.
    private func unlessGone(_ work: @escaping @Sendable () async throws -> Bool) async throws -> Bool {
        try await withThrowingTaskGroup(of: Bool?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await connection.reader.waitUntilGone()
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let keeps = first else { throw ClientFailure.gone }
            return keeps
        }
    }

    // MARK: Responses

    private func exchange(_ outgoing: Request) async throws -> Bool {
        try await shared.client.perform(outgoing, observer: interim) { response in
            try await relay(response)
        }
    }

    private func relay(_ response: Response) async throws -> Bool {
        try await sendInterim()
        let isOld = request.version == "HTTP/1.0"
        var head = HeadLines(response.rawHead)
        let removed = head.removeHopByHop()
        head.append("Via: \(response.head.version == .http11 ? "1.1" : "1.0") \(InspectedRequest.pseudonym)-inspect")
        var keeps = request.keepsConnection
        var isChunked = false
        switch response.body.length {
        case .none, .known: break
        case .chunked, .untilClose:
            head.remove("content-length")
            if isOld {
                keeps = false
            } else {
                isChunked = true
                head.append("Transfer-Encoding: chunked")
            }
        }
        if !keeps { head.append("Connection: close") } else if isOld { head.append("Connection: keep-alive") }
        log.change(id) { exchange in
            exchange.status = response.status.code
            exchange.received.head = Array(response.rawHead.prefix(shared.configuration.limits.headBytes))
            if !removed.isEmpty {
                exchange.notes.append("not passed back, since for one hop only: \(removed.joined(separator: ", "))")
            }
            if response.body.length == .untilClose {
                exchange.notes.append("the body ends with the server's connection (RFC 9112 section 6.3)")
            }
        }
        try await connection.socket.send(head.encoded(start: Self.statusLine(head.start)))
        for try await piece in response.body { try await send(piece, isChunked: isChunked) }
        if isChunked { try await connection.socket.send(Self.lastChunk(response.trailers)) }
        if !response.isRequestSent { return false }
        return keeps
    }

    private func send(_ piece: [UInt8], isChunked: Bool) async throws {
        log.add(piece, to: id, \.received)
        var start = 0
        while start < piece.count {
            let end = start + min(downward.pieceBytes, piece.count - start)
            try await downward.wait(for: end - start)
            let bytes = Array(piece[start..<end])
            let size = Array(String(bytes.count, radix: 16).utf8)
            try await connection.socket.send(isChunked ? size + [13, 10] + bytes + [13, 10] : bytes)
            start = end
        }
    }

    /// The status line in the proxy's own version (RFC 9110 section 2.5).
    private static func statusLine(_ line: [UInt8]) -> [UInt8] {
        Array("HTTP/1.1".utf8) + line.drop { $0 != 32 }
    }

    private static func lastChunk(_ trailers: HTTPFields?) -> [UInt8] {
        var bytes = Array("0\r\n".utf8)
        for field in trailers ?? [:] {
            bytes += Array("\(field.name.rawName): ".utf8)
            // SAFETY: the bytes are copied before the closure returns.
            field.withUnsafeBytesOfValue { bytes += $0 }
            bytes += [13, 10]
        }
        return bytes + [13, 10]
    }

    /// RFC 9110 section 15.2: interim responses are forwarded, but not to HTTP/1.0.
    private func sendInterim() async throws {
        let heads = interim.finish()
        if request.version == "HTTP/1.0" { return }
        for head in heads {
            var lines = HeadLines(head)
            _ = lines.removeHopByHop()
            try await connection.socket.send(lines.encoded(start: Self.statusLine(lines.start)))
        }
    }

    // MARK: Upgrades

    private func upgrade(_ outgoing: Request, _ protocols: [String]) async throws -> Bool {
        do {
            return try await shared.client.withUpgrade(outgoing, to: protocols, observer: interim) { stream in
                let raw = interim.last
                var head = HeadLines(raw)
                let chosen = head.value("upgrade") ?? protocols.joined(separator: ", ")
                _ = head.removeHopByHop()
                head.append("Upgrade: \(chosen)")
                head.append("Connection: Upgrade")
                _ = interim.finish()
                log.change(id) { exchange in
                    exchange.kind = .upgraded
                    exchange.status = 101
                    exchange.received.head = raw
                    exchange.notes.append(
                        "the connection speaks \(chosen) from here on, carried unread (RFC 9110 section 7.8)")
                }
                try await connection.socket.send(head.encoded(start: Self.statusLine(head.start)))
                await connection.carry(stream, connection.reader.takeLeftover(), id)
                return false
            }
        } catch let refusal as UpgradeRefusal {
            return try await passRefusal(refusal.response)
        }
    }

    /// What the client keeps of the body of a refused upgrade (`UpgradeRefusal`).
    private static let refusalBytes = 64 * 1024

    /// The server's ordinary answer to a request that asks for another protocol. Of a longer body only the first 64 KiB are
    /// there: it ends short of its Content-Length or last chunk, so that the program sees that it was cut.
    private func passRefusal(_ response: BufferedResponse) async throws -> Bool {
        _ = interim.finish()
        var head = HeadLines(interim.last)
        _ = head.removeHopByHop()
        let isCut = response.body.count >= Self.refusalBytes
        var body = response.body
        if isCut, head.value("content-length") == nil {
            head.append("Transfer-Encoding: chunked")
            body = Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n".utf8)
        } else if !isCut {
            head.remove("content-length")
            head.append("Content-Length: \(body.count)")
        }
        head.append("Connection: close")
        log.change(id) { exchange in
            exchange.status = response.status.code
            exchange.received.head = interim.last
            exchange.notes.append("the server kept to HTTP")
        }
        log.add(response.body, to: id, \.received)
        let isHead = request.method == "HEAD"
        try await connection.socket.send(
            head.encoded(start: Self.statusLine(head.start)) + (isHead ? [] : body))
        return false
    }
}

/// Gathers heads as they come, until the final one is passed on.
private final class InterimHeads: ExchangeObserver {
    private struct State {
        var interim: [[UInt8]] = []
        var last: [UInt8] = []
        var isOver = false
    }

    private let state = Mutex(State())

    /// What of a flood is passed on.
    private static let most = 64

    var wantsRawHeads: Bool { true }

    func observe(head bytes: RawSpan, isTrailer: Bool) {
        if isTrailer { return }
        // SAFETY: the span's bytes are initialised, and copied before the closure returns.
        let copy = bytes.withUnsafeBytes { Array($0) }
        state.withLock { $0.last = copy }
    }

    func observe(_ event: ExchangeEvent) {
        // What 100 tells the program, the proxy says itself.
        guard case .informational(let head) = event, head.status.code != 100, head.status.code != 101 else { return }
        state.withLock { state in
            if state.interim.count < Self.most { state.interim.append(state.last) }
        }
    }

    /// The last head, raw.
    var last: [UInt8] { state.withLock { $0.last } }
    /// Whether the final head is on its way.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Ends the gathering, and returns the interim heads.
    func finish() -> [[UInt8]] {
        state.withLock { state in
            state.isOver = true
            defer { state.interim = [] }
            return state.interim
        }
    }
}

/// The fields after the body of a request, once they are read.
private final class RequestTrailers: Sendable {
    private let state = Mutex(HTTPFields())

    /// What can't be sent on is left out (RFC 9110 section 6.5.1).
    func set(_ received: [ReceivedRequest.Field]) {
        var fields = HTTPFields()
        for field in received {
            if let field = try? HTTPField(checkedName: field.name, value: field.value) { fields.append(field) }
        }
        state.withLock { [fields] in $0 = fields }
    }

    var fields: HTTPFields { state.withLock { $0 } }
}
