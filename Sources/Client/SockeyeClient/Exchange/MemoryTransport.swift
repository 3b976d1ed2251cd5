internal import SockeyeIO
internal import SockeyeTransport
internal import Synchronization

// SAFETY: everything that changes is behind the lock, apart from the script, which only the one reading task asks.
/// A transport without descriptors: the peer's part is a script, and everything written to it is kept.
///
/// ```swift
/// MemoryTransport(arrived: Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)) { _ in .end }
/// ```
/// Waiting takes no time: a wait that nothing will end moves the transport's clock to its deadline, and so does `sleep`. Only
/// `.awaitBytes` really waits, for a task that writes.
final class MemoryTransport: Transport, @unchecked Sendable {
    /// What the peer does next.
    enum Act: Sendable {
        /// These bytes arrive.
        case say([UInt8])
        /// The peer ends the stream in order.
        case end
        /// Reading fails.
        case fail(StreamError)
        /// Nothing happens until more is written. The clock stands still meanwhile.
        case awaitBytes
        /// Nothing happens for this long.
        case pause(Duration)
        /// Nothing, ever: a wait runs into its deadline; one without a deadline ends by `nudge` or `interrupt`.
        case stall
    }

    private struct State {
        var arrived: [UInt8] = []
        var used = 0
        var ending: Act?
        var written: [UInt8] = []
        /// How far this clock is ahead of the system's.
        var ahead = Duration.zero
        /// The end of the peer's pause, on this clock.
        var quietUntil: Deadline?
        var isInterrupted = false
        var isClosed = false
        /// Whether `nudge` was called and no wait has returned for it yet.
        var isNudged = false
        /// Counts what ends a suspended wait: writes, nudges, interrupts.
        var changes = 0
        var waiting: [CheckedContinuation<Void, Never>] = []

        var now: Deadline { Deadline.now.advanced(by: ahead) }

        /// Moves the clock to `moment`, unless it is there already.
        mutating func pass(until moment: Deadline) {
            guard moment != .never else { return }
            ahead += moment.duration(since: now)
        }

        /// Notes a change; the caller resumes the waits that it ends.
        mutating func change() -> [CheckedContinuation<Void, Never>] {
            changes += 1
            defer { waiting = [] }
            return waiting
        }
    }

    private let state: Mutex<State>
    /// Whether `next` takes real time, so that the deadlines hold for it.
    private let takesTime: Bool
    /// Asked when everything that arrived is read, with what was written so far.
    private let next: @Sendable ([UInt8]) async throws -> Act
    /// The most bytes that one read gives, so that every cut can be tested.
    private let readLimit: Int
    /// The most bytes that one write takes.
    private let writeLimit: Int
    /// The most bytes that all writes together take.
    private let capacity: Int
    /// How a write fails once the capacity is used up; `nil` if it would block.
    private let refusal: StreamError?

    /// - Parameters:
    ///   - arrived: bytes that are there from the beginning.
    ///   - readLimit: the most bytes that one read returns.
    ///   - writeLimit: the most bytes that one write takes.
    ///   - capacity: the most bytes that all writes together take.
    ///   - refusal: how a write fails then; by default it would block.
    ///   - takesTime: whether `next` takes real time, so that a wait for it ends at its deadline.
    ///   - next: the peer's next act, given all that was written to it.
    init(
        arrived: [UInt8] = [], readLimit: Int = .max, writeLimit: Int = .max, capacity: Int = .max,
        refusal: StreamError? = nil, takesTime: Bool = false,
        next: @escaping @Sendable ([UInt8]) async throws -> Act
    ) {
        state = Mutex(State(arrived: arrived))
        (self.next, self.takesTime) = (next, takesTime)
        self.readLimit = max(1, readLimit)
        self.writeLimit = max(1, writeLimit)
        self.capacity = capacity
        self.refusal = refusal
    }

    /// Everything written so far.
    var written: [UInt8] { state.withLock { $0.written } }
    /// Whether `close` was called.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> TransportStep {
        let limit = min(buffer.count, readLimit)
        let step = state.withLock { state -> Result<TransportStep, StreamError> in
            let count = min(limit, state.arrived.count - state.used)
            if count > 0 {
                // SAFETY: `count` is within the buffer and within what arrived and isn't used.
                buffer.copyBytes(from: state.arrived[state.used..<state.used + count])
                state.used += count
                return .success(.bytes(count))
            }
            switch state.ending {
            case .end: return .success(.ended)
            case .fail(let error): return .failure(error)
            case .say, .awaitBytes, .pause, .stall, nil: return .success(.wouldBlock)
            }
        }
        return try step.get()
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(StreamError) -> TransportStep {
        let (step, waiters) = state.withLock {
            state -> (Result<TransportStep, StreamError>, [CheckedContinuation<Void, Never>]) in
            if state.isClosed { return (.failure(.io(.closed)), []) }
            let count = min(bytes.count, writeLimit, max(0, capacity - state.written.count))
            if count == 0, !bytes.isEmpty { return (refusal.map { .failure($0) } ?? .success(.wouldBlock), []) }
            // SAFETY: the slice is within the caller's bytes, which stay valid for the call.
            state.written += bytes[..<count]
            return (.success(.bytes(count)), state.change())
        }
        for waiter in waiters { waiter.resume() }
        return try step.get()
    }

    func write(
        _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
    ) throws(StreamError) -> TransportStep {
        // SAFETY: both are the caller's, valid for the call, and only passed on.
        let step = try write(first)
        guard case .bytes(let count) = step, count == first.count, count < writeLimit, !second.isEmpty else {
            return step
        }
        // What the first piece left of the limit; a failure is the next write's.
        // SAFETY: a part of the caller's bytes.
        let rest = UnsafeRawBufferPointer(rebasing: second.prefix(writeLimit - count))
        guard case .bytes(let more) = try? write(rest) else { return step }
        return .bytes(count + more)
    }

    func waitToRead(until deadline: Deadline) async throws(StreamError) {
        if isInterrupted || Task.isCancelled { throw .io(.cancelled) }
        let (written, changes) = state.withLock { state -> ([UInt8]?, Int) in
            let isReadable = state.used < state.arrived.count || state.ending != nil || state.isNudged
            state.isNudged = false
            return (isReadable ? nil : state.written, state.changes)
        }
        guard let written, try isPauseOver(until: deadline) else { return }
        switch try await act(after: written, until: deadline) {
        case .say(let bytes):
            state.withLock { ($0.arrived, $0.used) = (bytes, 0) }
        case .end: state.withLock { $0.ending = .end }
        case .fail(let error): state.withLock { $0.ending = .fail(error) }
        case .pause(let duration):
            state.withLock { $0.quietUntil = $0.now.advanced(by: duration) }
            _ = try isPauseOver(until: deadline)
        case .stall where deadline != .never:
            state.withLock { $0.pass(until: deadline) }
            throw .io(.timedOut)
        case .awaitBytes, .stall:
            await suspend(since: changes)
            if isInterrupted || Task.isCancelled { throw .io(.cancelled) }
        }
    }

    private func act(after written: [UInt8], until deadline: Deadline) async throws(StreamError) -> Act {
        do {
            if takesTime, deadline != .never {
                return try await act(after: written, within: deadline.duration(since: now))
            }
            return try await next(written)
        } catch let error as StreamError {
            throw error
        } catch {
            throw .failed("\(error)")
        }
    }

    /// The next act, unless it takes longer.
    private func act(after written: [UInt8], within limit: Duration) async throws -> Act {
        try await withThrowingTaskGroup(of: Act.self) { group in
            defer { group.cancelAll() }
            group.addTask { [next] in try await next(written) }
            group.addTask {
                try await Task.sleep(for: limit)
                throw StreamError.io(.timedOut)
            }
            return try await group.next() ?? .end
        }
    }

    /// Moves the clock to the end of the peer's pause, if any, or to the deadline that comes first.
    ///
    /// - Returns: whether the peer may act.
    private func isPauseOver(until deadline: Deadline) throws(StreamError) -> Bool {
        let isOver = state.withLock { state -> Bool in
            guard let end = state.quietUntil else { return true }
            state.pass(until: min(end, deadline))
            if deadline < end { return false }
            state.quietUntil = nil
            return true
        }
        if !isOver { throw .io(.timedOut) }
        return isOver
    }

    /// Changes the state and ends the suspended waits.
    private func change(_ body: (inout State) -> Void) {
        let waiters = state.withLock { state in
            body(&state)
            return state.change()
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Suspends until something changes that hadn't by `changes`, or the task is cancelled.
    private func suspend(since changes: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state -> Bool in
                    if state.changes != changes || Task.isCancelled { return true }
                    state.waiting.append(continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            change { _ in }
        }
    }

    func waitToWrite(until deadline: Deadline) async throws(StreamError) {
        if isInterrupted || Task.isCancelled { throw .io(.cancelled) }
        let isFull = state.withLock { $0.written.count >= capacity }
        guard isFull, refusal == nil else { return await Task.yield() }
        if deadline == .never {
            await suspend(since: state.withLock { $0.changes })
            if isInterrupted || Task.isCancelled { throw .io(.cancelled) }
            return
        }
        state.withLock { $0.pass(until: deadline) }
        throw .io(.timedOut)
    }

    func sleep(until moment: Deadline) async throws(StreamError) {
        if isInterrupted || Task.isCancelled { throw .io(.cancelled) }
        state.withLock { $0.pass(until: moment) }
    }

    var now: Deadline { state.withLock { $0.now } }

    func nudge() {
        change { $0.isNudged = true }
    }

    func interrupt() {
        change { $0.isInterrupted = true }
    }

    var isInterrupted: Bool { state.withLock { $0.isInterrupted || $0.isClosed } }

    var isQuiet: Bool {
        state.withLock { $0.used == $0.arrived.count && $0.ending == nil && !$0.isClosed }
    }

    func close() {
        change { $0.isClosed = true }
    }
}
