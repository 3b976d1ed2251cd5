internal import SockeyeURL

/// A proxy server.
public struct ProxyServer: Sendable, Hashable {
    /// The protocol of a proxy.
    @nonexhaustive
    public enum Kind: String, Sendable, Hashable {
        /// HTTP: whole URLs for http, CONNECT for https (RFC 9110 sections 7.7 and 9.3.6).
        case http
        /// The same over TLS.
        case https
        /// SOCKS 4: IPv4 addresses, resolved by the client.
        case socks4
        /// SOCKS 4a: names, resolved by the proxy.
        case socks4a
        /// SOCKS 5 (RFC 1928): addresses, resolved by the client.
        case socks5
        /// SOCKS 5 with names, resolved by the proxy.
        case socks5h

        /// Whether it is an HTTP proxy.
        package var isHTTP: Bool { self == .http || self == .https }
    }

    /// Its protocol.
    public var kind: Kind
    /// Its host, without brackets.
    public var host: String
    /// Its port.
    public var port: UInt16
    /// The path of the Unix domain socket on which it listens; `nil` for host and port.
    public var unixSocketPath: String?
    /// The credential for the proxy, used with Basic, Digest or SOCKS authentication.
    public var credential: Credential?
    /// Why it can't be used, if the environment's URL for it is malformed: requests through it throw this.
    public private(set) var fault: ProxyError?

    /// Creates a proxy from its parts.
    public init(
        kind: Kind, host: String, port: UInt16, credential: Credential? = nil, unixSocketPath: String? = nil
    ) {
        self.unixSocketPath = unixSocketPath
        self.kind = kind
        self.host = host
        self.port = port
        self.credential = credential
    }

    /// Parses `[scheme://][user:password@]host[:port]` as curl does: the default is http with port 1080, or 443 for
    /// https. `socks` means `socks4`. The path is ignored, except for a SOCKS proxy on `localhost`: there it is the
    /// path of a Unix domain socket, percent-encoded, as in `socks5h://localhost/run/tor/socks`.
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
            // "https:/proxy" would otherwise be a proxy called "https" that gets the password in clear text.
            throw .malformed("\(text[..<colon]): is not followed by //")
        }
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        // Parsed as an http URL, so that hosts, brackets and escapes follow the same rules, and errors show no password.
        let url: HTTPURL
        do throws(HTTPURLError) {
            url = try HTTPURL("http://\(rest)")
        } catch {
            throw .malformed("\(error)")
        }
        let hasPort = Self.hasPort(authority)
        let path = rest.dropFirst(authority.count).prefix { $0 != "?" && $0 != "#" }
        var socketPath: String?
        if !kind.isHTTP, url.hostForConnecting == "localhost", path.utf8.count > 1 {
            socketPath = String(validating: PercentEncoding.decode(String(path)), as: UTF8.self)
            if socketPath == nil { throw .malformed("the socket path is not UTF-8") }
        }
        self.init(
            kind: kind, host: url.hostForConnecting,
            port: hasPort ? url.effectivePort : kind == .https ? 443 : 1080, credential: url.credential,
            unixSocketPath: socketPath)
    }

    /// The proxy of a variable, which may be malformed, and of no concern to the request at hand.
    init(whateverIsIn text: String) {
        do throws(ProxyError) {
            try self.init(parsing: text)
        } catch {
            self.init(kind: .http, host: "", port: 0)
            fault = error
        }
    }

    /// Whether a port is given; it may be 80, which the parsed URL drops.
    private static func hasPort(_ authority: Substring) -> Bool {
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
        guard let colon = host.lastIndex(of: ":") else { return false }
        let digits = host[host.index(after: colon)...]
        return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

/// Why a proxy could not be used.
@nonexhaustive
public enum ProxyError: Error, Sendable, Hashable {
    /// The proxy's URL is malformed.
    case malformed(String)
    /// The scheme isn't http, https, socks4, socks4a, socks5 or socks5h.
    case unsupportedScheme(String)
    /// The proxy's host could not be resolved.
    case unknownHost(String)
    /// The proxy answered CONNECT with this status.
    case tunnelRefused(status: Int)
    /// The answer to CONNECT isn't HTTP or is missing, with the reason.
    case badAnswer(String)
    /// The proxy sent bytes after its answer to CONNECT, before anything was sent to the server.
    case spokeFirst
    /// A SOCKS proxy refused or violated the protocol.
    case socks(SOCKSError)
}

extension ProxyError: CustomStringConvertible {
    /// Describes the error and what to do.
    public var description: String {
        switch self {
        case .malformed(let reason): "the proxy URL is malformed: \(reason)"
        case .unsupportedScheme(let scheme):
            "Unsupported proxy scheme for '\(scheme)'; use http, https, socks4, socks4a, socks5 or socks5h"
        case .unknownHost(let host): "Could not resolve proxy: \(host)"
        case .tunnelRefused(let status): "CONNECT tunnel failed, response \(status)"
        case .badAnswer(let reason): "the proxy sent a bad answer to CONNECT: \(reason)"
        case .spokeFirst: "the proxy sent bytes of its own after its answer to CONNECT; they are not trusted"
        case .socks(let error): "the SOCKS proxy: \(error)"
        }
    }
}
