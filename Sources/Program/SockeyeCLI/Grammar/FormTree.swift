/// The parts of `-F`; `=(` starts a nested multipart and `=)` ends it.
struct FormTree: Equatable, Sendable {
    /// A part, or a nested multipart.
    struct Node: Equatable, Sendable {
        enum Content: Equatable, Sendable {
            case bytes([UInt8])
            /// `@path`: sent as a file.
            case file(String)
            /// `<path>`: a field with the file's contents.
            case contents(String)
            case parts([Node])
        }

        var name: [UInt8] = []
        var content: Content
        var type: String?
        var fileName: [UInt8]?
        var encoder: String?
        /// Header lines as given, `Name: value`.
        var headers: [String] = []

        /// Whether the part, or one in it, is encoded to a length that only encoding it tells.
        var isQuotedPrintable: Bool {
            if case .parts(let nodes) = content { return nodes.contains(where: \.isQuotedPrintable) }
            return encoder?.lowercased() == "quoted-printable"
        }
    }

    private(set) var nodes: [Node] = []
    /// The nested multiparts that are still open, outermost first.
    private var open: [Node] = []

    /// Adds a part to the innermost open multipart.
    mutating func add(_ node: Node) {
        if open.isEmpty {
            nodes.append(node)
        } else {
            open[open.count - 1].append(node)
        }
    }

    mutating func begin(_ node: Node) { open.append(node) }

    /// Ends the innermost open multipart; false if there is none.
    mutating func end() -> Bool {
        guard let node = open.popLast() else { return false }
        add(node)
        return true
    }

    /// All parts. As in curl, this includes multiparts that were never ended.
    var all: [Node] {
        var copy = self
        copy.endAll()
        return copy.nodes
    }

    private mutating func endAll() { while end() {} }
}

extension FormTree.Node {
    fileprivate mutating func append(_ node: FormTree.Node) {
        guard case .parts(let parts) = content else { return }
        content = .parts(parts + [node])
    }
}

extension FormTree {
    /// The files that are sent as files.
    var files: [String] { all.flatMap(\.files) }

    /// Sends other files in their place.
    mutating func replaceFiles(by names: [String: String]) {
        endAll()
        for index in nodes.indices { nodes[index].replaceFiles(by: names) }
    }
}

extension FormTree.Node {
    fileprivate var files: [String] {
        switch content {
        case .file(let path): [path]
        case .parts(let nodes): nodes.flatMap(\.files)
        case .bytes, .contents: []
        }
    }

    fileprivate mutating func replaceFiles(by names: [String: String]) {
        switch content {
        case .file(let path): content = .file(names[path] ?? path)
        case .parts(var nodes):
            for index in nodes.indices { nodes[index].replaceFiles(by: names) }
            content = .parts(nodes)
        case .bytes, .contents: break
        }
    }
}
