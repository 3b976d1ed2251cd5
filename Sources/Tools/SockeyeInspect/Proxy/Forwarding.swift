internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTesting
internal import Synchronization

/// Forwards one request and its response, piece by piece.
///
/// ```
///  program ──→ ClientBody ───────→ HTTPClient ──→ server
///     ↑ ←─ interim heads ←─ ServerSide ←─┤
///     └─ relay (or Tunnel, after 101) ←──┘        watch: gives up when the program goes
/// ```
struct Forwarding: Sendable {
    private let connection: ProxyConnection
    private let request: ReceivedRequest
    private let rewriting: Rewriting
    private let id: Int
    private let upward: Throttle
    private let downward: Throttle
    private let server: ServerSide
    private let pause: Pause

    private var shared: ProxyShared { connection.shared }
    private var log: InspectLog { connection.shared.log }

    init(_ connection: ProxyConnection, _ request: ReceivedRequest, _ rewriting: Rewriting, _ id: Int) {
        self.connection = connection
        self.request = request
        self.rewriting = rewriting
        self.id = id
        (upward, downward) = (connection.shared.throttle, connection.shared.throttle)
        server = ServerSide(connection.shared.log, id)
        pause = Pause(shared: connection.shared, rewriting: rewriting, id: id)
    }

    func run(origin: String, path: [UInt8]) async throws -> ConnectionOutcome {
        // RFC 9110 section 15.2: not to HTTP/1.0.
        let interim = Task(executorPreference: shared.loop) { [isOld = request.version == "HTTP/1.0"] in
            for await head in server.interim where !isOld { try? await connection.stream.send(head) }
        }
        // Also when the program disconnects: otherwise a task would wait for another head for ever.
        defer {
            server.finish()
            interim.cancel()
        }
        do {
            return try await untilProgramCloses { watch in
                let prepared = try await prepared(origin, path)
                if prepared.protocols.isEmpty {
                    return try await shared.client.perform(prepared.request, observer: server) { response in
                        try await relay(response, after: interim)
                    }
                }
                return try await upgrade(prepared.request, prepared.protocols, after: interim, watch)
            }
        } catch let error as HTTPClientError {
            // After the head, only the end of the connection can signal a failure.
            if server.isOver { throw error }
            await end(interim)
            recordPartialResponse()
            throw Self.refusal(error)
        } catch let refusal as InspectedRequest.Refusal {
            await end(interim)
            throw refusal
        }
    }

    /// The request as it goes on, after the rules and the page.
    private func prepared(_ origin: String, _ path: [UInt8]) async throws -> InspectedRequest {
        let (length, trailers) = (await connection.reader.length, RequestTrailers())
        let head = rewriting.request(request.rawHead)
        log.note(id, changes: head.notes)
        let pieces = pieces(trailers)
        let ruled = Onward(request: request, head: head.octets, path: path)
        let onward = try await pause.request(ruled, to: origin, length, pieces)
        let hasBody = onward.body.map { !$0.isEmpty } ?? (length != 0)
        var prepared = try InspectedRequest(
            onward.request, head: onward.head, origin: origin, path: onward.path, hasBody: hasBody)
        for note in prepared.notes { log.note(id, note) }
        if let bytes = onward.body, hasBody {
            prepared.request.body = .bytes(bytes)
        } else if hasBody {
            prepared.request.body =
                length == nil ? .stream(pieces, trailers: { trailers.fields }) : .stream(pieces, length: length)
        }
        return prepared
    }

    /// Waits until all interim heads are sent, so that the next head can follow.
    private func end(_ interim: Task<Void, Never>) async {
        server.finish()
        await withTaskCancellationHandler {
            await interim.value
        } onCancel: {
            interim.cancel()
        }
    }

    /// The program's body.
    private func pieces(_ trailers: RequestTrailers) -> ClientBody {
        let reader = connection.reader
        return ClientBody(reader: reader) {
            // RFC 9110 section 10.1.1: the program withholds its body until it gets 100.
            guard request.wantsContinue, !server.isOver else { return }
            log.note(id, "Expect: 100-continue is answered once the server wants the body (RFC 9110 section 10.1.1)")
            server.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        } ended: { fields in
            let dropped = trailers.set(fields)
            if !dropped.isEmpty {
                let names = dropped.joined(separator: ", ")
                log.note(id, "not forwarded, not allowed as trailers: \(names) (RFC 9110 section 6.5.1)")
            }
        } took: { count in
            log.add(content: count, wire: await reader.takeWire(), to: id, \.sent)
            try await upward.wait(for: count)
        }
    }

    private static func refusal(_ error: HTTPClientError) -> InspectedRequest.Refusal {
        let status =
            switch error.cause {
            case .timedOut, .network(.timedOut): 504
            case .invalidURL, .requestBodyFailed: 400
            default: 502
            }
        return InspectedRequest.Refusal(status: status, reason: explained(error))
    }

    /// The error, with the clause that the response violates.
    private static func explained(_ error: HTTPClientError) -> String {
        guard case .http(.server(let fault, _)) = error.cause else { return "\(error)" }
        return "\(error) (\(fault.clause))"
    }

    /// Records the received part of a response that can't be forwarded.
    private func recordPartialResponse() {
        let head = server.lastHead
        if head.isEmpty { return }
        log.change(id) { $0.received.take(head: head, upTo: log.limits, at: log.now) }
    }

    /// Runs `work`, and cancels it if the program disconnects.
    ///
    /// - Parameter work: gets the task that reads from the program, and cancels it before it reads from there itself.
    private func untilProgramCloses(
        _ work: @escaping @Sendable (_ watch: Task<Bool, Never>) async throws -> ConnectionOutcome
    ) async throws -> ConnectionOutcome {
        let watch = Task(executorPreference: shared.loop) { await connection.isProgramGone() }
        return try await withThrowingTaskGroup(of: ConnectionOutcome?.self) { group in
            defer { group.cancelAll() }
            group.addTask(executorPreference: shared.loop) { try await work(watch) }
            group.addTask(executorPreference: shared.loop) {
                try await withTaskCancellationHandler {
                    if await watch.value { throw ClientFailure.gone }
                    return nil
                } onCancel: {
                    watch.cancel()
                }
            }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw ClientFailure.gone
        }
    }

    // MARK: Responses

    private func relay(_ response: Response, after interim: Task<Void, Never>) async throws -> ConnectionOutcome {
        let ruled = rewriting.answer(response.rawHead, status: response.status.code, to: request.method)
        let (answer, body, edited) = try await pause.answer(response, ruled, to: request.method)
        await end(interim)
        let isOld = request.version == "HTTP/1.0"
        var (head, removed) = HeadLines.forProgram(answer.head.octets)
        head.mergeContentLengths()
        var keeps = request.keepsConnection
        var (isChunked, isEndVisible) = (false, true)
        switch answer.leavesOutBody || edited != nil ? .none : response.body.length {
        case .none, .known: break
        case .chunked, .untilClose:
            head.remove("content-length")
            if isOld {
                (keeps, isEndVisible) = (false, false)
            } else {
                isChunked = true
                head.append("Transfer-Encoding: chunked")
            }
        }
        if !keeps { head.append("Connection: close") } else if isOld { head.append("Connection: keep-alive") }
        note(answer, of: response, removed)
        try await connection.stream.send(head.encodedForProgram)
        if answer.leavesOutBody { return keeps && response.isRequestSent ? .next : .end }
        if let edited {
            log.add(content: edited.count, wire: edited, to: id, \.received)
            try await downward.send(edited) { try await connection.stream.send($0) }
            return keeps && response.isRequestSent ? .next : .end
        }
        do {
            if !body.bytes.isEmpty { try await send(body.bytes, isChunked: isChunked) }
            for try await piece in response.body { try await send(piece, isChunked: isChunked) }
            log.add(content: 0, wire: server.takeWire(), to: id, \.received)
            if isChunked { try await connection.stream.send(Self.lastChunk(response.trailers)) }
        } catch {
            log.add(content: 0, wire: server.takeWire(), to: id, \.received)
            let reason = (error as? HTTPClientError).map(Self.explained) ?? "\(error)"
            throw TruncatedResponse(reason: reason, isVisible: isEndVisible)
        }
        return keeps && response.isRequestSent ? .next : .end
    }

    private func note(_ answer: Rewriting.Answer, of response: Response, _ removed: [String]) {
        log.change(id) { exchange in
            exchange.status = answer.status
            exchange.received.take(head: answer.head.octets, upTo: log.limits, at: log.now)
        }
        log.note(id, changes: answer.head.notes)
        if !removed.isEmpty {
            log.note(
                id,
                "not passed back, hop-by-hop: \(removed.joined(separator: ", ")) (RFC 9110 section 7.6.1)")
        }
        if response.body.length == .untilClose {
            log.note(id, "the body ends when the server closes the connection (RFC 9112 section 6.3)")
        }
    }

    private func send(_ piece: [UInt8], isChunked: Bool) async throws {
        log.add(content: piece.count, wire: server.takeWire(), to: id, \.received)
        try await downward.send(piece) { bytes in
            let size = Array(String(bytes.count, radix: 16).utf8)
            try await connection.stream.send(isChunked ? size + [13, 10] + bytes + [13, 10] : bytes)
        }
    }

    private static func lastChunk(_ trailers: HTTPFields?) -> [UInt8] {
        var bytes = Array("0\r\n".utf8)
        for field in trailers ?? [:] {
            bytes += Array("\(field.name.rawName): ".utf8) + field.octets + [13, 10]
        }
        return bytes + [13, 10]
    }

    // MARK: Upgrades

    private func upgrade(
        _ outgoing: Request, _ protocols: [String], after interim: Task<Void, Never>, _ watch: Task<Bool, Never>
    ) async throws -> ConnectionOutcome {
        try await shared.client.withUpgrade(
            outgoing, to: protocols, observer: server,
            declined: { response in
                log.note(id, "the server declined the upgrade (RFC 9110 section 7.8)")
                return try await relay(response, after: interim)
            },
            { stream in
                await end(interim)
                watch.cancel()
                _ = await watch.value
                let raw = server.lastHead
                let chosen = HeadLines(raw).value("upgrade") ?? protocols.joined(separator: ", ")
                var (head, _) = HeadLines.forProgram(raw)
                head.append("Upgrade: \(chosen)")
                head.append("Connection: Upgrade")
                log.change(id) { exchange in
                    exchange.kind = .upgraded
                    exchange.status = 101
                    exchange.received.take(head: raw, upTo: log.limits, at: log.now)
                }
                log.note(
                    id,
                    "the connection switches to \(chosen), which is forwarded without inspection (RFC 9110 section 7.8)"
                )
                try await connection.stream.send(head.encodedForProgram)
                await connection.carry(stream, connection.reader.takeLeftover(), id)
                return .end
            })
    }
}

/// A request's trailers, once they have been read.
private final class RequestTrailers: Sendable {
    private let state = Mutex(HTTPFields())

    /// Returns the names of the fields that can't be forwarded.
    func set(_ received: [Trailer]) -> [String] {
        var (fields, dropped) = (HTTPFields(), [String]())
        for field in received {
            if let known = try? HTTPField(checkedName: field.name, octets: field.octets),
                RequestHead.takesTrailer(known.name)
            {
                fields.append(known)
            } else {
                dropped.append(field.name)
            }
        }
        state.withLock { [fields] in $0 = fields }
        return dropped
    }

    var fields: HTTPFields { state.withLock { $0 } }
}
