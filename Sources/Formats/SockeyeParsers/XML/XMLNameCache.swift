internal import CExpat

/// Names that a document used recently, so that each becomes a string once rather than at every element.
final class XMLNameCache {
    private struct Entry {
        var outline = NameOutline()
        /// The name as reported by expat, if the outline doesn't contain all of it.
        var bytes: [UInt8] = []
        var name: XMLName?
    }

    /// Separates the parts of a name reported by expat; XML allows it nowhere.
    static let separator: UInt8 = 0x0C

    private static let size = 256

    // SAFETY: `size` entries, allocated and initialized in init, freed in deinit.
    private let entries: UnsafeMutablePointer<Entry>
    private let lengthLimit: Int

    init(lengthLimit: Int) {
        self.lengthLimit = lengthLimit
        // SAFETY: freed in deinit.
        entries = .allocate(capacity: Self.size)
        entries.initialize(repeating: Entry(), count: Self.size)
    }

    deinit {
        entries.deinitialize(count: Self.size)
        entries.deallocate()
    }

    /// The name that expat reports as `namespace␌local␌prefix`, where parts may be missing; `nil` if it is too long.
    @inline(__always)
    func name(_ text: UnsafePointer<XML_Char>) -> XMLName? {
        let outline = NameOutline(text)
        let entry = entries + Int(truncatingIfNeeded: outline.mixed >> 56)
        if entry.pointee.outline == outline, outline.isWholeName || isEqual(entry.pointee.bytes, text, outline.count),
            let name = entry.pointee.name
        {
            return name
        }
        return replace(entry, by: text, outline)
    }

    private func isEqual(_ bytes: [UInt8], _ text: UnsafePointer<XML_Char>, _ count: Int) -> Bool {
        // SAFETY: the text has `count` bytes, and expat keeps them until the callback returns.
        ByteWindow(base: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: count).isEqual(to: bytes)
    }

    @inline(never)
    private func replace(
        _ entry: UnsafeMutablePointer<Entry>, by text: UnsafePointer<XML_Char>, _ outline: NameOutline
    ) -> XMLName? {
        if outline.count > lengthLimit { return nil }
        // SAFETY: expat's names are valid until the callback returns, and this one has as many bytes.
        let bytes = UnsafeBufferPointer(start: text, count: outline.count).map { UInt8(bitPattern: $0) }
        let name = Self.name(bytes)
        // SAFETY: the caller's pointer refers to one of the entries.
        entry.pointee = Entry(outline: outline, bytes: outline.isWholeName ? [] : bytes, name: name)
        return name
    }

    private static func name(_ bytes: [UInt8]) -> XMLName {
        let parts = bytes.split(separator: Self.separator, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        switch parts.count {
        case 1: return XMLName(parts[0])
        case 2: return XMLName(parts[1], namespace: parts[0])
        default: return XMLName(parts[1], prefix: parts[2], namespace: parts[0])
        }
    }
}

extension NameOutline {
    /// The outline of a C string, read byte by byte: expat has just written it that way, and reading whole words would
    /// stall until those writes complete.
    @inline(__always)
    fileprivate init(_ text: UnsafePointer<XML_Char>) {
        var words: (UInt64, UInt64) = (0, 0)
        var count = 0
        // SAFETY: the loops stop at the terminating NUL and never read past it.
        while count < 8, text[count] != 0 {
            words.0 |= UInt64(UInt8(bitPattern: text[count])) &<< UInt64(truncatingIfNeeded: count &* 8)
            count &+= 1
        }
        if count == 8 {
            while count < 16, text[count] != 0 {
                words.1 |= UInt64(UInt8(bitPattern: text[count])) &<< UInt64(truncatingIfNeeded: (count &- 8) &* 8)
                count &+= 1
            }
            if count == 16 { count += sockeye_xml_length(text + 16) }
        }
        self.init(first: words.0, last: words.1, count: count)
    }
}
