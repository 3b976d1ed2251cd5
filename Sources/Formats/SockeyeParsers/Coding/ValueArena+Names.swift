extension ValueArena {
    /// Keeps one of the members of an object that have the same name, at the place of the first.
    ///
    /// - Throws: `.duplicateName` if they are refused.
    func removeDuplicates(
        in object: UInt32, _ duplicateNames: JSONReadingOptions.DuplicateNames
    ) throws(JSONError.Reason) {
        let children = children(of: object)
        var positions: [String.UTF8ViewKey: Int] = [:]
        var kept: [UInt32] = []
        for child in children {
            let name = String.UTF8ViewKey(key(of: self[child]))
            if let position = positions[name] {
                switch duplicateNames {
                case .refuse: throw .duplicateName(name.text)
                case .useLast: kept[position] = child
                case .useFirst: break
                }
            } else {
                positions[name] = kept.count
                kept.append(child)
            }
        }
        if kept.count < children.count { keep(kept, in: object) }
    }

    /// Leaves out the members of an object that are null.
    func removeNullMembers(of object: UInt32) {
        let children = children(of: object)
        let kept = children.filter { self[$0].kind != .null }
        if kept.count < children.count { keep(kept, in: object) }
    }

    /// Keeps only these members of an object.
    private func keep(_ kept: [UInt32], in object: UInt32) {
        self[object].length = UInt32(truncatingIfNeeded: kept.count)
        self[object].firstChild = kept.first ?? 0
        for (child, next) in zip(kept, kept.dropFirst()) { self[child].next = next }
        if let last = kept.last { self[last].next = 0 }
    }

    /// Keeps the last of the members that have the same name, in every object: an encoder may be given a key twice.
    func keepLastOfEqualNames() {
        let names = DuplicateFinder()
        for index in 0..<UInt32(truncatingIfNeeded: count) where self[index].kind == .object && self[index].length > 1 {
            var child = self[index].firstChild
            repeat {
                names.add(NameOutline(keyWindow(of: self[child])))
                child = self[child].next
            } while child != 0
            // Refuses none.
            if names.close(from: 0) { try? removeDuplicates(in: index, .useLast) }
        }
    }
}
