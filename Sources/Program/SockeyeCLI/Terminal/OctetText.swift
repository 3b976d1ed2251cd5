/// The user's text for a field or a credential, sent as given: mostly text, but possibly any octets.
struct OctetText: Equatable, Sendable, ExpressibleByStringLiteral {
    var bytes: [UInt8]

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    init(_ text: String) { bytes = Array(text.utf8) }

    init(stringLiteral text: String) { bytes = Array(text.utf8) }

    var isEmpty: Bool { bytes.isEmpty }

    /// As text, to show or to compare with ASCII; anything that isn't UTF-8 becomes U+FFFD.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// As part of a URL: text as it is; otherwise with the octets outside ASCII percent-encoded, as the URL would have
    /// them anyway.
    var urlText: String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = ""
        for byte in bytes {
            let digits = String(byte, radix: 16, uppercase: true)
            text += byte < 0x80 ? String(Unicode.Scalar(byte)) : "%" + digits
        }
        return text
    }
}
