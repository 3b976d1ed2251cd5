/// One `--resolve`: the addresses to use for a host and port instead of asking the resolver.
struct ResolveOverride: Equatable, Sendable {
    /// The host, in lowercase; `*` is any.
    var host: String
    /// The port.
    var port: Int
    /// The numeric addresses, tried in order; empty for `-host:port`, which removes an earlier override.
    var addresses: [String]

    /// Reads `[+]host:port:addr[,addr]…` or `-host:port`. An IPv6 address can be in brackets.
    ///
    /// The `+` (in curl, the entry times out) is accepted and ignored: entries last for the whole run.
    init(_ text: String) throws(OptionFault) {
        let malformed = OptionFault.malformed("expected HOST:PORT:ADDRESS[,ADDRESS], not '\(text)'")
        let isRemoval = text.hasPrefix("-")
        let body = isRemoval || text.hasPrefix("+") ? text.dropFirst() : text[...]
        var rest = body
        if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
            host = rest[rest.index(after: rest.startIndex)..<end].lowercased()
            rest = rest[rest.index(after: end)...]
        } else {
            let end = rest.firstIndex(of: ":") ?? rest.endIndex
            host = rest[..<end].lowercased()
            rest = rest[end...]
        }
        guard !host.isEmpty, rest.popFirst() == ":" else { throw malformed }
        let portEnd = rest.firstIndex(of: ":") ?? rest.endIndex
        guard let port = NumberArgument.port(rest[..<portEnd]) else { throw malformed }
        self.port = port
        rest = rest[portEnd...]
        if isRemoval {
            guard rest.isEmpty else { throw malformed }
            addresses = []
            return
        }
        guard rest.popFirst() == ":" else { throw malformed }
        addresses = rest.split(separator: ",", omittingEmptySubsequences: false).map { address in
            address.hasPrefix("[") && address.hasSuffix("]") ? String(address.dropFirst().dropLast()) : String(address)
        }
        guard addresses.allSatisfy(Self.looksNumeric) else { throw malformed }
    }

    /// Whether `address` could be an IPv4 or IPv6 address: an override never resolves a name.
    private static func looksNumeric(_ address: String) -> Bool {
        let isIPv6 = address.contains(":")
        return !address.isEmpty
            && address.utf8.allSatisfy {
                $0.isDecimalDigit || $0 == UInt8(ascii: ".") || isIPv6 && "abcdefABCDEF:".utf8.contains($0)
            }
    }
}
