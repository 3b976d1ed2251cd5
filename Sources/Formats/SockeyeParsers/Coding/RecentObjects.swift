/// The eight objects added last, by the type that each was made for.
struct RecentObjects {
    private var entries: [(type: ObjectIdentifier, object: AnyObject)] = []
    /// The index of the entry that the next new type replaces.
    private var oldest = 0

    private static let size = 8

    @inline(__always)
    subscript(type: ObjectIdentifier) -> AnyObject? {
        for entry in entries where entry.type == type { return entry.object }
        return nil
    }

    mutating func add(_ object: AnyObject, for type: ObjectIdentifier) {
        if entries.count < Self.size {
            entries.append((type, object))
        } else {
            entries[oldest] = (type, object)
            oldest = (oldest + 1) % Self.size
        }
    }
}
