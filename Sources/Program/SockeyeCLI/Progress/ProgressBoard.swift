internal import Synchronization

/// The lines of all active transfers, kept at the bottom of a terminal; finished ones scroll away above.
final class ProgressBoard: Sendable {
    private struct State: Sendable {
        var lines: [(owner: ObjectIdentifier, text: String)] = []
        /// How many lines are drawn below the last finished one.
        var drawn = 0
    }

    private let state = Mutex(State())

    /// The text that updates the owner's line: moves the cursor up to the first line, then redraws each line.
    ///
    /// - Parameter rows: the terminal's height, if known. The cursor can't go above its top, so no more lines are drawn than
    ///   stay below that, with the one where the cursor rests.
    func update(_ owner: ObjectIdentifier, _ line: String, isLast: Bool, rows: Int?) -> String {
        state.withLock { state in
            var output = state.drawn > 0 ? "\u{1B}[\(state.drawn)A" : ""
            if let index = state.lines.firstIndex(where: { $0.owner == owner }) {
                if isLast { state.lines.remove(at: index) } else { state.lines[index].text = line }
            } else if !isLast {
                state.lines.append((owner, line))
            }
            if isLast { output += Self.row(line) }
            let room = max(1, (rows ?? .max) - 1)
            let shown = state.lines.count <= room ? state.lines.count : room - 1
            for line in state.lines.prefix(shown) { output += Self.row(line.text) }
            state.drawn = shown
            if shown < state.lines.count {
                output += Self.row("… and \(state.lines.count - shown) more")
                state.drawn += 1
            }
            return output + "\u{1B}[J"
        }
    }

    private static func row(_ text: String) -> String { "\r\(text)\u{1B}[K\n" }
}
