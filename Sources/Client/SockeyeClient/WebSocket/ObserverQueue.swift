internal import CSystemShims
internal import Synchronization

/// Queues what a socket's observers are told, in the order in which it happened.
///
/// ```
///   steps under the gate ─→ observe ─→ untold ─→ tellAll, after the step ─→ observers
/// ```
/// An observer may ask the socket, which takes the gate. A step that has something to tell waits until it is told, so a slow
/// observer slows the socket down, and the queue stays short.
final class ObserverQueue: ExchangeObserver {
    private enum Item {
        case event(ClientEvent)
        case bytes([UInt8], WirePart)
    }

    private let observers: Observers
    private let untold = Mutex<[Item]>([])
    private let turn = Mutex(())
    /// The thread whose turn it is.
    private let teller = Atomic<UInt>(0)

    init(_ observers: Observers) {
        self.observers = observers
    }

    // MARK: Under the gate

    var interests: ClientEvent.Interests { observers.interests }

    func observe(_ event: ClientEvent) {
        untold.withLock { $0.append(.event(event)) }
    }

    func observe(_ bytes: RawSpan, of part: WirePart) {
        if !interests.contains(part.interest) { return }
        let copy = bytes.copied()
        untold.withLock { $0.append(.bytes(copy, part)) }
    }

    // MARK: After it

    /// Returns when all is told, unless an observer called: then the call that told it goes on afterwards.
    func tellAll() {
        let thread = sockeye_thread_identity()
        if teller.load(ordering: .relaxed) == thread { return }
        turn.withLock { _ in
            teller.store(thread, ordering: .relaxed)
            while let items = takeUntold() {
                for item in items {
                    switch item {
                    case .event(let event): observers.observe(event)
                    case .bytes(let bytes, let part): observers.observe(bytes.span.bytes, of: part)
                    }
                }
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
}
