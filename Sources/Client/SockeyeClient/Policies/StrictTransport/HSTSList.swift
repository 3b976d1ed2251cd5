internal import SockeyeURL
internal import SockeyeFields

/// The hosts that require TLS and the rules of RFC 6797, as a pure value: no clock, no file, no lock.
struct HSTSList: Sendable {
    /// One host.
    struct Entry: Sendable, Hashable {
        /// In lowercase, without a trailing dot.
        var host: String
        var includesSubdomains: Bool
        /// `nil` for never.
        var expires: HTTPDate?
    }

    /// The most hosts that responses bring, since a server can invent any number of subdomains; of those, the ones that
    /// expire first are dropped. What the user has put in stays.
    static let most = 10_000

    private var byHost: [String: Entry] = [:]
    /// The hosts among them that responses brought.
    private var learned: Set<String> = []

    init() {}

    /// All entries, by host.
    var entries: [Entry] { byHost.values.sorted { $0.host < $1.host } }
    var isEmpty: Bool { byHost.isEmpty }

    /// Applies the field of a response from `url`; the caller has checked that TLS had no errors (section 8.1).
    @discardableResult
    mutating func receive(
        _ field: String, from url: HTTPURL, now: HTTPDate
    ) -> StrictTransportOutcome {
        guard url.isSecure else { return .ignoredAsUnproven }
        // Section 8.1.1: addresses are not remembered.
        guard url.hostKind == .domain else { return .ignoredFromAddress }
        guard let policy = StrictTransportSecurity(parsing: field) else { return .ignoredAsMalformed }
        let host = Self.normal(url.host)
        if policy.maximumAge == 0 {
            remove(host)
            return .removed(host: host)
        }
        let (end, isTooFar) = now.secondsSinceEpoch.addingReportingOverflow(policy.maximumAge)
        if byHost[host] == nil { learned.insert(host) }
        byHost[host] = Entry(
            host: host, includesSubdomains: policy.includesSubdomains,
            expires: isTooFar ? nil : HTTPDate(secondsSinceEpoch: end))
        makeRoom(for: host, now: now)
        return .stored(host: host, maximumAge: policy.maximumAge, includesSubdomains: policy.includesSubdomains)
    }

    /// Drops what responses brought beyond the limit, but not this host, which is the newest.
    private mutating func makeRoom(for host: String, now: HTTPDate) {
        guard learned.count > Self.most else { return }
        removeExpired(now: now)
        guard learned.count > Self.most else { return }
        func end(_ host: String) -> Int64 { byHost[host]?.expires?.secondsSinceEpoch ?? .max }
        let first = learned.lazy.filter { $0 != host }.min { end($0) < end($1) }
        if let first { remove(first) }
    }

    /// Stores an entry of a file. Of several for one host the longest and the strictest count, as in curl.
    mutating func merge(_ entry: Entry) {
        var entry = entry
        if let other = byHost[entry.host] {
            entry.includesSubdomains = entry.includesSubdomains || other.includesSubdomains
            if let end = entry.expires { entry.expires = other.expires.map { max($0, end) } }
        }
        insert(entry)
    }

    /// Stores an entry of the user's, replacing that of the same host.
    mutating func insert(_ entry: Entry) {
        byHost[entry.host] = entry
        learned.remove(entry.host)
    }

    /// Removes the entry of `host`, if any.
    mutating func remove(_ host: String) {
        let host = Self.normal(host)
        byHost[host] = nil
        learned.remove(host)
    }

    /// Removes expired entries.
    mutating func removeExpired(now: HTTPDate) {
        byHost = byHost.filter { $0.value.expires.map { $0 > now } ?? true }
        learned = learned.filter { byHost[$0] != nil }
    }

    /// Whether this host requires TLS (section 8.2), by itself or through a parent that includes its subdomains.
    func covers(_ host: String, now: HTTPDate) -> Bool {
        var name = Self.normal(host)[...]
        var isWhole = true
        while !name.isEmpty {
            if let entry = byHost[String(name)], isWhole || entry.includesSubdomains,
                entry.expires.map({ $0 > now }) ?? true
            {
                return true
            }
            isWhole = false
            guard let dot = name.firstIndex(of: ".") else { return false }
            name = name[name.index(after: dot)...]
        }
        return false
    }

    /// RFC 6797 section 8.2: a trailing dot is ignored.
    static func normal(_ host: String) -> String {
        host.hasSuffix(".") ? String(host.dropLast()).lowercased() : host.lowercased()
    }
}

/// The outcome of a Strict-Transport-Security field.
enum StrictTransportOutcome: Sendable, Hashable {
    /// The host requires TLS for this many seconds.
    case stored(host: String, maximumAge: Int64, includesSubdomains: Bool)
    /// The host no longer does.
    case removed(host: String)
    /// It came without TLS, or with a certificate that wasn't good.
    case ignoredAsUnproven
    /// It came from an address: only names are remembered.
    case ignoredFromAddress
    case ignoredAsMalformed
}
