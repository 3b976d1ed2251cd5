/// `application/x-www-form-urlencoded`, as HTML forms send it (URL Standard section 5.2): names and values to text.
package enum FormEncoding {
    /// The media type of a body made here.
    package static let mediaType = "application/x-www-form-urlencoded"

    /// `name=value` pairs joined by `&`, in the order given; names may repeat.
    ///
    /// A space becomes `+`; letters, digits and `*-._` stay; every other UTF-8 byte becomes `%XX`.
    package static func serialize(_ items: some Sequence<(String, String)>) -> String {
        serialize(items) { Array($0.utf8) }
    }

    /// The same in another encoding than UTF-8: `encode` gives the bytes of a name or value.
    package static func serialize(
        _ items: some Sequence<(String, String)>, encodedBy encode: (String) -> [UInt8]
    ) -> String {
        var output: [UInt8] = []
        var isFirst = true
        for (name, value) in items {
            if !isFirst { output.append(UInt8(ascii: "&")) }
            isFirst = false
            append(encode(name), to: &output)
            output.append(UInt8(ascii: "="))
            append(encode(value), to: &output)
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// One name or value, encoded like those of ``serialize(_:)``.
    package static func encode(_ text: String) -> String {
        var output: [UInt8] = []
        append(text.utf8, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    private static func append(_ bytes: some Sequence<UInt8>, to output: inout [UInt8]) {
        for byte in bytes {
            if byte == UInt8(ascii: " ") {
                output.append(UInt8(ascii: "+"))
            } else {
                PercentEncoding.append(byte, .formURLEncoded, to: &output)
            }
        }
    }
}
