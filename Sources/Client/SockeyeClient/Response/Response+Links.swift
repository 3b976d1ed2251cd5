internal import HTTPTypes
internal import SockeyeFields
public import SockeyeURL

extension Response {
    /// The status as a number, such as 200.
    public var statusCode: Int { status.code }

    /// See ``BufferedResponse/links``.
    public var links: [String: HTTPURL] { fields.links(from: url) }
}

extension BufferedResponse {
    /// The status as a number, such as 200.
    public var statusCode: Int { status.code }

    /// Where the response links to (the Link field, RFC 8288), by relation type in lowercase: the first link of each.
    ///
    /// ```swift
    /// var page = try await client.get("https://api.example.com/items")
    /// while let next = page.links["next"] { page = try await client.get(next) }
    /// ```
    ///
    /// Relative references are resolved against ``url``. A link of another context than this response (`anchor`), or one that
    /// isn't http or https, is left out, and so is a field line that is malformed. `LinkField` in SockeyeFields has the rest.
    public var links: [String: HTTPURL] { fields.links(from: url) }
}

extension HTTPFields {
    fileprivate func links(from url: HTTPURL) -> [String: HTTPURL] {
        var found: [String: HTTPURL] = [:]
        for link in LinkField.links(in: self) {
            // RFC 8288 section 3.2: with an anchor the link is from elsewhere.
            guard !link.parameters.contains(where: { $0.name == "anchor" }),
                let target = try? url.resolving(octets: link.targetOctets)
            else { continue }
            for relation in link.relations where found[relation] == nil { found[relation] = target }
        }
        return found
    }
}
