/// A strict server of tus 1.0 with creation, checksum, expiration and termination.
///
/// | request              | answer                                                             |
/// |----------------------|--------------------------------------------------------------------|
/// | OPTIONS              | 204, what it can do                                                |
/// | POST `path`          | 201, Location; 400, 413                                            |
/// | HEAD `/uploads/…`    | 200, Upload-Offset, Upload-Length; 404                             |
/// | PATCH `/uploads/…`   | 204, Upload-Offset; 400, 404, 409, 413, 415, 460                   |
/// | DELETE `/uploads/…`  | 204; 404                                                           |
/// | any without a version| 412                                                                |
public struct TusService: LoopbackService {
    /// Its uploads.
    package let store: UploadStore
    /// The maximum size of an upload.
    package var maxSize: Int?
    /// The maximum body of one request; a larger one gets 413 before it is read, as from a proxy in front.
    package var maxBody: Int?
    /// Computes a digest by its tus name, in base64; if set, the server offers the checksum extension.
    package var digest: (@Sendable (_ name: String, [UInt8]) -> String?)?
    /// Credentials required with every request, as in the Authorization field.
    package var authorization: String?

    /// Makes a server without uploads.
    public init() { self.init(faults: []) }

    /// Makes a server with faults to come.
    package init(faults: [UploadFault]) {
        store = UploadStore(faults)
    }

    private typealias Field = ReceivedRequest.Field
    private static let version = Field("Tus-Resumable", "1.0.0")

    /// Answers a request.
    public func reply(to exchange: LoopbackExchange) async throws(LoopbackInterruption) -> LoopbackReply? {
        let request = exchange.request
        if let reply = store.earlyAnswer(to: request, wanting: authorization, { answer($0, $1) }) { return reply }
        if request.method == "OPTIONS" { return options() }
        guard request.values("Tus-Resumable") == ["1.0.0"] else {
            var reply = refuse(412, "\(request.method) without Tus-Resumable: 1.0.0")
            reply.fields.append(Field("Tus-Version", "1.0.0"))
            return reply
        }
        if request.method == "POST" { return try await create(exchange) }
        guard request.path.hasPrefix("/uploads/") else { return refuse(405, "\(request.method) \(request.path)") }
        let name = String(request.path.dropFirst("/uploads/".count))
        if let status = store.take({ fault in if case .forget(let status) = fault { status } else { nil } }) {
            store.forget(name)
            return answer(status)
        }
        if let count = store.take({ fault in if case .lose(let count) = fault { count } else { nil } }) {
            store.lose(count, of: name)
        }
        guard store.upload(name) != nil else { return answer(404) }
        switch request.method {
        case "HEAD":
            if store.take(.cutAtOffset) { throw exchange.cut() }
            _ = store.beginTurn(name)
            return offset(of: name)
        case "PATCH": return try await append(exchange, to: name)
        case "DELETE":
            store.forget(name)
            return answer(204)
        default: return refuse(405, request.method)
        }
    }

    private func answer(_ status: Int, _ fields: [ReceivedRequest.Field] = []) -> LoopbackReply {
        var reply = LoopbackReply(status: status, fields: [Self.version] + fields)
        if status != 204 { reply.fields.append(Field("Content-Length", "0")) }
        return reply
    }

    /// Refuses a request that the protocol forbids, and records that for the test.
    private func refuse(_ status: Int, _ reason: String) -> LoopbackReply {
        store.refused("\(status) \(reason)")
        var reply = LoopbackReply.text(reason + "\n", status: status)
        reply.fields.append(Self.version)
        return reply
    }

    private func options() -> LoopbackReply {
        var fields = [Field("Tus-Version", "1.0.0,0.2.2")]
        fields.append(Field("Tus-Extension", "creation,expiration,termination" + (digest == nil ? "" : ",checksum")))
        if digest != nil { fields.append(Field("Tus-Checksum-Algorithm", "md5,sha1,sha256")) }
        if let maxSize { fields.append(Field("Tus-Max-Size", "\(maxSize)")) }
        return answer(204, fields)
    }

    // MARK: Creation

    private func create(_ exchange: LoopbackExchange) async throws(LoopbackInterruption) -> LoopbackReply {
        let request = exchange.request
        if store.take(.cutBeforeCreation) { throw exchange.cut() }
        // The creation-with-upload extension is not offered.
        guard request["Content-Length"] == "0" else { return refuse(400, "a creation with a body") }
        guard request.values("Upload-Length").count == 1, let length = request["Upload-Length"].flatMap(decimal) else {
            return refuse(400, "a creation without Upload-Length")
        }
        if let maxSize, length > maxSize { return answer(413) }
        for pair in (request["Upload-Metadata"] ?? "").split(separator: ",") {
            let parts = pair.split(separator: " ", omittingEmptySubsequences: false)
            guard (1...2).contains(parts.count), !parts[0].isEmpty else { return refuse(400, "Upload-Metadata") }
        }
        let name = store.make(path: request.path, length: length)
        if length == 0 { store.complete(name) }
        if store.take(.cutAfterCreation) { throw exchange.cut() }
        return answer(
            201,
            [
                Field("Location", store.location(of: name, for: request)),
                Field("Upload-Expires", "Fri, 31 Dec 2100 00:00:00 GMT"),
            ])
    }

    // MARK: Offset and bytes

    private func offset(of name: String) -> LoopbackReply {
        guard let upload = store.upload(name) else { return answer(404) }
        let length = store.take { fault in if case .claimLength(let length) = fault { length } else { nil } }
        return answer(
            200,
            [
                Field("Upload-Offset", "\(store.claimedOffset ?? upload.bytes.count)"),
                Field("Upload-Length", "\(length ?? upload.length ?? 0)"), Field("Cache-Control", "no-store"),
            ])
    }

    private func append(
        _ exchange: LoopbackExchange, to name: String
    ) async throws(LoopbackInterruption)
        -> LoopbackReply
    {
        let request = exchange.request
        guard request.values("Content-Type") == ["application/offset+octet-stream"] else {
            return refuse(415, "a PATCH of type \(request["Content-Type"] ?? "none")")
        }
        guard request.values("Upload-Offset").count == 1, let offset = request["Upload-Offset"].flatMap(decimal) else {
            return refuse(400, "a PATCH without Upload-Offset")
        }
        let turn = store.beginTurn(name)
        guard let upload = store.upload(name), let length = upload.length else { return answer(404) }
        if offset != upload.bytes.count { return answer(409) }
        let size = request["Content-Length"].flatMap(decimal)
        if let size, size > length - offset { return refuse(400, "more bytes than the upload's length") }
        if let maxBody, size ?? .max > maxBody {
            var reply = LoopbackReply.text("too large\n", status: 413)
            reply.closes = true
            return reply
        }
        // With a checksum, the body counts only once it is verified.
        let checksum = request["Upload-Checksum"]?.split(separator: " ")
        var kept: [UInt8] = []
        try await store.receive(exchange, for: name, turn: turn) { piece, _ throws(LoopbackInterruption) in
            if checksum != nil {
                kept += piece
            } else if !store.append(piece, to: name, turn: turn) {
                throw exchange.cut()
            }
        }
        if let checksum {
            guard let digest, checksum.count == 2, let expected = digest(String(checksum[0]), kept) else {
                return refuse(400, "a checksum that was not offered")
            }
            guard expected == checksum[1] else { return answer(460) }
            guard store.append(kept, to: name, turn: turn) else { throw exchange.cut() }
        }
        let now = store.upload(name)?.bytes.count ?? 0
        if now == length { store.complete(name) }
        if store.take(.cutAfterBody) { throw exchange.cut() }
        return answer(
            204,
            [
                Field("Upload-Offset", "\(store.claimedOffset ?? now)"),
                Field("Upload-Expires", "Fri, 31 Dec 2100 00:00:00 GMT"),
            ])
    }
}
