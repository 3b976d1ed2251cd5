/// A coding key that is just a name or an array index.
struct PathKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }
}

extension ValueArena {
    /// Where the node is, by the document's names.
    func codingPath(of index: UInt32) -> [any CodingKey] { codingPath(of: index) { key(of: $0) } }

    /// - Parameter name: what to call a member of an object.
    func codingPath(of index: UInt32, naming name: (ValueNode) -> String) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var current = index
        while self[current].parent != current {
            let node = self[current]
            if self[node.parent].kind == .object {
                path.append(PathKey(stringValue: name(node)))
            } else {
                path.append(PathKey(intValue: Int(node.keyOffset)))
            }
            current = node.parent
        }
        return path.reversed()
    }
}
