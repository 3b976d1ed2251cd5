internal import CExpat

/// The names a document has used lately, so that each becomes a string once and not at every element.
final class XMLNameCache {
    private struct Entry {
        var outline: NameOutline
        /// The name as expat writes it, when the outline does not say all.
        var bytes: [UInt8]
        var name: XMLName
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
        let window = ByteWindow(
            base: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: sockeye_xml_length(text))
        let outline = NameOutline(window)
        let place = Int(truncatingIfNeeded: outline.mixed >> 56)
        if entries[place]?.outline == outline, let entry = entries[place],
            outline.isWholeName || window.isEqual(to: entry.bytes)
        {
            return entry.name
        }
        var bytes: [UInt8] = []
        window.append(from: 0, to: window.count, to: &bytes)
        let name = Self.name(bytes)
        entries[place] = Entry(outline: outline, bytes: outline.isWholeName ? [] : bytes, name: name)
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
