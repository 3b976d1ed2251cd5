import Testing

@testable import SockeyeCLI

/// The lines of `-Z` and the messages between them, as a terminal shows them.
struct BoardTests {
    /// A terminal of endless height that knows the sequences of the board.
    private struct Screen {
        private(set) var lines: [[Character]] = [[]]
        private var (row, column) = (0, 0)
        private var width = 80

        /// Wraps what is wider than the window, and keeps the cursor where its line goes.
        mutating func narrow(to width: Int) {
            self.width = width
            var wrapped: [[Character]] = []
            for (number, line) in lines.enumerated() {
                if number == row { row = wrapped.count }
                wrapped += stride(from: 0, to: max(1, line.count), by: width).map { Array(line[$0...].prefix(width)) }
            }
            lines = wrapped
        }

        var text: [String] { lines.map { String($0) }.filter { !$0.isEmpty } }

        mutating func show(_ text: String) {
            var rest = text[...]
            while let next = rest.popFirst() {
                switch next {
                case "\r": column = 0
                case "\n":
                    (row, column) = (row + 1, 0)
                    if row == lines.count { lines.append([]) }
                case "\u{1B}":
                    rest.removeFirst()
                    let number = rest.prefix { $0.isNumber }
                    rest.removeFirst(number.count)
                    switch rest.popFirst() {
                    case "A": row -= Int(number) ?? 1
                    case "K": lines[row].removeSubrange(min(column, lines[row].count)...)
                    case "J":
                        lines[row].removeSubrange(min(column, lines[row].count)...)
                        lines.removeSubrange((row + 1)...)
                    default: Issue.record("an unknown sequence in \(text)")
                    }
                default:
                    if column == width {
                        (row, column) = (row + 1, 0)
                        if row == lines.count { lines.append([]) }
                    }
                    if column == lines[row].count { lines[row].append(next) } else { lines[row][column] = next }
                    column += 1
                }
            }
        }
    }

    private final class Owner {}

    @Test("Messages stay whole above the lines, whatever is redrawn") func messages() {
        let (board, owners) = (ProgressBoard(), (0..<3).map { _ in Owner() })
        let size = TerminalSize(rows: 24, columns: 80)
        var screen = Screen()
        func draw(_ number: Int, _ line: String, isLast: Bool = false) {
            screen.show(board.update(ObjectIdentifier(owners[number]), line, isLast: isLast, size))
        }
        screen.show(board.placing("before\n", size))
        for number in 0..<3 { draw(number, "bar \(number)") }
        draw(0, "end 0", isLast: true)
        screen.show(board.placing("a message longer than any bar is\n", size))
        draw(1, "bar 1, later")
        #expect(screen.text == ["before", "end 0", "a message longer than any bar is", "bar 1, later", "bar 2"])
        screen.show(board.placing("without a line end", size))
        screen.show(board.clear(size) + "of -w\n")
        draw(2, "bar 2")
        screen.show(board.placing("two\nlines\n", size))
        draw(1, "end 1", isLast: true)
        draw(2, "end 2", isLast: true)
        screen.show(board.placing("after\n", size))
        let messages = ["a message longer than any bar is", "without a line end", "of -w", "two", "lines"]
        #expect(screen.text == ["before", "end 0"] + messages + ["end 1", "end 2", "after"])
    }

    @Test("A window that becomes narrower keeps nothing of the wider lines", arguments: [79, 40, 26, 13])
    func narrowerWindow(columns: Int) {
        let (board, owners) = (ProgressBoard(), (0..<2).map { _ in Owner() })
        let (wide, narrow) = (TerminalSize(rows: 24, columns: 80), TerminalSize(rows: 24, columns: columns))
        func bar(_ letter: Character) -> String { String(repeating: letter, count: 79) }
        var screen = Screen()
        screen.show("above\n")
        screen.show(board.update(ObjectIdentifier(owners[0]), bar("1"), isLast: false, wide))
        screen.show(board.update(ObjectIdentifier(owners[1]), bar("2"), isLast: false, wide))
        screen.narrow(to: columns)
        screen.show(board.update(ObjectIdentifier(owners[0]), bar("3"), isLast: false, narrow))
        func cut(_ text: String) -> String { String(text.prefix(columns - 1)) }
        #expect(screen.text == ["above", cut(bar("3")), cut(bar("2"))])
        screen.show(board.placing("said\n", narrow))
        #expect(screen.text == ["above", "said", cut(bar("3")), cut(bar("2"))])
    }
}
