internal import HTTPTypes
internal import SockeyeFields
internal import SockeyeHTTP1

/// What a request asks for.
struct ResumeQuestion: Sendable, Hashable {
    /// The first byte asked for; 0 for the whole file.
    var first: Int64 = 0
    /// The byte after the last requested one; `nil` for the rest of the file.
    var end: Int64?
    /// Whether the request has a Range field.
    var isRanged = false
    /// Whether the request has an If-Range field.
    var isConditional = false
}

/// What is known of the file before the response.
struct ResumeKnowledge: Sendable, Hashable {
    /// How many bytes are there from the first one without a gap.
    var prefixLength: Int64 = 0
    /// Whether no other bytes are there.
    var isOneRow = true
    /// The length of the whole file.
    var total: Int64?
    var validator: Validator?
    /// The ETag, if it is weak: no validator, but a different one shows a different version.
    var weakTag: EntityTag?
    /// Last-Modified as sent, strong or not.
    var lastModified: HTTPDate?
    /// The media type; empty if unknown.
    var mediaType = ""
    /// Whether a response has told these: what it left out, it didn't have.
    var isTold = false
    /// Whether the file's extension rules out a web page (`.iso`, `.zip` …).
    var expectsNoPage = false
    /// Whether to refuse a server that cannot resume.
    var requiresResumable = false
    /// Whether the bytes there are the user's, from another program, and must not be dropped.
    var mayNotDrop = false
    /// Which responses are the file whatever they mean, as in curl.
    var accepted = AcceptedStatuses()

    init() {}

    /// The same file on another server, which has validators of its own.
    func at(_ source: Source) -> ResumeKnowledge {
        var known = self
        known.forgetVersion()
        (known.validator, known.lastModified) = (source.validator, source.lastModified)
        return known
    }

    /// Forgets what a response told of the version: another server tells something else.
    mutating func forgetVersion() {
        (validator, weakTag, lastModified, isTold) = (nil, nil, nil, false)
    }

    /// The ETag as sent, strong or not.
    var entityTag: EntityTag? {
        if case .entityTag(let tag) = validator { tag } else { weakTag }
    }

    /// Whether to refuse rather than start over.
    var refusesToDrop: Bool { requiresResumable || mayNotDrop }

    /// Whether nothing is there, known or demanded that a response could contradict.
    var isBlank: Bool { !hasBytes && !requiresResumable && !expectsNoPage && mediaType.isEmpty }

    /// Whether there is anything to resume.
    var hasBytes: Bool { prefixLength > 0 || !isOneRow }
}

/// What a response says about the file.
struct ResumeAnswer: Sendable, Hashable {
    var status: Int
    /// The Content-Range field; `nil` if missing or malformed.
    var contentRange: ContentRange?
    var entityTag: EntityTag?
    var lastModified: HTTPDate?
    var date: HTTPDate?
    /// The length of the body, if known.
    var bodyLength: Int64?
    /// Lowercase, without parameters; empty if there is none.
    var mediaType = ""
    /// Whether the body has a content coding, so that its bytes are not the file's.
    var isCoded = false

    init(status: Int) {
        self.status = status
    }

    /// The facts in a response's head.
    init(_ head: ResponseHead, bodyLength: Int64?) {
        self.init(status: head.status.code)
        contentRange = head.text(of: "content-range").flatMap { ContentRange(parsing: $0) }
        // Several ETags name no one version; the text form would have joined them.
        let tags = head.values(of: "etag")
        entityTag = tags.count == 1 ? EntityTag(parsing: tags[0]) : nil
        lastModified = head.text(of: "last-modified").flatMap { HTTPDate(parsing: $0) }
        date = head.text(of: "date").flatMap { HTTPDate(parsing: $0) }
        self.bodyLength = bodyLength
        if let mediaType = head.text(of: "content-type").flatMap({ MediaType(parsing: $0) }) {
            self.mediaType = mediaType.essence
        }
        isCoded = head.text(of: "content-encoding").map { $0.lowercased() != "identity" } ?? false
    }

    /// The validator to guard the next request with.
    var validator: Validator? {
        Validator(entityTag: entityTag, lastModified: lastModified, date: date)
    }

    /// The ETag, if it is weak.
    var weakTag: EntityTag? { entityTag.flatMap { $0.isWeak ? $0 : nil } }

    /// Whether the body is only a part of the file, or a difference from another version; a 206 may have all of it.
    var isPart: Bool {
        switch status {
        case 206:
            guard case .part(0, let last, let total?) = contentRange, last == total - 1 else { return true }
            return bodyLength.map { $0 != total } ?? false
        default: return status == 226
        }
    }

    func isOfOtherType(than type: String) -> Bool { !type.isEmpty && !mediaType.isEmpty && type != mediaType }

    var isPage: Bool { mediaType == "text/html" || mediaType == "application/xhtml+xml" }
}
