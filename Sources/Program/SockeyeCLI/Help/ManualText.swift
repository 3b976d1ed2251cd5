/// The manual as plain text, for `--manual` and `--help --NAME`: the page of ``ManualPage`` as man(1) would lay it out, with the
/// few macros that it has.
struct ManualText {
    /// Where text begins under a heading, and under an entry's name (the -man macros' 7n).
    private static let indent = 7

    private let width: Int
    private var output = ""
    private var words: [Substring] = []
    /// Where the paragraph begins.
    private var margin = indent
    /// What stands before its first line.
    private var tag = ""
    /// Whether the next line is the name of an entry.
    private var namesEntry = false
    /// Whether the last line is a heading, after which none is left empty.
    private var isUnderHeading = false

    /// The whole manual.
    static func whole(table: OptionTable = .standard, width: Int) -> String {
        text(ofRoff: ManualPage.roff(table: table), width: width)
    }

    /// What the manual says of an option.
    static func entry(_ option: Option, width: Int) -> String { text(ofRoff: ManualPage.entry(option), width: width) }

    /// The lines of `roff` as text of at most `width` columns, but for words that are wider.
    static func text(ofRoff roff: String, width: Int) -> String {
        var text = ManualText(width: width)
        for line in roff.split(separator: "\n") { text.take(line) }
        text.endParagraph()
        return text.output
    }

    private init(width: Int) { self.width = width }

    private mutating func take(_ line: Substring) {
        guard line.first == "." else {
            let plain = Self.plain(line)
            if namesEntry { return name(plain) }
            words += plain.split(separator: " ").map { $0 }
            return
        }
        let macro = line.prefix { $0 != " " }
        let rest = Self.plain(line.dropFirst(macro.count + 1))
        switch macro {
        case ".SH", ".SS":
            endParagraph()
            margin = Self.indent
            output += (output.isEmpty ? "" : "\n") + (macro == ".SS" ? "   " : "") + rest + "\n"
            isUnderHeading = true
        case ".PP", ".TP":
            endParagraph()
            if !isUnderHeading, !output.isEmpty { output += "\n" }
            margin = Self.indent
            namesEntry = macro == ".TP"
        case ".IP":
            endParagraph()
            let parts = rest.split(separator: " ")
            let indent = parts.last.flatMap { Int($0) } ?? Self.indent
            margin = Self.indent + indent
            let mark = parts.first.map { $0 == "\"\"" ? "" : String($0) } ?? ""
            tag = String(repeating: " ", count: Self.indent) + Columns.left(mark, indent)
        // The alternating fonts join their words.
        case ".BR", ".RI", ".IR": words.append(Substring(rest.split(separator: " ").joined()))
        case ".B": words.append(Substring(rest))
        // .TH is the frame of a printed page.
        default: break
        }
    }

    private mutating func name(_ text: String) {
        output += String(repeating: " ", count: Self.indent) + text + "\n"
        (namesEntry, margin, isUnderHeading) = (false, 2 * Self.indent, false)
    }

    private mutating func endParagraph() {
        defer { (words, tag) = ([], "") }
        var line = tag.isEmpty ? String(repeating: " ", count: margin) : tag
        var isEmpty = true
        for word in words {
            if !isEmpty, Columns.width(of: line) + 1 + Columns.width(of: String(word)) > width {
                output += line + "\n"
                (line, isEmpty) = (String(repeating: " ", count: margin), true)
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        if isEmpty { return }
        output += line + "\n"
        isUnderHeading = false
    }

    /// A line without its escapes.
    private static func plain(_ line: Substring) -> String {
        var text = ""
        var rest = line
        while let character = rest.popFirst() {
            guard character == "\\" else {
                text.append(character)
                continue
            }
            switch rest.popFirst() {
            case "-": text += "-"
            case "e": text += "\\"
            // A font: \fB.
            case "f": rest = rest.dropFirst()
            // A character by name: \(bu.
            case "(":
                if rest.prefix(2) == "bu" { text += "•" }
                rest = rest.dropFirst(2)
            default: break
            }
        }
        return text
    }
}
