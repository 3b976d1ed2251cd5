package import SockeyeHTTP1

/// A Set-Cookie field as it was written (RFC 6265bis section 5.6), before it is judged.
package struct SetCookie: Sendable, Hashable {
    /// RFC 6265bis section 5.6, step 5: name and value together have at most so many bytes.
    static let mostNameValueBytes = 4096
    /// The same for the value of one attribute.
    static let mostAttributeBytes = 1024

    package var name: String
    package var value: String
    package var expires: HTTPDate?
    package var maximumAge: Int64?
    /// In small letters, without a leading dot; `nil` when there was none or an empty one.
    package var domain: String?
    package var path: String?
    package var isSecure = false
    package var isHTTPOnly = false
    package var sameSite: Cookie.SameSite?

    /// Reads a field value; `nil` when it is none, holds a control, or is too long.
    package init?(parsing text: String) {
        // Step 1: a control anywhere spoils the whole.
        guard !text.utf8.contains(where: { $0 <= 0x08 || (0x0A...0x1F).contains($0) || $0 == 0x7F }) else {
            return nil
        }
        var parts = text.split(separator: ";", omittingEmptySubsequences: false)[...]
        guard let pair = parts.popFirst() else { return nil }
        if let equals = pair.firstIndex(of: "=") {
            name = Self.trimmed(pair[..<equals])
            value = Self.trimmed(pair[pair.index(after: equals)...])
        } else {
            name = ""
            value = Self.trimmed(pair)
        }
        guard !(name.isEmpty && value.isEmpty), name.utf8.count + value.utf8.count <= Self.mostNameValueBytes else {
            return nil
        }
        for part in parts {
            let equals = part.firstIndex(of: "=")
            let attribute = Self.trimmed(part[..<(equals ?? part.endIndex)]).lowercased()
            let text = equals.map { Self.trimmed(part[part.index(after: $0)...]) } ?? ""
            guard text.utf8.count <= Self.mostAttributeBytes else { continue }
            apply(attribute, text)
        }
    }

    private mutating func apply(_ attribute: String, _ text: String) {
        switch attribute {
        case "expires": if let date = CookieDate.parse(text) { expires = date }
        case "max-age": if let age = Self.age(text) { maximumAge = age }
        case "domain":
            let name = text.hasPrefix(".") ? String(text.dropFirst()) : text
            domain = name.isEmpty ? nil : name.lowercased()
        // Section 5.6.4: an empty or relative one means the default.
        case "path": path = text.hasPrefix("/") ? text : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite":
            switch text.lowercased() {
            case "strict": sameSite = .strict
            case "lax": sameSite = .lax
            case "none": sameSite = Cookie.SameSite.none
            default: sameSite = nil
            }
        default: break
        }
    }

    /// Section 5.6.2: digits, perhaps with a minus before them; more than fit are as many as fit.
    private static func age(_ text: String) -> Int64? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text) ?? (text.hasPrefix("-") ? .min : .max)
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return String(text)
    }
}
