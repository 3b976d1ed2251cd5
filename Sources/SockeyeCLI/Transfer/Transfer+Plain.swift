internal import Sockeye
internal import SockeyeFields

// Proxy, `-C N` and rates for transfers that aren't file downloads.
extension Transfer {
    /// Whether the first request goes through a proxy.
    var usesProxy: Bool {
        parsedURL.map { client.configuration.proxies.apply(to: $0) } ?? false
    }

    /// `-C N` as in curl: the response must start at that byte. False if nothing is left to fetch.
    func continues(_ response: Response) throws(TransferFailure) -> Bool {
        let head = response.head
        guard case .offset(let offset) = operation.download.continueAt, offset > 0,
            operation.method(for: target) == "GET"
        else {
            return true
        }
        // As in curl, an unsatisfiable range counts as complete.
        if head.status.code == 416 { return false }
        let range = head.fields[.contentRange].flatMap { ContentRange(parsing: $0) }
        if case .part(offset, _, _) = range { return true }
        // The whole file is sent again, and is as long as the one on disk.
        if head.status.code == 200, response.body.encodedByteCount == offset { return false }
        throw TransferFailure(.rangeError, "HTTP server doesn't seem to support byte ranges. Cannot resume.")
    }

    /// Copies the body to the output, within the limits of `--limit-rate` and `--max-filesize`.
    func copy(_ body: ResponseBody, to sink: BodySink) async throws {
        guard let rate = operation.download.bytesPerSecond else {
            // With coding options, what is written isn't what the body counts.
            if operation.coding == CodingSettings(), try sink.dropsBody {
                let before = body.decodedByteCount
                defer { sink.dropped(body.decodedByteCount - before) }
                return try await body.drain()
            }
            try await body.forEachChunk { try sink.writeWithinLimit($0) }
            return
        }
        try await body.forEachChunk(atMost: rate) { try sink.writeWithinLimit($0) }
    }
}
