import Testing

@testable import SockeyeCLI

/// The lines of `-Z` and the messages between them, as a terminal shows them.
struct BoardTests {
    /// A terminal of endless height that knows the sequences of the board.
    private struct Screen {
        private(set) var lines: [[Character]] = [[]]
        private var (row, column) = (0, 0)

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
                    if column == lines[row].count { lines[row].append(next) } else { lines[row][column] = next }
                    column += 1
                }
            }
        }
    }

    private final class Owner {}

    @Test("Messages stay whole above the lines, whatever is redrawn") func messages() {
        let (board, owners) = (ProgressBoard(), (0..<3).map { _ in Owner() })
        var screen = Screen()
        func draw(_ number: Int, _ line: String, isLast: Bool = false) {
            screen.show(board.update(ObjectIdentifier(owners[number]), line, isLast: isLast, rows: 24))
        }
        screen.show(board.placing("before\n"))
        for number in 0..<3 { draw(number, "bar \(number)") }
        draw(0, "end 0", isLast: true)
        screen.show(board.placing("a message longer than any bar is\n"))
        draw(1, "bar 1, later")
        #expect(screen.text == ["before", "end 0", "a message longer than any bar is", "bar 1, later", "bar 2"])
        screen.show(board.placing("without a line end"))
        screen.show(board.clear() + "of -w\n")
        draw(2, "bar 2")
        screen.show(board.placing("two\nlines\n"))
        draw(1, "end 1", isLast: true)
        draw(2, "end 2", isLast: true)
        screen.show(board.placing("after\n"))
        let messages = ["a message longer than any bar is", "without a line end", "of -w", "two", "lines"]
        #expect(screen.text == ["before", "end 0"] + messages + ["end 1", "end 2", "after"])
    }
}
