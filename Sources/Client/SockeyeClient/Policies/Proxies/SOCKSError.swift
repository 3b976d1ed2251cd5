/// Why a SOCKS proxy could not be used.
@nonexhaustive
public enum SOCKSError: Error, Sendable, Hashable {
    /// It refused, with the code of its reply.
    case refused(code: Int)
    /// It requires a user and password, and they are missing or were refused.
    case loginRefused
    /// It offers no supported authentication method.
    case noCommonMethod
    /// Its answer isn't SOCKS.
    case malformed(String)
    /// The host name, user or password is too long (255 bytes) or, for SOCKS 4, contains NUL.
    case tooLong(String)
    /// SOCKS 4 supports IPv4 addresses only.
    case needsIPv4
}

extension SOCKSError: CustomStringConvertible {
    /// Describes the error and what to do.
    public var description: String {
        switch self {
        case .refused(let code): "it refused the connection: \(Self.words[code] ?? "code \(code)")"
        case .loginRefused: "it refused the user and password"
        case .noCommonMethod: "it offers no supported authentication method; give a user and password"
        case .malformed(let what): "it doesn't speak SOCKS: \(what)"
        case .tooLong(let what): "\(what) is too long for SOCKS or contains NUL"
        case .needsIPv4: "SOCKS 4 reaches IPv4 addresses only; use socks4a or socks5"
        }
    }

    /// The reply codes of RFC 1928 section 6 and of SOCKS 4.
    private static let words = [
        1: "general failure", 2: "not allowed by its rules", 3: "network unreachable", 4: "host unreachable",
        5: "connection refused", 6: "time to live expired", 7: "command not supported", 8: "address type not supported",
        91: "rejected or failed", 92: "it cannot reach identd here", 93: "identd names another user",
    ]
}
