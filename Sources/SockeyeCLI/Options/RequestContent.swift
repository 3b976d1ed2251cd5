internal import Sockeye

/// What options change about the request as a whole.
struct RequestContent: Sendable {
    /// `--json`: the types of body and answer.
    var isJSON = false
    /// `--url-query`, in order.
    var queries: [EncodedData] = []
    /// `--request-target`.
    var requestTarget: String?
    /// `--path-as-is`.
    var keepsPath = false

    /// Path and query of a URL as they were written, dot segments and all; `nil` when there is no path.
    static func path(of url: String) -> String? {
        guard let scheme = url.firstRange(of: "://") else { return nil }
        let rest = url[scheme.upperBound...].prefix { $0 != "#" }
        return rest.firstIndex { $0 == "/" || $0 == "?" }.map { start in
            let path = String(rest[start...])
            return path.hasPrefix("/") ? path : "/" + path
        }
    }
}

/// Data of `--data-urlencode` and `--url-query`: a name as it is, and a value that is percent-encoded.
///
/// ```
/// text        =text       name=text       @file       name@file
/// ```
struct EncodedData: Equatable, Sendable {
    /// Where the value comes from.
    enum Source: Equatable, Sendable {
        case text([UInt8])
        case file(String)
        /// Not encoded at all: `+text` of `--url-query`.
        case verbatim([UInt8])
    }

    /// The name, sent as it is; empty for none.
    var name: [UInt8]
    /// The value.
    var source: Source

    /// Reads the argument of such an option.
    init(_ argument: OptionValue) throws(OptionFault) {
        let bytes = argument.bytes
        guard let mark = bytes.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") }) else {
            (name, source) = ([], .text(bytes))
            return
        }
        name = Array(bytes[..<mark])
        let rest = Array(bytes[(mark + 1)...])
        source =
            bytes[mark] == UInt8(ascii: "=")
            ? .text(rest) : .file(try OptionValue(bytes: rest, readFile: argument.readFile).text())
    }

    /// Text that goes into the query as it is.
    init(verbatim bytes: [UInt8]) {
        (name, source) = ([], .verbatim(bytes))
    }

    /// `name=value`, or the value alone without a name.
    func bytes(readFile: FileReader) throws(InputError) -> [UInt8] {
        let value: [UInt8]
        switch source {
        case .verbatim(let bytes): return bytes
        case .text(let bytes): value = bytes
        case .file(let path): value = try readFile(path)
        }
        return (name.isEmpty ? [] : name + [UInt8(ascii: "=")]) + Self.encoded(value, blankIsPlus: true)
    }

    /// Everything but letters, digits and `-._~` by its two digits; blanks as `+` where curl has it so.
    static func encoded(_ bytes: [UInt8], blankIsPlus: Bool) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.append(byte)
            case UInt8(ascii: " ") where blankIsPlus: result.append(UInt8(ascii: "+"))
            default: result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return result
    }
}
