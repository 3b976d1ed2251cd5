internal import Synchronization

/// How much a terminal shows.
struct TerminalSize: Sendable {
    /// The width assumed if the terminal's is unknown.
    static let defaultColumns = 79

    /// `nil` if unknown.
    var rows: Int?
    var columns: Int

    /// The width that lines of progress are made for; below it they are cut.
    var widthOfLines: Int { max(40, columns) }

    /// The text as far as it stays in one row.
    func cut(_ text: String) -> String { Columns.prefix(text, max(1, columns - 1)) }
}

/// The lines of all active transfers, kept at the bottom of a terminal; finished ones and messages scroll away above.
final class ProgressBoard: Sendable {
    private struct State: Sendable {
        var lines: [(owner: ObjectIdentifier, text: String)] = []
        /// The widths of the lines drawn below the last finished one.
        var drawn: [Int] = []
        var hasHeading = false

        /// Moves the cursor to the first line, and so begins whatever takes their place.
        mutating func start(_ size: TerminalSize) -> String {
            // A window that has become narrower has wrapped them.
            let rows = drawn.reduce(0) { $0 + max(1, ($1 + size.columns - 1) / size.columns) }
            drawn = []
            return rows > 0 ? "\u{1B}[\(rows)A" : ""
        }

        /// Draws the lines where the cursor is, and clears what is below.
        mutating func draw(_ size: TerminalSize) -> String {
            let room = max(1, (size.rows ?? .max) - 1)
            let shown = lines.count <= room ? lines.count : room - 1
            var texts = lines.prefix(shown).map(\.text)
            if shown < lines.count { texts.append("… and \(lines.count - shown) more") }
            texts = texts.map(size.cut)
            drawn = texts.map { Columns.width(of: $0) }
            return texts.map(ProgressBoard.row).joined() + "\u{1B}[J"
        }
    }

    private let state = Mutex(State())

    /// The text that updates the owner's line.
    ///
    /// - Parameters:
    ///   - heading: drawn once, above the first line.
    ///   - size: the terminal's. The cursor can't go above its top, so no more lines are drawn than stay below that,
    ///     with the one where the cursor rests.
    func update(
        _ owner: ObjectIdentifier, _ line: String, heading: String? = nil, isLast: Bool, _ size: TerminalSize
    ) -> String {
        state.withLock { state in
            var output = state.start(size)
            if !state.hasHeading { output += heading.map { Self.row(size.cut($0)) } ?? "" }
            state.hasHeading = true
            if let index = state.lines.firstIndex(where: { $0.owner == owner }) {
                if isLast { state.lines.remove(at: index) } else { state.lines[index].text = line }
            } else if !isLast {
                state.lines.append((owner, line))
            }
            if isLast { output += Self.row(size.cut(line)) }
            return output + state.draw(size)
        }
    }

    /// The text that shows a message above the lines; without lines it is the message.
    func placing(_ message: String, _ size: TerminalSize) -> String {
        state.withLock { state in
            if state.drawn.isEmpty { return message }
            let text = message.hasSuffix("\n") ? message : message + "\n"
            return state.start(size) + "\u{1B}[J" + text + state.draw(size)
        }
    }

    /// The text that makes the lines' place free for something else; they come again below it with their next change.
    func clear(_ size: TerminalSize) -> String {
        state.withLock { $0.drawn.isEmpty ? "" : $0.start(size) + "\u{1B}[J" }
    }

    private static func row(_ text: String) -> String { "\r\(text)\u{1B}[K\n" }
}
