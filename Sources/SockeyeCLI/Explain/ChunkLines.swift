/// Finds the size lines in the bytes of a chunked body as they pass by, to show them (RFC 9112 section 7.1). The codec has
/// decided what they mean; this one only looks on, and stops at anything odd.
struct ChunkLines: Sendable {
    private enum State: Sendable {
        case size
        case data(left: Int64)
        case over
    }

    /// More of a line isn't kept.
    private static let mostLineBytes = 200

    private var state = State.size
    private var line: [UInt8] = []

    /// The size lines that end in these bytes, without their line ends, each with the size.
    mutating func found(in bytes: [UInt8]) -> [(line: [UInt8], size: Int64)] {
        var found: [(line: [UInt8], size: Int64)] = []
        var index = 0
        while index < bytes.count {
            switch state {
            case .over: return found
            case .data(let left):
                let count = min(Int64(bytes.count - index), left)
                index += Int(count)
                state = left == count ? .size : .data(left: left - count)
            case .size:
                let byte = bytes[index]
                index += 1
                if byte != 10 {
                    if byte != 13, line.count < Self.mostLineBytes { line.append(byte) }
                    continue
                }
                let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 && $0 != 0x09 }
                guard let size = Int64(String(decoding: digits, as: UTF8.self), radix: 16), size >= 0,
                    size < 1 << 62
                else {
                    state = .over
                    return found
                }
                found.append((line, size))
                line = []
                // The line end after the data belongs to the chunk.
                state = size == 0 ? .over : .data(left: size + 2)
            }
        }
        return found
    }
}
