internal import SockeyeIO
internal import SockeyeParsers
internal import SockeyeTranscript
internal import Synchronization

/// The most recent exchanges, limited in number and bytes, and their watchers.
final class InspectLog: Sendable {
    private struct State {
        var exchanges: [Int: (exchange: InspectedExchange, revision: Int)] = [:]
        /// Oldest first.
        var order: [Int] = []
        var bytes = 0
        var lastID = 0
        var revision = 0
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastListener = 0
    }

    /// When the log began, from which all its times count.
    let base = Deadline.now
    /// The same as a wall-clock time.
    let started = Timestamp.present
    let limits: InspectLimits
    private let state = Mutex(State())
    private let filters: [InspectFilter]
    private let report: (@Sendable (InspectedExchange) -> Void)?

    init(
        limits: InspectLimits, filters: [InspectFilter], report: (@Sendable (InspectedExchange) -> Void)?
    ) {
        self.limits = limits
        self.filters = filters
        self.report = report
    }

    /// Microseconds since the beginning.
    var now: Int { Deadline.now.duration(since: base).microsecondCount }

    /// Adds an exchange, and returns its number.
    func begin(_ method: String, _ url: String, head: [UInt8]) -> Int {
        let now = now
        return state.withLock { state in
            state.lastID += 1
            let id = state.lastID
            let start = started.seconds * 1000 + Int64(started.nanoseconds) / 1_000_000 + Int64(now / 1000)
            var exchange = InspectedExchange(id: id, method: method, url: url, start: start)
            exchange.track.start = now
            exchange.sent.take(head: head, upTo: limits, at: now)
            exchange.sent.moments.body = now
            state.exchanges[id] = (exchange, 0)
            state.order.append(id)
            state.bytes += exchange.weight
            Self.changed(&state, id)
            trim(&state)
            return id
        }
    }

    /// Updates an exchange.
    func change(_ id: Int, _ edit: (inout InspectedExchange) -> Void) {
        state.withLock { state in
            Self.change(&state, id, edit)
            trim(&state)
        }
    }

    private static func change(_ state: inout State, _ id: Int, _ edit: (inout InspectedExchange) -> Void) {
        // In place, because a copy would copy the exchange's bodies.
        guard let index = state.exchanges.index(forKey: id) else { return }
        state.bytes -= state.exchanges.values[index].exchange.weight
        edit(&state.exchanges.values[index].exchange)
        state.bytes += state.exchanges.values[index].exchange.weight
        changed(&state, id)
    }

    /// Adds a note on what the proxy did. A clause at its end becomes a link.
    ///
    /// - Parameter name: the event's kind: `rule` if a rule made the proxy do it.
    func note(_ id: Int, _ text: String, as name: String = "proxy") {
        let event = ProxyEvent.event(text, at: now, as: name)
        change(id) { exchange in
            exchange.add(note: text)
            exchange.add(event)
        }
    }

    /// Adds the notes of rules.
    func note(_ id: Int, changes: [String]) {
        if changes.isEmpty { return }
        change(id) { if $0.kind == .forwarded { $0.kind = .changed } }
        for text in changes { note(id, text, as: "rule") }
    }

    /// Adds a part of a body. Only the beginning of a body is kept.
    ///
    /// - Parameters:
    ///   - content: the number of bytes without framing.
    ///   - wire: the bytes as on the wire.
    func add(
        content: Int, wire: [UInt8], to id: Int, _ side: WritableKeyPath<InspectedExchange, InspectedExchange.Message>
    ) {
        let now = now
        state.withLock { state in
            trim(&state, leaving: min(wire.count, limits.bodyBytes))
            // Unfinished exchanges are never dropped, so there may be no room.
            let free = max(0, limits.bytes - state.bytes)
            Self.change(&state, id) { exchange in
                let room = min(free, max(0, limits.bodyBytes - exchange[keyPath: side].body.count))
                if exchange[keyPath: side].wireBytes == 0 { exchange[keyPath: side].moments.body = now }
                // Keep nothing after a gap: it would look contiguous.
                if Int64(exchange[keyPath: side].body.count) == exchange[keyPath: side].wireBytes {
                    exchange[keyPath: side].body += wire.prefix(room)
                }
                exchange[keyPath: side].bodyBytes += Int64(content)
                exchange[keyPath: side].wireBytes += Int64(wire.count)
            }
        }
    }

    /// Ends an exchange, and reports it if it passes the filters; otherwise drops it.
    func end(_ id: Int, failure: String? = nil) {
        let now = now
        let ended = state.withLock { state -> InspectedExchange? in
            guard state.exchanges[id]?.exchange.time.duration == nil else { return nil }
            Self.change(&state, id) { exchange in
                if let failure { exchange.failure = failure }
                exchange.track.end = now
                exchange.time.duration = .microseconds(max(0, now - exchange.track.start))
            }
            let ended = state.exchanges[id]?.exchange
            if let ended, !isShown(ended) { forget(&state, at: state.order.firstIndex(of: id)) }
            trim(&state)
            return ended
        }
        guard let ended, isShown(ended) else { return }
        report?(ended)
    }

    func isShown(_ exchange: InspectedExchange) -> Bool {
        filters.isEmpty || filters.contains { $0.matches(exchange) }
    }

    /// The exchanges that changed after a revision, and the current revision.
    func changes(after revision: Int) -> (exchanges: [InspectedExchange], revision: Int) {
        state.withLock { state in
            let changed = state.order.compactMap { id in
                state.exchanges[id].flatMap { $0.revision > revision && isShown($0.exchange) ? $0.exchange : nil }
            }
            return (changed, state.revision)
        }
    }

    /// Yields after changes; several may be coalesced.
    func updates() -> AsyncStream<Void> {
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

    /// Drops the oldest finished exchanges until there is room for this many more bytes.
    private func trim(_ state: inout State, leaving room: Int = 0) {
        while state.order.count > limits.exchanges || state.bytes > limits.bytes - room {
            let oldest = state.order.firstIndex { state.exchanges[$0]?.exchange.time.duration != nil }
            // The last exchange always stays.
            guard let oldest, state.order.count > 1 else { return }
            forget(&state, at: oldest)
        }
    }

    private func forget(_ state: inout State, at index: Int?) {
        guard let index else { return }
        let id = state.order.remove(at: index)
        state.bytes -= state.exchanges.removeValue(forKey: id)?.exchange.weight ?? 0
    }
}

/// How much an ``InspectProxy`` keeps.
package struct InspectLimits: Sendable, Hashable {
    /// The most exchanges; the oldest finished ones are dropped first.
    package var exchanges = 500
    /// The most bytes in all.
    package var bytes = 64 << 20
    /// The most bytes of each body.
    package var bodyBytes = 256 << 10
    /// The most bytes of each head: 256 KiB, the limit for a server's head and twice that for a program's.
    package var headBytes = 256 << 10

    /// 500 exchanges, 64 MiB, 256 KiB of each body.
    package init() {}
}
