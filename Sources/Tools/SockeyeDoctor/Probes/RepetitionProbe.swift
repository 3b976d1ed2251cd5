internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeHTTP1

/// Two equal HEAD requests, one after the other, by a client of their own.
struct RepetitionProbe: Sendable {
    let configuration: HTTPClientConfiguration
    let tally: Tally

    func examine(_ request: Request) async -> KeepAliveFacts {
        let client = HTTPClient(configuration: configuration)
        var request = request
        request.method = .head
        var facts = KeepAliveFacts()
        do throws(HTTPClientError) {
            let first = Watcher(tally)
            let head = try await Fetched.fetch(request, by: client, atMost: 0, first).head
            facts.status = head.status.code
            let notes = first.notes
            (facts.first, facts.closing) = (notes.firstByte, notes.closing.map { "\($0)" })
            if let name = HTTPField.Name("Keep-Alive"), let value = head.fields[name] {
                facts.field = "Keep-Alive: \(value)"
            }
            let second = Watcher(tally)
            _ = try await Fetched.fetch(request, by: client, atMost: 0, second)
            facts.second = second.notes.firstByte
            facts.isReused = second.notes.isReused && !second.notes.wasDead
            facts.diedQuietly = second.notes.wasDead
        } catch {
            facts.failure = "\(error)"
        }
        return facts
    }
}

/// A HEAD request that asks for the resource only if it changed.
struct ConditionProbe: Sendable {
    let client: HTTPClient
    let tally: Tally

    /// The facts of a response's fields, with what came of asking with them.
    func examine(_ request: Request, _ head: ResponseHead) async -> ValidatorsFacts {
        var facts = ValidatorsFacts(
            tag: head.fields[.eTag], modified: head.fields[.lastModified],
            date: head.fields[.date].flatMap { HTTPDate(parsing: $0) })
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
            let answer = try await Fetched.fetch(request, by: client, atMost: 0, Watcher(tally)).head
            facts.laterTag = answer.fields[.eTag]
            facts.condition = answer.status.code == 304 ? .notModified : .answered(answer.status.code)
        } catch {
            facts.condition = .failed("\(error)")
        }
        return facts
    }
}
