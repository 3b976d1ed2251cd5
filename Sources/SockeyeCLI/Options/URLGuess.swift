/// The meaning of a typed URL whose scheme isn't followed by `://`, by curl's rules where they are safe.
///
/// ```
/// example.com/x, localhost:80/x      the default scheme
/// https:/host/, https:///host/       one or three slashes count as two
/// https:host, http:, https:\\host    refused: "https" would be a host, sent any password in clear
/// ```
enum URLGuess: Equatable {
    case url(String)
    /// It starts with this scheme and a colon, but no slash follows.
    case lacksSlashes(scheme: String)

    private static let schemes: Set<String> = ["http", "https", "ws", "wss"]

    init(_ given: String, defaultScheme: String) {
        // The URL Standard removes these bytes too, and would find the scheme after them.
        let cleaned =
            given.utf8.allSatisfy { $0 > 0x20 }
            ? given
            : String(
                decoding: given.utf8.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }.drop { $0 <= 0x20 },
                as: UTF8.self)
        guard let colon = cleaned.utf8.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(cleaned.utf8[..<colon]) else {
            // As in curl, two slashes want their scheme; with another pair before them, the host would be empty.
            self = .url(cleaned.hasPrefix("//") ? given : "\(defaultScheme)://" + given)
            return
        }
        let rest = cleaned[cleaned.utf8.index(after: colon)...]
        let scheme = cleaned[..<colon].lowercased()
        if rest.hasPrefix("//") {
            self = .url(given)
        } else if !Self.schemes.contains(scheme) {
            // A host with a port, or a user with a password.
            self = .url("\(defaultScheme)://" + given)
        } else if rest.hasPrefix("/"), !rest.hasPrefix("/\\") {
            self = .url("\(scheme):/\(rest)")
        } else {
            self = .lacksSlashes(scheme: scheme)
        }
    }

    private static func isScheme(_ bytes: Substring.UTF8View) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
        guard let first = bytes.first, isLetter(first) else { return false }
        return bytes.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
    }
}
