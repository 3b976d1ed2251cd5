/// A strict server of draft-ietf-httpbis-resumable-upload, interop version 8.
///
/// | request                        | answer                                                                     |
/// |--------------------------------|----------------------------------------------------------------------------|
/// | OPTIONS                        | 204, Accept-Patch, Upload-Limit                                            |
/// | PUT, POST with Upload-Complete | 104 with Location, then 201 when all has come                              |
/// | HEAD `/uploads/…`              | 204, Upload-Offset, Upload-Complete, Upload-Length                         |
/// | PATCH `/uploads/…`             | 104 with Upload-Offset, then 201 with Upload-Complete: ?1, or 204 with ?0  |
/// | DELETE `/uploads/…`            | 204                                                                        |
/// | anything wrong                 | 400, 404, 409, 413, 415, with problem details where the draft has some     |
package struct DraftUploadService: LoopbackService {
    /// Its uploads.
    package let store: UploadStore
    /// The maximum size of an upload; like the next two limits, announced and enforced.
    package var maxSize: Int?
    /// The maximum bytes in one request.
    package var maxAppendSize: Int?
    /// The minimum bytes in every request but the last.
    package var minAppendSize: Int?
    /// Whether creations immediately get 104; otherwise only the final response names the upload.
    package var sendsInterim = true
    /// Whether it supports the draft at all; otherwise bodies are simply accepted.
    package var isSpoken = true
    /// Whether OPTIONS announces the draft and the limits.
    package var tellsOptions = true
    /// How many bytes of a body lie between two 104 responses with the offset.
    package var progressBytes = 1 << 20
    /// Credentials required with every request, as in the Authorization field.
    package var authorization: String?

    /// Makes a server with faults to come.
    package init(faults: [UploadFault] = []) {
        store = UploadStore(faults)
    }

    private typealias Field = ReceivedRequest.Field
    private static let version = Field("Upload-Draft-Interop-Version", "8")

    /// Answers a request.
    package func reply(to exchange: LoopbackExchange) async throws(LoopbackInterruption) -> LoopbackReply? {
        let request = exchange.request
        if let reply = store.earlyAnswer(to: request, wanting: authorization, { answer($0, $1) }) { return reply }
        if request.method == "OPTIONS" {
            return isSpoken && tellsOptions
                ? answer(204, [Field("Accept-Patch", "text/x, application/partial-upload")] + limits) : answer(204)
        }
        if !request.path.hasPrefix("/uploads/") {
            guard request.method == "PUT" || request.method == "POST" else { return refuse(405, request.method) }
            return try await create(exchange)
        }
        let name = String(request.path.dropFirst("/uploads/".count))
        if let status = store.take({ fault in if case .forget(let status) = fault { status } else { nil } }) {
            store.forget(name)
            return answer(status)
        }
        if let count = store.take({ fault in if case .lose(let count) = fault { count } else { nil } }) {
            store.lose(count, of: name)
        }
        guard let upload = store.upload(name) else { return answer(404) }
        switch request.method {
        case "HEAD":
            if store.take(.cutAtOffset) { throw exchange.cut() }
            for field in ["Upload-Offset", "Upload-Complete", "Upload-Length"] where request[field] != nil {
                return refuse(400, "an offset retrieval with \(field)")
            }
            _ = store.beginTurn(name)
            let length = store.take { fault in if case .claimLength(let length) = fault { length } else { nil } }
            return answer(
                204,
                [
                    Field("Upload-Offset", "\(store.claimedOffset ?? upload.bytes.count)"),
                    Field("Upload-Complete", upload.isComplete ? "?1" : "?0"),
                    Field("Cache-Control", "no-store"),
                ] + ((length ?? upload.length).map { [Field("Upload-Length", "\($0)")] } ?? []) + limits)
        case "PATCH": return try await append(exchange, to: name, upload)
        case "DELETE":
            _ = store.beginTurn(name)
            store.forget(name)
            return answer(204)
        default: return refuse(405, request.method)
        }
    }

    // MARK: Answers

    private func answer(_ status: Int, _ fields: [ReceivedRequest.Field] = []) -> LoopbackReply {
        var reply = LoopbackReply(status: status, fields: fields)
        if status != 204 { reply.fields.append(Field("Content-Length", "0")) }
        return reply
    }

    private func refuse(_ status: Int, _ reason: String, problem: String? = nil) -> LoopbackReply {
        store.refused("\(status) \(reason)")
        guard let problem else { return .text(reason + "\n", status: status) }
        let type = "https://iana.org/assignments/http-problem-types#\(problem)"
        return .text(
            "{\"type\":\"\(type)\",\n\"title\":\"\(reason)\"}\n", status: status, type: "application/problem+json")
    }

    private var limits: [Field] {
        let members = [
            ("max-size", maxSize), ("max-append-size", maxAppendSize),
            ("min-append-size", minAppendSize),
        ]
        let text = (members.compactMap { name, value in value.map { "\(name)=\($0)" } } + ["max-age=3600"])
            .joined(separator: ", ")
        return [Field("Upload-Limit", text)]
    }

    private static func boolean(_ text: String?) -> Bool? {
        text == "?1" ? true : text == "?0" ? false : nil
    }

    /// 413 with the limits, before reading the body.
    private func tooLarge() -> LoopbackReply {
        var reply = answer(413, limits)
        reply.closes = true
        return reply
    }

    /// Whether the limits allow the size of a request's body.
    private func isWithinLimits(_ request: ReceivedRequest, isLast: Bool) -> Bool {
        let size = request["Content-Length"].flatMap(decimal) ?? 0
        if let maxAppendSize, size > maxAppendSize { return false }
        if let minAppendSize, size < minAppendSize, !isLast { return false }
        return true
    }

    // MARK: Creation

    private func create(_ exchange: LoopbackExchange) async throws(LoopbackInterruption) -> LoopbackReply {
        let request = exchange.request
        guard isSpoken, let isLast = Self.boolean(request["Upload-Complete"]),
            request.values(Self.version.name) == [Self.version.value]
        else { return try await take(exchange) }
        if store.take(.cutBeforeCreation) { throw exchange.cut() }
        let size = request["Content-Length"].flatMap(decimal)
        let told = request["Upload-Length"].flatMap(decimal)
        if isLast, let size, let told, size != told {
            return refuse(400, "two lengths, \(size) and \(told)", problem: "inconsistent-upload-length")
        }
        let length = told ?? (isLast ? size : nil)
        if let maxSize, length ?? 0 > maxSize { return tooLarge() }
        let name = store.make(path: request.path, length: length)
        let turn = store.beginTurn(name)
        let place = Field("Location", store.location(of: name, for: request))
        if sendsInterim {
            try await exchange.sendInterim(
                status: 104, reason: "Upload Resumption Supported", fields: [Self.version, place] + limits)
        }
        if store.take(.cutAfterCreation) { throw exchange.cut() }
        guard isWithinLimits(request, isLast: isLast) else { return tooLarge() }
        try await receive(exchange, into: name, turn: turn, from: 0)
        if isLast { store.complete(name) }
        if store.take(.cutAfterBody) { throw exchange.cut() }
        if isLast { return done(path: request.path) }
        var reply = answer(201, [place, Field("Upload-Complete", "?0")] + limits)
        if let claimed = store.claimedOffset { reply.fields.append(Field("Upload-Offset", "\(claimed)")) }
        return reply
    }

    /// A server that doesn't know the draft: the body is the whole file.
    private func take(_ exchange: LoopbackExchange) async throws(LoopbackInterruption) -> LoopbackReply {
        let name = store.make(path: exchange.request.path, length: nil)
        try await receive(exchange, into: name, turn: store.beginTurn(name), from: 0, tells: false)
        store.complete(name)
        return .text("taken\n", status: 201)
    }

    private func done(path: String) -> LoopbackReply {
        var reply = LoopbackReply.text("stored \(path)\n", status: 201)
        reply.fields.append(Field("Upload-Complete", "?1"))
        return reply
    }

    private func receive(
        _ exchange: LoopbackExchange, into name: String, turn: Int, from start: Int, tells: Bool = true
    ) async throws(LoopbackInterruption) {
        var told = 0
        try await store.receive(exchange, for: name, turn: turn) { piece, count throws(LoopbackInterruption) in
            // Another request for the upload has come meanwhile, which ends this one.
            guard store.append(piece, to: name, turn: turn) else { throw exchange.cut() }
            if tells, count - told >= progressBytes {
                told = count
                try await exchange.sendInterim(
                    status: 104, reason: "Upload Resumption Supported",
                    fields: [Self.version, Field("Upload-Offset", "\(store.claimedOffset ?? start + count)")])
            }
        }
    }

    // MARK: Append

    private func append(
        _ exchange: LoopbackExchange, to name: String, _ upload: UploadStore.Upload
    ) async throws(LoopbackInterruption) -> LoopbackReply {
        let request = exchange.request
        guard request.values("Content-Type") == ["application/partial-upload"] else {
            return refuse(415, "a PATCH of type \(request["Content-Type"] ?? "none")")
        }
        guard let isLast = Self.boolean(request["Upload-Complete"]) else {
            return refuse(400, "a PATCH without Upload-Complete")
        }
        guard request.values("Upload-Offset").count == 1, let offset = request["Upload-Offset"].flatMap(decimal) else {
            return refuse(400, "a PATCH without Upload-Offset")
        }
        let turn = store.beginTurn(name)
        guard let upload = store.upload(name) else { return answer(404) }
        let size = request["Content-Length"].flatMap(decimal) ?? 0
        if upload.isComplete {
            return refuse(
                400, "the upload is complete", problem: size > 0 ? "inconsistent-upload-length" : "completed-upload")
        }
        guard offset == upload.bytes.count else {
            var reply = refuse(
                409, "offset \(offset) is not \(upload.bytes.count)", problem: "mismatching-upload-offset")
            reply.fields.append(Field("Upload-Offset", "\(upload.bytes.count)"))
            return reply
        }
        guard isWithinLimits(request, isLast: isLast) else { return tooLarge() }
        // Subtracted, since the size is whatever the client says.
        if let left = upload.length.map({ $0 - offset }), size > left || isLast && size != left {
            store.forget(name)
            return refuse(400, "not the declared length", problem: "inconsistent-upload-length")
        }
        try await receive(exchange, into: name, turn: turn, from: offset)
        if isLast { store.complete(name) }
        if store.take(.cutAfterBody) { throw exchange.cut() }
        if isLast { return done(path: upload.path) }
        let now = store.upload(name)?.bytes.count ?? 0
        return answer(204, [Field("Upload-Complete", "?0"), Field("Upload-Offset", "\(store.claimedOffset ?? now)")])
    }
}
