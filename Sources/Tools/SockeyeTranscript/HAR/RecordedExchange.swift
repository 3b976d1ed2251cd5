internal import SockeyeClient
internal import SockeyeRecording

/// The request and the response of an attempt, assembled from its pieces.
struct RecordedExchange {
    /// The last request's head, except for CONNECT.
    let request: RawHead?
    /// The last final response's head.
    let response: RawHead?
    /// Whether the heads were kept completely.
    let isWholeHead: (sent: Bool, received: Bool)
    /// The request's body without framing.
    let sentBody: [UInt8]
    /// The kept part of the response's body, without framing and codings.
    let content: Content
    /// Bytes of both bodies on the wire, kept or not.
    let bodyBytes: (sent: Int64, received: Int64)

    /// A response's body as a reader gets it.
    struct Content {
        var bytes: [UInt8]
        /// Whether these are all its bytes.
        var isWhole: Bool
        /// A coding that couldn't be decoded, if any.
        var coding: String?
    }

    init(_ attempt: Transcript.AttemptRecord) {
        let pieces = attempt.wire.pieces
        let sentHead = pieces.lastIndex { $0.kind == .sentHead && !$0.bytes.starts(with: "CONNECT ".utf8) }
        let after = pieces[(sentHead ?? 0)...]
        let request = sentHead.map { RawHead(pieces[$0].bytes) }
        // A stored response has no request.
        let last = after.last { $0.kind == .receivedHead }
        let final = last.map { RawHead($0.bytes) }
        isWholeHead = (sentHead.map { pieces[$0].isWhole } ?? true, last?.isWhole ?? true)
        (self.request, response) = (request, sentHead != nil || attempt.kind == .aside ? final : nil)
        // Bytes after a change of protocols aren't a body (RFC 9110 section 7.8).
        if attempt.outcome.status == 101 {
            (sentBody, content, bodyBytes) = ([], Content(bytes: [], isWhole: true), (0, 0))
            return
        }
        let framing = attempt.kind == .aside ? .toTheEnd : Framing(of: final, to: attempt.method)
        let sent = after.filter { $0.kind == .sentBody }.flatMap(\.bytes)
        sentBody = Self.payload(sent, request?.list("transfer-encoding") ?? [])
        let kept = after.filter { $0.kind == .receivedBody }.flatMap(\.bytes)
        // Bytes after the body belong to no response.
        let count = framing.bodyBytes(of: attempt.wire.receivedBodyBytes, beginning: kept)
        bodyBytes = (attempt.wire.sentBodyBytes, count)
        let received = Array(kept.prefix(Int(clamping: count)))
        content = Self.content(
            received, of: final, isWhole: Int64(received.count) == count, isStored: attempt.kind == .aside)
    }

    /// Where a response's body ends (RFC 9112 section 6.3).
    private enum Framing {
        case none, chunked, toTheEnd
        case length(Int64)

        init(of head: RawHead?, to method: String) {
            let code = head.flatMap { $0.words.count > 1 ? Int($0.words[1]) : nil } ?? 0
            if method == "HEAD" || (100..<200).contains(code) || code == 204 || code == 304 {
                self = .none
            } else if let last = head?.list("transfer-encoding").last {
                self = last.lowercased() == "chunked" ? .chunked : .toTheEnd
            } else {
                self = head?.list("content-length").first.flatMap { Int64($0) }.map { .length($0) } ?? .toTheEnd
            }
        }

        /// How many of the bytes belong to the body.
        func bodyBytes(of count: Int64, beginning known: [UInt8]) -> Int64 {
            switch self {
            case .none: return 0
            case .toTheEnd: return count
            case .length(let length): return max(0, min(length, count))
            case .chunked:
                var scanner = ChunkScanner()
                _ = scanner.scan(known)
                guard let end = scanner.end else { return count }
                // The trailers end with an empty line.
                var trailers = known[min(Int(clamping: end), known.count)...]
                while let feed = trailers.firstIndex(of: 0x0A) {
                    let line = trailers[..<feed]
                    trailers = trailers[(feed + 1)...]
                    if line.isEmpty || line.elementsEqual([0x0D]) { return Int64(trailers.startIndex) }
                }
                return count
            }
        }
    }

    private static func content(_ bytes: [UInt8], of head: RawHead?, isWhole: Bool, isStored: Bool) -> Content {
        var transfer = head?.list("transfer-encoding") ?? []
        // A stored body has no framing.
        if isStored { transfer = [] }
        let codings = (head?.list("content-encoding") ?? []) + transfer.filter { $0.lowercased() != "chunked" }
        let payload = payload(bytes, transfer)
        let applied = codings.filter { $0.lowercased() != "identity" }
        if applied.isEmpty || payload.isEmpty { return Content(bytes: payload, isWhole: isWhole) }
        guard let decoded = CodingOptions().decode(payload, undoing: applied, atMost: 16 << 20) else {
            return Content(bytes: payload, isWhole: isWhole, coding: applied.joined(separator: ", "))
        }
        return Content(bytes: decoded.bytes, isWhole: isWhole && decoded.isWhole)
    }

    /// The body without the framing of chunks (RFC 9112 section 7.1.3).
    private static func payload(_ bytes: [UInt8], _ codings: [String]) -> [UInt8] {
        guard codings.last?.lowercased() == "chunked" else { return bytes }
        var scanner = ChunkScanner()
        return scanner.scan(bytes).reduce(into: []) { payload, chunk in
            let start = min(Int(chunk.offset) + chunk.lineBytes, bytes.count)
            payload += bytes[start...].prefix(Int(clamping: chunk.size))
        }
    }
}

extension Transcript.Piece {
    fileprivate var isWhole: Bool { bytes.count == count }
}
