internal import SockeyeBytes

extension HTTPURL {
    /// What a person typed as a URL, with its scheme, by curl's rules where they are safe; `nil` if a scheme of HTTP is followed by no
    /// slash. It isn't parsed.
    ///
    /// ```
    /// example.com/x, localhost:80/x      the default scheme
    /// https:/host/, https:///host/       one or three slashes count as two
    /// https:host, http:, https:\\host    nil: "https" would be a host, sent any password in clear
    /// ```
    public static func completed(_ given: String, defaultScheme: String = "http") -> String? {
        // By bytes: each file of a list is asked for twice.
        var cleaned = Array(given.utf8)[...]
        // The URL Standard removes these bytes too, and would find the scheme after them.
        if cleaned.contains(where: { $0 <= 0x20 }) {
            cleaned = cleaned.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }.drop { $0 <= 0x20 }
        }
        let slash = UInt8(ascii: "/")
        guard let colon = cleaned.firstIndex(of: UInt8(ascii: ":")), isScheme(cleaned[..<colon]) else {
            // As in curl, two slashes want their scheme; with another pair before them, the host would be empty.
            return cleaned.starts(with: [slash, slash]) ? given : "\(defaultScheme)://" + given
        }
        let rest = cleaned[(colon + 1)...]
        if rest.starts(with: [slash, slash]) { return given }
        let scheme = String(decoding: cleaned[..<colon], as: UTF8.self).lowercased()
        // A host with a port, or a user with a password.
        if !["http", "https", "ws", "wss"].contains(scheme) { return "\(defaultScheme)://" + given }
        guard rest.first == slash, !rest.starts(with: [slash, UInt8(ascii: "\\")]) else { return nil }
        return "\(scheme):/" + String(decoding: rest, as: UTF8.self)
    }

    private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        return bytes.first.map { letters.contains(ASCII.lowercased($0)) } ?? false
            && bytes.allSatisfy {
                letters.contains(ASCII.lowercased($0)) || ASCII.decimalDigit($0) != nil || "+-.".utf8.contains($0)
            }
    }
}
