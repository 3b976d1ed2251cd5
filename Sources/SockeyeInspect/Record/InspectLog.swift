internal import Glibc
internal import Synchronization

/// The last exchanges, within limits of number and bytes, and who waits for news of them.
final class InspectLog: Sendable {
    private struct State {
        var exchanges: [Int: (exchange: InspectedExchange, revision: Int)] = [:]
        /// The oldest first.
        var order: [Int] = []
        var started: [Int: ContinuousClock.Instant] = [:]
        var bytes = 0
        var lastID = 0
        var revision = 0
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastListener = 0
    }

    private let state = Mutex(State())
    private let limits: InspectLimits
    private let filters: [InspectFilter]
    private let report: (@Sendable (InspectedExchange) -> Void)?

    init(
        limits: InspectLimits, filters: [InspectFilter], report: (@Sendable (InspectedExchange) -> Void)?
    ) {
        self.limits = limits
        self.filters = filters
        self.report = report
    }

    /// The number of a new exchange.
    func begin(_ method: String, _ url: String, head: [UInt8]) -> Int {
        state.withLock { state in
            state.lastID += 1
            let id = state.lastID
            var exchange = InspectedExchange(id: id, method: method, url: url, start: Self.now())
            exchange.sent.head = Array(head.prefix(limits.headBytes))
            state.exchanges[id] = (exchange, 0)
            state.order.append(id)
            state.started[id] = .now
            state.bytes += exchange.weight
            Self.changed(&state, id)
            return id
        }
    }

    /// Changes an exchange, if it is still there.
    func change(_ id: Int, _ edit: (inout InspectedExchange) -> Void) {
        state.withLock { state in
            guard var entry = state.exchanges[id] else { return }
            state.bytes -= entry.exchange.weight
            edit(&entry.exchange)
            state.bytes += entry.exchange.weight
            state.exchanges[id] = entry
            Self.changed(&state, id)
            trim(&state)
        }
    }

    /// Adds bytes of a body, of which only the beginning is kept.
    func add(_ bytes: [UInt8], to id: Int, _ side: WritableKeyPath<InspectedExchange, InspectedExchange.Message>) {
        change(id) { exchange in
            let room = max(0, limits.bodyBytes - exchange[keyPath: side].body.count)
            if room > 0 { exchange[keyPath: side].body += bytes.prefix(room) }
            exchange[keyPath: side].bodyBytes += Int64(bytes.count)
        }
    }

    /// Ends an exchange, and reports it if the filters let it through.
    func end(_ id: Int, failure: String? = nil) {
        change(id) { exchange in
            if let failure { exchange.failure = failure }
        }
        let ended = state.withLock { state -> InspectedExchange? in
            let start = state.started.removeValue(forKey: id)
            guard state.exchanges[id]?.exchange.time.duration == nil else { return nil }
            state.exchanges[id]?.exchange.time.duration = start.map { .now - $0 } ?? .zero
            Self.changed(&state, id)
            return state.exchanges[id]?.exchange
        }
        guard let ended, isShown(ended) else { return }
        report?(ended)
    }

    func isShown(_ exchange: InspectedExchange) -> Bool {
        filters.isEmpty || filters.contains { $0.matches(exchange) }
    }

    subscript(id: Int) -> InspectedExchange? {
        state.withLock { $0.exchanges[id]?.exchange }.flatMap { isShown($0) ? $0 : nil }
    }

    /// The exchanges that changed after a revision, and the present revision.
    func changes(after revision: Int) -> (exchanges: [InspectedExchange], revision: Int) {
        state.withLock { state in
            let changed = state.order.compactMap { id in
                state.exchanges[id].flatMap { $0.revision > revision && isShown($0.exchange) ? $0.exchange : nil }
            }
            return (changed, state.revision)
        }
    }

    /// Yields whenever something has changed; several changes may be one.
    func news() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = continuation
            return state.lastListener
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[number] = nil }
        }
        continuation.yield()
        return stream
    }

    private static func changed(_ state: inout State, _ id: Int) {
        state.revision += 1
        state.exchanges[id]?.revision = state.revision
        for listener in state.listeners.values { listener.yield() }
    }

    private func trim(_ state: inout State) {
        while state.order.count > 1, state.order.count > limits.exchanges || state.bytes > limits.bytes {
            let id = state.order.removeFirst()
            state.bytes -= state.exchanges.removeValue(forKey: id)?.exchange.weight ?? 0
            state.started[id] = nil
        }
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// How much an ``InspectProxy`` remembers.
public struct InspectLimits: Sendable, Hashable {
    /// The most exchanges; the oldest are forgotten first.
    public var exchanges = 500
    /// The most bytes of all together.
    public var bytes = 64 << 20
    /// The most bytes of each body.
    public var bodyBytes = 256 << 10
    /// The most bytes of each head.
    public var headBytes = 64 << 10

    /// 500 exchanges, 64 MiB, 256 KiB of each body.
    public init() {}
}
