internal import SockeyeBytes

/// Writes JSON from events: as the handler of a ``JSONTokenizer``, it reformats a text while it streams.
///
/// Strings are written in their own script; only quotation marks, backslashes and control characters are escaped,
/// slashes are not. The bytes collect until ``takeBytes()``.
///
/// Copies of a writer share their output, so use only one.
package struct JSONWriter: JSONEventHandler {
    // The format's parts, which saves copying the whole format for each value.
    private let isPretty: Bool
    private let indentation: Int
    private let isColored: Bool
    private let colors: JSONColors
    private let output: ByteOutput
    private var depth = 0
    /// Whether the innermost container already has a member.
    private var hasMembers = false
    /// Whether a key was just written, so that its value follows on the same line.
    private var isAfterKey = false

    /// Makes a writer for the given layout.
    package init(format: JSONFormat = .compact) {
        self.init(format: format, output: ByteOutput())
    }

    init(format: JSONFormat, output: ByteOutput) {
        isPretty = format.isPretty
        indentation = format.indentation
        isColored = format.colors != nil
        colors = format.colors ?? JSONColors()
        self.output = output
    }

    /// Returns everything written since the last call.
    package mutating func takeBytes() -> [UInt8] { output.takeBytes() }

    /// The number of bytes ``takeBytes()`` would return.
    package var count: Int { output.count }

    /// Writes null.
    package mutating func null() { literal("null") }
    /// Writes true or false.
    package mutating func boolean(_ value: Bool) { literal(value ? "true" : "false") }

    private mutating func literal(_ text: StaticString) {
        beginValue()
        if isColored { color(colors.literal) }
        output.append(text)
        uncolor()
    }

    /// Writes a number unchanged.
    package mutating func number(_ text: UTF8Span) {
        beginValue()
        if isColored { color(colors.number) }
        output.append(text)
        uncolor()
    }

    /// Writes an integer.
    mutating func integer(magnitude: UInt64, isNegative: Bool) {
        beginValue()
        if isColored { color(colors.number) }
        output.append(magnitude: magnitude, isNegative: isNegative)
        uncolor()
    }

    /// Writes a number given as text.
    mutating func number(_ text: String) {
        beginValue()
        if isColored { color(colors.number) }
        output.append(text)
        uncolor()
    }

    /// Writes a string, escaped and quoted.
    package mutating func string(_ text: UTF8Span) {
        let bytes = text.span
        // SAFETY: the span keeps the bytes alive for the closure, and the output copies them.
        bytes.withUnsafeBytes { buffer in string(ByteWindow(buffer)) }
    }

    mutating func string(_ window: ByteWindow?) {
        beginValue()
        if isColored { color(colors.string) }
        output.appendQuoted(window)
        uncolor()
    }

    /// Ends the line after a whole text; another text may follow.
    mutating func endLine() {
        output.append(UInt8(ascii: "\n"))
        hasMembers = false
    }

    /// Writes text unchanged in place of a value.
    mutating func raw(_ text: UTF8Span) {
        beginValue()
        output.append(text)
    }

    /// Writes a member's name and its colon.
    package mutating func key(_ text: UTF8Span) {
        let bytes = text.span
        // SAFETY: the span keeps the bytes alive for the closure, and the output copies them.
        bytes.withUnsafeBytes { buffer in key(ByteWindow(buffer)) }
    }

    mutating func key(_ window: ByteWindow?) {
        beginValue()
        if isColored { color(colors.key) }
        output.appendQuoted(window)
        uncolor()
        output.append(UInt8(ascii: ":"))
        if isPretty { output.append(UInt8(ascii: " ")) }
        isAfterKey = true
    }

    /// Opens an array.
    package mutating func beginArray() { open(UInt8(ascii: "[")) }
    /// Closes an array.
    package mutating func endArray() { close(UInt8(ascii: "]")) }
    /// Opens an object.
    package mutating func beginObject() { open(UInt8(ascii: "{")) }
    /// Closes an object.
    package mutating func endObject() { close(UInt8(ascii: "}")) }

    private mutating func open(_ bracket: UInt8) {
        beginValue()
        output.append(bracket)
        depth += 1
        hasMembers = false
    }

    private mutating func close(_ bracket: UInt8) {
        depth -= 1
        if hasMembers { breakLine() }
        output.append(bracket)
        hasMembers = true
    }

    @inline(__always)
    private mutating func beginValue() {
        if isAfterKey {
            isAfterKey = false
        } else {
            if hasMembers { output.append(depth == 0 ? UInt8(ascii: "\n") : UInt8(ascii: ",")) }
            if depth > 0 { breakLine() }
        }
        hasMembers = true
    }

    @inline(__always)
    private func breakLine() {
        guard isPretty else { return }
        output.append(UInt8(ascii: "\n"))
        for _ in 0..<max(0, depth * indentation) { output.append(UInt8(ascii: " ")) }
    }

    private func color(_ parameters: String) {
        output.append("\u{1B}[" + parameters + "m")
    }

    @inline(__always)
    private func uncolor() {
        if isColored { output.append("\u{1B}[0m" as StaticString) }
    }
}

extension ByteOutput {
    /// Appends text as a JSON string (RFC 8259 section 7) with the minimal escaping.
    func appendQuoted(_ window: ByteWindow?) {
        append(UInt8(ascii: "\""))
        if let window {
            var start = 0
            while true {
                let stop = window.firstStringStop(from: start)
                append(window, from: start, to: stop)
                guard stop < window.count else { break }
                appendEscape(window[stop])
                start = stop + 1
            }
        }
        append(UInt8(ascii: "\""))
    }

    private func appendEscape(_ byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: append(UInt8(ascii: "b"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0C: append(UInt8(ascii: "f"))
        case 0x0D: append(UInt8(ascii: "r"))
        case 0x22, 0x5C: append(byte)
        default:
            append("u00" as StaticString)
            let digits = ASCII.hexadecimal(byte, inCapitals: false)
            append(digits.high)
            append(digits.low)
        }
    }
}
