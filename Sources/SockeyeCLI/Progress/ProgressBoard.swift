internal import Synchronization

/// The lines of all transfers under way, kept at the bottom of a terminal; those that ended scroll away above.
final class ProgressBoard: Sendable {
    private struct State: Sendable {
        var lines: [(owner: ObjectIdentifier, text: String)] = []
        /// How many lines stand below the last scrolled one.
        var drawn = 0
    }

    private let state = Mutex(State())

    /// What to print so that the owner's line is this one: up to the first line, then each line anew.
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
