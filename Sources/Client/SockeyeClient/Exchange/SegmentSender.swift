internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTransport

/// Sends a body made of bytes and files, with no more than one file open at a time.
///
/// ```
///   bytes, small files, everything over TLS ──→ buffer ──full──→ one write (over TLS: full records)
///   large files over plain TCP ───────────────→ sendfile(2), after the buffer
/// ```
struct SegmentSender {
    /// Files of at least this length use `sendfile` on a plain connection; smaller ones are gathered, which saves
    /// segments.
    private static let leastForSendFile: Int64 = 64 * 1024
    /// The bytes sent between two checks of a file for changes.
    private static let sendFileBytes: Int64 = 4 << 20

    var writer: RequestWriter
    private let buffer = SendBuffer()

    init(_ writer: RequestWriter) {
        self.writer = writer
    }

    private var wire: Wire { writer.wire }

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
        let copies =
            wire.connection.stream?.isEncrypted != false || range.length < Self.leastForSendFile
            || wire.observer?.wantsBytes == true
        while source.remaining > 0 {
            if copies {
                if buffer.isFull { try await writer.send(buffer) }
                try bodyStep { () throws(RequestBodyError) in try buffer.fill(from: source) }
            } else {
                try await writer.send(buffer)
                try await sendFile(source)
            }
        }
        if range.length >= Self.leastForSendFile {
            try bodyStep { () throws(RequestBodyError) in try source.checkAtEnd() }
        }
    }

    /// Sends the next few megabytes of a file with `sendfile`.
    private mutating func sendFile(_ source: UnchangedFile) async throws(HTTPClientError) {
        let piece = min(source.remaining, Self.sendFileBytes, try await writer.nextAllowance())
        try bodyStep { () throws(RequestBodyError) in try source.check() }
        try writer.beginPiece(piece)
        try await writer.flush()
        let end = source.position + piece
        while source.position < end {
            var refusal: Socket.FileStep?
            let count = try await writer.push { () throws(StreamError) in
                guard let stream = wire.connection.stream else { return .ended }
                let step = try stream.sendFile(
                    source.file, at: source.position, atMost: Int(clamping: end - source.position))
                switch step {
                case .sent(let count): return .bytes(count)
                case .wouldBlock: return .wouldBlock
                case .endOfFile, .unsupported:
                    refusal = step
                    return .bytes(0)
                }
            }
            switch refusal {
            case .endOfFile: throw bodyError(.fileChanged(path: source.range.path, .shrank))
            case .unsupported: try await copy(source, upTo: end)
            case .sent, .wouldBlock, nil:
                source.position += Int64(count)
                writer.sentBody(count)
            }
        }
        writer.endPiece()
        try await writer.pay(for: piece)
    }

    /// Sends bytes of a file that are already announced, for a file system without `sendfile`.
    private mutating func copy(_ source: UnchangedFile, upTo end: Int64) async throws(HTTPClientError) {
        let buffer = SendBuffer()
        while source.position < end {
            let most = end - source.position
            try bodyStep { () throws(RequestBodyError) in try buffer.fill(from: source, atMost: most) }
            try await writer.sendUnframed(buffer)
        }
    }

    /// Runs a step that can fail because of the body.
    private func bodyStep<Value>(_ step: () throws(RequestBodyError) -> Value) throws(HTTPClientError) -> Value {
        do throws(RequestBodyError) {
            return try step()
        } catch {
            throw bodyError(error)
        }
    }

    private func bodyError(_ error: RequestBodyError) -> HTTPClientError {
        wire.exclusively { wire.error(.requestBody(error), in: .send) }
    }
}
