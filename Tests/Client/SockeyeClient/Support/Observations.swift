import SockeyeClient
import SockeyeHTTP1
import SockeyeIO

@testable import SockeyeTesting

/// Keeps the events of exchanges, in order.
final class Observations: ExchangeObserver {
    private let kept = Watched<[ClientEvent]>([])
    let interests: ClientEvent.Interests

    init(_ interests: ClientEvent.Interests = []) {
        self.interests = interests
    }

    func observe(_ event: ClientEvent) {
        kept.update { $0.append(event) }
    }

    /// Waits until events of this name were told so many times.
    func wait(for name: String, times: Int = 1) async throws(IOError) {
        _ = try await kept.wait(on: .shared, until: .after(.seconds(30))) { events in
            events.count { $0.name == name } >= times ? true : nil
        }
    }

    var events: [ClientEvent] { kept.current }

    /// The names of the events, such as `connectionReused`.
    var names: [String] { events.map(\.name) }

    func count(_ name: String) -> Int {
        names.count { $0 == name }
    }

    /// The sentences of the events with a name.
    func sentences(_ name: String) -> [String] {
        events.filter { $0.name == name }.map(\.description)
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

extension ClientEvent.Interests {
    /// Every event is told, those about reasons too.
    static var everything: ClientEvent.Interests { [.reasons, .bytes, .rawHeads] }
}
