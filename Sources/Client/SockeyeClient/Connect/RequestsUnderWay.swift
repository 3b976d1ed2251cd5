internal import SockeyeIO
internal import SockeyeTransport
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
    }

    /// The attempts in reused slots, which is cheaper than a dictionary by ID.
    private struct State {
        var slots: [Entry?] = []
        /// The ID of each slot's attempt, `.max` for none. Apart, since reading it there would copy the entry.
        var ids: [UInt64] = []
        var free: [Int] = []
        /// Those among them that were cancelled.
        var cancelled: Set<UInt64> = []
        var next: UInt64 = 0
        var isInvalid = false

        mutating func add(_ entry: consuming Entry) -> RequestPlace {
            let id = entry.info.id
            if let slot = free.popLast() {
                slots[slot] = entry
                ids[slot] = id
                return RequestPlace(slot: slot, id: id)
            }
            slots.append(entry)
            ids.append(id)
            return RequestPlace(slot: slots.count - 1, id: id)
        }

        func isCancelled(_ place: RequestPlace) -> Bool { !cancelled.isEmpty && cancelled.contains(place.id) }
    }

    private let state = Mutex(State())

    /// The requests under way, in the order in which they began.
    var all: [RequestUnderWay] {
        state.withLock { $0.slots.compactMap { $0?.info } }.sorted { $0.id < $1.id }
    }

    /// Notes an attempt; `nil` once the client is invalid.
    func begin(_ request: Request, at moment: Deadline) -> RequestPlace? {
        state.withLock { state in
            if state.isInvalid { return nil }
            let id = state.next
            state.next += 1
            return state.add(
                Entry(
                    info: RequestUnderWay(
                        id: id, label: request.label, method: request.method, url: request.url, started: moment)))
        }
    }

    /// The attempt is over. Returns false if it was cancelled, so that its connection can't be used again.
    @discardableResult
    func end(_ place: RequestPlace) -> Bool {
        state.withLock { state in
            // It may have ended already.
            guard state.ids[place.slot] == place.id else { return true }
            state.ids[place.slot] = .max
            state.slots[place.slot] = nil
            state.free.append(place.slot)
            return state.cancelled.isEmpty || state.cancelled.remove(place.id) == nil
        }
    }

    /// The attempt now uses this connection.
    func attach(_ connection: Connection, to place: RequestPlace) {
        attach(.connection(connection), to: place)
    }

    private func attach(_ handle: Handle, to place: RequestPlace) {
        let isCancelled = state.withLock { state in
            guard state.ids[place.slot] == place.id else { return false }
            state.slots[place.slot]?.handle = handle
            return state.isCancelled(place)
        }
        if isCancelled { handle.cancel() }
    }

    /// Runs a part of an attempt that has no connection yet in its own task, so that it can be cancelled.
    func run<Value: Sendable>(
        _ place: RequestPlace, on loop: EventLoop,
        _ operation: @escaping @Sendable () async throws(HTTPClientError) -> Value
    ) async throws(HTTPClientError) -> Value {
        let task = Task(executorPreference: loop) { () -> Result<Value, HTTPClientError> in
            do throws(HTTPClientError) {
                return .success(try await operation())
            } catch {
                return .failure(error)
            }
        }
        attach(.task { task.cancel() }, to: place)
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
            for slot in state.slots.indices {
                guard let entry = state.slots[slot], isChosen(entry.info),
                    state.cancelled.insert(entry.info.id).inserted
                else { continue }
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
