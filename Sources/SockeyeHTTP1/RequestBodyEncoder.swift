internal import HTTPTypes

/// Counts or chunks the body of a request, whose bytes the caller writes himself.
struct RequestBodyEncoder: Sendable {
    private let framing: RequestBodyFraming
    /// Bytes announced by Content-Length and not yet written.
    private(set) var remaining: Int64
    /// Bytes announced by the caller so far.
    private(set) var written: Int64 = 0
    /// Whether a chunk's data was announced and its end not yet asked for.
    private var isChunkOpen = false
    private(set) var isComplete: Bool

    init(framing: RequestBodyFraming) {
        self.framing = framing
        switch framing {
        case .none: remaining = 0
        case .contentLength(let count): remaining = count
        case .chunked: remaining = 0
        }
        isComplete = framing != .chunked && remaining <= 0
    }

    /// What goes before `count` bytes of content.
    mutating func encodePrefix(count: Int64, into output: inout [UInt8]) throws(HTTP1Error) {
        if count < 0 { throw .negativeLength(count) }
        switch framing {
        case .chunked:
            guard !isChunkOpen, !isComplete else { throw .calledOutOfOrder(.encodeBody) }
            // A chunk of no bytes would be the last one (RFC 9112 section 7.1).
            if count > 0 {
                output.append(contentsOf: String(count, radix: 16).utf8)
                output.appendLineEnd()
                isChunkOpen = true
            }
        case .none, .contentLength:
            guard count <= remaining else {
                throw .bodyTooLong(declared: written + remaining, excess: count - remaining)
            }
            remaining -= count
            if remaining == 0 { isComplete = true }
        }
        let (sum, overflow) = written.addingReportingOverflow(count)
        written = overflow ? .max : sum
    }

    /// What goes after them.
    mutating func encodeSuffix(into output: inout [UInt8]) {
        guard isChunkOpen else { return }
        output.appendLineEnd()
        isChunkOpen = false
    }

    /// What ends the body.
    mutating func encodeEnd(trailers: HTTPFields, into output: inout [UInt8]) throws(HTTP1Error) {
        guard framing == .chunked else {
            if let field = trailers.first { throw .forbiddenRequestTrailer(name: field.name.rawName) }
            guard remaining == 0 else {
                throw .bodyTooShort(declared: written + remaining, missing: remaining)
            }
            isComplete = true
            return
        }
        guard !isComplete else { throw .calledOutOfOrder(.encodeEnd) }
        guard !isChunkOpen else { throw .calledOutOfOrder(.encodeBodySuffix) }
        let start = output.count
        // The last chunk, the trailer section and the empty line (RFC 9112 sections 7.1 and 7.1.2).
        output.append(contentsOf: "0\r\n".utf8)
        do throws(HTTP1Error) {
            for field in trailers {
                if Self.forbiddenTrailers.contains(field.name.canonicalName) {
                    throw .forbiddenRequestTrailer(name: field.name.rawName)
                }
                try field.append(to: &output)
            }
        } catch {
            output.removeLast(output.count - start)
            throw error
        }
        output.append(contentsOf: "\r\n".utf8)
        isComplete = true
    }

    /// Fields that frame, route, authenticate or describe a message, and so must come before its body (RFC 9110
    /// section 6.5.1).
    private static let forbiddenTrailers: Set<String> = [
        "content-length", "transfer-encoding", "host", "connection", "te", "trailer", "upgrade", "expect",
        "keep-alive", "proxy-connection", "authorization", "proxy-authorization", "cookie", "range", "max-forwards",
        "cache-control", "content-encoding", "content-type", "content-range", "if-match", "if-none-match",
        "if-modified-since", "if-unmodified-since", "if-range",
    ]
}
