internal import Glibc
internal import SockeyeTLS
internal import Synchronization

/// What a socket's observers are told, in the order in which it happened.
///
/// ```
///   steps under the gate ─→ observe ─→ untold ─→ tellAll, after the step ─→ observers
/// ```
/// An observer may ask the socket, which takes the gate. Whoever has news waits until they are told, so a slow observer
/// slows the socket down, and what is untold stays short.
final class WebSocketNews: ExchangeObserver {
    private enum Item {
        case event(ExchangeEvent)
        case sent([UInt8])
        case received([UInt8])
        case message(TLSMessage, [UInt8])
    }

    private let observers: Observers
    private let untold = Mutex<[Item]>([])
    private let turn = Mutex(())
    /// The thread whose turn it is.
    private let teller = Atomic<pthread_t>(0)

    init(_ observers: Observers) {
        self.observers = observers
    }

    // MARK: Under the gate

    var wantsBytes: Bool { observers.wantsBytes }
    var wantsTLSMessages: Bool { observers.wantsTLSMessages }

    func observe(_ event: ExchangeEvent) {
        add(.event(event))
    }

    func observe(sent bytes: RawSpan, isHead: Bool) {
        if wantsBytes { add(.sent(bytes.copied())) }
    }

    func observe(received bytes: RawSpan) {
        if wantsBytes { add(.received(bytes.copied())) }
    }

    func observe(_ message: TLSMessage, bytes: RawSpan) {
        add(.message(message, bytes.copied()))
    }

    private func add(_ item: Item) {
        untold.withLock { $0.append(item) }
    }

    // MARK: After it

    /// Returns when all is told, unless an observer called: then the call that told it goes on afterwards.
    func tellAll() {
        let thread = pthread_self()
        if teller.load(ordering: .relaxed) == thread { return }
        turn.withLock { _ in
            teller.store(thread, ordering: .relaxed)
            while let items = takeUntold() {
                for item in items { tell(item) }
            }
            teller.store(0, ordering: .relaxed)
        }
    }

    private func takeUntold() -> [Item]? {
        untold.withLock { untold in
            if untold.isEmpty { return nil }
            defer { untold = [] }
            return untold
        }
    }

    private func tell(_ item: Item) {
        switch item {
        case .event(let event): observers.observe(event)
        case .sent(let bytes): observers.observe(sent: bytes.span.bytes, isHead: false)
        case .received(let bytes): observers.observe(received: bytes.span.bytes)
        case .message(let message, let bytes): observers.observe(message, bytes: bytes.span.bytes)
        }
    }
}
