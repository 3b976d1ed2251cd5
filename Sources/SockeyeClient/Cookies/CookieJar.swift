public import SockeyeHTTP1
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
/// The rules are those of RFC 6265bis. With the trait `PublicSuffix` domains are held against the list of public suffixes,
/// else against single labels and addresses only.
public final class CookieJar: Sendable {
    private let store = Mutex(CookieStore())

    /// An empty jar.
    public init() {}

    /// All cookies, in the order in which they were set.
    public var cookies: [Cookie] { store.withLock { $0.cookies } }

    /// Keeps a cookie, in place of one of the same name, domain and path.
    public func insert(_ cookie: Cookie) {
        store.withLock { $0.insert(cookie, now: .present) }
    }

    /// Takes what a Set-Cookie field of a response from `url` asks for. False when it is refused.
    @discardableResult
    public func receive(_ field: String, from url: HTTPURL) -> Bool {
        store.withLock { $0.receive(field, from: url, now: .present) }
    }

    /// The value of the Cookie field for a request to `url`; `nil` when no cookie is for it.
    public func field(for url: HTTPURL) -> String? {
        store.withLock { $0.field(for: url, now: .present) }
    }

    /// Forgets the cookies that end with the session.
    public func removeSessionCookies() {
        store.withLock { $0.removeSessionCookies() }
    }

    /// Adds the cookies of a file in the Netscape cookies.txt format.
    public func load(from path: String) throws(IOError) {
        load(netscape: String(decoding: try SmallFile.read(path), as: UTF8.self))
    }

    /// Replaces a file by the cookies that are not over, all or nothing; only its owner may read it.
    public func save(to path: String) throws(IOError) {
        try SmallFile.replace(path, with: Array(netscapeText().utf8))
    }

    /// Adds the cookies of a text in the Netscape cookies.txt format.
    public func load(netscape text: String) {
        let cookies = CookieFile.parse(text)
        store.withLock { store in
            for cookie in cookies { store.insert(cookie, now: .present) }
        }
    }

    /// All cookies that are not over, in the Netscape cookies.txt format.
    public func netscapeText() -> String {
        let cookies = store.withLock { store in
            store.removeExpired(now: .present)
            return store.cookies
        }
        return CookieFile.text(cookies)
    }
}
