/// A protocol that begins in the clear and changes to TLS when it is asked to (`--starttls`).
enum StartTLSProtocol: String, CaseIterable, Sendable {
    /// RFC 3207.
    case smtp
    /// RFC 2595 section 4.
    case pop3
    /// RFC 9051 section 6.2.1.
    case imap
    /// RFC 4217.
    case ftp
    /// RFC 4642.
    case nntp
    /// PostgreSQL's SSLRequest.
    case postgres
}
