package import HTTPTypes

/// What marks the end of a request's body (RFC 9112 section 6). Closed: the RFC has no other ways.
public enum RequestBodyFraming: Sendable, Hashable {
    /// No body; neither Content-Length nor Transfer-Encoding is added.
    case none
    /// Exactly this many bytes (not negative); adds Content-Length.
    case contentLength(Int64)
    /// Pieces of any length, each preceded by its size; adds `Transfer-Encoding: chunked`. HTTP/1.1 only.
    case chunked
}

/// Counts or chunks the body of a request, whose bytes the caller writes.
struct RequestBodyEncoder: Sendable {
    private let framing: RequestBodyFraming
    /// Bytes announced by Content-Length and not yet written.
    private(set) var remaining: Int64
    /// Bytes announced by the caller so far, all within Content-Length.
    private var written: Int64 = 0
    /// Whether a chunk's data was announced, but not yet its end.
    private var isChunkOpen = false

    init(framing: RequestBodyFraming) {
        self.framing = framing
        remaining = if case .contentLength(let count) = framing { count } else { 0 }
    }

    /// Whether the body has all the bytes that were announced; never true for a chunked one.
    var isFinished: Bool { framing != .chunked && remaining <= 0 }

    /// Appends what precedes `count` bytes of content.
    mutating func encodePrefix(count: Int64, into output: inout [UInt8]) throws(HTTP1Error) {
        if count < 0 { throw .caller(.negativeLength(count)) }
        if framing == .chunked {
            if isChunkOpen { throw .caller(.calledOutOfOrder(.encodeBody)) }
            // A chunk of no bytes would be the last one (RFC 9112 section 7.1).
            if count == 0 { return }
            output.append(contentsOf: String(count, radix: 16).utf8)
            output.appendLineEnd()
            isChunkOpen = true
            return
        }
        guard count <= remaining else {
            throw .caller(.bodyTooLong(declared: written + remaining, excess: count - remaining))
        }
        remaining -= count
        written += count
    }

    /// Appends what follows them.
    mutating func encodeSuffix(into output: inout [UInt8]) {
        if isChunkOpen { output.appendLineEnd() }
        isChunkOpen = false
    }

    /// Appends what ends the body.
    mutating func encodeEnd(trailers: HTTPFields, into output: inout [UInt8]) throws(HTTP1Error) {
        guard framing == .chunked else {
            if let field = trailers.first { throw .caller(.forbiddenTrailer(name: field.name.rawName)) }
            if remaining == 0 { return }
            throw .caller(.bodyTooShort(declared: written + remaining, missing: remaining))
        }
        if isChunkOpen { throw .caller(.calledOutOfOrder(.encodeBodySuffix)) }
        let start = output.count
        // The last chunk, the trailer section and the empty line (RFC 9112 sections 7.1 and 7.1.2).
        output.append(contentsOf: "0\r\n".utf8)
        do throws(HTTP1Error) {
            for field in trailers {
                if !RequestHead.takesTrailer(field.name) {
                    throw .caller(.forbiddenTrailer(name: field.name.rawName))
                }
                try field.append(to: &output)
            }
        } catch {
            output.removeLast(output.count - start)
            throw error
        }
        output.appendLineEnd()
    }

    fileprivate static let forbiddenTrailers: Set<String> = [
        "content-length", "transfer-encoding", "host", "connection", "te", "trailer", "upgrade", "expect",
        "keep-alive", "proxy-connection", "authorization", "proxy-authorization", "cookie", "range", "max-forwards",
        "cache-control", "content-encoding", "content-type", "content-range", "if-match", "if-none-match",
        "if-modified-since", "if-unmodified-since", "if-range",
    ]
}

extension RequestHead {
    /// Whether a field may follow a chunked body. Fields that frame, route, authenticate or describe a message must precede
    /// its body (RFC 9110 section 6.5.1).
    package static func takesTrailer(_ name: HTTPField.Name) -> Bool {
        !RequestBodyEncoder.forbiddenTrailers.contains(name.canonicalName)
    }
}
