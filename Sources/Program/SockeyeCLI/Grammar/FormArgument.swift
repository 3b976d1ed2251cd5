/// The argument of `-F`, read by curl's rules.
///
/// ```
/// name=content        name=@file,file;type=…;filename=…        name=<file        name=(;type=…     =)
/// each followed by    ;type=T   ;filename=N   ;headers=H   ;headers=@file   ;encoder=E
/// ```
/// A word can be in double quotes, where `\"` and `\\` are escapes.
struct FormArgument {
    private let bytes: [UInt8]
    private var position: Int
    private let value: OptionValue
    /// Harmless oddities.
    private(set) var warnings: [String] = []

    init(_ value: OptionValue) {
        self.value = value
        bytes = value.bytes
        position = 0
    }

    /// Whether `byte` is the uppercase form of the letter.
    private static func isLetter(_ byte: UInt8, _ letter: UInt8) -> Bool {
        letter.isLetter && byte | 0x20 == letter && byte & 0xC0 == 0x40
    }

    /// Adds the argument's parts to a form.
    ///
    /// - Parameter isLiteral: whether `@`, `<`, `(` and `;` are ordinary characters: `--form-string`.
    mutating func add(to tree: inout FormTree, isLiteral: Bool) throws(OptionFault) {
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "=")) else {
            throw .invalid("write name=content, name=@file or name=<file")
        }
        let name = Array(bytes[..<mark])
        position = mark + 1
        if isLiteral {
            tree.add(FormTree.Node(name: name, content: .bytes(Array(bytes[position...]))))
            return
        }
        switch peek {
        case UInt8(ascii: "("):
            var node = FormTree.Node(name: name, content: .parts([]))
            position += 1
            _ = try word(endingAt: nil)
            try parameters(of: &node, endingAt: nil, allowed: [.type, .headers])
            tree.begin(node)
        case UInt8(ascii: ")") where name.isEmpty && bytes.count == position + 1:
            if !tree.end() { throw .invalid("there is no nested multipart to end") }
        case UInt8(ascii: "@"): try addFiles(named: name, to: &tree)
        case UInt8(ascii: "<"):
            position += 1
            let path = try text(word(endingAt: nil))
            var node = FormTree.Node(
                name: name, content: path == "-" ? .bytes(try value.contents(of: path)) : .contents(path))
            try parameters(of: &node, endingAt: nil, allowed: [.type, .headers, .encoder])
            tree.add(node)
        default:
            var node = FormTree.Node(name: name, content: .bytes(try word(endingAt: nil)))
            try parameters(of: &node, endingAt: nil, allowed: [.type, .fileName, .headers, .encoder])
            tree.add(node)
        }
    }

    /// Adds one file as a part, several as a nested multipart.
    private mutating func addFiles(named name: [UInt8], to tree: inout FormTree) throws(OptionFault) {
        let comma = UInt8(ascii: ",")
        var nodes: [FormTree.Node] = []
        repeat {
            position += 1
            let path = try text(word(endingAt: comma))
            var node = FormTree.Node(content: .file(path))
            if path == "-" {
                node.content = .bytes(try value.contents(of: path))
                node.fileName = Array("-".utf8)
            }
            try parameters(of: &node, endingAt: comma, allowed: [.type, .fileName, .headers, .encoder])
            nodes.append(node)
        } while peek == comma
        if nodes.count == 1, var node = nodes.popLast() {
            node.name = name
            tree.add(node)
        } else {
            tree.add(FormTree.Node(name: name, content: .parts(nodes)))
        }
    }

    // MARK: Parameters

    private enum Parameter: String, CaseIterable {
        case type = "type="
        case fileName = "filename="
        case headers = "headers="
        case encoder = "encoder="
    }

    private mutating func parameters(
        of node: inout FormTree.Node, endingAt end: UInt8?, allowed: Set<Parameter>
    ) throws(OptionFault) {
        // An unknown parameter after a type belongs to the media type.
        var isInType = false
        while peek == UInt8(ascii: ";") {
            let start = position
            position += 1
            skipBlanks()
            let rest = bytes[position...]
            // As in curl, in either case.
            let parameter = Parameter.allCases.first {
                rest.starts(with: $0.rawValue.utf8) { byte, letter in byte == letter || Self.isLetter(byte, letter) }
            }
            guard let parameter, !(isInType && parameter == .type) else {
                let text = String(decoding: rawWord(endingAt: end), as: UTF8.self)
                if isInType, let type = node.type {
                    // With the white space as written.
                    let blanks = bytes[(start + 1)...].prefix(while: \.isWhiteSpace)
                    node.type = type + ";" + String(decoding: blanks, as: UTF8.self) + text
                } else if !text.isEmpty {
                    warnings.append("skip unknown form field: \(text)")
                }
                continue
            }
            isInType = false
            position += parameter.rawValue.utf8.count
            skipBlanks()
            if !allowed.contains(parameter) {
                let text = String(decoding: try word(endingAt: end), as: UTF8.self)
                warnings.append("Field \(parameter.rawValue.dropLast()) not allowed here: \(text)")
                continue
            }
            switch parameter {
            case .type:
                let type = try text(rawWord(endingAt: end))
                let parts = type.split(separator: "/", omittingEmptySubsequences: false)
                guard parts.count >= 2, !parts[0].isEmpty, !parts[1].isEmpty else {
                    throw .invalid("'\(type)' is not a media type (write type/subtype)")
                }
                node.type = type
                isInType = true
            case .fileName: node.fileName = try word(endingAt: end)
            case .encoder: node.encoder = try text(word(endingAt: end))
            case .headers: node.headers += try headers(endingAt: end)
            }
        }
    }

    /// One header line, or those of a file.
    private mutating func headers(endingAt end: UInt8?) throws(OptionFault) -> [String] {
        guard peek == UInt8(ascii: "@") || peek == UInt8(ascii: "<") else { return [try text(word(endingAt: end))] }
        position += 1
        skipBlanks()
        let path = try text(word(endingAt: end))
        var lines: [String] = []
        for octets in HeaderEdit.lines(of: try value.contents(of: path)) where octets.first != UInt8(ascii: "#") {
            guard let line = String(validating: octets, as: UTF8.self) else { throw .invalid("its file is not UTF-8") }
            // A line that starts with white space continues the previous one.
            if let last = lines.popLast() {
                let isFolded = line.hasPrefix(" ") || line.hasPrefix("\t")
                lines += isFolded ? [last + line] : [last, line]
            } else {
                lines.append(line)
            }
        }
        return lines
    }

    // MARK: Words

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() { while let byte = peek, byte.isWhiteSpace { position += 1 } }

    private func text(_ bytes: [UInt8]) throws(OptionFault) -> String {
        try OptionValue(bytes: bytes, readFile: value.readFile).text()
    }

    /// The bytes up to a semicolon or `end`, without trailing white space.
    private mutating func rawWord(endingAt end: UInt8?) -> [UInt8] {
        let start = position
        while let byte = peek, byte != UInt8(ascii: ";"), byte != end { position += 1 }
        var word = bytes[start..<position]
        while let last = word.last, last.isWhiteSpace { word.removeLast() }
        return Array(word)
    }

    /// The same, or the text in double quotes. An unmatched quote is an ordinary character.
    private mutating func word(endingAt end: UInt8?) throws(OptionFault) -> [UInt8] {
        skipBlanks()
        guard peek == UInt8(ascii: "\"") else { return rawWord(endingAt: end) }
        var word: [UInt8] = []
        var index = position + 1
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\\")
            where index + 1 < bytes.count
                && (bytes[index + 1] == UInt8(ascii: "\\") || bytes[index + 1] == UInt8(ascii: "\"")):
                word.append(bytes[index + 1])
                index += 2
            case UInt8(ascii: "\""):
                position = index + 1
                if !rawWord(endingAt: end).isEmpty { warnings.append("Trailing data after quoted form parameter") }
                return word
            default:
                word.append(bytes[index])
                index += 1
            }
        }
        return rawWord(endingAt: end)
    }
}
