internal import SockeyeTLS

/// The observers of a request as one, behind a reference.
///
/// Nearly every request has none, and an empty `any ExchangeObserver` takes 140 instructions to copy and destroy, which the
/// layers of a request did twenty times: 3,000 of its 48,000.
final class Observers: ExchangeObserver {
    private let observers: [any ExchangeObserver]
    let wantsBytes: Bool
    let wantsRawHeads: Bool
    let wantsTLSMessages: Bool
    let wantsDecisions: Bool

    private init(_ observers: [any ExchangeObserver]) {
        self.observers = observers
        wantsBytes = observers.contains { $0.wantsBytes }
        wantsRawHeads = observers.contains { $0.wantsRawHeads }
        wantsDecisions = observers.contains { $0.wantsDecisions }
        wantsTLSMessages = observers.contains { $0.wantsTLSMessages }
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

    func observe(_ event: ExchangeEvent) {
        for observer in observers { observer.observe(event) }
    }

    func observe(sent bytes: RawSpan, isHead: Bool) {
        for observer in observers where observer.wantsBytes { observer.observe(sent: bytes, isHead: isHead) }
    }

    func observe(received bytes: RawSpan) {
        for observer in observers where observer.wantsBytes { observer.observe(received: bytes) }
    }

    func observe(head bytes: RawSpan, isTrailer: Bool) {
        for observer in observers where observer.wantsRawHeads { observer.observe(head: bytes, isTrailer: isTrailer) }
    }

    func observe(refused bytes: RawSpan) {
        for observer in observers where observer.wantsRawHeads { observer.observe(refused: bytes) }
    }

    func observe(decision: Decision) {
        for observer in observers where observer.wantsDecisions { observer.observe(decision: decision) }
    }

    func observe(_ message: TLSMessage, bytes: RawSpan) {
        for observer in observers where observer.wantsTLSMessages { observer.observe(message, bytes: bytes) }
    }
}
