public import SockeyeURL
internal import SockeyeFields
public import SockeyeIO
internal import Synchronization

/// Cookies that requests send and responses set, for one client or several.
///
/// ```swift
/// let jar = CookieJar()
/// var configuration = HTTPClient.Configuration()
/// configuration.cookies = jar
/// ```
///
/// The rules are those of RFC 6265bis. With the trait `PublicSuffix` domains are held against the list of public suffixes.
/// Where there is no list, because the trait is off or libpsl isn't installed (``knowsPublicSuffixes``), nobody can say
/// whether a Domain above the host belongs to one owner: such a cookie is kept for the very host that set it.
public final class CookieJar: Sendable {
    private let store = Mutex(CookieStore())

    /// An empty jar.
    public init() {}

    /// Whether there is a list of public suffixes, so that a server may set cookies for the domain that it lies in.
    public static var knowsPublicSuffixes: Bool { PublicSuffix.isKnown }

    /// All cookies, in the order in which they were set.
    public var cookies: [Cookie] { store.withLock { $0.cookies } }

    /// Keeps a cookie, in place of one of the same name, domain and path.
    public func insert(_ cookie: Cookie) {
        store.withLock { $0.insert(cookie, now: .present) }
    }

    /// Takes what a Set-Cookie field of a response from `url` asks for. False when it is refused.
    @discardableResult
    public func receive(_ field: String, from url: HTTPURL) -> Bool {
        receive(octets: Array(field.utf8), from: url)
    }

    /// The same for a field that need not be text.
    @discardableResult
    public func receive(octets field: [UInt8], from url: HTTPURL) -> Bool {
        store.withLock { $0.receive(field, from: url, now: .present) }
    }

    /// The value of the Cookie field for a request to `url` as text, where what isn't UTF-8 reads as U+FFFD; `nil` when no
    /// cookie is for it.
    public func field(for url: HTTPURL) -> String? {
        fieldOctets(for: url).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The value of the Cookie field for a request to `url`, as it is sent.
    public func fieldOctets(for url: HTTPURL) -> [UInt8]? {
        store.withLock { $0.field(for: url, now: .present) }
    }

    /// Forgets the cookies that end with the session.
    public func removeSessionCookies() {
        store.withLock { $0.removeSessionCookies() }
    }

    /// Adds the cookies of a file in the Netscape cookies.txt format.
    public func load(from path: String) throws(IOError) {
        load(netscape: try SmallFile.read(path))
    }

    /// Replaces a file by the cookies that are not over, all or nothing; only its owner may read it.
    public func save(to path: String) throws(IOError) {
        try SmallFile.replace(path, with: netscapeOctets())
    }

    /// Adds the cookies of a text in the Netscape cookies.txt format.
    public func load(netscape text: String) {
        load(netscape: Array(text.utf8))
    }

    /// The same for octets, as a file has them.
    public func load(netscape octets: [UInt8]) {
        let cookies = CookieFile.parse(octets)
        store.withLock { store in
            for cookie in cookies { store.insert(cookie, now: .present) }
        }
    }

    /// All cookies that are not over, in the Netscape cookies.txt format as text; a file is written from
    /// ``netscapeOctets()``, since what isn't UTF-8 reads as U+FFFD here.
    public func netscapeText() -> String {
        String(decoding: netscapeOctets(), as: UTF8.self)
    }

    /// All cookies that are not over, in the Netscape cookies.txt format.
    public func netscapeOctets() -> [UInt8] {
        let cookies = store.withLock { store in
            store.removeExpired(now: .present)
            return store.cookies
        }
        return CookieFile.octets(cookies)
    }
}
