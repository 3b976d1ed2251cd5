internal import SockeyeIO

/// A `-K` file, in curl's grammar.
///
/// One option per line, with or without its dashes. The argument follows white space, `=` or `:`; after `--name` only white
/// space or `=`, and after `-x` only white space. A `#` at the start of a line begins a comment. An argument with spaces is in
/// double quotes, where `\\`, `\"`, `\t`, `\n`, `\r` and `\v` are escapes.
struct ConfigFile {
    /// One option of the file.
    struct Line: Equatable, Sendable {
        /// Counted from 1.
        var number: Int
        /// The option as written.
        var option: [UInt8]
        /// Its argument; `nil` if the line ends after the option.
        var argument: [UInt8]?
        /// Whether an unquoted argument was followed by more words.
        var hasStrayWords = false
        /// Whether a quote was opened and not closed.
        var isUnclosed = false

        /// Whether it begins another operation.
        var isNext: Bool { ["next", "--next", "-:"].contains(String(decoding: option, as: UTF8.self)) }
    }

    /// The options of the file, in order.
    static func lines(of bytes: [UInt8]) -> [Line] {
        var lines: [Line] = []
        for (number, row) in WrittenText.lines(of: bytes) {
            var rest = row.drop(while: \.isWhiteSpace)
            guard let first = rest.first, first != UInt8(ascii: "#") else { continue }
            let hasDashes = first == UInt8(ascii: "-")
            let hasTwo = row.drop(while: \.isWhiteSpace).starts(with: "--".utf8)
            let isSeparator: (UInt8) -> Bool = { byte in
                byte.isWhiteSpace || byte == UInt8(ascii: "=") && (hasTwo || !hasDashes)
                    || byte == UInt8(ascii: ":") && !hasDashes
            }
            let option = rest.prefix { !isSeparator($0) }
            rest = rest.dropFirst(option.count).drop(while: isSeparator)
            var line = Line(number: number, option: Array(option))
            if rest.first == UInt8(ascii: "\"") {
                (line.argument, line.isUnclosed) = unquoted(rest.dropFirst())
            } else if !rest.isEmpty {
                let argument = rest.prefix { !$0.isWhiteSpace }
                let after = rest.dropFirst(argument.count).drop(while: \.isWhiteSpace)
                line.argument = Array(argument)
                line.hasStrayWords = !after.isEmpty && after.first != UInt8(ascii: "#")
            }
            lines.append(line)
        }
        return lines
    }

    /// The text up to the closing quote, with escapes replaced, and whether that is missing. As in curl, the rest of the line
    /// is ignored.
    private static func unquoted(_ text: ArraySlice<UInt8>) -> (text: [UInt8], isUnclosed: Bool) {
        var result: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return (result, false) }
            guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
                result.append(byte)
                continue
            }
            switch escaped {
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "v"): result.append(0x0B)
            default: result.append(escaped)
            }
        }
        return (result, true)
    }
}
