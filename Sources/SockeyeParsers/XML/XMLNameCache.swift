internal import CExpat

/// The names a document has used lately, so that each becomes a string once and not at every element.
final class XMLNameCache {
    final class Entry {
        let bytes: [UInt8]
        let name: XMLName

        init(bytes: [UInt8], name: XMLName) {
            self.bytes = bytes
            self.name = name
        }
    }

    private static let size = 256

    // SAFETY: `size` places, allocated and initialised in init, freed in deinit.
    private let entries: UnsafeMutablePointer<Entry?>

    init() {
        // SAFETY: freed in deinit.
        entries = .allocate(capacity: Self.size)
        entries.initialize(repeating: nil, count: Self.size)
    }

    deinit {
        entries.deinitialize(count: Self.size)
        entries.deallocate()
    }

    /// The name that expat writes as `namespace␌local␌prefix`, with the parts that it has.
    func name(_ text: UnsafePointer<XML_Char>) -> XMLName {
        // SAFETY: expat's names end with NUL and live until the callback returns.
        var hash: UInt32 = 2_166_136_261
        var count = 0
        while text[count] != 0 {
            hash = (hash ^ UInt32(UInt8(bitPattern: text[count]))) &* 16_777_619
            count += 1
        }
        let window = ByteWindow(base: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: count)
        let place = Int((hash ^ hash >> 16) & UInt32(Self.size - 1))
        if let entry = entries[place], window.isEqual(to: entry.bytes) { return entry.name }
        var bytes: [UInt8] = []
        window.append(from: 0, to: window.count, to: &bytes)
        let name = Self.name(bytes)
        entries[place] = Entry(bytes: bytes, name: name)
        return name
    }

    private static func name(_ bytes: [UInt8]) -> XMLName {
        let parts = bytes.split(separator: XMLBridgeBase.separator, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        switch parts.count {
        case 1: return XMLName(parts[0])
        case 2: return XMLName(parts[1], namespace: parts[0])
        default: return XMLName(parts[1], prefix: parts[2], namespace: parts[0])
        }
    }
}

extension ByteWindow {
    func isEqual(to bytes: [UInt8]) -> Bool {
        guard bytes.count == count else { return false }
        return bytes.withUnsafeBufferPointer { other in
            // SAFETY: both have `count` bytes.
            for index in 0..<count where base[index] != other[index] { return false }
            return true
        }
    }
}
