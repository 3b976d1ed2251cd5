internal import Sockeye

/// What the options about uploads ask for; see `OptionTable+Upload.swift`.
struct UploadSettings: Equatable, Sendable {
    /// `-F` and `--form-string`; `nil` when none was given.
    var form: FormTree?
    /// `--form-escape`.
    var escapesByBackslash = false
    /// `--crlf`.
    var makesLineEnds = false
}

/// What `-T` sends to one URL.
enum UploadSource: Equatable, Sendable {
    /// A file, perhaps with braces and brackets that stand for several.
    case file(String)
    /// `-` and `.`.
    case standardInput
    /// `""`: this URL is fetched.
    case nothing

    init(_ argument: String) {
        switch argument {
        case "": self = .nothing
        case "-", ".": self = .standardInput
        default: self = .file(argument)
        }
    }
}

/// The parts that `-F` asks for; `=(` begins a part of parts and `=)` ends it.
struct FormTree: Equatable, Sendable {
    /// A part, or a part of parts.
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
        /// Field lines as given, `Name: value`.
        var headers: [String] = []
    }

    private(set) var nodes: [Node] = []
    /// The parts of parts that are not ended, the outermost first.
    private var open: [Node] = []

    /// Adds a part where the last `=(` was.
    mutating func add(_ node: Node) {
        if open.isEmpty {
            nodes.append(node)
        } else {
            open[open.count - 1].append(node)
        }
    }

    mutating func begin(_ node: Node) {
        open.append(node)
    }

    /// Ends the innermost part of parts; false when there is none.
    mutating func end() -> Bool {
        guard let node = open.popLast() else { return false }
        add(node)
        return true
    }

    /// All parts, those included whose end was never said, as curl takes them.
    var all: [Node] {
        var copy = self
        while copy.end() {}
        return copy.nodes
    }
}

extension FormTree.Node {
    fileprivate mutating func append(_ node: FormTree.Node) {
        guard case .parts(let parts) = content else { return }
        content = .parts(parts + [node])
    }
}
