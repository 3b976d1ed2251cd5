internal import HTTPTypes
internal import SockeyeFields

/// Identifies a version of a file well enough to combine ranges (RFC 9110 sections 8.8 and 13.1.5).
enum Validator: Sendable, Hashable {
    /// A strong entity tag.
    case entityTag(EntityTag)
    /// A last modification at least a second older than the response that named it.
    case lastModified(HTTPDate)

    /// The best validator of a response: the strong ETag, else a strong date, else `nil`.
    init?(entityTag: EntityTag?, lastModified: HTTPDate?, date: HTTPDate?) {
        if let entityTag, !entityTag.isWeak {
            self = .entityTag(entityTag)
            return
        }
        // RFC 9110 section 8.8.2.2: the file may have changed again within the same second.
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
