/// The name or address of a TLS client's peer: sent as SNI, and checked against the certificate.
///
/// In OpenSSL's check, a leading dot means "any name below": `.com` would match every certificate under `com`. Such
/// names, and others with an empty label, are not host names and are refused before anything is sent. The trailing dot
/// of an absolute name is dropped, as RFC 6066 section 3 requires of SNI; names in certificates have none.
package struct PeerName {
    /// The name as sent and checked.
    let text: String
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
