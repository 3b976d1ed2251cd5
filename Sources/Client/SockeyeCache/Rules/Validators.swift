package import HTTPTypes
package import SockeyeFields

/// The validators of a response (RFC 9110 section 8.8).
package struct Validators: Sendable, Hashable {
    /// The entity tag.
    package let tag: EntityTag?
    /// Last-Modified, as received.
    package let lastModified: [UInt8]?
    private let modifiedAt: Int64?

    /// Reads the validators.
    package init(_ fields: HTTPFields) {
        tag = fields[octets: .eTag].first.flatMap { EntityTag(parsing: $0) }
        lastModified = fields[octets: .lastModified].first
        modifiedAt = fields[.lastModified].flatMap { HTTPDate(parsing: $0) }?.secondsSinceEpoch
    }

    /// The tag if it is strong.
    var strongTag: EntityTag? { tag.flatMap { $0.isWeak ? nil : $0 } }

    /// Whether there are any.
    package var isEmpty: Bool { tag == nil && lastModified == nil }

    /// The request fields that ask for a change (RFC 9111 section 4.3.1); several responses may be asked about at once by
    /// their tags.
    static func conditions(for responses: [StoredResponse]) -> HTTPFields {
        var fields = HTTPFields()
        var tags: [[UInt8]] = []
        for response in responses {
            if let tag = Validators(response.fields).tag?.fieldOctets, !tags.contains(tag) { tags.append(tag) }
        }
        if !tags.isEmpty { fields[octets: .ifNoneMatch] = [Array(tags.joined(separator: ", ".utf8))] }
        // Only with the tag of the selected response, which comes first: the date means that one.
        if let first = responses.first, let date = Validators(first.fields).lastModified {
            fields[octets: .ifModifiedSince] = [date]
        }
        return fields
    }

    /// Whether the caller's own conditions find this response unchanged (RFC 9110 section 13.1.2 and 13.1.3).
    func satisfy(notModifiedOf request: HTTPFields) -> Bool {
        if request.contains(.ifNoneMatch) {
            let values = request[octets: .ifNoneMatch]
            if values.contains([UInt8(ascii: "*")]) { return true }
            guard let tag else { return false }
            return values.contains { Self.tags(in: $0).contains { $0.weaklyMatches(tag) } }
        }
        // An exact match or a later date.
        guard let modifiedAt,
            let since = request[.ifModifiedSince].flatMap({ HTTPDate(parsing: $0) })?.secondsSinceEpoch
        else { return false }
        return modifiedAt <= since
    }

    /// The tags of a list; commas within quotes belong to a tag.
    private static func tags(in list: [UInt8]) -> [EntityTag] {
        var tags: [EntityTag] = []
        var rest = list[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "\"")) {
            guard let close = rest[(open + 1)...].firstIndex(of: UInt8(ascii: "\"")) else { break }
            let isWeak = open >= rest.startIndex + 2 && Array(rest[(open - 2)..<open]) == Array("W/".utf8)
            if let tag = EntityTag(octets: Array(rest[(open + 1)..<close]), isWeak: isWeak) { tags.append(tag) }
            rest = rest[(close + 1)...]
        }
        return tags
    }
}
