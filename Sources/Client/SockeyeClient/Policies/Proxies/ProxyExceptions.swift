internal import SockeyeIO

/// Hosts that bypass the proxy, written as in `NO_PROXY`.
///
/// ```
/// *                     every host, if it is the only entry
/// example.com           that host and its subdomains; .example.com means the same
/// example.com:8080      that port only
/// 192.0.2.1  2001:db8::1  [2001:db8::1]   an address
/// 192.0.2.0/24  2001:db8::/32             a range of addresses
/// ```
/// Entries are separated by commas or whitespace.
public struct ProxyExceptions: Sendable, Hashable {
    private let entries: [String]

    /// Parses such a list.
    public init(parsing text: String) {
        entries = text.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" || $0 == "\n" }.map(String.init)
    }

    /// Whether this host bypasses the proxy.
    ///
    /// - Parameters:
    ///   - host: without brackets, in lowercase.
    ///   - port: the URL's, or its scheme's default.
    public func contains(host: String, port: UInt16) -> Bool {
        entry(for: host, port: port) != nil
    }

    /// The first entry, in lowercase, that lets this host bypass the proxy; `nil` if none does.
    ///
    /// - Parameters:
    ///   - host: without brackets, in lowercase.
    ///   - port: the URL's, or its scheme's default.
    public func entry(for host: String, port: UInt16) -> String? {
        if entries.isEmpty { return nil }
        var host = host[...]
        if host.hasSuffix(".") { host = host.dropLast() }
        if entries == ["*"] { return "*" }
        return entries.first { Self.entry($0, matches: String(host), port) }
    }

    private static func entry(_ entry: String, matches host: String, _ port: UInt16) -> Bool {
        if let address = bytes(of: host) { return range(entry, contains: address, port) }
        var name = entry[...]
        if let colon = name.lastIndex(of: ":") {
            guard UInt16(name[name.index(after: colon)...]) == port else { return false }
            name = name[..<colon]
        }
        if name.hasPrefix(".") { name = name.dropFirst() }
        if name.hasSuffix(".") { name = name.dropLast() }
        guard !name.isEmpty else { return false }
        return host == name || host.hasSuffix("." + name)
    }

    private static func range(_ entry: String, contains address: [UInt8], _ port: UInt16) -> Bool {
        var entry = entry
        if entry.hasPrefix("["), let close = entry.firstIndex(of: "]") {
            let tail = entry[entry.index(after: close)...]
            if tail.hasPrefix(":"), UInt16(tail.dropFirst()) != port { return false }
            entry =
                String(entry[entry.index(after: entry.startIndex)..<close]) + (tail.hasPrefix("/") ? String(tail) : "")
        } else if entry.count(where: { $0 == ":" }) == 1, let colon = entry.firstIndex(of: ":") {
            guard UInt16(entry[entry.index(after: colon)...]) == port else { return false }
            entry = String(entry[..<colon])
        }
        let parts = entry.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let known = bytes(of: String(parts[0])), known.count == address.count else { return false }
        guard parts.count == 2 else { return known == address }
        guard let bits = Int(parts[1]), (0...known.count * 8).contains(bits) else { return false }
        for index in known.indices {
            let left = min(8, max(0, bits - index * 8))
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> left)
            if known[index] & mask != address[index] & mask { return false }
        }
        return true
    }

    /// The bytes of a numeric address; `nil` for a name.
    private static func bytes(of host: String) -> [UInt8]? {
        SocketAddress(numericHost: host, port: 0)?.addressBytes
    }
}
