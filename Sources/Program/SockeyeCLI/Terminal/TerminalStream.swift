/// Escapes text that arrives in pieces for a terminal, as `TerminalText`; line ends stay.
struct TerminalStream {
    /// The beginning of a character, or a CR that may belong to a line end.
    private var held: [UInt8] = []

    /// The next piece, as far as its last character is whole.
    ///
    /// - Parameter isLast: whether nothing follows that belongs to it.
    mutating func escaped(_ piece: [UInt8], isLast: Bool) -> [UInt8] {
        var bytes = held + piece
        held = []
        if !isLast {
            let count = Self.unfinishedCount(bytes)
            held = Array(bytes.suffix(count))
            bytes.removeLast(count)
        }
        var safe: [UInt8] = []
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
        while let line = lines.popFirst() {
            let isEnded = !lines.isEmpty
            let hasReturn = isEnded && line.last == 0x0D
            safe += TerminalText.escaped(hasReturn ? line.dropLast() : line).utf8
            if isEnded { safe += hasReturn ? [0x0D, 0x0A] : [0x0A] }
        }
        return safe
    }

    /// How many bytes at the end begin what isn't complete.
    private static func unfinishedCount(_ bytes: [UInt8]) -> Int {
        if bytes.last == 0x0D { return 1 }
        for (index, byte) in bytes.suffix(3).reversed().enumerated() {
            switch byte {
            case 0x80...0xBF: continue
            case 0xC2...0xDF: return index < 1 ? index + 1 : 0
            case 0xE0...0xEF: return index < 2 ? index + 1 : 0
            case 0xF0...0xF4: return index + 1
            default: return 0
            }
        }
        return 0
    }
}
