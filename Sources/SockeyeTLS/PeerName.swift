/// The name or address by which a TLS client knows its peer: what SNI says and the certificate is asked for.
///
/// To OpenSSL's check a name that begins with a dot means "any name below": `.com` would let in whoever has a certificate
/// under `com`. Such names, and others with an empty label, are no host's and are refused before anything is sent. The
/// dot at the end that makes a name absolute is left out, as RFC 6066 section 3 demands of SNI; certificates have none.
package struct PeerName {
    /// What is sent and checked.
    package let text: String
    let isAddress: Bool

    /// - Throws: `TLSError.invalidHostName`.
    package init(_ host: String, isAddress: Bool) throws(TLSError) {
        self.isAddress = isAddress
        guard !host.isEmpty, !host.utf8.contains(0) else { throw .invalidHostName(host) }
        if isAddress {
            text = host
            return
        }
        text = host.utf8.last == UInt8(ascii: ".") ? String(host.dropLast()) : host
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if labels.contains(where: \.isEmpty) { throw .invalidHostName(host) }
    }
}
