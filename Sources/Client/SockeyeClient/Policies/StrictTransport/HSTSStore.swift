internal import HTTPTypes
internal import SockeyeURL
public import SockeyeFields
public import SockeyeIO
internal import SockeyeTLS
internal import Synchronization

/// The hosts that require TLS (RFC 6797); one store may serve several clients.
///
/// ```swift
/// let store = HSTSStore()
/// try store.load(from: "hsts.txt")
/// var configuration = HTTPClient.Configuration()
/// configuration.strictTransportSecurity = store
/// ```
/// A request for `http://` to such a host goes to `https://` at once; nothing is sent in clear text. A host is
/// remembered if it says so over TLS without errors, and an address never is.
public final class HSTSStore: Sendable {
    private let list = Mutex(HSTSList())
    private let unread = Mutex<[UnreadLine]>([])

    /// An empty store.
    public init() {}

    /// What a Strict-Transport-Security field asks for (RFC 6797 section 6.1): how many seconds a host is remembered, 0 to
    /// forget it, and whether its subdomains are too.
    ///
    /// - Returns: `nil` for a field that is ignored, since it is malformed or repeats a directive (section 8.1).
    package static func policy(in value: String) -> (maximumAge: Int64, includesSubdomains: Bool)? {
        StrictTransportSecurity(parsing: value).map { ($0.maximumAge, $0.includesSubdomains) }
    }

    /// Whether the host requires TLS.
    package func covers(_ host: String) -> Bool {
        list.withLock { $0.isEmpty ? false : $0.covers(host, now: .present) }
    }

    /// The hosts, with a leading dot if their subdomains are included.
    public var hosts: [String] {
        list.withLock { list in
            list.removeExpired(now: .present)
            return list.entries.map { ($0.includesSubdomains ? "." : "") + $0.host }
        }
    }

    /// The lines of loaded files that name no host. They are written again as they are, behind the hosts.
    package var unreadLines: [UnreadLine] {
        get { unread.withLock { $0 } }
        set { unread.withLock { $0 = newValue } }
    }

    /// Adds a host, for example from a preloaded list.
    ///
    /// - Parameters:
    ///   - host: the name, in any case.
    ///   - includingSubdomains: whether the entry holds for all names below it.
    ///   - expires: when the entry expires; `nil` for never.
    public func insert(_ host: String, includingSubdomains: Bool, until expires: HTTPDate? = nil) {
        let entry = HSTSList.Entry(
            host: HSTSList.normal(host), includesSubdomains: includingSubdomains, expires: expires)
        list.withLock { $0.insert(entry) }
    }

    /// Forgets a host.
    public func remove(_ host: String) {
        list.withLock { $0.remove(host) }
    }

    /// Forgets all hosts, and the lines that name none.
    public func removeAll() {
        list.withLock { $0 = HSTSList() }
        unreadLines = []
    }

    /// Adds the hosts of a file in curl's format; `save(to:)` writes its other lines again.
    ///
    /// - Throws: `IOError.system` if it cannot be read.
    public func load(from path: String) throws(IOError) {
        load(octets: try SmallFile.read(path))
    }

    /// Atomically replaces a file with the unexpired hosts, in curl's format; only its owner may read it, since it
    /// shows which hosts were visited.
    public func save(to path: String) throws(IOError) {
        try SmallFile.replace(path, with: octets())
    }

    /// Adds the hosts of a text in curl's format.
    public func load(text: String) {
        load(octets: Array(text.utf8))
    }

    /// Adds the hosts of octets in curl's format.
    public func load(octets: [UInt8]) {
        let file = HSTSFile.parse(octets)
        list.withLock { list in
            for entry in file.entries { list.merge(entry) }
            list.removeExpired(now: .present)
        }
        unread.withLock { $0.keep(file.unread) }
    }

    /// ``text()``, and the lines that could not be read after it: what a file that is written anew keeps.
    package func octets() -> [UInt8] { Array(text().utf8) + unreadLines.text }

    /// The unexpired hosts, in curl's format.
    public func text() -> String {
        HSTSFile.text(
            list.withLock { list in
                list.removeExpired(now: .present)
                return list.entries
            })
    }

    /// Applies a response's field, if its TLS had no errors (RFC 6797 section 8.1). Returns the outcome; `nil` without the
    /// field.
    @discardableResult
    func receive(_ fields: HTTPFields, from url: HTTPURL, _ tls: TLSDetails?) -> StrictTransportOutcome? {
        // Of several fields the first one counts (section 8.1).
        guard let field = fields[values: .strictTransportSecurity].first else { return nil }
        guard let tls, let certificate = tls.certificate, certificate.verificationFailure == nil,
            !tls.warnings.contains(where: \.concernsTheHost)
        else { return .ignoredAsUnproven }
        return list.withLock { $0.receive(field, from: url, now: .present) }
    }

    /// The URL to request: over TLS if the host requires it.
    func secured(_ url: HTTPURL) -> HTTPURL {
        guard !url.isSecure, url.hostKind == .domain, covers(url.host) else { return url }
        return url.secured
    }
}

extension TLSWarning {
    /// Whether the other end may be another host than the URL's, for all that was checked.
    var concernsTheHost: Bool {
        switch self {
        case .hostNameNotChecked, .acceptedByCaller: true
        case .acceptedByName, .notPinned: false
        }
    }
}
