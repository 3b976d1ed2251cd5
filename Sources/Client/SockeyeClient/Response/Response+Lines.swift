internal import HTTPTypes
internal import SockeyeEncodings
internal import SockeyeFields

extension Response {
    /// The lines of the body as they arrive, without the LF or CRLF that ends each; the last may lack it.
    ///
    /// ```swift
    /// for try await line in response.lines { print(line) }
    /// ```
    ///
    /// They are text by the rules of ``BufferedResponse/text()``, in any encoding that has LF as one byte, which is all but
    /// UTF-16. A line of more than 64 MiB fails with `.bodyTooLarge`. `lines(limit:)` of SockeyeParsers, for any stream of
    /// bytes, can refuse what isn't UTF-8 instead of replacing it.
    public var lines: some AsyncSequence<String, HTTPClientError> {
        ResponseLines(body: body, encoding: fields.textEncoding)
    }
}

extension HTTPFields {
    /// The encoding by Content-Type's charset; UTF-8 if it is missing or unknown.
    var textEncoding: TextEncoding {
        self[.contentType].flatMap(MediaType.charset(ofContentType:)).flatMap(TextEncoding.init(label:)) ?? .utf8
    }
}

private struct ResponseLines: AsyncSequence {
    let body: ResponseBody
    let encoding: TextEncoding

    func makeAsyncIterator() -> Iterator { Iterator(body: body, encoding: encoding) }

    struct Iterator: AsyncIteratorProtocol {
        private let body: ResponseBody
        private let encoding: TextEncoding
        private var bytes: [UInt8] = []
        /// Where the next line begins, and up to where it is known to have no end.
        private var (start, searched) = (0, 0)
        private var isFirst = true
        private var isOver = false

        /// The longest line, which is as much as a buffered body has by default.
        private static let limit = 64 * 1024 * 1024

        init(body: ResponseBody, encoding: TextEncoding) {
            (self.body, self.encoding) = (body, encoding)
        }

        mutating func next() async throws(HTTPClientError) -> String? {
            while true {
                if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                    defer { (start, searched) = (end + 1, end + 1) }
                    let hasReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
                    return text(bytes[start..<(hasReturn ? end - 1 : end)])
                }
                if isOver {
                    defer { bytes = []; (start, searched) = (0, 0) }
                    return start < bytes.count ? text(bytes[start...]) : nil
                }
                bytes.removeFirst(start)
                (start, searched) = (0, bytes.count)
                if bytes.count > Self.limit { throw body.tooLarge(Self.limit) }
                var received: [UInt8] = []
                isOver = try await !body.pull { received.append(copying: $0) }
                bytes += received
            }
        }

        /// Only the first line can begin with a byte order mark.
        private mutating func text(_ line: ArraySlice<UInt8>) -> String {
            defer { isFirst = false }
            return isFirst ? encoding.decodeText(Array(line)) : encoding.decode(Array(line))
        }
    }
}
