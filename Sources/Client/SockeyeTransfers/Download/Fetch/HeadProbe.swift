internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeURL
internal import SockeyeFields
internal import SockeyeHTTP1

/// Learns about a file before its bytes are asked for: by HEAD, or by a GET of its first byte.
struct HeadProbe: Sendable {
    let client: HTTPClient
    let observer: (any ExchangeObserver)?

    /// What a response's head says.
    struct Facts: Sendable {
        var answer: ResumeAnswer
        var head: ResponseHead
        /// Where the response came from, after redirects.
        var url: HTTPURL
        /// The length of the file; `nil` if unknown, or if a content coding hides it.
        var total: Int64?
        /// Whether the server says that it serves no ranges.
        var refusesRanges: Bool
    }

    /// Asks by HEAD. `nil` if the server refuses it or cannot be reached: the GET that
    /// follows reports the reason.
    func ask(_ request: Request, _ options: DownloadOptions) async throws(DownloadError) -> Facts? {
        guard request.method == .get, request.fields[.range] == nil else { return nil }
        var probe = request
        probe.method = .head
        // With Want-Repr-Digest and the rest, so that the response describes what the GET will return.
        probe.ask(ResumeQuestion(), ResumeKnowledge(), wantsDigest: options.asksForDigest)
        do {
            return try await client.perform(probe, observer: observer) { Facts($0) }
        } catch {
            if case .cancelled = DownloadError(error) { throw .cancelled }
            return nil
        }
    }

    /// The name that the server suggests: from the facts, else by asking for the first byte.
    func suggestedName(_ request: Request, _ facts: Facts?) async throws(DownloadError) -> String {
        if let facts { return try FileName.suggested(by: facts.head, at: facts.url) }
        var probe = request
        if probe.method == .get, probe.fields[.range] == nil {
            probe.fields[.range] = RangeField(.closed(first: 0, last: 0)).description
            probe.note([.range], from: "the download")
        }
        do {
            return try await client.perform(probe, observer: observer) { response in
                let status = response.status.code
                if !(200...299).contains(status), status != 416 {
                    throw DownloadError.refused("the server answered \(status)", status: status)
                }
                return try FileName.suggested(by: response.head, at: response.url)
            }
        } catch {
            throw DownloadError(error)
        }
    }
}

extension HeadProbe.Facts {
    /// The facts in a response to HEAD; `nil` unless the status is 2xx.
    init?(_ response: Response) {
        guard (200...299).contains(response.status.code) else { return nil }
        let fields = response.fields
        answer = ResumeAnswer(response.head, bodyLength: nil)
        head = response.head
        url = response.url
        // RFC 9110 section 8.6: the length that a GET would have. Not a promise; the GET's own response counts.
        let length = fields[.contentLength].flatMap { text in
            text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
        }
        total = answer.isCoded || answer.isPart ? nil : length
        refusesRanges = fields[.acceptRanges]?.lowercased() == "none"
    }
}
