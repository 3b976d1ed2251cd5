/// Member names that a text used recently, so that each becomes a string once rather than in every record.
///
/// This makes building the values of records faster.
final class JSONNameCache {
    private struct Entry {
        var outline: NameOutline
        var name: String
    }

    private static let size = 64

    // SAFETY: `size` entries, allocated and initialized in init, freed in deinit.
    private let entries: UnsafeMutablePointer<Entry>

    init() {
        // SAFETY: freed in deinit. An unused entry holds the empty name and its outline, which match.
        entries = .allocate(capacity: Self.size)
        entries.initialize(repeating: Entry(outline: NameOutline(), name: ""), count: Self.size)
    }

    deinit {
        entries.deinitialize(count: Self.size)
        entries.deallocate()
    }

    /// The string for a name with the given outline.
    @inline(__always)
    func string(_ text: ByteWindow, _ outline: NameOutline) -> String {
        let entry = entries + Int(truncatingIfNeeded: outline.mixed >> 58)
        if entry.pointee.outline == outline, outline.isWholeName || entry.pointee.name.isEqual(to: text) {
            return entry.pointee.name
        }
        return replace(entry, by: text, outline)
    }

    // SAFETY: `entry` points to one of the `size` entries, all of which are initialized.
    @inline(never)
    private func replace(_ entry: UnsafeMutablePointer<Entry>, by text: ByteWindow, _ outline: NameOutline) -> String {
        let name = String(copying: text.text(from: 0, to: text.count, isASCII: false))
        entry.pointee = Entry(outline: outline, name: name)
        return name
    }
}

extension String {
    /// Whether the string has the same bytes as `text`.
    fileprivate func isEqual(to text: ByteWindow) -> Bool {
        var index = 0
        for byte in utf8 {
            guard index < text.count, text[index] == byte else { return false }
            index += 1
        }
        return index == text.count
    }
}
