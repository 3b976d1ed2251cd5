public import HTTPTypes
public import SockeyeURL
public import SockeyeFields

/// How deep a WebDAV method goes (RFC 4918 section 10.2). Closed: the RFC has no other depths.
public enum DAVDepth: String, Sendable, Hashable {
    /// The resource only.
    case zero = "0"
    /// The resource and its direct members.
    case one = "1"
    /// Everything below it. Many servers refuse this for PROPFIND.
    case infinity
}

/// The standard WebDAV properties (RFC 4918 section 15).
@nonexhaustive
public enum DAVProperty: String, Sendable, Hashable, CaseIterable {
    /// When it was created.
    case creationDate = "creationdate"
    /// A name for people.
    case displayName = "displayname"
    /// The Content-Language of a GET.
    case contentLanguage = "getcontentlanguage"
    /// The Content-Length of a GET.
    case contentLength = "getcontentlength"
    /// The Content-Type of a GET.
    case contentType = "getcontenttype"
    /// The ETag of a GET.
    case entityTag = "getetag"
    /// The Last-Modified of a GET.
    case lastModified = "getlastmodified"
    /// The locks on it.
    case lockDiscovery = "lockdiscovery"
    /// What it is: empty for a file, `collection` for a folder.
    case resourceType = "resourcetype"
    /// The locks that it can have.
    case supportedLock = "supportedlock"
}

/// A condition for carrying out a request; otherwise the server answers 412 and changes nothing (RFC 9110 section
/// 13.1).
@nonexhaustive
public enum Precondition: Sendable, Hashable {
    /// The resource doesn't exist: `If-None-Match: *`. A PUT with it never overwrites.
    case isAbsent
    /// The resource exists: `If-Match: *`. A PUT with it never creates.
    case isPresent
    /// The resource is still this version: `If-Match`, which compares strongly, so a weak tag never matches.
    case isVersion(EntityTag)
    /// The resource is no longer this version: `If-None-Match`.
    case isNotVersion(EntityTag)
    /// The resource hasn't changed since: `If-Unmodified-Since`, for servers without entity tags.
    case isUnmodifiedSince(HTTPDate)
    /// The resource has changed since: `If-Modified-Since`, for servers without entity tags.
    case isModifiedSince(HTTPDate)

    /// The field that asks a server for it (RFC 9110 section 13.1).
    public var field: HTTPField {
        switch self {
        case .isAbsent: HTTPField(name: .ifNoneMatch, value: "*")
        case .isPresent: HTTPField(name: .ifMatch, value: "*")
        case .isVersion(let tag): HTTPField(name: .ifMatch, value: tag.fieldOctets)
        case .isNotVersion(let tag): HTTPField(name: .ifNoneMatch, value: tag.fieldOctets)
        case .isUnmodifiedSince(let date): HTTPField(name: .ifUnmodifiedSince, value: date.description)
        case .isModifiedSince(let date): HTTPField(name: .ifModifiedSince, value: date.description)
        }
    }

    /// Whether a response that was last modified then meets it, for servers that ignore conditions; true where dates don't tell.
    package func isMet(byLastModified modified: HTTPDate) -> Bool {
        switch self {
        case .isUnmodifiedSince(let date): modified < date
        case .isModifiedSince(let date): modified > date
        case .isAbsent, .isPresent, .isVersion, .isNotVersion: true
        }
    }
}

extension Request {
    /// This request, carried out only if `precondition` holds.
    public func only(if precondition: Precondition) -> Request {
        var request = self
        let field = precondition.field
        request.fields[fields: field.name] = [field]
        return request
    }

    /// MKCOL: creates a collection, that is a folder (RFC 4918 section 9.3). Its parent must exist (409 otherwise).
    /// Some servers, such as nginx, require the URL to end with a slash.
    public static func makeCollection(
        _ url: some HTTPURLConvertible, fields: HTTPFields = [:]
    ) throws(HTTPClientError) -> Request {
        try Request(method: .makeCollection, url: url, fields: fields)
    }

    /// COPY: copies a resource within the server (RFC 4918 section 9.8).
    ///
    /// - Parameters:
    ///   - url: the resource.
    ///   - destination: absolute, or relative to `url`. One that can't be parsed is `.invalidURL`.
    ///   - depth: for collections: everything below, or just the collection itself, empty (`zero`).
    ///   - overwrites: whether what is there already is replaced; otherwise the server answers 412.
    ///   - fields: further fields.
    public static func copy(
        _ url: some HTTPURLConvertible, to destination: String, depth: DAVDepth = .infinity, overwrites: Bool = true,
        fields: HTTPFields = [:]
    ) throws(HTTPClientError) -> Request {
        var request = try Request(method: .copy, url: url, fields: fields)
        request.fields[.depth] = depth.rawValue
        try request.setDestination(destination, overwrites: overwrites)
        return request
    }

    /// MOVE: renames a resource within the server (RFC 4918 section 9.9). Collections move with their contents.
    ///
    /// - Parameters:
    ///   - url: the resource.
    ///   - destination: absolute, or relative to `url`. One that can't be parsed is `.invalidURL`.
    ///   - overwrites: whether what is there already is replaced; otherwise the server answers 412.
    ///   - fields: further fields.
    public static func move(
        _ url: some HTTPURLConvertible, to destination: String, overwrites: Bool = true, fields: HTTPFields = [:]
    ) throws(HTTPClientError) -> Request {
        var request = try Request(method: .move, url: url, fields: fields)
        try request.setDestination(destination, overwrites: overwrites)
        return request
    }

    /// PROPFIND: requests properties (RFC 4918 section 9.1). The answer is 207 with an XML body.
    ///
    /// - Parameters:
    ///   - url: the resource.
    ///   - depth: the resource only, its direct members too, or everything below.
    ///   - properties: the properties to return; if empty, those the server chooses.
    ///   - fields: further fields.
    public static func findProperties(
        _ url: some HTTPURLConvertible, depth: DAVDepth = .one, properties: [DAVProperty] = [],
        fields: HTTPFields = [:]
    ) throws(HTTPClientError) -> Request {
        var request = try Request(method: .findProperties, url: url, fields: fields)
        request.fields[.depth] = depth.rawValue
        if properties.isEmpty { return request }
        request.fields[.contentType] = "application/xml; charset=utf-8"
        let names = properties.map { "<D:\($0.rawValue)/>" }.joined()
        request.body = .text(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                + "<D:propfind xmlns:D=\"DAV:\"><D:prop>\(names)</D:prop></D:propfind>\n")
        return request
    }

    /// RFC 4918 section 10.3: Destination is an absolute URL; a user name must not be in it.
    private mutating func setDestination(_ text: String, overwrites: Bool) throws(HTTPClientError) {
        fields[.overwrite] = overwrites ? "T" : "F"
        do throws(HTTPURLError) {
            fields[.destination] = try url.resolving(text).withoutCredentials.withoutFragment.href
        } catch {
            throw HTTPClientError(.prepare, origin: url.origin, cause: .invalidURL(error))
        }
    }
}

extension HTTPRequest.Method {
    // The names are tokens, so the fallbacks are never used.
    /// MKCOL
    public static let makeCollection = HTTPRequest.Method("MKCOL") ?? .put
    /// COPY
    public static let copy = HTTPRequest.Method("COPY") ?? .get
    /// MOVE
    public static let move = HTTPRequest.Method("MOVE") ?? .get
    /// PROPFIND
    public static let findProperties = HTTPRequest.Method("PROPFIND") ?? .get
}

extension HTTPField.Name {
    private static func named(_ name: String) -> HTTPField.Name {
        HTTPField.Name(name) ?? .accept  // called with tokens only, so the fallback is never used
    }

    /// Depth (RFC 4918 section 10.2)
    public static let depth = named("Depth")
    /// Destination (RFC 4918 section 10.3)
    public static let destination = named("Destination")
    /// Overwrite (RFC 4918 section 10.6)
    public static let overwrite = named("Overwrite")
}
