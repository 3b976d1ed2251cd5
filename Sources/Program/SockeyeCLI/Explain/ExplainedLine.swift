internal import SockeyeClient

/// One line of `--explain`: something on the wire or a decision, what it means, and the clause that rules it.
struct ExplainedLine: Sendable, Equatable {
    /// Who made the line.
    enum Side: String, Sendable {
        case sent = ">"
        case received = "<"
        case decided = "*"
        case secured = "="
        case failed = "!"
        case timed = "~"
    }

    let side: Side
    /// The line, escaped.
    let text: String
    /// What it means, escaped; may be empty.
    var meaning = ""
    var clause: ClientEvent.Clause?

    /// A line of the wire.
    init(_ side: Side, _ text: String, _ meaning: String = "", _ clause: ClientEvent.Clause? = nil) {
        (self.side, self.text, self.meaning, self.clause) = (side, text, meaning, clause)
    }

    /// An event that follows a clause; `nil` for others.
    init?(_ event: ClientEvent) {
        guard let clause = event.clause else { return nil }
        self.init(.decided, ExplainText.decision("\(event)"), clause.meaning, clause)
    }
}
