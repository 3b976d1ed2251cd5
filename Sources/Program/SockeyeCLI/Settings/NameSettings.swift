internal import Sockeye
internal import SockeyeIO

/// Who is asked for names in place of the system's resolver.
struct NameSettings: Sendable {
    /// `--doh-url`.
    var url: HTTPURL?
    /// `--doh-insecure` switches it off.
    var verifiesPeer = true
    /// `--doh-cert-status`.
    var requiresStapledStatus = false
    /// `--dns-servers`.
    var servers: [SocketAddress] = []

    /// Reads the addresses of name servers, with ports if they aren't 53.
    static func servers(_ text: String) throws(OptionFault) -> [SocketAddress] {
        var servers: [SocketAddress] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let word = String(part.filter { $0 != " " })
            // With one colon, or after brackets, a port.
            let isBare = word.split(separator: ":", omittingEmptySubsequences: false).count != 2 && word.first != "["
            let host = isBare ? word : String(word.prefix(upTo: word.lastIndex(of: ":") ?? word.endIndex))
            let port = isBare || host.count == word.count ? 53 : UInt16(word.dropFirst(host.count + 1))
            let bare = host.first == "[" && host.last == "]" ? String(host.dropFirst().dropLast()) : host
            guard let port, let server = SocketAddress(numericHost: bare, port: port) else {
                throw .invalid("'\(word)' is not an IP address with or without a port, as in 192.0.2.1:5353")
            }
            servers.append(server)
        }
        return servers
    }
}
