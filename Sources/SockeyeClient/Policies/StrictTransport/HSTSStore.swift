internal import HTTPTypes
internal import SockeyeURL
public import SockeyeFields
public import SockeyeIO
internal import SockeyeTLS
internal import Synchronization

/// The hosts that said they are to be asked over TLS only (RFC 6797), for one client or several.
///
/// ```swift
/// let store = HSTSStore()
/// try store.load(from: "hsts.txt")
/// var configuration = HTTPClient.Configuration()
/// configuration.strictTransportSecurity = store
/// ```
/// A request for `http://` to such a host goes to `https://` at once, and nothing of it over an open connection. A host
/// is remembered when it says so over TLS without any fault, and never an address.
public final class HSTSStore: Sendable {
    private let list = Mutex(HSTSList())

    /// An empty store.
    public init() {}

    /// Whether the host is to be asked over TLS only.
    public func covers(_ host: String) -> Bool {
        list.withLock { $0.isEmpty ? false : $0.covers(host, now: .present) }
    }

    /// The hosts, with a dot before those that speak for all below them.
    public var hosts: [String] {
        list.withLock { list in
            list.removeExpired(now: .present)
            return list.entries.map { ($0.includesSubdomains ? "." : "") + $0.host }
        }
    }

    /// Remembers a host, as a list that came with a program does.
    ///
    /// - Parameter expires: until when; `nil` for ever.
    public func insert(_ host: String, includingSubdomains: Bool, until expires: HTTPDate? = nil) {
        let entry = HSTSList.Entry(
            host: HSTSList.normal(host), includesSubdomains: includingSubdomains, expires: expires)
        list.withLock { $0.insert(entry, now: .present) }
    }

    /// Adds the hosts of a file in curl's format.
    ///
    /// - Throws: `IOError.system` when it cannot be read.
    public func load(from path: String) throws(IOError) {
        load(octets: try SmallFile.read(path))
    }

    /// Replaces a file by the hosts that are remembered, in curl's format, all or nothing; only its owner may read it,
    /// since it tells where somebody was.
    public func save(to path: String) throws(IOError) {
        try SmallFile.replace(path, with: Array(text().utf8))
    }

    /// Adds the hosts of a text in curl's format.
    public func load(text: String) {
        load(octets: Array(text.utf8))
    }

    private func load(octets: [UInt8]) {
        let entries = HSTSFile.parse(octets)
        list.withLock { list in
            for entry in entries { list.insert(entry, now: .present) }
            list.removeExpired(now: .present)
        }
    }

    /// The hosts that are remembered, in curl's format.
    public func text() -> String {
        HSTSFile.text(
            list.withLock { list in
                list.removeExpired(now: .present)
                return list.entries
            })
    }

    /// Takes what a response says, if its TLS was without fault (RFC 6797 section 8.1).
    func receive(_ fields: HTTPFields, from url: HTTPURL, _ tls: TLSDetails?) {
        guard let tls, let certificate = tls.certificate, certificate.verificationFailure == nil,
            // Of several fields the first one counts (section 8.1).
            let field = fields[values: .strictTransportSecurity].first
        else { return }
        list.withLock { $0.receive(field, from: url, now: .present) }
    }

    /// The URL as it is to be asked: over TLS if the host said so.
    func secured(_ url: HTTPURL) -> HTTPURL {
        guard !url.isSecure, url.hostKind == .domain, covers(url.host) else { return url }
        return url.secured
    }
}
