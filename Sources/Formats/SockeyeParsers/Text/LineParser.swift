/// Splits bytes into lines of UTF-8 text. A line ends with LF or CRLF, which is removed; the last line may lack it.
public struct LineParser: ByteStreamParser {
    /// The unfinished line at the end of the pieces so far.
    private var partial: [UInt8] = []
    private let limit: Int
    private let invalidBytes: InvalidBytesPolicy
    /// The position of the current line.
    private var position = TextPosition()

    /// Makes a parser for lines of at most `limit` bytes (1 MiB).
    public init(limit: Int = 1 << 20, invalidBytes: InvalidBytesPolicy = .refuse) {
        self.limit = max(0, limit)
        self.invalidBytes = invalidBytes
    }

    /// Parses the next piece, and appends the lines that it completes.
    ///
    /// - Throws: ``TextError`` for a line that is too long or isn't UTF-8.
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

    /// Ends the last line, if it is unfinished.
    ///
    /// - Throws: as ``parse(_:into:)``.
    public mutating func finish(into outputs: inout [String]) throws(TextError) {
        if !partial.isEmpty { outputs.append(try takePartial()) }
    }

    /// Appends to the unfinished line. Allows one byte more than the limit, since it may be the CR of the line's end.
    private mutating func keep(_ part: ByteWindow) throws(TextError) {
        if part.count - 1 > limit - partial.count { throw tooLong() }
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

    /// Decodes a whole line without its CR, and advances to the next line.
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
    /// The stream's lines, of at most `limit` bytes each (1 MiB), without LF or CRLF.
    ///
    /// Iterating throws ``TextError``, and the stream's errors.
    public func lines(
        limit: Int = 1 << 20, invalidBytes: InvalidBytesPolicy = .refuse
    ) -> ParsedBytes<Self, LineParser> {
        ParsedBytes(self, LineParser(limit: limit, invalidBytes: invalidBytes))
    }
}
