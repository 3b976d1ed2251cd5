internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeHTTP1

/// Sends two equal HEAD requests, one after the other, with a separate client.
struct RepetitionProbe: Sendable {
    let configuration: HTTPClient.Configuration
    let effort: EffortCounter

    func examine(_ request: Request) async -> KeepAliveFacts {
        let client = HTTPClient(configuration: configuration)
        var request = request
        request.method = .head
        var facts = KeepAliveFacts()
        do throws(HTTPClientError) {
            let first = RequestWatcher(effort)
            let head = try await FetchedResponse.fetch(request, by: client, atMost: 0, first).head
            facts.status = head.status.code
            let notes = first.notes
            (facts.first, facts.closing) = (notes.firstByte, notes.closing.map { "\($0)" })
            if let name = HTTPField.Name("Keep-Alive"), let value = head.fields[name] {
                facts.field = "Keep-Alive: \(value)"
            }
            let second = RequestWatcher(effort)
            _ = try await FetchedResponse.fetch(request, by: client, atMost: 0, second)
            facts.second = second.notes.firstByte
            facts.isReused = second.notes.isReused && !second.notes.wasDead
            facts.diedQuietly = second.notes.wasDead
        } catch {
            facts.failure = "\(error)"
        }
        return facts
    }
}

/// Sends a conditional HEAD request.
struct ConditionProbe: Sendable {
    let client: HTTPClient
    let effort: EffortCounter

    /// The validators in a response's fields, with the outcome of the conditional request.
    func examine(_ request: Request, _ head: ResponseHead) async -> ValidatorsFacts {
        var facts = ValidatorsFacts(head)
        facts.isNeverStored = CacheControl(head.fields).noStore
        var request = request
        request.method = .head
        if let tag = facts.tag, EntityTag(parsing: tag) != nil {
            request.fields[.ifNoneMatch] = tag
        } else if let modified = facts.modified, HTTPDate(parsing: modified) != nil {
            request.fields[.ifModifiedSince] = modified
        } else {
            return facts
        }
        do throws(HTTPClientError) {
            let answer = try await FetchedResponse.fetch(request, by: client, atMost: 0, RequestWatcher(effort)).head
            facts.laterTag = answer.fields[.eTag]
            facts.condition = answer.status.code == 304 ? .notModified : .answered(answer.status.code)
        } catch {
            facts.condition = .failed("\(error)")
        }
        return facts
    }
}
