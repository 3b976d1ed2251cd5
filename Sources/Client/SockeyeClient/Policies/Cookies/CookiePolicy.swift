public import SockeyeURL

extension CookieJar {
    /// Where cookies are stored and sent.
    ///
    /// The first party is the URL that the caller asked for; a redirect can lead to a third one.
    @nonexhaustive
    public enum Policy: Sendable {
        /// At every URL.
        case all
        /// Only at URLs of the first party's site: the domain below the public suffix is the same (`www.example.com` and
        /// `api.example.com`). Without a list of public suffixes (``CookieJar/knowsPublicSuffixes``) one host must be the
        /// other or lie below it.
        case sameSite
        /// Nowhere.
        case none
        /// Where the closure says so, asked with the URL and the first party's before each request and for its response.
        case custom(@Sendable (_ url: HTTPURL, _ firstParty: HTTPURL) -> Bool)

        func allows(_ url: HTTPURL, firstParty: HTTPURL) -> Bool {
            switch self {
            case .all: true
            case .sameSite: Site.isSame(url, firstParty)
            case .none: false
            case .custom(let decide): decide(url, firstParty)
            }
        }
    }
}

/// Sites as HTML has them, without the scheme: a registrable domain and all below it.
enum Site {
    static func isSame(_ left: HTTPURL, _ right: HTTPURL) -> Bool {
        if left.host == right.host { return true }
        guard left.hostKind == .domain, right.hostKind == .domain else { return false }
        if let domain = registrableDomain(of: left.host) { return domain == registrableDomain(of: right.host) }
        return CookieStore.domain(left.host, matches: right.host) || CookieStore.domain(right.host, matches: left.host)
    }

    /// The public suffix and one more label; `nil` if there is no list or the host is itself a suffix.
    private static func registrableDomain(of host: String) -> String? {
        guard PublicSuffix.isKnown, PublicSuffix.contains(host) == false else { return nil }
        var name = host[...]
        while let dot = name.firstIndex(of: ".") {
            let parent = name[name.index(after: dot)...]
            if PublicSuffix.contains(String(parent)) != false { return String(name) }
            name = parent
        }
        return nil
    }
}
