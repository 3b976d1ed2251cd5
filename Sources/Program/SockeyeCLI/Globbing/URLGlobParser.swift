internal import Sockeye

/// Why a pattern is malformed, and at which byte, counted from 1 as in curl.
struct URLGlobError: Error, Equatable, Sendable {
    var reason: String
    var position: Int
    var pattern: String
    var exitCode = ExitCode.malformedURL

    /// curl's three lines: the reason, the URL, and a caret below the position.
    func text(as surface: CommandSurface) -> String {
        let first = "\(reason) in \(surface == .curl ? "" : "URL ")position \(position):"
        // A very long URL would bury the reason.
        let message = Message.failure(exitCode, first, as: surface)
        if pattern.utf8.count > 512 { return message }
        return message + TerminalText.escaped(Self.masked(pattern)) + "\n"
            + String(repeating: " ", count: max(0, position - 1)) + "^\n"
    }

    /// `pattern` with each byte of a user name and password as `*`: a log doesn't keep them, and the caret still points
    /// at the error.
    private static func masked(_ pattern: String) -> String {
        guard let login = LoginInURL.place(in: pattern) else { return pattern }
        var bytes = Array(pattern.utf8)
        bytes.replaceSubrange(login, with: repeatElement(UInt8(ascii: "*"), count: login.count))
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Reads the pattern of a ``URLGlob`` from front to back.
struct URLGlobParser {
    private let bytes: [UInt8]
    private var index = 0
    private var text: [UInt8] = []
    private var parts: [URLGlob.Part] = []
    private var count: UInt64 = 1
    private var names: [String: Int] = [:]
    /// Lists and ranges so far.
    private var globs = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func parse() throws(URLGlobError) -> (parts: [URLGlob.Part], count: UInt64, names: [String: Int]) {
        while let byte = here {
            switch byte {
            case UInt8(ascii: "{"): try list()
            case UInt8(ascii: "["): try bracket()
            case UInt8(ascii: "}"), UInt8(ascii: "]"): throw fault("unmatched close brace/bracket", at: index)
            default:
                if byte == UInt8(ascii: "\\"), let next = self.byte(at: index + 1), Self.brackets.contains(next) {
                    index += 1
                }
                text.append(bytes[index])
                index += 1
            }
        }
        endText()
        return (parts, count, names)
    }

    private static let brackets = Array("{}[]".utf8)
    private var here: UInt8? { byte(at: index) }

    private func byte(at index: Int) -> UInt8? { bytes.indices.contains(index) ? bytes[index] : nil }

    private func fault(_ reason: String, at index: Int) -> URLGlobError {
        URLGlobError(reason: reason, position: index + 1, pattern: String(decoding: bytes, as: UTF8.self))
    }

    private mutating func endText() {
        if !text.isEmpty { parts.append(.text(text)) }
        text = []
    }

    private mutating func add(_ part: URLGlob.Part) throws(URLGlobError) {
        endText()
        let (product, overflow) = count.multipliedReportingOverflow(by: part.choices ?? 1)
        // curl counts in 63 bits.
        if overflow || product > UInt64(Int64.max) { throw fault("range overflow", at: index) }
        count = product
        parts.append(part)
        globs += 1
    }

    /// The letters and digits of `<name>`, as since curl 8.21; `nil` for anything else.
    static func name(at text: ArraySlice<UInt8>) -> String? {
        guard text.first == UInt8(ascii: "<"), let end = text.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let name = text[(text.startIndex + 1)..<end]
        guard !name.isEmpty, name.allSatisfy({ $0.isDecimalDigit || $0.isLetter }) else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    /// Takes the name after an opening brace or bracket, if there is one.
    private mutating func takeName() throws(URLGlobError) {
        guard let name = Self.name(at: bytes[index...]) else { return }
        index += name.utf8.count + 2
        if names.updateValue(globs, forKey: name) != nil { throw fault("Duplicate glob name", at: index - 1) }
    }

    // MARK: {one,two}

    private mutating func list() throws(URLGlobError) {
        let start = index
        var items: [[UInt8]] = [[]]
        index += 1
        try takeName()
        let first = index
        while let byte = here {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): throw fault("nested brace", at: index)
            case UInt8(ascii: "]"): throw fault("unexpected close bracket", at: index)
            case UInt8(ascii: ","): items.append([])
            case UInt8(ascii: "}"):
                if index == first { throw fault("empty string within braces", at: index) }
                index += 1
                return try add(.list(items))
            default:
                if byte == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
                items[items.count - 1].append(bytes[index])
            }
            index += 1
        }
        throw fault("unmatched brace", at: start)
    }

    // MARK: [a-z:2] and [001-100]

    private mutating func bracket() throws(URLGlobError) {
        // "[]" and IPv6 addresses aren't ranges.
        if let close = bytes[index...].firstIndex(of: UInt8(ascii: "]")),
            close == index + 1 || Self.isAddress(bytes[(index + 1)..<close])
        {
            text += bytes[index...close]
            index = close + 1
            return
        }
        index += 1
        try takeName()
        switch here {
        case let byte? where byte.isLetter: try letters(from: byte)
        case let byte? where byte.isDecimalDigit: try numbers()
        default: throw fault("bad range specification", at: index)
        }
    }

    private static func isAddress(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.contains(UInt8(ascii: ":")) else { return false }
        let address = text.prefix { $0 != UInt8(ascii: "%") }
        return (try? HTTPURL("http://[\(String(decoding: address, as: UTF8.self))]/")) != nil
    }

    private mutating func letters(from first: UInt8) throws(URLGlobError) {
        let start = index
        guard byte(at: start + 1) == UInt8(ascii: "-"), let last = byte(at: start + 2) else {
            throw fault("bad range", at: start)
        }
        index = start + 3
        guard let step = step() else { throw fault("bad range", at: start) }
        // A range from one case to the other, such as [A-z], includes punctuation; curl refuses it too.
        guard last >= first, last - first < 26, let count = Self.count(UInt64(first), UInt64(last), step) else {
            throw fault("bad range", at: index)
        }
        try add(.letters(first: first, step: step, count: count))
    }

    private mutating func numbers() throws(URLGlobError) {
        let start = index
        let width = here == UInt8(ascii: "0") ? bytes[index...].prefix { $0.isDecimalDigit }.count : 0
        guard let first = number(), here == UInt8(ascii: "-") else { throw fault("bad range", at: start) }
        index += 1
        while here == UInt8(ascii: " ") || here == UInt8(ascii: "\t") { index += 1 }
        let second = index
        guard let last = number() else { throw fault("bad range", at: second) }
        let end = index
        guard let step = step() else {
            throw fault("bad range", at: byte(at: end) == UInt8(ascii: ":") ? end + 1 : second)
        }
        guard last >= first, let count = Self.count(first, last, step) else { throw fault("bad range", at: index) }
        try add(.numbers(first: first, step: step, count: count, width: width))
    }

    /// Digits as a number; `nil` if there are none or too many.
    private mutating func number() -> UInt64? {
        let digits = bytes[index...].prefix { $0.isDecimalDigit }
        guard let number = UInt64(String(decoding: digits, as: UTF8.self)) else { return nil }
        index += digits.count
        return number
    }

    /// Reads `]` or `:STEP]`; `nil` for anything else.
    private mutating func step() -> UInt64? {
        var step: UInt64 = 1
        if here == UInt8(ascii: ":") {
            index += 1
            guard let number = number() else { return nil }
            step = number
        }
        guard here == UInt8(ascii: "]") else { return nil }
        index += 1
        return step
    }

    /// How many values there are; `nil` if `step` is zero or goes beyond the end.
    private static func count(_ first: UInt64, _ last: UInt64, _ step: UInt64) -> UInt64? {
        if step == 0 || step > max(1, last - first) { return nil }
        let (count, overflow) = ((last - first) / step).addingReportingOverflow(1)
        return overflow ? UInt64.max : count
    }
}
