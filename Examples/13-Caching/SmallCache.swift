import Sockeye

// snippet.entry
/// A response that is kept, and what it is judged by.
struct Entry {
    var reply: BufferedResponse
    var request: HTTPFields
    /// When it came, or was last found to be still good.
    var confirmedAt: Int

    /// For how many seconds it may be used without asking (RFC 9111 section 4.2.1).
    var lifetime: Int { reply.fields.lifetime ?? 0 }

    /// Whether it is the answer to this request, too (section 4.1).
    func isFor(_ other: HTTPFields) -> Bool {
        reply.fields.members(of: .vary).allSatisfy { name in
            guard let field = HTTPField.Name(name) else { return false }  // `*`: nobody can tell
            return request[field] == other[field]
        }
    }
}
// snippet.end

// snippet.terms
extension HTTPFields {
    /// The members of a field that is a list, in lowercase.
    func members(of name: HTTPField.Name) -> [String] {
        (self[name] ?? "").lowercased().split(separator: ",").map { member in
            String(member.drop { $0 == " " }.prefix { $0 != " " })
        }
    }

    /// For how long the response may be used without asking; `nil` if it may not be kept at all.
    var lifetime: Int? {
        let directives = members(of: .cacheControl)
        if directives.contains("no-store") { return nil }
        return directives.contains("no-cache") ? 0 : maxAge ?? 0
    }

    /// What `max-age` says, in seconds; 0 if that is no number.
    var maxAge: Int? {
        guard let said = members(of: .cacheControl).first(where: { $0.hasPrefix("max-age=") }) else { return nil }
        let digits = said.dropFirst(8)
        return digits.allSatisfy { ("0"..."9").contains($0) } ? Int(digits) ?? 0 : 0
    }
}
// snippet.end

// snippet.cache
/// A cache for one user. Its clock is set by hand, so that a minute passes at once.
struct SmallCache {
    private let client = HTTPClient()
    private var entries: [String: [Entry]] = [:]
    var now = 0

    /// The body, and where it came from.
    mutating func get(_ url: String, _ fields: HTTPFields = [:]) async throws -> String {
        let found = entries[url]?.firstIndex { $0.isFor(fields) }
        let stored = found.flatMap { entries[url]?[$0] }

        // Fresh: nobody is asked (RFC 9111 section 4.2).
        if let stored, now - stored.confirmedAt < stored.lifetime {
            return "“\(stored.reply.text())” from the cache, \(now - stored.confirmedAt) s old"
        }

        // Stale: the server is asked whether it is still good (section 4.3).
        var asked = fields
        if let tag = stored?.reply.fields[.eTag] { asked[.ifNoneMatch] = tag }
        let reply = try await client.send(.get(url, fields: asked), observer: QuestionPrinter())
        if reply.status == .notModified, var stored, let found {
            stored.confirmedAt = now
            entries[url]?[found] = stored
            return "“\(stored.reply.text())” from the cache, still good"
        }

        // Another answer: kept, if it may be (section 3).
        if let found { entries[url]?.remove(at: found) }
        if reply.status == .ok, reply.fields.lifetime != nil {
            entries[url, default: []].append(Entry(reply: reply, request: fields, confirmedAt: now))
        }
        return "“\(reply.text())” from the server"
    }
}
// snippet.end
