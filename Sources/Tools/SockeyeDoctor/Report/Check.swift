extension DoctorReport {
    /// The checks, in the order of the report.
    @nonexhaustive
    public enum Check: String, Sendable, Hashable, CaseIterable {
        /// Whether a proxy is used, and why or why not.
        case proxy
        /// The host's addresses.
        case names
        /// Which of them answer, how fast, and which one is used.
        case addresses
        /// The local address and the interface.
        case route
        /// The versions and the cipher of TLS.
        case tls
        /// The certificate chain, each failed check, and the time left.
        case certificate
        /// The key's digest for pinning.
        case pins
        /// The stapled OCSP response (RFC 6066 section 8).
        case ocsp
        /// The redirects.
        case redirects
        /// The response itself.
        case answer
        /// Strict-Transport-Security (RFC 6797).
        case hsts
        /// The server's clock, from its Date field.
        case clock
        /// Whether a connection carries more than one request (RFC 9112 section 9.3).
        case keepAlive = "keep-alive"
        /// ETag and Last-Modified, and whether conditional requests work (RFC 9110 section 13).
        case validators
        /// What caches may do (RFC 9111).
        case caching
        /// Whether ranges work and are correct (RFC 9110 section 14).
        case ranges
        /// Whether bodies are compressed, and can be decoded to the same bytes (RFC 9110 section 8.4).
        case compression
        /// How large a body the server accepts, by `Expect: 100-continue` (RFC 9110 section 10.1.1).
        case uploads
    }
}
