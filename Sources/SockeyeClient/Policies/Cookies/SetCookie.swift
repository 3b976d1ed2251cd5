package import SockeyeFields

/// A Set-Cookie field as it was written (RFC 6265bis section 5.6), before it is judged.
package struct SetCookie: Sendable, Hashable {
    /// RFC 6265bis section 5.6, step 5: name and value together have at most so many bytes.
    static let mostNameValueBytes = 4096
    /// The same for the value of one attribute.
    static let mostAttributeBytes = 1024

    package var name: [UInt8]
    package var value: [UInt8]
    package var expires: HTTPDate?
    package var maximumAge: Int64?
    /// In small letters, without a leading dot; `nil` when there was none or an empty one.
    package var domain: String?
    package var path: [UInt8]?
    package var isSecure = false
    package var isHTTPOnly = false
    package var sameSite: Cookie.SameSite?

    /// Reads a field value; `nil` when it is none, holds a control, or is too long.
    package init?(parsing bytes: [UInt8]) {
        // Step 1: a control anywhere spoils the whole.
        // On bytes: by characters a field took 43,000 instructions, and what isn't UTF-8 was lost.
        if bytes.contains(where: Self.isForbidden) { return nil }
        let parts = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard let pair = parts.first else { return nil }
        if let equals = pair.firstIndex(of: UInt8(ascii: "=")) {
            name = Array(Self.trimmed(pair[..<equals]))
            value = Array(Self.trimmed(pair[(equals + 1)...]))
        } else {
            name = []
            value = Array(Self.trimmed(pair))
        }
        guard !(name.isEmpty && value.isEmpty), name.count + value.count <= Self.mostNameValueBytes else {
            return nil
        }
        for part in parts.dropFirst() {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let text = Self.trimmed(part[equals...].dropFirst())
            guard text.count <= Self.mostAttributeBytes else { continue }
            apply(Self.lowercased(Self.trimmed(part[..<equals])), text)
        }
    }

    private mutating func apply(_ attribute: String, _ octets: ArraySlice<UInt8>) {
        // Every value that means something is ASCII, but for the path.
        let text = String(decoding: octets, as: UTF8.self)
        switch attribute {
        case "expires": if let date = CookieDate.parse(text) { expires = date }
        case "max-age": if let age = Self.age(text) { maximumAge = age }
        case "domain":
            let name = octets.first == UInt8(ascii: ".") ? octets.dropFirst() : octets
            domain = name.isEmpty ? nil : Self.lowercased(name)
        // Section 5.6.4: an empty or relative one means the default.
        case "path": path = octets.first == UInt8(ascii: "/") ? Array(octets) : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite":
            switch Self.lowercased(octets) {
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

    /// Controls but tab, which no part of a cookie may hold.
    static func isForbidden(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }

    /// ASCII letters alone have a small form here: a sign of Unicode that becomes one must not name a host.
    private static func lowercased(_ octets: ArraySlice<UInt8>) -> String {
        String(decoding: octets.map(Grammar.asciiLowercased), as: UTF8.self)
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        guard let first = bytes.firstIndex(where: { !isBlank($0) }),
            let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return bytes[first...last]
    }
}
