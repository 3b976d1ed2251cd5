internal import Sockeye

// What a transfer that is no download to a file needs of retries, rates and `-C N`.
extension Transfer {
    /// Whether the first request goes by way of a proxy.
    var usesProxy: Bool {
        parsedURL.map { client.configuration.proxies.route(to: $0) != nil } ?? false
    }

    /// `-C N`, exactly curl's: the answer must begin at that byte. False when there is nothing left to fetch.
    func continues(_ response: Response) throws(TransferFailure) -> Bool {
        let head = response.head
        guard case .offset(let offset) = operation.download.continueAt, offset > 0,
            operation.method(for: target) == "GET"
        else {
            return true
        }
        // As curl: what cannot be satisfied is taken for complete.
        if head.status.code == 416 { return false }
        let range = head.fields[.contentRange].flatMap { ContentRange(parsing: $0) }
        if case .part(offset, _, _) = range { return true }
        // The whole is sent again, and just as long as what is there.
        if head.status.code == 200, response.body.encodedByteCount == offset { return false }
        throw TransferFailure(.rangeError, "HTTP server doesn't seem to support byte ranges. Cannot resume.")
    }

    /// Copies the body to the output, no faster than `--limit-rate` and no more than `--max-filesize` allow.
    func copy(_ body: ResponseBody, to sink: BodySink) async throws {
        var room = operation.mostBodyBytes ?? .max
        func write(_ bytes: RawSpan) throws {
            room -= Int64(bytes.byteCount)
            if room < 0 { throw TransferFailure(.fileSizeExceeded, "Maximum file size exceeded") }
            try sink.writeBody(bytes)
        }
        guard let rate = operation.download.bytesPerSecond else {
            try await body.forEachChunk { try write($0) }
            return
        }
        let limit = RateLimit(bytesPerSecond: rate)
        var count = 0
        while try await body.lendNext({ bytes in
            // Several chunks may come of one receive.
            count += bytes.byteCount
            try write(bytes)
        }) {
            try await body.pause(until: limit.pay(for: Int64(count), now: .now))
            count = 0
        }
    }
}
