public import HTTPTypes
public import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeTransport

/// A response that didn't come from a server but from a cache, a test or a script. It goes through the same codec as
/// any other: it can be decoded, limited and downloaded to a file.
public struct SyntheticResponse: Sendable, JSONBody {
    /// Where its body comes from.
    enum Content: Sendable {
        case bytes([UInt8])
        case stream(any AsyncSequence<[UInt8], any Error> & Sendable)
    }

    /// The status.
    public var status: HTTPResponse.Status
    /// The fields, without those about the body's length, which are added.
    public var fields: HTTPFields
    let content: Content
    let length: Int64?

    /// A response with its body in memory.
    public init(status: HTTPResponse.Status = .ok, fields: HTTPFields = [:], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        content = .bytes(body)
        length = Int64(body.count)
    }

    /// A response with the UTF-8 bytes of a text as its body.
    public init(status: HTTPResponse.Status = .ok, fields: HTTPFields = [:], body: String) {
        self.init(status: status, fields: fields, body: Array(body.utf8))
    }

    /// A response of encoded JSON, with the media type `application/json`; `SockeyeParsers` encodes values.
    public static func json(_ bytes: [UInt8]) -> SyntheticResponse {
        SyntheticResponse(fields: [.contentType: "application/json"], body: bytes)
    }

    /// A response whose body comes in pieces, each requested after the previous one was read.
    ///
    /// - Parameters:
    ///   - status: the status code.
    ///   - fields: the field lines.
    ///   - pieces: the body; none of them is requested before its turn.
    ///   - length: the total length, if known; a shorter body is then an error.
    public init(
        status: HTTPResponse.Status = .ok, fields: HTTPFields = [:],
        pieces: some AsyncSequence<[UInt8], some Error> & Sendable, length: Int64? = nil
    ) {
        self.status = status
        self.fields = fields
        content = .stream(ErasedPieces(pieces))
        self.length = length
    }

    /// A transport that sends the response as a server would.
    var transport: MemoryTransport {
        switch content {
        case .bytes(let body): return MemoryTransport(arrived: head + body) { _ in .end }
        case .stream(let pieces):
            let body = SyntheticBody(pieces)
            return MemoryTransport(arrived: head, takesTime: true) { _ in try await body.next().map { .say($0) } ?? .end
            }
        }
    }

    /// The head as a server would send it.
    private var head: [UInt8] {
        var sent = fields
        sent.removeAll { $0.name == .contentLength || $0.name == .transferEncoding }
        if let length { sent.append(HTTPField(name: .contentLength, value: "\(length)")) }
        return status.head(with: sent)
    }
}

extension HTTPResponse.Status {
    /// A response's head as a server would send it.
    func head(with fields: HTTPFields) -> [UInt8] {
        var bytes = Array("HTTP/1.1 \(code) \(reasonPhrase)\r\n".utf8)
        for field in fields {
            bytes += field.name.rawName.utf8
            bytes += ": ".utf8
            bytes += field.octets
            bytes += "\r\n".utf8
        }
        return bytes + "\r\n".utf8
    }
}

// SAFETY: `iterator` is used by `next()` only, which is called by the single task that reads the response.
/// The pieces of a synthetic body, in order.
private final class SyntheticBody: @unchecked Sendable {
    private var iterator: any AsyncIteratorProtocol

    init(_ pieces: any AsyncSequence<[UInt8], any Error> & Sendable) {
        iterator = pieces.makeAsyncIterator()
    }

    func next() async throws -> [UInt8]? {
        var copy = iterator
        defer { iterator = copy }
        return try await copy.next(isolation: #isolation) as? [UInt8]
    }
}
