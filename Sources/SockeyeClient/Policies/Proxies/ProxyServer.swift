internal import SockeyeURL

/// A server that makes connections for others.
public struct ProxyServer: Sendable, Hashable {
    /// What it speaks.
    public enum Kind: String, Sendable, Hashable {
        /// HTTP: whole URLs for http, CONNECT for https (RFC 9110 sections 7.7 and 9.3.6).
        case http
        /// The same over TLS.
        case https
        /// SOCKS 4: IPv4 addresses, resolved here.
        case socks4
        /// SOCKS 4a: names, resolved by the proxy.
        case socks4a
        /// SOCKS 5 (RFC 1928): addresses, resolved here.
        case socks5
        /// SOCKS 5 with names, resolved by the proxy.
        case socks5h

        /// Whether it is an HTTP proxy.
        public var isHTTP: Bool { self == .http || self == .https }
    }

    /// What it speaks.
    public var kind: Kind
    /// Its host, without brackets.
    public var host: String
    /// Its port.
    public var port: UInt16
    /// The path of the Unix domain socket where it listens; `nil` for host and port.
    public var unixSocketPath: String?
    /// Who to be there, by Basic, Digest or SOCKS's own way.
    public var credential: Credential?

    /// A proxy of the given parts.
    public init(
        kind: Kind, host: String, port: UInt16, credential: Credential? = nil, unixSocketPath: String? = nil
    ) {
        self.unixSocketPath = unixSocketPath
        self.kind = kind
        self.host = host
        self.port = port
        self.credential = credential
    }

    /// Reads `[scheme://][user:password@]host[:port]` as curl does: http by default, port 1080, or 443 for https.
    /// `socks` is `socks4`. A path is passed over, but for a SOCKS proxy on `localhost`: there it is that of a Unix domain
    /// socket, as in `socks5h://localhost/run/tor/socks`, in which `%20` is a space.
    ///
    /// - Throws: `ProxyError.malformed`, `.unsupportedScheme`.
    public init(parsing text: String, defaultKind: Kind = .http) throws(ProxyError) {
        var kind = defaultKind
        var rest = text[...]
        if let end = text.firstRange(of: "://") {
            let scheme = text[..<end.lowerBound].lowercased()
            guard let known = Kind(rawValue: scheme == "socks" ? "socks4" : scheme) else {
                throw .unsupportedScheme(scheme)
            }
            kind = known
            rest = text[end.upperBound...]
        } else if let colon = text.firstIndex(of: ":"), Kind(rawValue: text[..<colon].lowercased()) != nil,
            !(text[text.index(after: colon)...].utf8.first.map { (0x30...0x39).contains($0) } ?? false)
        {
            // "https:/proxy" would be a proxy called "https", told the password in clear.
            throw .malformed("\(text[..<colon]): is not followed by //")
        }
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        // Parsed as an http URL, so that hosts, brackets and escapes mean what they mean elsewhere.
        let url: HTTPURL
        do throws(HTTPURLError) {
            url = try HTTPURL("http://\(authority)/")
        } catch {
            throw .malformed("\(error)")
        }
        let hasPort = Self.hasPort(authority)
        let path = rest.dropFirst(authority.count).prefix { $0 != "?" && $0 != "#" }
        var socketPath: String?
        if !kind.isHTTP, url.hostForConnecting == "localhost", path.utf8.count > 1 {
            socketPath = String(validating: PercentEncoding.decode(String(path)), as: UTF8.self)
            if socketPath == nil { throw .malformed("the path of its socket is not UTF-8") }
        }
        self.init(
            kind: kind, host: url.hostForConnecting,
            port: hasPort ? url.effectivePort : kind == .https ? 443 : 1080, credential: url.credential,
            unixSocketPath: socketPath)
    }

    /// Whether a port is written, which may be http's own that the URL leaves out.
    private static func hasPort(_ authority: Substring) -> Bool {
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
        guard let colon = host.lastIndex(of: ":") else { return false }
        let digits = host[host.index(after: colon)...]
        return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

/// Why a proxy was of no use.
public enum ProxyError: Error, Sendable, Hashable {
    /// It is written wrongly.
    case malformed(String)
    /// The scheme is none of http, https, socks4, socks4a, socks5, socks5h.
    case unsupportedScheme(String)
    /// Its host is not known.
    case unknownHost(String)
    /// It answered CONNECT with this status.
    case tunnelRefused(status: Int)
    /// Its answer to CONNECT is no HTTP, or it gave none; what was wrong.
    case badAnswer(String)
    /// It sent something behind its answer to CONNECT, before the server was asked anything.
    case spokeFirst
    /// A SOCKS proxy refused or talked nonsense.
    case socks(SOCKSError)
}

extension ProxyError: CustomStringConvertible {
    /// What, and what to do.
    public var description: String {
        switch self {
        case .malformed(let reason): "the proxy is written wrongly: \(reason)"
        case .unsupportedScheme(let scheme):
            "Unsupported proxy scheme for '\(scheme)'; use http, https, socks4, socks4a, socks5 or socks5h"
        case .unknownHost(let host): "Could not resolve proxy: \(host)"
        case .tunnelRefused(let status): "CONNECT tunnel failed, response \(status)"
        case .badAnswer(let reason): "the proxy sent a bad answer to CONNECT: \(reason)"
        case .spokeFirst: "the proxy sent bytes of its own before the server was asked; they are not trusted"
        case .socks(let error): "the SOCKS proxy: \(error)"
        }
    }
}
