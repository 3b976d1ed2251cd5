internal import SockeyeIO
internal import SockeyeStream
internal import SockeyeURL
internal import Synchronization

/// The attempts under way, and how each one's wait is ended from outside.
///
/// Which requests are cancelled is decided here; a cancelled one ends with `.cancelled` as if its task had been.
final class RequestsUnderWay: Sendable {
    /// What ends the present wait of an attempt.
    private enum Handle: Sendable {
        case none
        case task(@Sendable () -> Void)
        case connection(Connection)

        func cancel() {
            switch self {
            case .none: break
            case .task(let cancel): cancel()
            case .connection(let connection): connection.transport.interrupt()
            }
        }
    }

    private struct Entry: Sendable {
        let info: RequestUnderWay
        var handle = Handle.none
        var isCancelled = false
    }

    private struct State {
        var entries: [UInt64: Entry] = [:]
        var next: UInt64 = 0
        var isInvalid = false
    }

    private let state = Mutex(State())

    /// The requests under way, in the order in which they began.
    var all: [RequestUnderWay] {
        state.withLock { $0.entries.values.map(\.info) }.sorted { $0.id < $1.id }
    }

    /// Notes an attempt; `nil` once the client is invalid.
    func begin(_ request: Request) -> UInt64? {
        state.withLock { state in
            if state.isInvalid { return nil }
            let id = state.next
            state.next += 1
            state.entries[id] = Entry(
                info: RequestUnderWay(
                    id: id, label: request.label, method: request.method, url: request.url, started: .now))
            return id
        }
    }

    /// The attempt is over. Returns false if it was cancelled, so that its connection can't be used again.
    @discardableResult
    func end(_ id: UInt64) -> Bool {
        state.withLock { state in
            guard let entry = state.entries.removeValue(forKey: id) else { return true }
            return !entry.isCancelled
        }
    }

    /// The attempt now uses this connection.
    func attach(_ connection: Connection, to id: UInt64) {
        attach(.connection(connection), to: id)
    }

    private func attach(_ handle: Handle, to id: UInt64) {
        let isCancelled = state.withLock { state in
            guard let index = state.entries.index(forKey: id) else { return false }
            state.entries.values[index].handle = handle
            return state.entries.values[index].isCancelled
        }
        if isCancelled { handle.cancel() }
    }

    /// Runs a part of an attempt that has no connection yet in a task of its own, so that it can be cancelled.
    func run<Value: Sendable>(
        _ id: UInt64, on loop: EventLoop,
        _ operation: @escaping @Sendable () async throws(HTTPClientError) -> Value
    ) async throws(HTTPClientError) -> Value {
        let task = Task(executorPreference: loop) { () -> Result<Value, HTTPClientError> in
            do throws(HTTPClientError) {
                return .success(try await operation())
            } catch {
                return .failure(error)
            }
        }
        attach(.task { task.cancel() }, to: id)
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        return try result.get()
    }

    /// Cancels the requests that `isChosen` picks; returns how many.
    @discardableResult
    func cancel(where isChosen: (RequestUnderWay) -> Bool) -> Int {
        let handles = state.withLock { state in
            var handles: [Handle] = []
            for (id, entry) in state.entries where isChosen(entry.info) && !entry.isCancelled {
                state.entries[id]?.isCancelled = true
                handles.append(entry.handle)
            }
            return handles
        }
        // Outside the lock: cancelling resumes other tasks.
        for handle in handles { handle.cancel() }
        return handles.count
    }

    /// Cancels all, now and later.
    func invalidate() {
        state.withLock { $0.isInvalid = true }
        cancel { _ in true }
    }
}
