import SockeyeClient
import Synchronization

/// Keeps the events of calls, with reasons, in order.
final class EventWatch: ExchangeObserver {
    private let kept = Mutex<[ClientEvent]>([])

    var interests: ClientEvent.Interests { [.reasons, .bytes, .rawHeads] }

    func observe(_ event: ClientEvent) {
        kept.withLock { $0.append(event) }
    }

    var events: [ClientEvent] { kept.withLock { $0 } }

    /// The names of the events so far.
    var names: [String] { events.map(\.name) }

    /// The sentences of the events with a name.
    func sentences(_ name: String) -> [String] {
        events.filter { $0.name == name }.map(\.description)
    }
}
