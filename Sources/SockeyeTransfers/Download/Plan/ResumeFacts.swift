internal import HTTPTypes
internal import SockeyeFields
internal import SockeyeHTTP1

/// What was asked for.
struct ResumeQuestion: Sendable, Hashable {
    /// The first byte asked for; 0 when the whole file was.
    var first: Int64
    /// The byte after the last one asked for; `nil` for the rest of the file.
    var end: Int64?
    /// Whether there was a Range field.
    var isRanged: Bool
    /// Whether there was an If-Range field.
    var isConditional: Bool

    init(first: Int64 = 0, end: Int64? = nil, isRanged: Bool = false, isConditional: Bool = false) {
        self.first = first
        self.end = end
        self.isRanged = isRanged
        self.isConditional = isConditional
    }
}

/// What is known of the file before the answer.
struct ResumeKnowledge: Sendable, Hashable {
    /// Bytes there are without a gap from the first one.
    var prefixLength: Int64 = 0
    /// Whether there are no bytes but those.
    var isOneRow = true
    /// The length of the whole file.
    var total: Int64?
    var validator: Validator?
    /// Last-Modified as it was sent, strong or not.
    var lastModified: HTTPDate?
    /// The media type, empty when unknown.
    var mediaType = ""
    /// Whether the name says that the file is no web page (`.iso`, `.zip` …).
    var expectsNoPage = false
    /// Whether to refuse what cannot be resumed.
    var requiresResumable = false
    /// Whether what there is belongs to somebody else and must not be dropped.
    var mayNotDrop = false
    /// Whether an answer of any status is what was asked for, as in curl without `-f`.
    var acceptsAnyStatus = false

    init() {}

    /// The same file at another place, whose validators are its own.
    func at(_ source: Source) -> ResumeKnowledge {
        var known = self
        (known.validator, known.lastModified) = (source.validator, source.lastModified)
        return known
    }

    /// Whether to refuse rather than to begin again.
    var refusesToDrop: Bool { requiresResumable || mayNotDrop }

    /// Whether there is anything to go on from.
    var hasBytes: Bool { prefixLength > 0 || !isOneRow }
}

/// What an answer says about the file that it is, or has a part of.
struct ResumeAnswer: Sendable, Hashable {
    var status: Int
    /// The Content-Range field; `nil` when it is missing or malformed.
    var contentRange: ContentRange?
    var entityTag: EntityTag?
    var lastModified: HTTPDate?
    var date: HTTPDate?
    /// The length of the body that follows, when it is known.
    var bodyLength: Int64?
    /// In small letters, without parameters; empty when there is none.
    var mediaType = ""
    /// Whether the body is coded (Content-Encoding), so that its bytes are not the file's.
    var isCoded = false

    init(status: Int) {
        self.status = status
    }

    /// The facts in a response's head.
    init(_ head: ResponseHead, bodyLength: Int64?) {
        self.init(status: head.status.code)
        let fields = head.fields
        contentRange = fields[.contentRange].flatMap { ContentRange(parsing: $0) }
        // Several are not one version's name; text would have joined them.
        let tags = fields[octets: .eTag]
        entityTag = tags.count == 1 ? EntityTag(parsing: tags[0]) : nil
        lastModified = fields[.lastModified].flatMap { HTTPDate(parsing: $0) }
        date = fields[.date].flatMap { HTTPDate(parsing: $0) }
        self.bodyLength = bodyLength
        if let mediaType = fields[.contentType].flatMap({ MediaType(parsing: $0) }) {
            self.mediaType = mediaType.essence
        }
        isCoded = fields[.contentEncoding].map { $0.lowercased() != "identity" } ?? false
    }

    /// What the next request for the same file can be guarded with.
    var validator: Validator? {
        Validator(entityTag: entityTag, lastModified: lastModified, date: date)
    }

    var isPage: Bool { mediaType == "text/html" || mediaType == "application/xhtml+xml" }
}
