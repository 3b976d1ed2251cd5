internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeStream

// Bodies made of bytes and files.
//
//   bytes, small files, everything over TLS ──→ buffer ──full──→ one write (over TLS: full records)
//   large files over plain TCP ───────────────→ sendfile(2), after what the buffer holds
extension ActiveExchange {
    /// From this length on a file on a plain connection is worth `sendfile`; below, gathering spares segments.
    private static let leastForSendFile: Int64 = 64 * 1024
    /// A file is looked at for changes each time so much of it was sent.
    private static let sendFileBytes: Int64 = 4 << 20

    /// Sends the segments in order, with no more than one file open at a time.
    func send(
        _ segments: [BodySegment], after output: inout [UInt8], of total: Int64?
    ) async throws(HTTPClientError) -> ResponseHead? {
        let buffer = SendBuffer()
        for segment in segments {
            switch segment {
            case .bytes(let bytes):
                var start = 0
                while start < bytes.count {
                    start += buffer.append(bytes, from: start)
                    if buffer.isFull, let early = try await flush(buffer, after: &output, of: total) { return early }
                }
            case .file(let range):
                if let early = try await send(range, through: buffer, after: &output, of: total) { return early }
            }
        }
        return try await flush(buffer, after: &output, of: total)
    }

    private func send(
        _ range: FileRange, through buffer: SendBuffer, after output: inout [UInt8], of total: Int64?
    ) async throws(HTTPClientError) -> ResponseHead? {
        let source = try bodyStep { () throws(RequestBodyError) in try UnchangedFile(range) }
        let copies =
            stream.isSecure || range.length < Self.leastForSendFile || observer?.wantsBytes == true
        while source.remaining > 0 {
            if copies {
                if buffer.isFull, let early = try await flush(buffer, after: &output, of: total) { return early }
                try bodyStep { () throws(RequestBodyError) in try buffer.fill(from: source) }
            } else {
                if let early = try await flush(buffer, after: &output, of: total) { return early }
                if let early = try await sendFile(source, after: &output, of: total) { return early }
            }
        }
        if range.length >= Self.leastForSendFile {
            try bodyStep { () throws(RequestBodyError) in try source.checkAtEnd() }
        }
        return nil
    }

    /// Sends the next few megabytes of a file by `sendfile`.
    private func sendFile(
        _ source: UnchangedFile, after output: inout [UInt8], of total: Int64?
    ) async throws(HTTPClientError) -> ResponseHead? {
        let piece = min(source.remaining, Self.sendFileBytes, try await paceNextPiece())
        try bodyStep { () throws(RequestBodyError) in try source.check() }
        do throws(HTTP1Error) {
            try codec.encodeBodyPrefix(count: piece, into: &output)
        } catch {
            throw wrap(error, in: .send)
        }
        if let early = try await flush(&output) { return early }
        let end = source.position + piece
        while source.position < end {
            var refusal: Socket.FileStep?
            let push = try await push { () throws(StreamError) in
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
            switch (push, refusal) {
            case (.answered(let head), _): return head
            case (_, .endOfFile): throw bodyError(.fileChanged(path: source.range.path, .shrank))
            case (_, .unsupported):
                if let early = try await copy(source, upTo: end, of: total) { return early }
            case (.sent(let count), _):
                source.position += Int64(count)
                sentBody(count, of: total)
            }
        }
        codec.encodeBodySuffix(into: &output)
        try await payForPiece(piece)
        return nil
    }

    /// Sends bytes of a file that are announced already, for a file system that has no `sendfile`.
    private func copy(
        _ source: UnchangedFile, upTo end: Int64, of total: Int64?
    ) async throws(HTTPClientError) -> ResponseHead? {
        let buffer = SendBuffer()
        while source.position < end {
            let most = end - source.position
            try bodyStep { () throws(RequestBodyError) in try buffer.fill(from: source, atMost: most) }
            if let early = try await send(buffer, after: [], of: total) { return early }
        }
        return nil
    }

    /// Frames what the buffer holds, sends it behind `output`, and empties both.
    private func flush(
        _ buffer: SendBuffer, after output: inout [UInt8], of total: Int64?
    ) async throws(HTTPClientError) -> ResponseHead? {
        if buffer.count == 0 { return nil }
        do throws(HTTP1Error) {
            try codec.encodeBodyPrefix(count: Int64(buffer.count), into: &output)
        } catch {
            throw wrap(error, in: .send)
        }
        if let early = try await send(buffer, after: output, of: total) { return early }
        output.removeAll(keepingCapacity: true)
        codec.encodeBodySuffix(into: &output)
        return nil
    }

    /// Sends `head`, then what the buffer holds, and empties the buffer.
    private func send(
        _ buffer: SendBuffer, after head: [UInt8], of total: Int64?
    ) async throws(HTTPClientError) -> ResponseHead? {
        var sent = 0
        var isHeadShown = false
        while sent < head.count + buffer.count {
            let most = Int(clamping: try await paceNextPiece())
            let push = try await push { () throws(StreamError) in
                try buffer.write(to: stream, after: head, from: sent, atMost: most)
            }
            guard case .sent(let count) = push else {
                if case .answered(let early) = push { return early }
                continue
            }
            let bodyCount = max(0, sent + count - head.count) - max(0, sent - head.count)
            sent += count
            if !isHeadShown, sent >= head.count {
                isHeadShown = true
                show(sent: head, (isHeadSent ? 0 : sentHead(in: head))..<head.count)
            }
            if bodyCount > 0 {
                sentBody(bodyCount, of: total)
                try await payForPiece(Int64(bodyCount))
            }
        }
        if let observer, observer.wantsBytes { buffer.show(to: observer) }
        buffer.removeAll()
        return nil
    }

    /// Runs a step that can fail for the body's sake.
    private func bodyStep<Value>(
        _ step: () throws(RequestBodyError) -> Value
    ) throws(HTTPClientError) -> Value {
        do throws(RequestBodyError) {
            return try step()
        } catch {
            throw bodyError(error)
        }
    }
}

/// Bytes gathered until a write is worth its call, and over TLS until they fill records: 16 of 16 KiB.
private final class SendBuffer {
    private static let capacity = 256 * 1024

    // SAFETY: the memory is this object's alone; its first `count` bytes are initialised.
    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 4096)
    private(set) var count = 0

    deinit { memory.deallocate() }

    var isFull: Bool { count == Self.capacity }

    func removeAll() { count = 0 }

    /// Takes what fits of `bytes` from `start` on; gives how many.
    func append(_ bytes: [UInt8], from start: Int) -> Int {
        let taken = min(bytes.count - start, Self.capacity - count)
        // SAFETY: `taken` bytes are there in both, and the pointers are used during the call only.
        UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyBytes(from: bytes[start..<start + taken])
        count += taken
        return taken
    }

    /// Reads what comes next of a file into what room there is, at most `most` bytes of it.
    func fill(from source: UnchangedFile, atMost most: Int64 = .max) throws(RequestBodyError) {
        let room = Int(clamping: min(most, Int64(Self.capacity - count)))
        // SAFETY: the room is within the memory, and used during the call only.
        count += try source.read(into: UnsafeMutableRawBufferPointer(rebasing: memory[count..<count + room]))
    }

    func show(to observer: any ExchangeObserver) {
        // SAFETY: the bytes are the buffer's, initialised and left alone during the call.
        observer.observe(
            sent: RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: memory[..<count])), isHead: false)
    }

    /// Writes once what is left of `head` and of the buffer after `start` bytes of both.
    func write(
        to stream: ByteStream, after head: [UInt8], from start: Int, atMost most: Int
    ) throws(StreamError) -> ByteStream.Step {
        // SAFETY: both pointers are used during the call only, and `start` is below the sum of the counts.
        try head.withUnsafeBufferPointer { head throws(StreamError) in
            let bytes = UnsafeRawBufferPointer(head)
            let fromHead = min(start, bytes.count)
            let rest = memory[(start - fromHead)..<count]
            // SAFETY: the slices are within the head's bytes and the buffer's, and used during the call only.
            return try stream.write(
                UnsafeRawBufferPointer(rebasing: bytes[fromHead...]),
                UnsafeRawBufferPointer(rebasing: rest.prefix(most)))
        }
    }
}
