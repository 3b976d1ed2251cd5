internal import SockeyeTesting
internal import SockeyeURL

/// The target of a request to the proxy.
enum ProxyTarget: Equatable {
    /// Forward the request to `origin`, such as `http://example.com:80`, with `path` as received.
    case forward(origin: String, path: [UInt8])
    /// Open a tunnel (RFC 9110 section 9.3.6).
    case tunnel(host: String, port: UInt16)
    /// The proxy's own pages.
    case own(path: String)
    case refused(status: Int, reason: String)

    /// - Parameter own: the proxy's own authorities, such as `127.0.0.1:8080`.
    init(_ request: ReceivedRequest, own: Set<String>) {
        if request.method == "CONNECT" {
            self = Self.tunnel(request.target)
            return
        }
        let lower = request.target.lowercased()
        if lower.hasPrefix("http://") || lower.hasPrefix("https://") {
            self = Self.absolute(request, own: own)
        } else if request.target.hasPrefix("/") || request.target == "*" {
            // DNS rebinding: a page whose host name resolves to this machine sends that name.
            let host = (request["Host"] ?? "").lowercased()
            let name = own.min() ?? ""
            self =
                own.contains(host)
                ? .own(path: request.target)
                : .refused(status: 421, reason: "this is a proxy; its own pages are only at http://\(name)/")
        } else {
            self = .refused(status: 400, reason: "a proxy expects http://HOST/… or CONNECT HOST:PORT")
        }
    }

    /// The target of a request inside the TLS of a server, which is written as to the server itself (RFC 9112 section 3.2).
    ///
    /// - Parameter server: its origin, such as `https://example.com`.
    init(_ request: ReceivedRequest, to server: String) {
        if request.method == "CONNECT" {
            self = .refused(status: 400, reason: "a server takes no CONNECT (RFC 9110 section 9.3.6)")
        } else if request.target.hasPrefix("/") || request.target == "*" {
            self = .forward(origin: server, path: request.targetOctets)
        } else if request.target.lowercased().hasPrefix("https://") {
            self = Self.absolute(request, own: [])
        } else {
            self = .refused(status: 400, reason: "a server expects /PATH or https://HOST/… (RFC 9112 section 3.2)")
        }
    }

    private static func absolute(_ request: ReceivedRequest, own: Set<String>) -> ProxyTarget {
        let target = request.targetOctets
        guard let slashes = target.firstRange(of: "://".utf8) else { return .refused(status: 400, reason: "no scheme") }
        let rest = target[slashes.upperBound...]
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        var path = Array(rest.dropFirst(authority.count).prefix { $0 != UInt8(ascii: "#") })
        if path.isEmpty {
            // RFC 9112 section 3.2.4: OPTIONS for a URL without a path asks about the server as a whole.
            path = Array((request.method == "OPTIONS" ? "*" : "/").utf8)
        } else if path.first == UInt8(ascii: "?") {
            path.insert(UInt8(ascii: "/"), at: 0)
        }
        // The URL Standard ends the authority at a backslash; the log, the filters and the replacement files don't, and would
        // see a different host from the one contacted.
        if authority.contains(UInt8(ascii: "\\")) {
            return .refused(status: 400, reason: "a URL's host has no backslash (RFC 3986 section 3.2)")
        }
        let origin = String(decoding: target[..<(slashes.upperBound + authority.count)], as: UTF8.self)
        if isOwn(origin, own) { return .own(path: String(decoding: path, as: UTF8.self)) }
        return .forward(origin: origin, path: path)
    }

    /// Whether a URL points to this proxy in any spelling: `127.1` is 127.0.0.1, and a user name doesn't matter. A malformed URL
    /// is refused later.
    private static func isOwn(_ origin: String, _ own: Set<String>) -> Bool {
        guard let url = try? HTTPURL(origin) else { return false }
        // 0.0.0.0 connects to 127.0.0.1 (ip(7)), and likewise in IPv6.
        let aliases = ["0.0.0.0", "[::ffff:7f00:1]", "[::ffff:0:0]"]
        let host = aliases.contains(url.host) ? "127.0.0.1" : url.host
        return own.contains("\(host):\(url.effectivePort)")
    }

    private static func tunnel(_ target: String) -> ProxyTarget {
        let refusal = ProxyTarget.refused(status: 400, reason: "CONNECT takes HOST:PORT")
        guard let colon = target.lastIndex(of: ":"), let port = UInt16(target[target.index(after: colon)...]), port > 0,
            target[target.index(after: colon)...].allSatisfy(\.isNumber)
        else { return refusal }
        var host = target[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, !host.contains(where: { "/?#@[] \\".contains($0) }) else { return refusal }
        return .tunnel(host: String(host), port: port)
    }
}

extension ReceivedRequest {
    /// The target as received, which may not be UTF-8.
    var targetOctets: [UInt8] {
        let words = rawHead.prefix { $0 != 13 && $0 != 10 }.split(separator: 32, omittingEmptySubsequences: false)
        return words.count == 3 ? Array(words[1]) : Array(target.utf8)
    }
}
