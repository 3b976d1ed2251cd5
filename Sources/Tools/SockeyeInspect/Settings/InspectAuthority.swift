internal import SockeyeBytes
internal import SockeyeIO
package import SockeyeTLS
internal import Synchronization

/// Signs a certificate for each host whose https the proxy reads.
package final class InspectAuthority: Sendable {
    private struct Entry {
        let context: TLSContext
        let renewal: Deadline
    }

    private let root: ThrowawayCertificate
    private let entries = Mutex([String: Entry]())

    /// The most hosts whose certificates are kept: more than a page of a browser asks for.
    static let hostLimit = 256

    private static let day: Int64 = 86_400

    /// Makes a new one, valid for ten years.
    package init() throws(TLSError) {
        root = try .authority(named: "sockeye --inspect-tls on this machine", validUntil: 3650 * Self.day)
    }

    /// - Parameters:
    ///   - certificate: of one that was made before, in PEM.
    ///   - key: likewise.
    /// - Throws: if they don't belong together.
    package init(certificate: String, key: String) throws(TLSError) {
        root = ThrowawayCertificate(certificate: certificate, key: key)
        _ = try TLSContext(serverCertificate: certificate, key: key)
    }

    /// The certificate, in PEM.
    package var certificate: String { root.certificate }
    /// The private key, in PEM.
    package var key: String { root.key }
    /// The SHA-256 digest of the public key.
    package var keyDigest: [UInt8] { root.keyDigest ?? [] }

    /// The server's side of TLS as this host.
    ///
    /// - Parameter name: the host as `alternativeName` writes it.
    func context(for name: String) throws(TLSError) -> TLSContext {
        if let entry = entries.withLock({ $0[name] }), !entry.renewal.hasPassed { return entry.context }
        let host = String(name.drop { $0 != ":" }.dropFirst())
        let leaf = try ThrowawayCertificate(
            // RFC 5280 appendix A.1: a common name has at most 64 characters.
            commonName: host.utf8.count > 64 ? "sockeye --inspect-tls" : host, alternativeNames: name,
            validUntil: 7 * Self.day, issuer: root)
        let context = try TLSContext(serverCertificate: leaf.certificate + root.certificate, key: leaf.key)
        entries.withLock { entries in
            if entries.count >= Self.hostLimit { entries.removeAll() }
            entries[name] = Entry(context: context, renewal: .after(.seconds(Self.day)))
        }
        return context
    }

    /// A host as a certificate has it, such as `DNS:example.com` or `IP:127.0.0.1` (RFC 5280 section 4.2.1.6); `nil` if none can.
    static func alternativeName(_ host: String) -> String? {
        if SocketAddress(numericHost: host, port: 0) != nil { return host.contains("%") ? nil : "IP:\(host)" }
        let name = host.last == "." ? host.dropLast() : host[...]
        let isName = name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(ASCII.lowercased(byte)) || ASCII.decimalDigit(byte) != nil
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
        }
        return isName && (1...253).contains(name.utf8.count) ? "DNS:\(name.lowercased())" : nil
    }
}
