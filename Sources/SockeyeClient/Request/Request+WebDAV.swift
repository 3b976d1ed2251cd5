public import HTTPTypes
public import SockeyeURL
public import SockeyeFields

/// How far down a WebDAV method goes (RFC 4918 section 10.2).
public enum DAVDepth: String, Sendable, Hashable {
    /// The resource alone.
    case zero = "0"
    /// The resource and what is directly in it.
    case one = "1"
    /// All there is below it. Many servers refuse this for PROPFIND.
    case infinity
}

/// The properties that every WebDAV server knows (RFC 4918 section 15).
public enum DAVProperty: String, Sendable, Hashable, CaseIterable {
    case creationDate = "creationdate"
    case displayName = "displayname"
    case contentLanguage = "getcontentlanguage"
    case contentLength = "getcontentlength"
    case contentType = "getcontenttype"
    case entityTag = "getetag"
    case lastModified = "getlastmodified"
    case lockDiscovery = "lockdiscovery"
    case resourceType = "resourcetype"
    case supportedLock = "supportedlock"
}

/// What must hold at the server for a request to be carried out; else it answers 412 and changes nothing
/// (RFC 9110 section 13.1).
public enum Precondition: Sendable, Hashable {
    /// There is nothing at the URL yet: `If-None-Match: *`. A PUT so guarded never overwrites.
    case isAbsent
    /// There is something at the URL: `If-Match: *`. A PUT so guarded never creates.
    case isPresent
    /// What is there is still this version: `If-Match`, which compares strongly, so that a weak tag never matches.
    case isVersion(EntityTag)
    /// What is there is not this version: `If-None-Match`.
    case isNotVersion(EntityTag)
    /// What is there was not changed since: `If-Unmodified-Since`, for servers without entity tags.
    case isUnmodifiedSince(HTTPDate)
}

extension Request {
    /// This request, carried out only if `precondition` holds.
    public func only(if precondition: Precondition) -> Request {
        var request = self
        switch precondition {
        case .isAbsent: request.fields[.ifNoneMatch] = "*"
        case .isPresent: request.fields[.ifMatch] = "*"
        case .isVersion(let tag): request.fields[octets: .ifMatch] = [tag.fieldOctets]
        case .isNotVersion(let tag): request.fields[octets: .ifNoneMatch] = [tag.fieldOctets]
        case .isUnmodifiedSince(let date): request.fields[.ifUnmodifiedSince] = date.description
        }
        return request
    }

    /// MKCOL: makes a collection, a folder (RFC 4918 section 9.3). What it lies in must be there (409 otherwise). Some
    /// servers, nginx for one, want the URL to end with a slash.
    public static func makeCollection(
        _ url: some HTTPURLConvertible, fields: HTTPFields = [:]
    ) throws(HTTPClientError) -> Request {
        try Request(method: .makeCollection, url: url, fields: fields)
    }

    /// COPY: makes a copy at another place of the same server (RFC 4918 section 9.8).
    ///
    /// - Parameters:
    ///   - destination: absolute, or relative to `url`. One that can't be parsed is `.invalidURL`.
    ///   - depth: for collections: all that is below, or the empty collection alone (`zero`).
    ///   - overwrites: whether what is there already is replaced; otherwise the server answers 412.
    public static func copy(
        _ url: some HTTPURLConvertible, to destination: String, depth: DAVDepth = .infinity, overwrites: Bool = true,
        fields: HTTPFields = [:]
    ) throws(HTTPClientError) -> Request {
        var request = try Request(method: .copy, url: url, fields: fields)
        request.fields[.depth] = depth.rawValue
        try request.setDestination(destination, overwrites: overwrites)
        return request
    }

    /// MOVE: gives another name on the same server (RFC 4918 section 9.9). Collections move with all that is in them.
    ///
    /// - Parameters:
    ///   - destination: absolute, or relative to `url`. One that can't be parsed is `.invalidURL`.
    ///   - overwrites: whether what is there already is replaced; otherwise the server answers 412.
    public static func move(
        _ url: some HTTPURLConvertible, to destination: String, overwrites: Bool = true, fields: HTTPFields = [:]
    ) throws(HTTPClientError) -> Request {
        var request = try Request(method: .move, url: url, fields: fields)
        try request.setDestination(destination, overwrites: overwrites)
        return request
    }

    /// PROPFIND: asks for properties (RFC 4918 section 9.1). The answer is 207 with an XML body.
    ///
    /// - Parameters:
    ///   - depth: of the resource, of what is in it too, or of all below.
    ///   - properties: which; all that the server likes to tell when empty.
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

    /// RFC 4918 section 10.3: Destination is an absolute URL; a user name has no place in it.
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
    // The names are tokens, so the other values are never taken.
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
        HTTPField.Name(name) ?? .accept  // only ever asked for tokens, so the other is never taken
    }

    /// Depth (RFC 4918 section 10.2)
    public static let depth = named("Depth")
    /// Destination (RFC 4918 section 10.3)
    public static let destination = named("Destination")
    /// Overwrite (RFC 4918 section 10.6)
    public static let overwrite = named("Overwrite")
}
