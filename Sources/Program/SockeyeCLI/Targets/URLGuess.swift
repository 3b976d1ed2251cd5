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
        // By bytes: each file of a list is asked for twice.
        var cleaned = Array(given.utf8)[...]
        // The URL Standard removes these bytes too, and would find the scheme after them.
        if cleaned.contains(where: { $0 <= 0x20 }) {
            cleaned = cleaned.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }.drop { $0 <= 0x20 }
        }
        let slash = UInt8(ascii: "/")
        guard let colon = cleaned.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(cleaned[..<colon]) else {
            // As in curl, two slashes want their scheme; with another pair before them, the host would be empty.
            self = .url(cleaned.starts(with: [slash, slash]) ? given : "\(defaultScheme)://" + given)
            return
        }
        let rest = cleaned[(colon + 1)...]
        if rest.starts(with: [slash, slash]) {
            self = .url(given)
            return
        }
        let scheme = String(decoding: cleaned[..<colon], as: UTF8.self).lowercased()
        if !Self.schemes.contains(scheme) {
            // A host with a port, or a user with a password.
            self = .url("\(defaultScheme)://" + given)
        } else if rest.first == slash, !rest.starts(with: [slash, UInt8(ascii: "\\")]) {
            self = .url("\(scheme):/" + String(decoding: rest, as: UTF8.self))
        } else {
            self = .lacksSlashes(scheme: scheme)
        }
    }

    private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, first.isLetter else { return false }
        return bytes.allSatisfy { $0.isLetter || $0.isDecimalDigit || "+-.".utf8.contains($0) }
    }
}
