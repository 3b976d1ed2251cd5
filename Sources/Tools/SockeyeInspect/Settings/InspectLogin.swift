internal import SockeyeBytes
internal import SockeyeDigest

/// The user and password that the proxy asks programs and its page's readers for (Basic, RFC 7617).
package struct InspectLogin: Sendable {
    private let octets: [UInt8]

    /// - Parameter octets: `NAME:PASSWORD`; `nil` without a name or a password.
    package init?(_ octets: [UInt8]) {
        guard let colon = octets.firstIndex(of: UInt8(ascii: ":")), colon > 0, colon + 1 < octets.count else {
            return nil
        }
        self.octets = octets
    }

    /// Whether these values of Authorization or Proxy-Authorization are one, with this user and password.
    func admits(_ values: [String]) -> Bool {
        guard values.count == 1, let value = values.first else { return false }
        let words = value.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "basic", let given = try? Base64.decode(String(words[1]))
        else {
            return false
        }
        return equalInConstantTime(given, octets)
    }

    /// The challenge after `WWW-Authenticate:` or `Proxy-Authenticate:`.
    static let challenge = "Basic realm=\"sockeye --inspect\", charset=\"UTF-8\""
}
