/// Splits bytes into lines of UTF-8 text. A line ends at LF or CRLF, neither of which is part of it; the last line
/// needs no end.
public struct LineParser: ByteStreamParser {
    /// The line that the pieces so far ended in.
    private var partial: [UInt8] = []
    private let limit: Int
    private let invalidBytes: InvalidBytesPolicy
    /// Where the line in hand begins.
    private var position = TextPosition()

    /// A parser for lines of at most `limit` bytes (1 MiB).
    public init(limit: Int = 1 << 20, invalidBytes: InvalidBytesPolicy = .refuse) {
        self.limit = limit
        self.invalidBytes = invalidBytes
    }

    /// Reads the next piece, and appends the lines that it ends.
    ///
    /// - Throws: ``TextError`` for a line that is too long or no UTF-8.
    public mutating func parse(_ bytes: RawSpan, into outputs: inout [String]) throws(TextError) {
        try bytes.withWindow { (window) throws(TextError) in try parse(window, into: &outputs) }
    }

    private mutating func parse(_ window: ByteWindow, into outputs: inout [String]) throws(TextError) {
        var start = 0
        while let end = window.firstIndex(of: 0x0A, from: start) {
            if partial.isEmpty {
                outputs.append(try line(window.slice(from: start, to: end)))
            } else {
                try keep(window.slice(from: start, to: end))
                outputs.append(try takePartial())
            }
            start = end + 1
            position.offset += 1
            position.line += 1
        }
        if start < window.count { try keep(window.slice(from: start, to: window.count)) }
    }

    /// Ends the last line, if the bytes did not.
    ///
    /// - Throws: as ``parse(_:into:)``.
    public mutating func finish(into outputs: inout [String]) throws(TextError) {
        if !partial.isEmpty { outputs.append(try takePartial()) }
    }

    /// Adds to the line in hand. One byte more than the limit is kept, since it may be the CR of the line's end.
    private mutating func keep(_ part: ByteWindow) throws(TextError) {
        if part.count > limit - partial.count + 1 { throw tooLong() }
        part.append(from: 0, to: part.count, to: &partial)
    }

    private mutating func takePartial() throws(TextError) -> String {
        var bytes: [UInt8] = []
        swap(&bytes, &partial)
        var text = ""
        try withByteWindow(of: bytes) { (window) throws(TextError) in text = try line(window) }
        bytes.removeAll(keepingCapacity: true)
        swap(&bytes, &partial)
        return text
    }

    /// The text of a whole line, without its CR; moves on to the next line.
    private mutating func line(_ window: ByteWindow) throws(TextError) -> String {
        let hasReturn = window.count > 0 && window[window.count - 1] == 0x0D
        let content = window.slice(from: 0, to: window.count - (hasReturn ? 1 : 0))
        if content.count > limit { throw tooLong() }
        let text: String
        switch content.validateUTF8() {
        case .valid(let isASCII):
            text = String(copying: content.text(from: 0, to: content.count, isASCII: isASCII))
        case .invalid(let index):
            guard invalidBytes == .replace else {
                var place = position
                place.advance(over: content, upTo: index)
                throw TextError(reason: .invalidBytes(encoding: "UTF-8"), position: place)
            }
            text = content.repairedText()
        }
        position.offset += window.count
        return text
    }

    private func tooLong() -> TextError {
        TextError(reason: .tooLong(what: "line", limit: limit), position: position)
    }
}

extension AsyncSequence where Element: Collection<UInt8> {
    /// The stream's lines, of at most `limit` bytes each (1 MiB), without their ends (LF or CRLF).
    ///
    /// Iterating throws ``TextError``, and what the stream throws.
    public func lines(
        limit: Int = 1 << 20, invalidBytes: InvalidBytesPolicy = .refuse
    ) -> ParsedBytes<Self, LineParser> {
        ParsedBytes(self, LineParser(limit: limit, invalidBytes: invalidBytes))
    }
}
