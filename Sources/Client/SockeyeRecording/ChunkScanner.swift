/// Finds the chunks of a chunked body as it passes (RFC 9112 section 7.1), so that the body can be shown or masked.
///
/// It validates nothing: the reader of the body does that (the client's codec, or the proxy of `--inspect`). The scanner stops at
/// malformed input.
package struct ChunkScanner: Sendable {
    /// One chunk. Its data follows its line, and a CR LF follows the data.
    package struct Chunk: Sendable, Hashable {
        /// The offset of its line from the start of the body.
        package let offset: Int64
        /// The length of the line, including the line end.
        package let lineBytes: Int
        /// The length of the data; 0 for the last chunk.
        package let size: Int64
        /// The line without its end, truncated to 200 bytes.
        package let line: [UInt8]
    }

    private enum Place {
        case line, data(left: Int64), end
    }

    /// The maximum length of a chunk's line.
    private static let longestLine = 16 * 1024
    private static let shownLimit = 200

    private var place = Place.line
    private var line: [UInt8] = []
    /// How many bytes of the body have been read.
    package private(set) var offset: Int64 = 0
    /// The end of the last chunk's line, where the trailers begin; `nil` before that.
    package private(set) var end: Int64?
    /// Whether the scanner has stopped at malformed input.
    package var isLost: Bool { if case .end = place { end == nil } else { false } }

    /// A scanner at the start of a body.
    package init() {}

    /// Reads further bytes, and returns the chunks with lines that are now complete.
    package mutating func scan(_ bytes: [UInt8]) -> [Chunk] {
        var chunks: [Chunk] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            switch place {
            case .end: return chunks
            case .data(let left):
                let count = Int(min(left, Int64(rest.count)))
                rest = rest.dropFirst(count)
                offset += Int64(count)
                place = left == Int64(count) ? .line : .data(left: left - Int64(count))
            case .line:
                let end = rest.firstIndex(of: UInt8(ascii: "\n"))
                let part = end.map { rest[...$0] } ?? rest
                line += part
                offset += Int64(part.count)
                rest = rest[part.endIndex...]
                if line.count > Self.longestLine { place = .end }
                if end != nil, let chunk = takeLine() { chunks.append(chunk) }
            }
        }
        return chunks
    }

    private mutating func takeLine() -> Chunk? {
        defer { line = [] }
        let digits = line.prefix { Self.value(of: $0) != nil }
        // The line end after the data.
        if digits.isEmpty, line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) { return nil }
        // 15 digits fit into 60 bits.
        guard (1...15).contains(digits.count) else {
            place = .end
            return nil
        }
        let size = digits.reduce(Int64(0)) { $0 << 4 | (Self.value(of: $1) ?? 0) }
        place = size == 0 ? .end : .data(left: size)
        if size == 0 { end = offset }
        let shown = line.filter { $0 != 0x0D && $0 != 0x0A }.prefix(Self.shownLimit)
        return Chunk(
            offset: offset - Int64(line.count), lineBytes: line.count, size: size, line: Array(shown))
    }

    private static func value(of byte: UInt8) -> Int64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int64(byte - 48)
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int64(byte - 87)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int64(byte - 55)
        default: nil
        }
    }
}
