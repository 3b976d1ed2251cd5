/// Why a SOCKS proxy was of no use.
public enum SOCKSError: Error, Sendable, Hashable {
    /// It refused; the number of its reply.
    case refused(code: Int)
    /// It wants user and password, and has refused them, or there are none.
    case loginRefused
    /// It offers no way to log in that is known here.
    case noCommonMethod
    /// Its bytes are no SOCKS.
    case malformed(String)
    /// The name, user or password does not fit: 255 bytes at most, no NUL for SOCKS 4.
    case tooLong(String)
    /// SOCKS 4 takes IPv4 addresses only.
    case needsIPv4
}

extension SOCKSError: CustomStringConvertible {
    /// What, and what to do.
    public var description: String {
        switch self {
        case .refused(let code): "it refused the connection: \(Self.words[code] ?? "code \(code)")"
        case .loginRefused: "it refused user and password"
        case .noCommonMethod: "it wants to know who asks, in a way that is not known here; give user and password"
        case .malformed(let what): "it does not speak SOCKS: \(what)"
        case .tooLong(let what): "\(what) is longer than SOCKS can carry, or holds a NUL"
        case .needsIPv4: "SOCKS 4 reaches IPv4 addresses only; use socks4a or socks5"
        }
    }

    /// RFC 1928 section 6, and SOCKS 4's own numbers.
    private static let words = [
        1: "general failure", 2: "not allowed by its rules", 3: "network unreachable", 4: "host unreachable",
        5: "connection refused", 6: "time to live expired", 7: "command not supported", 8: "address type not supported",
        91: "rejected or failed", 92: "it cannot reach identd here", 93: "identd names another user",
    ]
}
