internal import SockeyeBytes

/// A URL with the scheme http, https, ws or wss, parsed like browsers do, by the URL Standard of the WHATWG.
///
/// The value is always complete and normalized: scheme and host in lowercase, dot segments resolved, no default
/// port, everything outside ASCII percent-encoded. It holds one string and the offsets of its parts, so a part is a
/// slice, and copying a URL copies one reference:
/// ```
/// https://user:secret@example.com:8443/a/b?q=1#top
/// │       │    │      │          │    │    │    └ fragmentStart + 1
/// │       │    │      │          │    │    └ queryStart
/// │       │    │      │          │    └ pathStart
/// │       │    │      │          └ hostEnd
/// │       │    │      └ hostStart
/// │       │    └ usernameEnd
/// │       └ usernameStart
/// ```
/// It differs from the Standard in what it refuses: other schemes, and, without the trait `IDN`, hosts that need mapping
/// to Punycode. A host of `xn--` labels is always accepted as it is.
public struct HTTPURL: Sendable {
    /// The longest text accepted, in bytes: 8 MiB, about the same as curl.
    public static let lengthLimit = 8 << 20

    private let parts: Parts

    /// The serialized URL; all ASCII.
    public var href: String { parts.href }

    var layout: Layout { parts.layout }

    /// Shared by copies: every layer of a request passes a URL on, and one with its offsets took 88 bytes.
    private final class Parts: Sendable {
        let href: String
        let layout: Layout

        init(href: String, layout: Layout) {
            self.href = href
            self.layout = layout
        }
    }

    /// The offsets of the parts in `href`, in bytes.
    struct Layout: Sendable, Hashable {
        var scheme: Scheme
        var hostKind: HostKind = .domain
        /// `nil` for the scheme's default port.
        var port: UInt16?
        /// The end of the user name; equal to `hostStart` without credentials.
        var usernameEnd: Int = 0
        var hostStart: Int = 0
        var hostEnd: Int = 0
        var pathStart: Int = 0
        /// The offset of `?`, or of what follows the path if there is no query.
        var queryStart: Int = 0
        /// The offset of `#`, or the end.
        var fragmentStart: Int = 0

        /// After `scheme://`.
        var usernameStart: Int { scheme.prefixLength }
    }

    /// A kind of host. Closed: RFC 3986 section 3.2.2 has no others that HTTP uses.
    package enum HostKind: Sendable, Hashable {
        /// A name to resolve.
        case domain
        /// An IPv4 address, as four decimal numbers.
        case ipv4
        /// An IPv6 address, in brackets and in its shortest form (RFC 5952).
        case ipv6
    }

    /// Parses an absolute URL.
    ///
    /// By the URL Standard, white space around it and tabs and line ends within it are dropped, and `\` counts as `/`.
    ///
    /// - Parameter text: the URL.
    /// - Throws: ``HTTPURLError`` with the reason and the byte offset in `text`.
    public init(_ text: String) throws(HTTPURLError) {
        self = if let url = CanonicalURL.recognize(text) { url } else { try URLParser.parse(text, base: nil) }
    }

    /// Parses an absolute URL whose host may be a name that ends in a number, such as `test.83`.
    ///
    /// The URL Standard takes such a host for a broken IPv4 address, but resolvers don't.
    package init(withNumberedName text: String) throws(HTTPURLError) {
        self = try URLParser.parse(Array(text.utf8), base: nil, allowsNumberedNames: true)
    }

    /// Parses an absolute URL, or a reference relative to `base`, as in a Location field or a link (RFC 9110 section
    /// 10.2.2).
    ///
    /// - Parameters:
    ///   - reference: an absolute URL, `//host/path`, `/path`, `path`, `?query`, `#fragment` or nothing.
    ///   - base: the URL that the reference is relative to.
    /// - Throws: ``HTTPURLError`` with the reason and the byte offset in `reference`.
    public init(_ reference: String, relativeTo base: HTTPURL) throws(HTTPURLError) {
        self = try URLParser.parse(reference, base: base)
    }

    /// The URL of `reference` in a document at this URL; see ``init(_:relativeTo:)``.
    public func resolving(_ reference: String) throws(HTTPURLError) -> HTTPURL {
        try URLParser.parse(reference, base: self)
    }

    /// Parses an absolute URL, or a reference relative to `base`, from octets that need not be text, as in a Location field.
    ///
    /// Octets outside ASCII are percent-encoded, whatever their encoding; in a host they must be UTF-8.
    package init(octets: [UInt8], relativeTo base: HTTPURL? = nil) throws(HTTPURLError) {
        self = try URLParser.parse(octets, base: base)
    }

    /// The URL of the reference in a document or field at this URL, as octets: what is not ASCII in it is percent-encoded.
    public func resolving(octets reference: [UInt8]) throws(HTTPURLError) -> HTTPURL {
        try URLParser.parse(reference, base: self)
    }

    init(href: String, layout: Layout) {
        parts = Parts(href: href, layout: layout)
    }
}

extension HTTPURL: Hashable {
    /// Whether the serialized forms are equal, fragment included.
    public static func == (left: HTTPURL, right: HTTPURL) -> Bool {
        left.parts === right.parts || left.href == right.href
    }

    /// Hashes the serialized form.
    public func hash(into hasher: inout Hasher) { hasher.combine(href) }
}

extension HTTPURL: CustomStringConvertible {
    /// The serialized URL, the same as ``href``. It shows the password; ``withoutCredentials`` does not.
    public var description: String { href }
}

extension HTTPURL {
    /// The schemes of HTTP and of WebSocket, which starts as HTTP.
    enum Scheme: UInt8, Sendable {
        case http, https, ws, wss

        /// The scheme named by `bytes`, ignoring case.
        init?(_ bytes: ArraySlice<UInt8>) {
            // Comparing at most four short words is cheaper than making a string.
            func names(_ word: StaticString) -> Bool {
                bytes.elementsEqual(word.description.utf8) { ASCII.lowercased($0) == $1 }
            }
            switch bytes.count {
            case 5 where names("https"): self = .https
            case 4 where names("http"): self = .http
            case 3 where names("wss"): self = .wss
            case 2 where names("ws"): self = .ws
            default: return nil
            }
        }

        var name: String {
            switch self {
            case .http: "http"
            case .https: "https"
            case .ws: "ws"
            case .wss: "wss"
            }
        }

        /// The length of the name and `://`.
        var prefixLength: Int {
            switch self {
            case .http: 7
            case .https: 8
            case .ws: 5
            case .wss: 6
            }
        }

        var isSecure: Bool { self == .https || self == .wss }

        /// RFC 9110 section 4.2, RFC 6455 section 3.
        var defaultPort: UInt16 { isSecure ? 443 : 80 }
    }
}
