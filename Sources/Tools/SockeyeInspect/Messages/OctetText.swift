/// Received octets as text: UTF-8 as it is, otherwise with octets beyond ASCII as `\xNN`. Control characters stay; they are escaped
/// when the text is printed.
enum OctetText {
    static func text(_ octets: some Collection<UInt8>) -> String {
        if let text = String(validating: octets, as: UTF8.self) { return text }
        var text = ""
        for octet in octets {
            if octet < 0x80 {
                text.unicodeScalars.append(Unicode.Scalar(octet))
            } else {
                text += "\\x" + String(octet, radix: 16, uppercase: true)
            }
        }
        return text
    }
}
