package import SockeyeIO
internal import Synchronization

// SAFETY: everything that changes is behind the lock, apart from the script, which only the one reading task asks.
/// A transport without descriptors: what the peer says is a script, and what it is told is kept.
///
/// ```swift
/// MemoryTransport(saying: Array("HTTP/1.1 204 No Content\r\n\r\n".utf8))
/// MemoryTransport { written in … the next bytes, nil at the end … }
/// ```
/// Waiting takes no time: a wait that nothing will end moves the transport's clock to its deadline, and so does `sleep`.
package final class MemoryTransport: Transport, @unchecked Sendable {
    /// What the peer does next.
    package enum Act: Sendable {
        /// These bytes arrive.
        case say([UInt8])
        /// The peer ends the stream in order.
        case end
        /// Reading fails.
        case fail(StreamError)
        /// Nothing, ever: whoever waits runs into the deadline.
        case stall
    }

    private struct State {
        var arrived: [UInt8] = []
        var used = 0
        var ending: Act?
        var written: [UInt8] = []
        /// How far this clock is ahead of the system's.
        var ahead = Duration.zero
        var isInterrupted = false
        var isClosed = false
    }

    private let state: Mutex<State>
    /// Asked when everything that arrived is read, with what was written so far.
    private let next: @Sendable ([UInt8]) async throws -> Act
    /// The most bytes that one read gives, so that every cut can be tested.
    private let readLimit: Int
    /// The most bytes that one write takes.
    private let writeLimit: Int

    /// - Parameters:
    ///   - arrived: bytes that are there from the beginning.
    ///   - next: the peer's next act, given all that was written to it.
    package init(
        arrived: [UInt8] = [], readLimit: Int = .max, writeLimit: Int = .max,
        next: @escaping @Sendable ([UInt8]) async throws -> Act
    ) {
        state = Mutex(State(arrived: arrived))
        self.next = next
        self.readLimit = max(1, readLimit)
        self.writeLimit = max(1, writeLimit)
    }

    /// Everything written so far.
    package var written: [UInt8] { state.withLock { $0.written } }
    /// Whether `close` was called.
    package var isClosed: Bool { state.withLock { $0.isClosed } }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> TransportStep {
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
            case .say, .stall, nil: return .success(.wouldBlock)
            }
        }
        return try step.get()
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(StreamError) -> TransportStep {
        let taken = state.withLock { state -> Int? in
            if state.isClosed { return nil }
            let count = min(bytes.count, writeLimit)
            // SAFETY: the slice is within the caller's bytes, which stay valid for the call.
            state.written += bytes[..<count]
            return count
        }
        guard let taken else { throw .io(.closed) }
        return .bytes(taken)
    }

    package func write(
        _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
    ) throws(StreamError) -> TransportStep {
        // SAFETY: both are the caller's, valid for the call, and only passed on.
        guard case .bytes(let count) = try write(first), count == first.count, count < writeLimit else {
            return .bytes(min(first.count, writeLimit))
        }
        guard case .bytes(let more) = try write(UnsafeRawBufferPointer(rebasing: second.prefix(writeLimit - count)))
        else { return .bytes(count) }
        return .bytes(count + more)
    }

    package func waitToRead(until deadline: Deadline) async throws(StreamError) {
        let written = state.withLock { state -> [UInt8]? in
            state.used < state.arrived.count || state.ending != nil ? nil : state.written
        }
        if isInterrupted || Task.isCancelled { throw .io(.cancelled) }
        guard let written else { return }
        let act: Act
        do {
            act = try await next(written)
        } catch let error as StreamError {
            throw error
        } catch {
            throw .failed("\(error)")
        }
        if case .stall = act {
            pass(until: deadline)
            throw .io(.timedOut)
        }
        state.withLock { state in
            guard case .say(let bytes) = act else { return state.ending = act }
            state.arrived = bytes
            state.used = 0
        }
    }

    package func waitToWrite(until deadline: Deadline) async throws(StreamError) {
        if isInterrupted || Task.isCancelled { throw .io(.cancelled) }
    }

    package func sleep(until moment: Deadline) async throws(StreamError) {
        if isInterrupted || Task.isCancelled { throw .io(.cancelled) }
        pass(until: moment)
    }

    package var now: Deadline { Deadline.now.advanced(by: state.withLock { $0.ahead }) }

    private func pass(until moment: Deadline) {
        guard moment != .never else { return }
        let left = moment.duration(since: now)
        state.withLock { $0.ahead += left }
    }

    package func nudge() {}

    package func interrupt() {
        state.withLock { $0.isInterrupted = true }
    }

    package var isInterrupted: Bool { state.withLock { $0.isInterrupted || $0.isClosed } }

    package var isQuiet: Bool {
        state.withLock { $0.used == $0.arrived.count && $0.ending == nil && !$0.isClosed }
    }

    package func close() {
        state.withLock { $0.isClosed = true }
    }
}
