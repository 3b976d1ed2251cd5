internal import SockeyeBytes

/// A Strict-Transport-Security field (RFC 6797 section 6.1).
struct StrictTransportSecurity: Sendable, Hashable {
    /// Seconds to remember the host; 0 to forget it.
    var maximumAge: Int64
    var includesSubdomains: Bool

    /// Parses a field value; `nil` if a directive is repeated, `max-age` is missing or not a number, or the grammar is
    /// violated: such a field is ignored (section 8.1).
    init?(parsing text: String) {
        var seen: Set<String> = []
        var age: Int64?
        includesSubdomains = false
        guard let parts = Self.directives(text) else { return nil }
        for part in parts {
            let equals = part.firstIndex(of: "=") ?? part.endIndex
            let name = Self.trimmed(part[..<equals]).lowercased()
            if name.isEmpty, equals == part.endIndex { continue }
            guard !name.isEmpty, name.utf8.allSatisfy(Grammar.isTokenByte), seen.insert(name).inserted else {
                return nil
            }
            switch name {
            case "max-age":
                var value = Self.trimmed(part[equals...].dropFirst())
                if value.utf8.count > 2, value.hasPrefix("\""), value.hasSuffix("\"") {
                    value = String(value.dropFirst().dropLast())
                }
                guard !value.isEmpty, value.utf8.allSatisfy({ ASCII.decimalDigit($0) != nil }) else { return nil }
                // A number that overflows is effectively forever.
                age = Int64(value) ?? .max
            case "includesubdomains": includesSubdomains = true
            default: break
            }
        }
        guard let age else { return nil }
        maximumAge = age
    }

    /// Splits at semicolons outside quoted-strings (RFC 9110 section 5.6.4), in which a backslash escapes the next
    /// character; `nil` if a quote is left open.
    private static func directives(_ text: String) -> [Substring]? {
        var parts: [Substring] = []
        var (start, isQuoted, isEscaped) = (text.startIndex, false, false)
        for index in text.unicodeScalars.indices {
            let scalar = text.unicodeScalars[index]
            if isEscaped {
                isEscaped = false
            } else if scalar == "\"" {
                isQuoted.toggle()
            } else if isQuoted {
                isEscaped = scalar == "\\"
            } else if scalar == ";" {
                parts.append(text[start..<index])
                start = text.unicodeScalars.index(after: index)
            }
        }
        return isQuoted ? nil : parts + [text[start...]]
    }

    private static func trimmed(_ text: Substring) -> String { String(Substring(text.utf8.trimming())) }
}
