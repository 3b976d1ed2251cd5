internal import SockeyeIO
public import SockeyeRecording
internal import SockeyeTransport
internal import Synchronization

/// Gives a client what a recording holds, in place of the network: one entry after another, in their order.
///
/// A client made with `HTTPClient(replaying:)` gets the next entry when it waits for it. A program that runs in the recording's
/// own time (`EventLoop.runBlocking(in:from:_:)`) gets each at its moment, when it has nothing else to do.
///
/// What the client sends is compared with what was sent, and the first byte that differs ends the replay; secrets that the
/// recording masks are masked on both sides. Whether it sent everything shows in the end (`unsent`).
public final class Replay: Sendable {
    /// The recording.
    public let recording: Recording
    /// Whether the moments of the entries decide when they come, or the client's waits.
    let isTimed: Bool
    private let show: @Sendable (RecordingEntry) -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - recording: what came from outside then.
    ///   - isTimed: whether it is driven by a loop in virtual time.
    ///   - show: called with each entry before the client gets it.
    package init(
        _ recording: Recording, isTimed: Bool = false,
        showing show: @escaping @Sendable (RecordingEntry) -> Void = { _ in }
    ) {
        self.recording = recording
        let first = recording.entries.first { $0.kind == .stored || $0.kind == .open }
        beginning = Self.moment(first?.time ?? 0, in: recording)
        self.isTimed = isTimed
        self.show = show
        self.state = Mutex(State(of: recording))
    }

    /// The first difference between what the client did and what is recorded; `nil` if there is none so far.
    public var divergence: String? { state.withLock { $0.divergence } }

    /// What the client hasn't sent although it is recorded, in words, for when it is done; `nil` if it sent everything, or if the
    /// recording was cut.
    public var unsent: String? {
        if recording.isCut { return nil }
        let entry = state.withLock { state in
            state.lines.values.lazy.filter { !$0.takesTurns }.compactMap { line in
                line.outbound.first { $0.kind == .sent }
            }
            .min { $0.line < $1.line }
        }
        return entry.map { "it doesn't send all that line \($0.line) has for connection c\($0.connection ?? 0)" }
    }

    /// The time of day of the entry that came last, in microseconds since 1970.
    package var wallTime: Int64 {
        state.withLock { recording.wallTime + Int64(clamping: $0.lastTime) }
    }

    /// The next random choice for that purpose.
    package func chance(for purpose: String) -> [UInt8]? {
        state.withLock { state in
            guard state.chances[purpose]?.isEmpty == false else { return nil }
            return state.chances[purpose]?.removeFirst()
        }
    }

    // MARK: Connections

    /// The next connection to that origin.
    func open(_ origin: String, on loop: EventLoop) throws(IOError) -> ReplayTransport {
        let number = state.withLock { state -> Int? in
            guard state.unopened[origin]?.isEmpty == false else { return nil }
            return state.unopened[origin]?.removeFirst()
        }
        if let number { return ReplayTransport(self, number, on: loop) }
        if recording.isCut { throw ending }
        throw differs("it asks for a connection to \(origin) that the recording doesn't have")
    }

    /// Notes the difference, and returns the error for it.
    func differs(_ reason: String) -> IOError {
        state.withLock { $0.divergence = $0.divergence ?? reason }
        return .invalidArgument("the replay differs from the recording: \(reason)")
    }

    /// Why nothing more comes.
    var ending: IOError {
        let line = (recording.entries.last?.line ?? 0) + 1
        return .invalidArgument(
            recording.isCut
                ? "the recording was cut at line \(line), so nothing more is known"
                : "the recording ends at line \(line), and the replay still waits")
    }

    /// Accesses what is left of a connection.
    func withLine<Value>(_ number: Int, _ body: (inout Line) -> Value) -> Value {
        state.withLock { state in
            // Every transport was made for a number that is there.
            var line = state.lines.removeValue(forKey: number) ?? Line()
            defer { state.lines[number] = line }
            return body(&line)
        }
    }

    /// Closes a connection and returns the entries that it hasn't got.
    func close(_ number: Int) -> [RecordingEntry] {
        let (rest, waiter) = state.withLock { state -> ([RecordingEntry], CheckedContinuation<Void, Never>?) in
            guard state.lines[number]?.isClosed == false else { return ([], nil) }
            state.lines[number]?.isClosed = true
            var rest = (state.lines[number]?.outbound ?? []) + (state.lines[number]?.arrived ?? [])
            for index in state.next..<state.inbound.count
            where state.inbound[index].entry.connection == number && !state.early.contains(index) {
                rest.append(state.inbound[index].entry)
            }
            return (rest, state.lines[number]?.takeWaiter())
        }
        waiter?.resume()
        if !isTimed { deliverToWaiting() }
        return rest
    }

    /// Notes what was sent on a connection, which the peer may have waited for.
    func noteSent(_ count: Int, on number: Int) {
        let takesTurns = withLine(number) { line in
            line.sent += count
            return line.takesTurns
        }
        if takesTurns, !isTimed { deliverToWaiting() }
    }

    // MARK: Waiting

    /// Waits until something comes on the connection, or something else ends the wait.
    func wait(for number: Int) async throws(StreamError) {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state -> Bool in
                    guard var line = state.lines[number] else { return false }
                    if !line.arrived.isEmpty || line.isNudged || line.isInterrupted || line.isClosed || Task.isCancelled
                        || state.isExhausted
                    {
                        return false
                    }
                    line.waiter = continuation
                    state.lines[number] = line
                    return true
                }
                if !mustWait { return continuation.resume() }
                if !isTimed {
                    deliverToWaiting()
                    watch(number)
                }
            }
        } onCancel: {
            wake(number)
        }
        let (isEmpty, isExhausted) = state.withLock { state in
            (state.lines[number]?.arrived.isEmpty ?? true, state.isExhausted)
        }
        let isOver = withLine(number) { line in
            defer { line.isNudged = false }
            return isEmpty && isExhausted && !line.isNudged && !line.isInterrupted && !line.isClosed
        }
        if isOver, !Task.isCancelled { throw .io(ending) }
    }

    func wake(_ number: Int) {
        withLine(number) { $0.takeWaiter() }?.resume()
    }

    // MARK: Delivering by waits

    /// Gives each entry to its connection as long as somebody waits there.
    private func deliverToWaiting() {
        while true {
            let step = state.withLock { state -> (RecordingEntry?, CheckedContinuation<Void, Never>?)? in
                guard let (entry, number) = state.peek() else {
                    // A wait that ends otherwise, by the client itself, may still be under way.
                    guard recording.isCut, !state.isExhausted else { return nil }
                    state.isExhausted = true
                    return (nil, nil)
                }
                guard let number else {
                    state.take()
                    return (entry, nil)
                }
                guard state.lines[number]?.waiter != nil, state.isDue(on: number) else { return nil }
                state.take()
                return (entry, state.deliver(entry, to: number))
            }
            guard let step else { return }
            if let entry = step.0 { show(entry) } else { endWaits() }
            step.1?.resume()
        }
    }

    /// Ends every wait that nothing will end.
    private func endWaits() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.isExhausted = true
            var waiters: [CheckedContinuation<Void, Never>] = []
            for number in state.lines.keys {
                if let waiter = state.lines[number]?.takeWaiter() { waiters.append(waiter) }
            }
            return waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// How long nothing may happen while somebody waits: a client that does as recorded never needs it.
    private static let patience = Duration.seconds(2)

    /// Sees to it that a wait ends although the client doesn't do what it did when it was recorded.
    private func watch(_ number: Int) {
        let before = state.withLock { $0.deliveries }
        Task { [weak self] in
            try? await Task.sleep(for: Self.patience)
            guard let self else { return }
            let (waiter, isStuck) = state.withLock { state -> (CheckedContinuation<Void, Never>?, Bool) in
                guard state.deliveries == before, state.lines[number]?.waiter != nil else { return (nil, false) }
                let index = (state.next..<state.inbound.count).first {
                    state.inbound[$0].entry.connection == number && !state.early.contains($0)
                }
                guard let index else { return (nil, true) }
                state.early.insert(index)
                return (state.deliver(state.inbound[index].entry, to: number), false)
            }
            waiter?.resume()
            if isStuck { endWaits() }
        }
    }

    // MARK: Delivering by time

    /// When the recorded program first asked its cache or the network for something, in nanoseconds since 1970: where a loop in
    /// virtual time begins. A program needs its time to get there, and whole seconds may pass in it.
    package let beginning: UInt64

    private func moment(_ time: UInt64) -> UInt64 { Self.moment(time, in: recording) }

    private static func moment(_ time: UInt64, in recording: Recording) -> UInt64 {
        (UInt64(clamping: recording.wallTime) &+ time) &* 1000
    }

    /// Called when a signal came to the recorded process.
    package var signalHandler: (@Sendable (Int32) -> Void)? {
        get { handler.withLock { $0 } }
        set { handler.withLock { $0 = newValue } }
    }

    private let handler = Mutex<(@Sendable (Int32) -> Void)?>(nil)

    /// The moment of the next entry, in nanoseconds since 1970; `nil` at the end.
    package var nextMoment: UInt64? {
        let time = state.withLock { state -> UInt64? in
            if let (entry, _) = state.peek() { return entry.time }
            if state.isExhausted { return nil }
            // A client that is as slow as it was when it was recorded still has something to do.
            return recording.isCut ? state.lastTime : state.lastTime + Self.grace
        }
        return time.map(moment)
    }

    /// How long after the end waits go on, in microseconds.
    private static let grace: UInt64 = 1_000_000

    /// What came within so many microseconds on several connections, before the client did anything, came at once.
    private static let instant: UInt64 = 20_000

    /// Gives the client the next entry, and those that came at once with it.
    package func deliverNext() {
        let (first, deeds) = state.withLock { ($0.peek()?.0, $0.deedsBeforeNext) }
        var connections: Set<Int?> = [nil]
        deliverOne()
        guard let first, let deeds else { return }
        connections.insert(first.connection)
        while true {
            let isAtOnce = state.withLock { state in
                guard let (entry, number) = state.peek(), state.deedsBeforeNext == deeds else { return false }
                return entry.time - first.time < Self.instant && connections.insert(number).inserted
            }
            if !isAtOnce { return }
            deliverOne()
        }
    }

    private func deliverOne() {
        let (entry, waiter) = state.withLock { state -> (RecordingEntry?, CheckedContinuation<Void, Never>?) in
            guard let (entry, number) = state.peek() else { return (nil, nil) }
            state.take()
            guard let number else { return (entry, nil) }
            return (entry, state.deliver(entry, to: number))
        }
        guard let entry else { return endWaits() }
        show(entry)
        if entry.kind == .signal, let number = entry.number("number") { signalHandler?(Int32(clamping: number)) }
        waiter?.resume()
    }
}
