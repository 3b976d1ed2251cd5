internal import SockeyeTLS

/// Several observers as one.
struct JoinedObserver: ExchangeObserver {
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

    /// One observer that stands for all; `nil` for none.
    static func joining(_ observers: [any ExchangeObserver]) -> (any ExchangeObserver)? {
        observers.count > 1 ? JoinedObserver(observers) : observers.first
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

    func observe(decision: Decision) {
        for observer in observers where observer.wantsDecisions { observer.observe(decision: decision) }
    }

    func observe(_ message: TLSMessage, bytes: RawSpan) {
        for observer in observers where observer.wantsTLSMessages { observer.observe(message, bytes: bytes) }
    }
}
