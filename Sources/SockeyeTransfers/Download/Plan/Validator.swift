internal import HTTPTypes
internal import SockeyeFields
internal import SockeyeHTTP1

/// What tells one version of a file from another well enough to put parts together (RFC 9110 sections 8.8 and 13.1.5).
enum Validator: Sendable, Hashable {
    /// A strong entity tag.
    case entityTag(EntityTag)
    /// A last modification that is at least a second older than the answer which told it.
    case lastModified(HTTPDate)

    /// The best validator of an answer: the strong tag, else the date if it is strong, else none.
    init?(entityTag: EntityTag?, lastModified: HTTPDate?, date: HTTPDate?) {
        if let entityTag, !entityTag.isWeak {
            self = .entityTag(entityTag)
            return
        }
        // RFC 9110 section 8.8.2.2: within the same second the file may have changed again.
        guard let lastModified, let date, date.secondsSinceEpoch > lastModified.secondsSinceEpoch else { return nil }
        self = .lastModified(lastModified)
    }

    /// The value of an If-Range field.
    var ifRange: [UInt8] {
        switch self {
        case .entityTag(let tag): tag.fieldOctets
        case .lastModified(let date): Array(date.description.utf8)
        }
    }
}
