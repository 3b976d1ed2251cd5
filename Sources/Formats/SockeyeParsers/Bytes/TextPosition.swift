/// A position in a text that arrived as bytes, for error messages.
public struct TextPosition: Sendable, Hashable, CustomStringConvertible {
    /// The number of bytes before the position.
    public var offset: Int
    /// The line, counted from 1. A line ends at LF.
    public var line: Int
    /// The column, counted from 1 in Unicode scalars.
    public var column: Int

    /// Makes a position from its three coordinates.
    package init(offset: Int = 0, line: Int = 1, column: Int = 1) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// For example `line 3, column 14 (byte 57)`.
    public var description: String { "line \(line), column \(column) (byte \(offset))" }
}

extension TextPosition {
    /// Moves the position over the first `end` bytes of `window`.
    ///
    /// Runs over bytes the parser has just read, eight at a time, so that line and column cost nothing in the parser's
    /// own loop.
    @usableFromInline
    mutating func advance(over window: ByteWindow, upTo end: Int) {
        let lines = window.lineFeedCount(to: end)
        var lineStart = 0
        if lines > 0 {
            lineStart = end
            while lineStart > 0, window[lineStart - 1] != 0x0A { lineStart -= 1 }
            line += lines
            column = 1
        }
        column += window.scalarCount(from: lineStart, to: end)
        offset += end
    }
}
