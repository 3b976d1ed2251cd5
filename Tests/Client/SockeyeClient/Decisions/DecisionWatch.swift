import SockeyeClient
import Synchronization

/// Keeps the decisions of calls, in order.
final class DecisionWatch: ExchangeObserver {
    private let kept = Mutex<[Decision]>([])
    private let events = Mutex<[String]>([])

    var wantsDecisions: Bool { true }

    func observe(_ event: ExchangeEvent) {
        events.withLock { $0.append(String("\(event)".prefix { $0 != "(" })) }
    }

    func observe(decision: Decision) {
        kept.withLock { $0.append(decision) }
    }

    var decisions: [Decision] { kept.withLock { $0 } }

    /// The names of the events so far.
    var names: [String] { events.withLock { $0 } }

    /// The sentences of one kind.
    func sentences(_ kind: Decision.Kind) -> [String] {
        decisions.filter { $0.kind == kind }.map(\.description)
    }
}
