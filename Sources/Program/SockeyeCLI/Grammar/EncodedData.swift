internal import SockeyeURL

/// Data of `--data-urlencode` and `--url-query`: an unencoded name and a percent-encoded value.
///
/// ```
/// text        =text       name=text       @file       name@file
/// ```
struct EncodedData: Equatable, Sendable {
    /// Where the value comes from.
    enum Source: Equatable, Sendable {
        case text([UInt8])
        case file(String)
        /// Unencoded: `+text` of `--url-query`.
        case verbatim([UInt8])
    }

    /// The name, sent unencoded; empty if there is none.
    var name: [UInt8]
    /// The value.
    var source: Source

    /// Reads the argument of either option.
    init(_ argument: OptionValue) throws(OptionFault) {
        let bytes = argument.bytes
        // As in curl, "=" counts before "@", wherever they are.
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.firstIndex(of: UInt8(ascii: "@")) else {
            (name, source) = ([], .text(bytes))
            return
        }
        name = Array(bytes[..<mark])
        let rest = Array(bytes[(mark + 1)...])
        source =
            bytes[mark] == UInt8(ascii: "=")
            ? .text(rest) : .file(try OptionValue(bytes: rest, readFile: argument.readFile).text())
    }

    /// Text that goes into the query unencoded.
    init(verbatim bytes: [UInt8]) { (name, source) = ([], .verbatim(bytes)) }

    /// `name=value`, or only the value if there is no name.
    func bytes(readFile: FileReader) throws(InputError) -> [UInt8] {
        let value: [UInt8]
        switch source {
        case .verbatim(let bytes): return bytes
        case .text(let bytes): value = bytes
        case .file(let path): value = try readFile(path)
        }
        return (name.isEmpty ? [] : name + [UInt8(ascii: "=")]) + Self.encoded(value, blankIsPlus: true)
    }

    /// Percent-encodes everything but letters, digits and `-._~`.
    ///
    /// - Parameter blankIsPlus: whether a space becomes `+`, as curl does in form data.
    static func encoded(_ bytes: [UInt8], blankIsPlus: Bool) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in bytes {
            if !PercentEncodeSet.allButUnreserved.contains(byte) {
                result.append(byte)
            } else if blankIsPlus, byte == UInt8(ascii: " ") {
                result.append(UInt8(ascii: "+"))
            } else {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return result
    }
}
