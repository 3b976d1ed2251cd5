internal import SockeyeParsers

/// Prints NDJSON or JSON Lines, one JSON text per line; blank lines are skipped.
struct JSONLinesPrinter: BodyPrinter {
    private var tokenizer = JSONTokenizer()
    private var writer: JSONSelectionWriter
    /// Whether this line has anything but white space so far.
    private var isInText = false
    /// Offset of this line in the body, its length so far, and the number of lines before it.
    private var lineStart = 0
    private var lineLength = 0
    private var lines = 0

    init(_ writer: JSONSelectionWriter) { self.writer = writer }

    mutating func feed(_ bytes: RawSpan) throws {
        var start = 0
        while start < bytes.byteCount {
            var end = start
            while end < bytes.byteCount, byte(of: bytes, at: end) != 0x0A { end += 1 }
            try take(bytes.extracting(start..<end))
            if end == bytes.byteCount { break }
            try endLine()
            start = end + 1
        }
    }

    private func byte(of bytes: RawSpan, at offset: Int) -> UInt8 {
        // SAFETY: any bits are a valid byte, and unsafeLoad checks the offset against the span's bounds.
        bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    private mutating func take(_ part: RawSpan) throws(JSONError) {
        isInText = isInText || part.byteOffsets.contains { byte(of: part, at: $0) > 0x20 }
        do throws(JSONError) {
            try tokenizer.feed(part, to: &writer)
        } catch {
            throw refused(error)
        }
        lineLength += part.byteCount
    }

    private mutating func endLine() throws(JSONError) {
        if isInText {
            do throws(JSONError) {
                try tokenizer.finish(&writer)
            } catch {
                throw refused(error)
            }
        }
        tokenizer.reset()
        isInText = false
        lineStart += lineLength + 1
        lineLength = 0
        lines += 1
    }

    /// An error in a line, with its position in the body.
    private func refused(_ error: JSONError) -> JSONError {
        var error = error
        error.position.offset += lineStart
        error.position.line += lines
        return error
    }

    mutating func finish() throws { try endLine() }

    mutating func takeBytes() -> [UInt8] { writer.takeBytes() }

    var selectedCount: Int { writer.selectedCount }
}
