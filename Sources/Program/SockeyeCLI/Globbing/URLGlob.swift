/// A URL pattern that expands to many URLs: curl's globbing.
///
/// ```
/// {one,two}   [1-10]   [001-100]   [0-50:5]   [a-z]   [a-z:2]        \{ \} \[ \]  are literal
/// {<name>one,two}   [<name>1-10]                                     a name for #<name>
/// ```
/// Expansion is lazy: the n-th URL is computed from n, as the digits of a number are, so a range of a billion takes no
/// memory.
struct URLGlob: Equatable, Sendable {
    /// A piece of the pattern.
    enum Part: Equatable, Sendable {
        case text([UInt8])
        case list([[UInt8]])
        /// Characters starting with `first`, `step` apart.
        case letters(first: UInt8, step: UInt64, count: UInt64)
        /// Numbers starting with `first`, `step` apart, zero-padded to `width` digits.
        case numbers(first: UInt64, step: UInt64, count: UInt64, width: Int)

        /// How many texts it expands to; `nil` for plain text, which `#1` does not count.
        var choices: UInt64? {
            switch self {
            case .text: nil
            case .list(let items): UInt64(items.count)
            case .letters(_, _, let count), .numbers(_, _, let count, _): count
            }
        }

        /// The text at `index`, which is below `choices`.
        func text(at index: UInt64) -> [UInt8] {
            switch self {
            case .text(let bytes): return bytes
            case .list(let items): return items[Int(index)]
            // Neither can overflow: the parser has checked the last value.
            case .letters(let first, let step, _): return [first &+ UInt8(truncatingIfNeeded: index &* step)]
            case .numbers(let first, let step, _, let width):
                let digits = Array(String(first &+ index &* step).utf8)
                return [UInt8](repeating: UInt8(ascii: "0"), count: max(0, width - digits.count)) + digits
            }
        }
    }

    /// The pieces, in order.
    let parts: [Part]
    /// How many URLs it expands to.
    let count: UInt64
    /// The names of lists and ranges, and which of them each is, from 0.
    private let names: [String: Int]

    /// Reads a pattern; without braces or brackets it is one URL.
    init(parsing pattern: String) throws(URLGlobError) {
        var parser = URLGlobParser(Array(pattern.utf8))
        (parts, count, names) = try parser.parse()
    }

    /// Text taken literally, braces and brackets included: `--globoff`.
    init(verbatim text: String) { (parts, count, names) = ([.text(Array(text.utf8))], 1, [:]) }

    /// Refuses a file's name with `#<name>` where no list or range is called so: every URL would be written to that one file.
    ///
    /// - Parameter others: those of the upload's name.
    func check(_ pattern: String, and others: some Collection<String>) throws(URLGlobError) {
        if others.isEmpty, parts.allSatisfy({ $0.choices == nil }) { return }
        let bytes = Array(pattern.utf8)
        for index in bytes.indices where bytes[index] == UInt8(ascii: "#") {
            guard let name = URLGlobParser.name(at: bytes[(index + 1)...]), names[name] == nil, !others.contains(name)
            else { continue }
            throw URLGlobError(
                reason: "no glob exists with this name", position: index + name.utf8.count + 3, pattern: pattern,
                exitCode: .badFunctionArgument)
        }
    }

    /// One of the URLs, and the value of each list and range in it.
    struct Match: Equatable, Sendable {
        var url: String
        var values: [[UInt8]]
        /// The values of those that have a name.
        var named: [String: [UInt8]] = [:]

        /// The file name with `#1`, `#2` … replaced by the value of the first, second … list or range, and `#<name>` by that of
        /// the one with this name. A number or name that the URL doesn't have stays as it is.
        func name(from pattern: String) -> String {
            if values.isEmpty && named.isEmpty || !pattern.utf8.contains(UInt8(ascii: "#")) { return pattern }
            var name: [UInt8] = []
            var rest = ArraySlice(pattern.utf8)
            while let byte = rest.popFirst() {
                let digits = byte == UInt8(ascii: "#") ? rest.prefix { $0.isDecimalDigit } : []
                if let number = Int(String(decoding: digits, as: UTF8.self)), values.indices.contains(number - 1) {
                    name += values[number - 1]
                    rest = rest.dropFirst(digits.count)
                } else if byte == UInt8(ascii: "#"), let title = URLGlobParser.name(at: rest),
                    let value = named[title]
                {
                    name += value
                    rest = rest.dropFirst(title.utf8.count + 2)
                } else {
                    name.append(byte)
                }
            }
            return String(decoding: name, as: UTF8.self)
        }
    }

    /// The URL at `index`; the last list or range varies fastest. `nil` at `count` and beyond.
    func match(at index: UInt64) -> Match? {
        guard index < count else { return nil }
        var rest = index
        var pieces: [[UInt8]] = []
        var values: [[UInt8]] = []
        for part in parts.reversed() {
            guard let choices = part.choices else {
                pieces.append(part.text(at: 0))
                continue
            }
            let value = part.text(at: rest % choices)
            rest /= choices
            pieces.append(value)
            values.append(value)
        }
        var url: [UInt8] = []
        for piece in pieces.reversed() { url += piece }
        values.reverse()
        return Match(
            url: String(decoding: url, as: UTF8.self), values: values, named: names.mapValues { values[$0] })
    }
}

extension UInt8 {
    /// Whether it is an ASCII digit.
    var isDecimalDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether it is an ASCII letter.
    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    /// Whether it is white space, as to C.
    var isWhiteSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
