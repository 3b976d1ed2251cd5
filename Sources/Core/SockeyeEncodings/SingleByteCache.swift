internal import Synchronization

/// The upper halves of the single-byte encodings that were needed so far.
final class SingleByteCache: Sendable {
    static let shared = SingleByteCache()
    private let known = Mutex<[String: [UInt32]]>([:])

    func upper(of charset: String) -> [UInt32] {
        // A C library without its charsets, as in a minimal container, can still read what most servers send.
        if charset == "CP1252" { return SingleByteCorrections.windows1252 }
        return known.withLock { known in
            if let upper = known[charset] { return upper }
            let upper = Self.make(charset)
            known[charset] = upper
            return upper
        }
    }

    private static func make(_ charset: String) -> [UInt32] {
        let converter = Converter(from: charset, to: "UTF-32LE")
        return (0x80...0xFF).map { (byte: UInt32) in
            if let other = SingleByteCorrections.scalar(of: byte, in: charset) { return other }
            let found = converter?.scalars([UInt8(truncatingIfNeeded: byte)]) ?? []
            // The Standard's tables have the C1 controls wherever a code page has nothing.
            return found.count == 1 ? found[0] : byte < 0xA0 ? byte : EncodingIndex.undefined
        }
    }
}
