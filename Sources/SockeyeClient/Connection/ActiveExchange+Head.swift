internal import HTTPTypes
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeStream

extension ActiveExchange {
    /// Heads are small; a read for one takes no more than this, so that little is copied when more came with it.
    private static let headReadBytes = 16 * 1024

    /// Receives up to the final head.
    func receiveHead() async throws(HTTPClientError) -> ResponseHead {
        let end = deadlines.end(.firstByte, deadlines.timeouts.firstByte)
        while true {
            if let head = try pollHead() { return head }
            stream.socket.loop.expectAnswer()
            try await wait(in: .wait, until: hasReceived ? idleEnd() : end)
        }
    }

    /// The final head if it is there; `nil` when the caller must wait. Interim ones are told to the observer.
    func pollHead() throws(HTTPClientError) -> ResponseHead? {
        while true {
            if !connection.leftover.isEmpty {
                let input = connection.leftover
                connection.leftover = []
                if let head = try takeHead(from: input.span.bytes) { return head }
            }
            switch try readHeadBytes() {
            case .head(let head): return head
            case .part: continue
            case .wouldBlock: return nil
            }
        }
    }

    /// What one read brought of the head.
    private enum HeadRead {
        case head(ResponseHead)
        case part
        case wouldBlock
    }

    private func readHeadBytes() throws(HTTPClientError) -> HeadRead {
        try ScratchBuffers.withBuffer { buffer throws(HTTPClientError) in
            // SAFETY: the stream writes the first `count` bytes of the scratch buffer, which is ours until the closure
            // returns; the span over them ends before that.
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Self.headReadBytes])
            let step: ByteStream.Step
            do throws(StreamError) {
                step = try stream.read(into: part)
            } catch {
                throw wrap(error, in: .wait)
            }
            switch step {
            case .wouldBlock:
                return .wouldBlock
            case .ended:
                do throws(HTTP1Error) {
                    _ = try codec.receiveEnd()
                    throw HTTP1Error.closedBeforeResponse
                } catch {
                    throw wrap(error, in: .wait)
                }
            case .bytes(let count):
                hasReceived = true
                if timings.firstByte == nil { timings.firstByte = .now }
                // SAFETY: the bytes just received, in the scratch buffer that is ours until the closure returns.
                let input = RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: part[..<count]))
                return try takeHead(from: input).map(HeadRead.head) ?? .part
            }
        }
    }

    /// Feeds the codec until the final head; what follows it is left over for the body.
    private func takeHead(from input: RawSpan) throws(HTTPClientError) -> ResponseHead? {
        var used = 0
        while used < input.byteCount {
            let (consumed, event) = try decodeNext(input.extracting(droppingFirst: used))
            used += consumed
            headByteCount += consumed
            switch event {
            case .informational(let head):
                observer?.observe(.informational(head))
                // The first byte that counts is one of the final response.
                timings.firstByte = used < input.byteCount ? .now : nil
            case .head(let head):
                connection.leftover = input.extracting(droppingFirst: used).copied()
                observer?.observe(.receivedHead(head, byteCount: headByteCount))
                return head
            case .needMore, .bodyBytes, .end, .tunnel:
                break
            }
        }
        return nil
    }
}

extension RawSpan {
    /// The bytes in an array of their own.
    func copied() -> [UInt8] {
        if byteCount == 0 { return [] }
        // SAFETY: the span's bytes are initialised and the pointer is used during the closure only.
        return withUnsafeBytes { Array($0) }
    }
}
