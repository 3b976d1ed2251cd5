public import SockeyeURL
public import SockeyeIO
internal import Synchronization

/// The cookies set by responses and sent with requests; one jar may serve several clients.
///
/// ```swift
/// let jar = CookieJar()
/// var configuration = HTTPClient.Configuration()
/// configuration.cookies = jar
/// ```
///
/// Follows RFC 6265bis. With the trait `PublicSuffix`, domains are checked against the list of public suffixes.
/// Without a list (the trait is off or libpsl isn't installed, see ``knowsPublicSuffixes``) a parent domain may have
/// several owners, so a cookie with such a Domain is kept for the host that set it only.
public final class CookieJar: Sendable {
    private let store: Mutex<CookieStore>
    private let unread = Mutex<[UnreadLine]>([])

    /// An empty jar.
    public convenience init() { self.init(order: .oldestFirst) }

    /// An empty jar that puts the cookies of one field in this order.
    package init(order: CookieOrder) {
        store = Mutex(CookieStore(order: order))
    }

    /// Whether a list of public suffixes is available, so that a server may set cookies for its parent domain.
    public static var knowsPublicSuffixes: Bool { PublicSuffix.isKnown }

    /// All cookies, in the order in which they were set.
    public var cookies: [Cookie] { store.withLock { $0.cookies } }

    /// The lines of loaded files that are no cookies. They are written again as they are, behind the cookies.
    package var unreadLines: [UnreadLine] {
        get { unread.withLock { $0 } }
        set { unread.withLock { $0 = newValue } }
    }

    /// Stores a cookie, replacing one with the same name, domain and path, with its domain in lowercase and without a dot
    /// before it. Returns false if it is refused: it would not be one cookie in a Cookie field, or in a file.
    @discardableResult
    public func insert(_ cookie: Cookie) -> Bool {
        guard let cookie = cookie.checked else { return false }
        store.withLock { $0.insert(cookie, now: .present) }
        return true
    }

    /// Stores the cookie of a Set-Cookie field in a response from `url`. Returns false if it is refused.
    @discardableResult
    public func receive(_ field: String, from url: HTTPURL) -> Bool {
        receive(octets: Array(field.utf8), from: url)
    }

    /// The same for a field that need not be text.
    @discardableResult
    public func receive(octets field: [UInt8], from url: HTTPURL) -> Bool {
        store.withLock { $0.receive(field, from: url, now: .present) }
    }

    /// The value of the Cookie field for a request to `url` as text, with invalid UTF-8 as U+FFFD; `nil` if no cookie
    /// matches.
    public func field(for url: HTTPURL) -> String? {
        fieldOctets(for: url).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The value of the Cookie field for a request to `url`, as it is sent.
    package func fieldOctets(for url: HTTPURL) -> [UInt8]? {
        store.withLock { $0.field(for: url, now: .present) }
    }

    /// What ``fieldOctets(for:)`` decides about each cookie of the URL's host and its parents.
    func verdicts(for url: HTTPURL) -> [(cookie: Cookie, withholding: CookieWithholding?)] {
        store.withLock { $0.verdicts(for: url, now: .present) }
    }

    /// Stores the cookie of a Set-Cookie field. Returns it.
    func take(octets field: [UInt8], from url: HTTPURL) throws(CookieRefusal) -> Cookie {
        try store.withLock { store throws(CookieRefusal) in try store.take(field, from: url, now: .present) }
    }

    /// Removes the cookies that `isChosen` picks.
    public func removeAll(where isChosen: (Cookie) -> Bool) {
        store.withLock { $0.removeAll(where: isChosen) }
    }

    /// Removes all cookies and unread lines.
    public func removeAll() {
        removeAll { _ in true }
        unreadLines = []
    }

    /// Removes session cookies.
    package func removeSessionCookies() {
        store.withLock { $0.removeSessionCookies() }
    }

    /// Adds the cookies of a file in the Netscape cookies.txt format; `save(to:)` writes its other lines again.
    public func load(from path: String) throws(IOError) {
        load(netscape: try SmallFile.read(path))
    }

    /// Atomically replaces a file with the unexpired cookies; only its owner may read it.
    public func save(to path: String) throws(IOError) {
        try SmallFile.replace(path, with: netscapeOctets())
    }

    /// Adds the cookies of a text in the Netscape cookies.txt format.
    public func load(netscape text: String) {
        load(netscape: Array(text.utf8))
    }

    /// The same for octets.
    public func load(netscape octets: [UInt8]) {
        let file = CookieFile.parse(octets)
        store.withLock { store in
            store.load(file.cookies, now: .present)
        }
        unread.withLock { $0.keep(file.unread) }
    }

    /// Adds the cookies of the `Set-Cookie:` lines in a file of recorded heads, as if `url` had set them.
    public func load(recordedHeads octets: [UInt8], from url: HTTPURL) {
        for field in CookieFile.recordedFields(octets) { receive(octets: field, from: url) }
    }

    /// All unexpired cookies in the Netscape cookies.txt format.
    package func netscapeOctets() -> [UInt8] {
        let cookies = store.withLock { store in
            store.removeExpired(now: .present)
            return store.cookies
        }
        return CookieFile.octets(cookies, keeping: unreadLines)
    }
}
