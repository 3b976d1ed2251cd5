internal import SockeyeTLS

/// The observers of a request as one, behind a reference.
///
/// Nearly every request has none, and even an empty `any ExchangeObserver` costs something to copy and destroy, which the layers of
/// a request would do twenty times.
final class Observers: ExchangeObserver {
    private let observers: [any ExchangeObserver]
    let interests: ClientEvent.Interests

    private init(_ observers: [any ExchangeObserver]) {
        self.observers = observers
        interests = observers.reduce([]) { $0.union($1.interests) }
    }

    /// `nil` without an observer.
    static func of(_ observer: (any ExchangeObserver)?) -> Observers? {
        guard let observer else { return nil }
        return Observers([observer])
    }

    /// These and others; `nil` if nobody observes.
    static func joining(_ first: Observers?, _ others: [any ExchangeObserver]) -> Observers? {
        if others.isEmpty { return first }
        return Observers((first?.observers ?? []) + others)
    }

    var wantsBytes: Bool { interests.contains(.bytes) }
    var wantsRawHeads: Bool { interests.contains(.rawHeads) }
    var wantsReasons: Bool { interests.contains(.reasons) }

    /// Takes TLS messages; `nil` if nobody wants them.
    var tlsMessages: (@Sendable (TLSMessage, RawSpan) -> Void)? {
        if !interests.contains(.tls) { return nil }
        return { self.observe($1, of: .tls($0)) }
    }

    /// Tells an event. A reason is made only if somebody wants to know.
    func tell<Value>(_ kind: EventKind<Value>, _ value: @autoclosure () -> Value) {
        if kind.isReason, !wantsReasons { return }
        observe(ClientEvent(kind, value()))
    }

    func observe(_ event: ClientEvent) {
        for observer in observers where !event.isReason || observer.interests.contains(.reasons) {
            observer.observe(event)
        }
    }

    func observe(_ bytes: RawSpan, of part: WirePart) {
        for observer in observers where observer.interests.contains(part.interest) {
            observer.observe(bytes, of: part)
        }
    }
}
