internal import SockeyeBytes
internal import SockeyeFields
internal import SockeyeIO
internal import SockeyeURL

/// The order of cookies in one field.
package enum CookieOrder: Sendable, Hashable {
    /// Longer paths first, then older cookies, as RFC 6265bis section 5.8.3 recommends.
    case oldestFirst
    /// Longer paths, domains and names first, then younger cookies, as curl does.
    case newestFirst
}

/// The cookies and the rules of RFC 6265bis section 5, as a pure value: no clock, no file, no lock.
struct CookieStore: Sendable {
    /// RFC 6265bis section 6.1 asks for at least 50 per domain and 3,000 in total; these are the limits of browsers, for
    /// what responses bring. What the user has put in is neither counted nor dropped.
    static let perDomainLimit = 180
    static let totalLimit = 3_300
    /// RFC 6265bis section 5.5, step 3: the maximum age of a cookie, in seconds.
    static let longestAge: Int64 = 400 * 86_400
    /// Most servers refuse longer Cookie fields. Cookies that don't fit are not sent, as in curl.
    static let fieldByteLimit = 8_190
    static let sentLimit = 150
    /// How many Set-Cookie fields of one response count, as in curl: no honest page sets more.
    static let perResponseLimit = 50

    private struct Entry: Sendable {
        var cookie: Cookie
        var created: UInt64
        var lastUsed: UInt64
        /// Whether a response brought it.
        var isReceived: Bool
    }

    /// What makes a cookie another one.
    private struct Key: Hashable {
        let name: [UInt8]
        let domain: String
        let isHostOnly: Bool
        let path: [UInt8]

        init(_ cookie: Cookie) {
            (name, domain) = (cookie.nameOctets, cookie.domain)
            (isHostOnly, path) = (cookie.isHostOnly, cookie.pathOctets)
        }
    }

    private var entries: [Entry] = []
    /// A counter instead of a clock: only the order matters.
    private var tick: UInt64 = 0
    /// The order in which cookies are sent.
    private let order: CookieOrder
    private let totalLimit: Int
    /// Whether a domain is a public suffix; `nil` if unknown.
    private let isPublicSuffix: @Sendable (String) -> Bool?

    init(
        order: CookieOrder = .oldestFirst, totalLimit: Int = Self.totalLimit,
        isPublicSuffix: @escaping @Sendable (String) -> Bool? = PublicSuffix.contains
    ) {
        self.order = order
        self.totalLimit = totalLimit
        self.isPublicSuffix = isPublicSuffix
    }

    /// All cookies, in the order in which they were set.
    var cookies: [Cookie] { entries.sorted { $0.created < $1.created }.map(\.cookie) }

    // MARK: Receiving

    /// Stores the cookie of a Set-Cookie field in a response from `url`. Returns false if it is refused.
    @discardableResult
    mutating func receive(_ field: [UInt8], from url: HTTPURL, now: HTTPDate) -> Bool {
        (try? take(field, from: url, now: now)) != nil
    }

    /// The same with the cookie that is stored, or the reason why none is.
    mutating func take(
        _ field: [UInt8], from url: HTTPURL, now: HTTPDate
    ) throws(CookieRefusal) -> Cookie {
        guard let asked = SetCookie(parsing: field) else { throw .malformed }
        let cookie = try cookie(asked, url, now)
        let isSecureOrigin = Self.isTrustworthy(url)
        // Section 5.7, step 16: plain HTTP cannot replace or shadow a secure cookie.
        let isShadow =
            !isSecureOrigin && !cookie.isSecure
            && entries.contains { entry in
                let known = entry.cookie
                return known.isSecure && known.nameOctets == cookie.nameOctets
                    && (Self.domain(known.domain, matches: cookie.domain)
                        || Self.domain(cookie.domain, matches: known.domain))
                    && Self.path(cookie.pathOctets, matches: known.pathOctets)
            }
        if isShadow { throw .shadowsSecure }
        insert(cookie, isReceived: true, now: now)
        evict(domain: cookie.domain, now: now)
        return cookie
    }

    /// The cookie that the field sets for this URL.
    private func cookie(
        _ asked: SetCookie, _ url: HTTPURL, _ now: HTTPDate
    ) throws(CookieRefusal) -> Cookie {
        let host = url.hostForConnecting
        var cookie = Cookie(nameOctets: asked.name, valueOctets: asked.value, domain: host)
        if let domain = asked.domain, domain != host {
            // Section 5.1.3: only the host itself or a parent domain, never an address or a public suffix.
            guard url.hostKind == .domain, Self.domain(host, matches: domain) else {
                throw .foreignDomain(domain)
            }
            switch isPublicSuffix(domain) {
            case true?: throw .publicSuffix(domain)
            case false?: (cookie.domain, cookie.isHostOnly) = (domain, false)
            // It may be a public suffix, shared with other owners: keep the cookie for the host that set it.
            case nil: break
            }
        } else if asked.domain != nil {
            cookie.isHostOnly = url.hostKind != .domain || isPublicSuffix(host) == true
        }
        cookie.pathOctets = asked.path ?? Self.defaultPath(of: url)
        cookie.hasDefaultPath = asked.path == nil
        cookie.isSecure = asked.isSecure
        cookie.isHTTPOnly = asked.isHTTPOnly
        cookie.sameSite = asked.sameSite
        // Section 5.7, step 8: only a secure origin may set a secure cookie.
        if asked.isSecure, !Self.isTrustworthy(url) { throw .needsTLS }
        guard Self.obeysPrefix(cookie, hasDomain: asked.domain != nil, path: asked.path) else {
            throw .brokenPrefix
        }
        let latest = HTTPDate(clamping: now.secondsSinceEpoch + Self.longestAge)
        if let age = asked.maximumAge {
            // Max-Age wins over Expires (section 5.7, step 3).
            cookie.expires =
                age <= 0 ? HTTPDate(clamping: 0) : HTTPDate(clamping: now.secondsSinceEpoch + min(age, Self.longestAge))
        } else if let expires = asked.expires {
            cookie.expires = min(expires, latest)
        }
        return cookie
    }

    /// Section 4.1.3: name prefixes that require attributes.
    static func obeysPrefix(_ cookie: Cookie, hasDomain: Bool, path: [UInt8]?) -> Bool {
        let name = cookie.nameOctets.isEmpty ? cookie.valueOctets : cookie.nameOctets
        func begins(with word: StaticString) -> Bool {
            name.prefix(word.utf8CodeUnitCount).elementsEqual(word.description.utf8) {
                ASCII.lowercased($0) == $1
            }
        }
        if begins(with: "__secure-") { return cookie.isSecure && !cookie.nameOctets.isEmpty }
        if begins(with: "__host-") {
            return cookie.isSecure && !hasDomain && path == [UInt8(ascii: "/")] && !cookie.nameOctets.isEmpty
        }
        return true
    }

    /// Stores the cookies of a file, which may be another program's, by the rules that need no response. As `insert` for
    /// each, but without a search for each.
    mutating func load(_ cookies: [Cookie], now: HTTPDate) {
        var byKey = Dictionary(entries.map { (Key($0.cookie), $0) }) { $1 }
        for cookie in cookies.map(fit) {
            tick += 1
            let old = byKey.removeValue(forKey: Key(cookie))
            if let expires = cookie.expires, expires <= now { continue }
            byKey[Key(cookie)] = Entry(
                cookie: cookie, created: old?.created ?? tick, lastUsed: tick, isReceived: false)
        }
        entries = byKey.values.sorted { $0.created < $1.created }
    }

    /// A file's cookie as it may be sent.
    private func fit(_ cookie: Cookie) -> Cookie {
        var cookie = cookie
        let domain = cookie.domain.hasSuffix(".") ? String(cookie.domain.dropLast()) : cookie.domain
        // A public suffix has its own cookies (section 5.7, step 9), not those of everybody below it.
        if !cookie.isHostOnly, isPublicSuffix(domain) == true { cookie.isHostOnly = true }
        return cookie
    }

    /// Stores a cookie of the user's unchecked, replacing one with the same name, domain and path; an expired cookie only
    /// removes it.
    mutating func insert(_ cookie: Cookie, now: HTTPDate) {
        insert(cookie, isReceived: false, now: now)
    }

    private mutating func insert(_ cookie: Cookie, isReceived: Bool, now: HTTPDate) {
        tick += 1
        var created = tick
        var isReceived = isReceived
        if let index = entries.firstIndex(where: {
            $0.cookie.nameOctets == cookie.nameOctets && $0.cookie.domain == cookie.domain
                && $0.cookie.isHostOnly == cookie.isHostOnly && $0.cookie.pathOctets == cookie.pathOctets
        }) {
            // Section 5.7, step 23: keep the creation time of the old cookie.
            created = entries[index].created
            // A new value of the user's cookie is in its place.
            isReceived = isReceived && entries[index].isReceived
            entries.remove(at: index)
        }
        if let expires = cookie.expires, expires <= now { return }
        entries.append(Entry(cookie: cookie, created: created, lastUsed: tick, isReceived: isReceived))
    }

    /// Section 5.7, last paragraphs: evicts expired cookies first, then in a full domain the least recently used,
    /// insecure ones first, then the least recently used of all; each among those that responses brought.
    private mutating func evict(domain: String, now: HTTPDate) {
        func isOfDomain(_ entry: Entry) -> Bool { entry.isReceived && entry.cookie.domain == domain }
        func isTooMany() -> Bool { entries.count(where: isOfDomain) > Self.perDomainLimit }
        guard isTooMany() || entries.count(where: \.isReceived) > totalLimit else { return }
        removeExpired(now: now)
        while isTooMany() {
            let hasOpen = entries.contains { isOfDomain($0) && !$0.cookie.isSecure }
            removeLeastUsed { isOfDomain($0) && !(hasOpen && $0.cookie.isSecure) }
        }
        while entries.count(where: \.isReceived) > totalLimit { removeLeastUsed(where: \.isReceived) }
    }

    private mutating func removeLeastUsed(where isMeant: (Entry) -> Bool) {
        let least = entries.indices.filter { isMeant(entries[$0]) }.min { entries[$0].lastUsed < entries[$1].lastUsed }
        if let least { entries.remove(at: least) }
    }

    /// Removes expired cookies.
    mutating func removeExpired(now: HTTPDate) {
        entries.removeAll { $0.cookie.expires.map { $0 <= now } ?? false }
    }

    /// Removes the cookies that `isChosen` picks.
    mutating func removeAll(where isChosen: (Cookie) -> Bool) {
        entries.removeAll { isChosen($0.cookie) }
    }

    /// Removes session cookies.
    mutating func removeSessionCookies() {
        entries.removeAll { $0.cookie.expires == nil }
    }

    // MARK: Sending

    /// The value of the Cookie field for a request to `url`; `nil` if no cookie matches.
    mutating func field(for url: HTTPURL, now: HTTPDate) -> [UInt8]? {
        if entries.isEmpty { return nil }
        let place = Place(url)
        tick += 1
        var chosen: [Entry] = []
        for index in entries.indices where place.withholding(entries[index].cookie, now: now) == nil {
            entries[index].lastUsed = tick
            chosen.append(entries[index])
        }
        sort(&chosen)
        var field: [UInt8] = []
        for entry in chosen.prefix(Self.sentCount(of: chosen)) {
            let (name, value) = (entry.cookie.nameOctets, entry.cookie.valueOctets)
            if !field.isEmpty { field += "; ".utf8 }
            if !name.isEmpty { field += name + [UInt8(ascii: "=")] }
            field += value
        }
        return field.isEmpty ? nil : field
    }

    /// What ``field(for:now:)`` decides about each cookie of the URL's host and its parents: why it is not sent, if it isn't.
    func verdicts(for url: HTTPURL, now: HTTPDate) -> [(cookie: Cookie, withholding: CookieWithholding?)] {
        let place = Place(url)
        var chosen: [Entry] = []
        var others: [(cookie: Cookie, withholding: CookieWithholding?)] = []
        for entry in entries {
            switch place.withholding(entry.cookie, now: now) {
            case nil: chosen.append(entry)
            // Whatever else is in the jar is no concern of this request.
            case .otherHost?: break
            case let reason?: others.append((entry.cookie, reason))
            }
        }
        sort(&chosen)
        let count = Self.sentCount(of: chosen)
        return chosen.enumerated().map { ($1.cookie, $0 < count ? nil : .fieldFull) } + others
    }

    /// How many of the chosen cookies fit.
    private static func sentCount(of chosen: [Entry]) -> Int {
        var (count, size) = (0, 0)
        for entry in chosen.prefix(sentLimit) {
            let (name, value) = (entry.cookie.nameOctets.count, entry.cookie.valueOctets.count)
            // With "Cookie: " before it.
            if size + name + value + 9 >= fieldByteLimit { break }
            size += (size == 0 ? 0 : 2) + (name == 0 ? 0 : name + 1) + value
            count += 1
        }
        return count
    }

    private func sort(_ chosen: inout [Entry]) {
        chosen.sort { left, right in
            let (one, other) = (left.cookie, right.cookie)
            switch order {
            // Section 5.8.3, step 2: longer paths first, then older cookies.
            case .oldestFirst:
                let (length, otherLength) = (one.pathOctets.count, other.pathOctets.count)
                return length == otherLength ? left.created < right.created : length > otherLength
            case .newestFirst:
                return (one.writtenPath.count, one.domain.utf8.count, one.nameOctets.count, left.created)
                    > (other.writtenPath.count, other.domain.utf8.count, other.nameOctets.count, right.created)
            }
        }
    }

    /// Where a request goes, as far as cookies depend on it.
    private struct Place {
        let host: String
        let path: [UInt8]
        let isSecure: Bool
        let isDomain: Bool

        init(_ url: HTTPURL) {
            host = url.hostForConnecting
            path = Array(url.path.utf8)
            isSecure = isTrustworthy(url)
            isDomain = url.hostKind == .domain
        }

        /// Why a cookie is not sent there; `nil` if it is.
        func withholding(_ cookie: Cookie, now: HTTPDate) -> CookieWithholding? {
            // Section 5.1.3: an address has no parent domains.
            guard
                cookie.domain == host
                    || !cookie.isHostOnly && isDomain && CookieStore.domain(host, matches: cookie.domain)
            else { return .otherHost }
            guard CookieStore.path(path, matches: cookie.pathOctets) else { return .otherPath }
            if cookie.isSecure, !isSecure { return .needsTLS }
            return cookie.expires.map { $0 <= now } == true ? .expired : nil
        }
    }

    // MARK: Rules

    /// Section 5.1.3: `host` is `domain`, or ends with a dot and `domain`. Both in lowercase.
    static func domain(_ host: String, matches domain: String) -> Bool {
        if host == domain { return true }
        guard host.utf8.count > domain.utf8.count, host.hasSuffix(domain) else { return false }
        return host.utf8.dropLast(domain.utf8.count).last == UInt8(ascii: ".")
    }

    /// Section 5.1.4: the request's path is at or below the cookie's.
    static func path(_ path: [UInt8], matches cookiePath: [UInt8]) -> Bool {
        guard path.starts(with: cookiePath) else { return false }
        return path.count == cookiePath.count || cookiePath.last == UInt8(ascii: "/")
            || path.dropFirst(cookiePath.count).first == UInt8(ascii: "/")
    }

    /// Section 5.1.4: the directory of the URL's path, without its trailing slash.
    static func defaultPath(of url: HTTPURL) -> [UInt8] {
        let path = Array(url.path.utf8)
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex else {
            return [UInt8(ascii: "/")]
        }
        return Array(path[..<slash])
    }

    /// Whether a URL may set and get secure cookies: over TLS or from this machine, as in browsers.
    static func isTrustworthy(_ url: HTTPURL) -> Bool {
        url.isSecure || Resolver.isLoopback(url.hostForConnecting)
    }
}
