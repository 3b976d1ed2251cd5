/// The routes whose bodies take more than one step.
enum BodyRoutes {
    /// Sizes that match no buffer's boundary.
    private static let oddSizes = [1, 7, 1023, 3, 4099, 65_537, 13]
    /// Each chunk takes three steps in memory, so a body of more ends in one large chunk. Enough for 10 MB.
    private static let chunkLimit = 1000

    /// A body in chunks of odd sizes, with chunk extensions and trailers (RFC 9112 section 7.1).
    static func chunked(_ count: Int, isOld: Bool) -> LoopbackReply {
        // RFC 9112 section 6.1: no transfer coding for an HTTP/1.0 client.
        if isOld { return Routes.closeDelimited(count) }
        var steps: [Step] = []
        var start = 0
        var turn = 0
        while start < count {
            let isLast = turn + 1 >= chunkLimit
            let end = isLast ? count : start + min(oddSizes[turn % oddSizes.count], count - start)
            // Alternate letter case, a leading zero, and the forms of chunk extension.
            let size = String(end - start, radix: 16, uppercase: turn % 2 == 0)
            let line =
                switch turn % 4 {
                case 1: "0\(size);name=token"
                case 2: "\(size);quoted=\"a;b\"; flag"
                default: size
                }
            steps += [.send("\(line)\r\n"), .sendPattern(start..<end), .send("\r\n")]
            start = end
            turn += 1
        }
        steps.append(.send("0;last\r\nX-Body-Length: \(count)\r\nX-Chunks: \(turn)\r\n\r\n"))
        return LoopbackReply(
            fields: [
                .init("Content-Type", "application/octet-stream"), .init("Transfer-Encoding", "chunked"),
                .init("Trailer", "X-Body-Length, X-Chunks"),
            ], body: steps)
    }

    /// A body in ten pieces with a pause before each.
    static func slow(_ count: Int, milliseconds: Int) -> LoopbackReply {
        var reply = LoopbackReply.pattern(count)
        reply.body = []
        // A pause beyond the server's patience would only look like a stall.
        let pause = Duration.milliseconds(min(milliseconds, 30_000))
        let pieceBytes = max(1, count / 10)
        var start = 0
        while start < count {
            let end = start + min(pieceBytes, count - start)
            reply.body += [.delay(pause), .sendPattern(start..<end)]
            start = end
        }
        return reply
    }
}
