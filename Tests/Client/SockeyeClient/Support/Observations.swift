import SockeyeClient
import SockeyeHTTP1
import SockeyeTesting
import Synchronization

/// Records the events of an exchange, in order.
final class Observations: ExchangeObserver {
    private let kept = Mutex<[ClientEvent]>([])
    private let awaited: String?
    /// Opens at the awaited event.
    let gate = Gate()

    /// - Parameter awaited: the name of the event that opens the gate.
    init(awaiting awaited: String? = nil) {
        self.awaited = awaited
    }

    func observe(_ event: ClientEvent) {
        kept.withLock { $0.append(event) }
        if event.name == awaited { gate.open() }
    }

    var events: [ClientEvent] { kept.withLock { $0 } }

    /// The names of the events, such as `connectionReused`.
    var names: [String] { events.map(\.name) }

    func count(_ name: String) -> Int {
        names.count { $0 == name }
    }

    var informational: [ResponseHead] {
        events.compactMap { $0[.interimPassed] }
    }

    /// The metrics of the attempts.
    var metrics: [AttemptMetrics] {
        events.compactMap { $0[.measured] }
    }

    /// Why the last connection was closed; `nil` if it was kept.
    var closing: CloseReason? {
        events.last { $0[.connectionKept] != nil || $0[.connectionClosed] != nil }?[.connectionClosed]?.reason
    }
}
