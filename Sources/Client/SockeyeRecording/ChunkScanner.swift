/// Finds the chunks of a chunked body as it passes by (RFC 9112 section 7.1), for those who show or mask it.
///
/// It judges nothing: whoever reads the body refuses what must be refused (the client's codec, the proxy of `--inspect`). What
/// it can't read ends it.
public struct ChunkScanner: Sendable {
    /// One chunk; its data follow its line, and a CR LF follows them.
    public struct Chunk: Sendable, Hashable {
        /// Where its line begins, in bytes from the start of the body.
        public let offset: Int64
        /// The length of the line, with its end.
        public let lineBytes: Int
        /// The length of the data; 0 for the last chunk.
        public let size: Int64
        /// The line without its end, at most 200 bytes of it.
        public let line: [UInt8]
    }

    private enum Place {
        case line, data(left: Int64), end
    }

    /// Longer lines are no chunk's.
    private static let longestLine = 16 * 1024
    private static let mostShown = 200

    private var place = Place.line
    private var line: [UInt8] = []
    /// How many bytes of the body were read.
    public private(set) var offset: Int64 = 0
    /// Where the line of the last chunk ended, once it has: trailers follow.
    public private(set) var end: Int64?
    /// Whether it gave up.
    public var isLost: Bool { if case .end = place { end == nil } else { false } }

    /// At the start of a body.
    public init() {}

    /// Reads on, and returns the chunks whose lines are complete.
    public mutating func scan(_ bytes: [UInt8]) -> [Chunk] {
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
        // The end of the line that follows the data.
        if digits.isEmpty, line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) { return nil }
        // 15 digits fit into 60 bits.
        guard (1...15).contains(digits.count) else {
            place = .end
            return nil
        }
        let size = digits.reduce(Int64(0)) { $0 << 4 | (Self.value(of: $1) ?? 0) }
        place = size == 0 ? .end : .data(left: size)
        if size == 0 { end = offset }
        let shown = line.filter { $0 != 0x0D && $0 != 0x0A }.prefix(Self.mostShown)
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
