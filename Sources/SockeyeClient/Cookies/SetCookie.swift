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
        // On bytes: by characters a field took 43,000 instructions.
        let bytes = Array(text.utf8)
        guard !bytes.contains(where: { $0 <= 0x08 || (0x0A...0x1F).contains($0) || $0 == 0x7F }) else {
            return nil
        }
        let parts = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard let pair = parts.first else { return nil }
        if let equals = pair.firstIndex(of: UInt8(ascii: "=")) {
            name = Self.trimmed(pair[..<equals])
            value = Self.trimmed(pair[(equals + 1)...])
        } else {
            name = ""
            value = Self.trimmed(pair)
        }
        guard !(name.isEmpty && value.isEmpty), name.utf8.count + value.utf8.count <= Self.mostNameValueBytes else {
            return nil
        }
        for part in parts.dropFirst() {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let text = Self.trimmed(part[equals...].dropFirst())
            guard text.utf8.count <= Self.mostAttributeBytes else { continue }
            apply(Self.trimmed(part[..<equals]).lowercased(), text)
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

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        guard let first = bytes.firstIndex(where: { !isBlank($0) }),
            let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }
}
