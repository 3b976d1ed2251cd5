internal import SockeyeClient

/// One `--resolve`.
extension HostOverride {
    /// Reads `[+]host:port:addr[,addr]…` or `-host:port`. An IPv6 address can be in brackets.
    ///
    /// The `+` (in curl, the entry times out) is accepted and ignored: entries last for the whole run. `*` is any host; without an
    /// address, an earlier entry is removed.
    init(resolve text: String) throws(OptionFault) {
        let malformed = OptionFault.malformed("expected HOST:PORT:ADDRESS[,ADDRESS], not '\(text)'")
        let isRemoval = text.hasPrefix("-")
        let body = isRemoval || text.hasPrefix("+") ? text.dropFirst() : text[...]
        var rest = body
        let host: String
        if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
            host = rest[rest.index(after: rest.startIndex)..<end].lowercased()
            rest = rest[rest.index(after: end)...]
        } else {
            host = rest.prefix { $0 != ":" }.lowercased()
            rest = rest.drop { $0 != ":" }
        }
        guard !host.isEmpty, rest.popFirst() == ":", let port = NumberArgument.port(rest.prefix { $0 != ":" }) else {
            throw malformed
        }
        rest = rest.drop { $0 != ":" }
        if isRemoval {
            guard rest.isEmpty else { throw malformed }
            self.init(host: host, port: port, addresses: [])
            return
        }
        guard rest.popFirst() == ":" else { throw malformed }
        let addresses = rest.split(separator: ",", omittingEmptySubsequences: false).map { address in
            address.hasPrefix("[") && address.hasSuffix("]") ? String(address.dropFirst().dropLast()) : String(address)
        }
        guard addresses.allSatisfy(Self.looksNumeric) else { throw malformed }
        self.init(host: host, port: port, addresses: addresses)
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
