internal import Synchronization

/// The current state of all jobs, for the status file and the watchers. Thread-safe.
final class LiveStatus: Sendable {
    fileprivate struct State {
        var order: [String] = []
        var transfers: [String: (transfer: BackgroundTransfer, version: UInt64)] = [:]
        var version: UInt64 = 0
        /// The version in the status file; `nil` before the first write.
        var writtenVersion: UInt64?
        var watchers: [UInt64: AsyncStream<Void>.Continuation] = [:]
        var lastWatcher: UInt64 = 0
    }

    private let state = Mutex(State())

    /// All jobs, in order.
    var transfers: [BackgroundTransfer] { state.withLock { $0.list } }

    /// Updates the changed jobs from the journal, and drops those that are gone from it. Progress is kept.
    func update(from ledger: JournalLedger, running: Set<String>, changed: Set<String>) {
        if changed.isEmpty { return }
        change { state in
            state.order = ledger.identifiers
            for id in changed {
                guard var new = ledger.transfer(id) else {
                    if state.transfers.removeValue(forKey: id) != nil { state.version += 1 }
                    continue
                }
                if running.contains(id), new.state == .queued { new.state = .running }
                if let old = state.transfers[id]?.transfer, new.state != .done {
                    (new.byteCount, new.total) = (old.byteCount, old.total)
                    if new.state == .running { new.bytesPerSecond = old.bytesPerSecond }
                }
                state.put(new)
            }
        }
    }

    /// Records a job's progress.
    func setProgress(_ id: String, bytes: Int64, total: Int64?, bytesPerSecond: Double) {
        change { state in
            guard var transfer = state.transfers[id]?.transfer, transfer.state == .running else { return }
            transfer.byteCount = bytes
            transfer.total = total
            transfer.bytesPerSecond = bytesPerSecond
            state.put(transfer)
        }
    }

    private func change(_ change: (inout State) -> Void) {
        let watchers = state.withLock { state in
            let before = state.version
            change(&state)
            return state.version == before ? [] : Array(state.watchers.values)
        }
        for watcher in watchers { watcher.yield() }
    }

    /// All jobs, if any changed since the last call.
    func takeUnpublished() -> [BackgroundTransfer]? {
        state.withLock { state in
            if state.writtenVersion == state.version { return nil }
            state.writtenVersion = state.version
            return state.list
        }
    }

    /// The jobs that changed after `version`, and the current version.
    func changes(since version: UInt64) -> (transfers: [BackgroundTransfer], version: UInt64) {
        state.withLock { state in
            let changed = state.order.compactMap { id -> BackgroundTransfer? in
                guard let entry = state.transfers[id], entry.version > version else { return nil }
                return entry.transfer
            }
            return (changed, state.version)
        }
    }

    /// Yields after changes; several may be coalesced.
    func watch() -> AsyncStream<Void> {
        let (stream, sender) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.lastWatcher += 1
            state.watchers[state.lastWatcher] = sender
            return state.lastWatcher
        }
        sender.onTermination = { [weak self] _ in self?.state.withLock { $0.watchers[number] = nil } }
        return stream
    }
}

extension LiveStatus.State {
    fileprivate var list: [BackgroundTransfer] { order.compactMap { transfers[$0]?.transfer } }

    fileprivate mutating func put(_ transfer: BackgroundTransfer) {
        if transfers[transfer.id]?.transfer == transfer { return }
        version += 1
        transfers[transfer.id] = (transfer, version)
    }
}
