/// What the user gave for a field or a credential: mostly text, and octets where it isn't. It is sent as it was given.
struct OctetText: Equatable, Sendable, ExpressibleByStringLiteral {
    var bytes: [UInt8]

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    init(_ text: String) { bytes = Array(text.utf8) }

    init(stringLiteral text: String) { bytes = Array(text.utf8) }

    var isEmpty: Bool { bytes.isEmpty }

    /// As text, to be shown or compared with words of ASCII; what isn't UTF-8 reads as U+FFFD.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// As part of a URL: text as it is, and of anything else the octets outside ASCII percent-encoded, as a URL would have
    /// them in any case.
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
