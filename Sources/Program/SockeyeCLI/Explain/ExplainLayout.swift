internal import SockeyeClient

/// Puts explained lines into columns: the line on the left, its meaning and clause on the right. Without I/O.
///
/// ```
/// > Host: example.com             which site of the server is meant; from the URL
///                                 [RFC 9110 §7.2]
/// ```
/// A narrow terminal has the right column below the left one.
struct ExplainLayout: Sendable {
    /// Columns that make two of them readable.
    private static let leastForColumns = 72
    /// The most characters of one line that are shown: a server may send 100 KiB of one field.
    private static let shownLimit = 2_000

    let width: Int
    var isColoured = false
    /// Whether clauses are linked (OSC 8).
    var hasLinks = false

    /// A word as it is shown, and its width.
    private struct Word {
        var shown: String
        var width: Int
    }

    /// The lines, each with its line feed. `prefix` comes before every one.
    func text(_ lines: [ExplainedLine], prefix: String = "") -> String { lines.map { text($0, prefix) }.joined() }

    private func text(_ line: ExplainedLine, _ prefix: String) -> String {
        let room = max(20, width - Columns.width(of: prefix))
        let isNarrow = room < Self.leastForColumns
        let left = isNarrow ? room : room * 48 / 100
        let right = isNarrow ? room - 4 : room - left - 2
        let lefts = fold(clipped(line.text), to: left - 2)
        let rights = wrap(words(of: line), to: right)
        var output = ""
        func add(_ mark: String, _ text: String, _ note: String?) {
            let styledMark = styled(mark + text, line.side)
            let padding = String(repeating: " ", count: max(0, left - Columns.width(of: text)))
            output += prefix + styledMark + (note.map { padding + dim($0) } ?? "") + "\n"
        }
        for index in 0..<max(lefts.count, isNarrow ? 0 : rights.count) {
            let note = isNarrow || index >= rights.count ? nil : rights[index]
            add(index == 0 ? line.side.rawValue + " " : "  ", index < lefts.count ? lefts[index] : "", note)
        }
        if isNarrow { for note in rights { output += prefix + "    " + dim(note) + "\n" } }
        return output
    }

    private func clipped(_ text: String) -> String {
        guard text.unicodeScalars.count > Self.shownLimit else { return text }
        let rest = text.unicodeScalars.count - Self.shownLimit
        return String(text.unicodeScalars.prefix(Self.shownLimit)) + "… (\(rest) more)"
    }

    // MARK: Words

    private func words(of line: ExplainedLine) -> [Word] {
        var words = clipped(line.meaning).split(separator: " ").map { word in
            Word(shown: String(word), width: Columns.width(of: String(word)))
        }
        guard let clause = line.clause else { return words }
        let name = "[\(clause.description)]"
        // One word, so that it isn't torn.
        words.append(Word(shown: hasLinks ? Self.link(name, to: clause.link) : name, width: Columns.width(of: name)))
        return words
    }

    /// A link as terminals show it (OSC 8). The address comes from our own table.
    private static func link(_ text: String, to address: String) -> String {
        "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
    }

    private func wrap(_ words: [Word], to width: Int) -> [String] {
        var lines: [String] = []
        var (line, used) = ("", 0)
        for word in words.flatMap({ pieces(of: $0, width) }) {
            if used > 0, used + 1 + word.width > width {
                lines.append(line)
                (line, used) = ("", 0)
            }
            line += used == 0 ? word.shown : " " + word.shown
            used += word.width + (used == 0 ? 0 : 1)
        }
        return used > 0 ? lines + [line] : lines
    }

    /// The word, cut if it is wider than a line. Only words without a link can be.
    private func pieces(of word: Word, _ width: Int) -> [Word] {
        guard word.width > width, !word.shown.hasPrefix("\u{1B}") else { return [word] }
        return fold(word.shown, to: width).map { Word(shown: $0, width: Columns.width(of: $0)) }
    }

    /// The text in lines of at most `width` columns, broken at spaces where there are any in the second half.
    private func fold(_ text: String, to width: Int) -> [String] {
        let width = max(8, width)
        var lines: [String] = []
        var rest = Array(text.unicodeScalars)[...]
        while true {
            var (end, used) = (rest.startIndex, 0)
            while end < rest.endIndex {
                let next = Columns.width(of: rest[end])
                if used + next > width { break }
                used += next
                end += 1
            }
            if end < rest.endIndex, let blank = rest[rest.startIndex..<end].lastIndex(of: " "),
                blank - rest.startIndex > width / 2
            {
                end = blank + 1
            }
            var line = String.UnicodeScalarView()
            line.append(contentsOf: rest[..<end])
            while line.last == " " { line.removeLast() }
            lines.append(String(line))
            rest = rest[end...]
            if rest.isEmpty { return lines }
        }
    }

    // MARK: Style

    /// The text in the colour of its side.
    func styled(_ text: String, _ side: ExplainedLine.Side) -> String {
        guard isColoured else { return text }
        return switch side {
        case .sent: TerminalColour.green.text(text)
        case .received: TerminalColour.blue.text(text)
        case .decided: TerminalColour.brown.text(text)
        case .secured: TerminalColour.purple.text(text)
        case .failed: TerminalColour.magenta.text(text, isBold: true)
        case .timed: TerminalColour.magenta.text(text)
        }
    }

    private func dim(_ text: String) -> String { isColoured ? TerminalColour.grey.text(text) : text }
}

extension ExplainLayout {
    /// The layout for standard error.
    init(_ terminal: Terminal) {
        let isTerminal = terminal.takesEscapesForErrors
        self.init(
            width: min(400, terminal.columns ?? 100), isColoured: isTerminal && terminal.wantsColour,
            hasLinks: isTerminal)
    }
}
