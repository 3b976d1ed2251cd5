import SockeyeClient
import SockeyeHTTP1
import SockeyeLoopback
import Synchronization

/// Records the events of an exchange, in order.
final class Observations: ExchangeObserver {
    private let kept = Mutex<[ExchangeEvent]>([])
    private let awaited: String?
    /// Opens at the awaited event.
    let gate = Gate()

    /// - Parameter awaited: the name of the event that opens the gate.
    init(awaiting awaited: String? = nil) {
        self.awaited = awaited
    }

    func observe(_ event: ExchangeEvent) {
        kept.withLock { $0.append(event) }
        if let awaited, "\(event)".hasPrefix(awaited + "(") { gate.open() }
    }

    var events: [ExchangeEvent] { kept.withLock { $0 } }

    /// The names of the events, such as `reused`.
    var names: [String] {
        events.map { event in String("\(event)".prefix { $0 != "(" }) }
    }

    func count(_ name: String) -> Int {
        names.count { $0 == name }
    }

    var informational: [ResponseHead] {
        events.compactMap { if case .informational(let head) = $0 { head } else { nil } }
    }

    /// The metrics of the attempts.
    var metrics: [AttemptMetrics] {
        events.compactMap { if case .measured(let metrics) = $0 { metrics } else { nil } }
    }

    /// Why the last connection was closed; `nil` if it was kept.
    var closing: CloseReason? {
        events.reversed().lazy.compactMap { event -> CloseReason?? in
            if case .finished(_, let reason) = event { .some(reason) } else { nil }
        }.first ?? nil
    }
}
