/// Octets from outside as text: as they are if they are UTF-8, else those beyond ASCII as `\xNN`. Controls stay; whoever prints
/// the text escapes them.
enum ShownOctets {
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
