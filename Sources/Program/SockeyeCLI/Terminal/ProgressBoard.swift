internal import Synchronization

/// The lines of all active transfers, kept at the bottom of a terminal; finished ones and messages scroll away above.
final class ProgressBoard: Sendable {
    private struct State: Sendable {
        var lines: [(owner: ObjectIdentifier, text: String)] = []
        /// How many lines are drawn below the last finished one.
        var drawn = 0
        var rows: Int?
        var hasHeading = false

        /// Moves the cursor to the first line, and so begins whatever takes their place.
        mutating func start() -> String {
            defer { drawn = 0 }
            return drawn > 0 ? "\u{1B}[\(drawn)A" : ""
        }

        /// Draws the lines where the cursor is, and clears what is below.
        mutating func draw() -> String {
            var output = ""
            let room = max(1, (rows ?? .max) - 1)
            let shown = lines.count <= room ? lines.count : room - 1
            for line in lines.prefix(shown) { output += ProgressBoard.row(line.text) }
            drawn = shown
            if shown < lines.count {
                output += ProgressBoard.row("… and \(lines.count - shown) more")
                drawn += 1
            }
            return output + "\u{1B}[J"
        }
    }

    private let state = Mutex(State())

    /// The text that updates the owner's line.
    ///
    /// - Parameters:
    ///   - heading: drawn once, above the first line.
    ///   - rows: the terminal's height, if known. The cursor can't go above its top, so no more lines are drawn than
    ///     stay below that, with the one where the cursor rests.
    func update(
        _ owner: ObjectIdentifier, _ line: String, heading: String? = nil, isLast: Bool, rows: Int?
    ) -> String {
        state.withLock { state in
            state.rows = rows
            var output = state.start()
            if !state.hasHeading { output += heading.map(Self.row) ?? "" }
            state.hasHeading = true
            if let index = state.lines.firstIndex(where: { $0.owner == owner }) {
                if isLast { state.lines.remove(at: index) } else { state.lines[index].text = line }
            } else if !isLast {
                state.lines.append((owner, line))
            }
            if isLast { output += Self.row(line) }
            return output + state.draw()
        }
    }

    /// The text that shows a message above the lines; without lines it is the message.
    func placing(_ message: String) -> String {
        state.withLock { state in
            if state.drawn == 0 { return message }
            let text = message.hasSuffix("\n") ? message : message + "\n"
            return state.start() + "\u{1B}[J" + text + state.draw()
        }
    }

    /// The text that makes the lines' place free for something else; they come again below it with their next change.
    func clear() -> String { state.withLock { $0.drawn == 0 ? "" : $0.start() + "\u{1B}[J" } }

    private static func row(_ text: String) -> String { "\r\(text)\u{1B}[K\n" }
}
