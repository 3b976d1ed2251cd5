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
    func update(_ owner: ObjectIdentifier, _ line: String, isLast: Bool) -> String {
        state.withLock { state in
            var output = state.drawn > 0 ? "\u{1B}[\(state.drawn)A" : ""
            if let index = state.lines.firstIndex(where: { $0.owner == owner }) {
                if isLast { state.lines.remove(at: index) } else { state.lines[index].text = line }
            } else if !isLast {
                state.lines.append((owner, line))
            }
            if isLast { output += Self.row(line) }
            for line in state.lines { output += Self.row(line.text) }
            state.drawn = state.lines.count
            return output + "\u{1B}[J"
        }
    }

    private static func row(_ text: String) -> String { "\r\(text)\u{1B}[K\n" }
}
