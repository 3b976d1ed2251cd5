internal import SockeyeBytes
internal import SockeyeFields

/// A parsed Set-Cookie field (RFC 6265bis section 5.6), not yet checked against the URL it came from.
struct SetCookie: Sendable, Hashable {
    /// RFC 6265bis section 5.6, step 5: the limit for name and value together.
    static let nameValueByteLimit = 4096
    /// The limit for the value of one attribute.
    static let attributeByteLimit = 1024

    var name: [UInt8]
    var value: [UInt8]
    var expires: HTTPDate?
    var maximumAge: Int64?
    /// In lowercase, without a leading dot; `nil` if missing or empty.
    var domain: String?
    var path: [UInt8]?
    var isSecure = false
    var isHTTPOnly = false
    var sameSite: Cookie.SameSite?

    /// Parses a field value; `nil` if it is empty, contains a control character, or is too long.
    init?(parsing bytes: [UInt8]) {
        // Step 1: a control character anywhere invalidates the field. On bytes: parsing by Character is slow and loses
        // invalid UTF-8.
        if bytes.contains(where: Self.isForbidden) { return nil }
        let parts = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard let pair = parts.first else { return nil }
        if let equals = pair.firstIndex(of: UInt8(ascii: "=")) {
            name = Array(pair[..<equals].trimming())
            value = Array(pair[(equals + 1)...].trimming())
        } else {
            name = []
            value = Array(pair.trimming())
        }
        guard !(name.isEmpty && value.isEmpty), name.count + value.count <= Self.nameValueByteLimit else {
            return nil
        }
        for part in parts.dropFirst() {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let text = part[equals...].dropFirst().trimming()
            guard text.count <= Self.attributeByteLimit else { continue }
            apply(Self.lowercased(part[..<equals].trimming()), text)
        }
    }

    private mutating func apply(_ attribute: String, _ octets: ArraySlice<UInt8>) {
        // Every meaningful value except the path is ASCII.
        let text = String(decoding: octets, as: UTF8.self)
        switch attribute {
        case "expires": if let date = CookieDate.parse(text) { expires = date }
        case "max-age": if let age = Self.age(text) { maximumAge = age }
        case "domain":
            let name = octets.first == UInt8(ascii: ".") ? octets.dropFirst() : octets
            domain = name.isEmpty ? nil : Self.lowercased(name)
        // Section 5.6.4: an empty or relative path means the default path.
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

    /// Section 5.6.2: digits with an optional minus sign; a number that overflows is clamped.
    private static func age(_ text: String) -> Int64? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text) ?? (text.hasPrefix("-") ? .min : .max)
    }

    /// Control characters other than tab, which no part of a cookie may contain.
    static func isForbidden(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }

    /// Lowercases ASCII letters only: a Unicode character that lowercases to one (such as the Kelvin sign) must not
    /// change the host name.
    private static func lowercased(_ octets: ArraySlice<UInt8>) -> String {
        String(decoding: octets.map(ASCII.lowercased), as: UTF8.self)
    }
}
