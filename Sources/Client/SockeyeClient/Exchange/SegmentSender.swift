internal import SockeyeHTTP1
internal import SockeyeIO

/// Sends a body made of bytes and files, with no more than one file open at a time: everything is gathered in one buffer, which goes
/// out in one write when it is full (over TLS: in full records).
///
/// A file is copied rather than handed to `sendfile(2)`: its bytes are compared with what was promised after they are read, so none of
/// a changed file is sent; and a server on the same machine takes them faster, since they are still in the processor's cache.
struct SegmentSender {
    /// A file of at least this length is looked for at its path again once it is sent: another one may be there now.
    private static let leastLookedUp: Int64 = 64 * 1024

    var writer: RequestWriter
    private let buffer = SendBuffer()

    init(_ writer: RequestWriter) {
        self.writer = writer
    }

    mutating func send(_ segments: [BodySegment]) async throws(HTTPClientError) {
        for segment in segments {
            switch segment {
            case .bytes(let bytes):
                var start = 0
                while start < bytes.count {
                    start += buffer.append(bytes, from: start)
                    if buffer.isFull { try await writer.send(buffer) }
                }
            case .file(let range): try await send(range)
            }
        }
        try await writer.send(buffer)
    }

    private mutating func send(_ range: FileRange) async throws(HTTPClientError) {
        let source = try bodyStep { () throws(RequestBodyError) in try UnchangedFile(range) }
        while source.remaining > 0 {
            if buffer.isFull { try await writer.send(buffer) }
            try bodyStep { () throws(RequestBodyError) in try buffer.fill(from: source) }
        }
        if range.length >= Self.leastLookedUp {
            try bodyStep { () throws(RequestBodyError) in try source.checkAtEnd() }
        }
    }

    /// Runs a step that can fail because of the body.
    private func bodyStep<Value>(_ step: () throws(RequestBodyError) -> Value) throws(HTTPClientError) -> Value {
        do throws(RequestBodyError) {
            return try step()
        } catch {
            throw writer.wire.exclusively { writer.wire.error(.requestBody(error), in: .send) }
        }
    }
}
