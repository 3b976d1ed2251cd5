internal import SockeyeClient
internal import SockeyeIO

/// Runs a folder's jobs until none are left.
///
/// ```
///   lock the folder ─→ read the journal ─→ ┌→ start what the limits allow ─────┐
///                                          └── a job ended, a nudge, a tick ←──┘─→ nothing to do: exit
/// ```
///
/// The journal decides; the worker only records outcomes in it. So a killed worker loses nothing.
struct BackgroundWorker: Sendable {
    private enum Signal: Sendable {
        /// A client connected.
        case nudge
        /// The periodic timer fired.
        case tick
        /// A job ended.
        case ended(String, JobRun.Outcome)
    }

    let folder: BackgroundFolder
    let client: HTTPClient
    /// How long it idles before it exits.
    let grace: Duration

    private static let tick = Duration.milliseconds(500)
    /// Other processes hold the lock briefly when they check for a worker.
    private static let lockPatience = Duration.milliseconds(500)

    /// Works until nothing is left to do or the task is cancelled.
    ///
    /// - Returns: false if another worker has the folder.
    func run() async throws(BackgroundError) -> Bool {
        let lock = try await onFileThread { [folder] () throws(BackgroundError) in
            try folder.lockForWork(until: .after(Self.lockPatience))
        }
        guard let lock else { return false }
        defer { lock.unlock() }
        try await compactJournal()
        let listener = try await listen()
        let (signals, sender) = AsyncStream<Signal>.makeStream()
        let status = LiveStatus()
        let server = StatusServer(listener: listener, status: status) { sender.yield(.nudge) }
        let serving = Task(executorPreference: client.eventLoop) { await server.run() }
        let ticking = Task(executorPreference: client.eventLoop) { [loop = client.eventLoop] in
            while (try? await loop.sleep(until: .after(Self.tick))) != nil { sender.yield(.tick) }
        }
        var state = WorkerState(folder: folder, client: client, status: status) { sender.yield(.ended($0, $1)) }
        let result: Result<Void, BackgroundError>
        do throws(BackgroundError) {
            try await work(&state, signals, listener, lock)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        listener.close()
        ticking.cancel()
        serving.cancel()
        await state.stop()
        await serving.value
        state.publish()
        try result.get()
        return true
    }

    private func work(
        _ state: inout WorkerState, _ signals: AsyncStream<Signal>, _ listener: Listener, _ lock: File
    ) async throws(BackgroundError) {
        var idleSince = Deadline.now
        try await state.catchUp()
        state.publish()
        for await signal in signals {
            if Task.isCancelled { return }
            if case .ended(let id, let outcome) = signal { state.recordEnd(of: id, outcome) }
            if case .tick = signal { try await state.compactJournal() }
            try await state.catchUp()
            // Watchers are notified immediately; the status file is written twice a second.
            guard case .tick = signal else { continue }
            state.publish()
            if state.hasWork {
                idleSince = .now
            } else if Deadline.now >= idleSince.advanced(by: grace), try await leave(listener, lock, state) {
                return
            }
        }
    }

    /// Compacts the journal if the disk allows it now.
    private func compactJournal() async throws(BackgroundError) {
        do throws(BackgroundError) {
            _ = try await onFileThread { () throws(BackgroundError) in try folder.journal.compact() }
        } catch {
            guard error.isTransient else { throw error }
        }
    }

    private func listen() async throws(BackgroundError) -> Listener {
        // A killed worker's socket: we hold the lock, so no process listens on it.
        try BackgroundError.wrapping(FileNames.remove(folder.socket))
        return try await folder.withSocketAddress { address throws(IOError) in
            try Listener(on: address, loop: client.eventLoop, permissions: 0o600)
        }
    }

    /// Releases the folder unless the journal has new events. Socket and lock go while the journal is locked, so a caller that
    /// adds a job afterwards sees neither and starts another worker.
    private func leave(_ listener: Listener, _ lock: File, _ state: WorkerState) async throws(BackgroundError) -> Bool {
        let folder = folder
        let seen = state.journalEnd
        do throws(BackgroundError) {
            return try await onFileThread { () throws(BackgroundError) in
                try folder.journal.locked { _ throws(BackgroundError) in
                    if try !folder.journal.read(from: seen).isEmpty { return false }
                    try? FileNames.remove(folder.socket)
                    listener.close()
                    lock.unlock()
                    return true
                }
            }
        } catch {
            // The holder of the lock may be adding a job.
            if case .busy = error { return false }
            throw error
        }
    }
}
