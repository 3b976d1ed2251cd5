internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeURL
internal import SockeyeFields
internal import SockeyeHTTP1

/// What can be learnt of a file before its bytes are asked for: by HEAD, or from the answer to a GET of its first byte.
struct HeadProbe: Sendable {
    let client: HTTPClient
    let observer: (any ExchangeObserver)?

    /// What a head told.
    struct Facts: Sendable {
        var answer: ResumeAnswer
        var head: ResponseHead
        /// Where the answer came from, after redirects.
        var url: HTTPURL
        /// The length of the file; `nil` when it was not told, or is that of a coded form.
        var total: Int64?
        /// Whether the server says that it gives no parts.
        var refusesRanges: Bool
    }

    /// Asks by HEAD. Servers that refuse it, or that cannot be asked now, are told nothing of by `nil`: the GET that
    /// follows gives their reasons.
    func ask(_ request: Request, _ options: DownloadOptions) async throws(DownloadError) -> Facts? {
        guard request.method == .get, request.fields[.range] == nil else { return nil }
        var probe = request
        probe.method = .head
        // Want-Repr-Digest and the rest go along, so that the answer is about what the GET will give.
        probe.ask(ResumeQuestion(), ResumeKnowledge(), wantsDigest: options.asksForDigest)
        do {
            return try await client.perform(probe, observer: observer) { Facts($0) }
        } catch let error as HTTPClientError {
            if case .cancelled = error.cause { throw .cancelled }
            return nil
        } catch {
            return nil
        }
    }

    /// The name that the server suggests: from the facts, or else by asking for the first byte.
    func suggestedName(_ request: Request, _ facts: Facts?) async throws(DownloadError) -> String {
        if let facts { return try FileName.suggested(by: facts.head, at: facts.url) }
        var probe = request
        if probe.method == .get, probe.fields[.range] == nil {
            probe.fields[.range] = RangeField(.closed(first: 0, last: 0)).description
        }
        do {
            return try await client.perform(probe, observer: observer) { response in
                let status = response.status.code
                if !(200...299).contains(status), status != 416 {
                    throw DownloadError.refused("the server answered \(status)", status: status)
                }
                return try FileName.suggested(by: response.head, at: response.url)
            }
        } catch let error as HTTPClientError {
            throw .client(error)
        } catch let error as DownloadError {
            throw error
        } catch {
            throw .refused("\(error)", status: nil)
        }
    }
}

extension HeadProbe.Facts {
    /// The facts of an answer to HEAD; `nil` of one that is no success.
    init?(_ response: Response) {
        guard (200...299).contains(response.status.code) else { return nil }
        let fields = response.fields
        answer = ResumeAnswer(response.head, bodyLength: nil)
        head = response.head
        url = response.url
        // RFC 9110 section 8.6: what a GET would have had. Not a promise; the GET's own answer is what counts.
        let length = fields[.contentLength].flatMap { text in
            text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
        }
        total = answer.isCoded ? nil : length
        refusesRanges = fields[.acceptRanges]?.lowercased() == "none"
    }
}
