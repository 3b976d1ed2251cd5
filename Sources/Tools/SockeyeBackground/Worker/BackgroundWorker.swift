internal import Glibc
internal import SockeyeClient
internal import SockeyeIO

/// Carries out a folder's jobs until there are none.
///
/// ```
///   take the folder ─→ read the journal ─→ ┌→ begin what the limits allow ──────┐
///                                          └── a job ended, a nudge, a tick ←───┘─→ nothing to do: leave
/// ```
///
/// The journal decides; the worker only says in it what became of the jobs. So a worker that is killed has forgotten nothing.
struct BackgroundWorker: Sendable {
    private enum Signal: Sendable {
        /// Somebody connected.
        case nudge
        /// A while has passed.
        case tick
        /// A job ended.
        case ended(String, JobRun.Outcome)
    }

    let folder: BackgroundFolder
    let client: HTTPClient
    /// How long it stays without work.
    let grace: Duration

    private static let tick = Duration.milliseconds(500)
    /// Others take the lock for a moment, to see whether there is a worker.
    private static let lockTries = 50

    /// Works until there is nothing to do, or the task is cancelled.
    ///
    /// - Returns: false if another worker has the folder.
    func run() async throws(BackgroundError) -> Bool {
        guard let place = try await take() else { return false }
        defer { place.unlock() }
        try await shortenJournal()
        let listener = try await listen()
        let (signals, sender) = AsyncStream<Signal>.makeStream()
        let board = StatusBoard()
        let server = StatusServer(listener: listener, board: board) { sender.yield(.nudge) }
        let serving = Task(executorPreference: client.eventLoop) { await server.run() }
        let ticking = Task(executorPreference: client.eventLoop) { [loop = client.eventLoop] in
            while (try? await loop.sleep(until: .after(Self.tick))) != nil { sender.yield(.tick) }
        }
        var desk = WorkerDesk(folder: folder, client: client, board: board) { sender.yield(.ended($0, $1)) }
        let result: Result<Void, BackgroundError>
        do throws(BackgroundError) {
            try await work(&desk, signals, listener, place)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        listener.close()
        ticking.cancel()
        serving.cancel()
        await desk.stop()
        await serving.value
        desk.publish()
        try result.get()
        return true
    }

    private func work(
        _ desk: inout WorkerDesk, _ signals: AsyncStream<Signal>, _ listener: Listener, _ place: File
    ) async throws(BackgroundError) {
        var idleSince = Deadline.now
        try await desk.catchUp()
        desk.publish()
        for await signal in signals {
            if Task.isCancelled { return }
            if case .ended(let id, let outcome) = signal { desk.end(id, outcome) }
            if case .tick = signal { try await desk.shortenJournal() }
            try await desk.catchUp()
            // Watchers are told at once; the file follows twice a second.
            guard case .tick = signal else { continue }
            desk.publish()
            if desk.hasWork {
                idleSince = .now
            } else if Deadline.now >= idleSince.advanced(by: grace), try await leave(listener, place, desk) {
                return
            }
        }
    }

    /// It is only shorter then, and can wait.
    private func shortenJournal() async throws(BackgroundError) {
        do throws(BackgroundError) {
            _ = try await aside { () throws(BackgroundError) in try folder.journal.shorten() }
        } catch {
            guard error.mayPass else { throw error }
        }
    }

    private func take() async throws(BackgroundError) -> File? {
        for _ in 0..<Self.lockTries {
            if let place = try folder.takeWork() { return place }
            do throws(IOError) {
                try await client.eventLoop.sleep(until: .after(.milliseconds(10)))
            } catch {
                throw .cancelled
            }
        }
        return nil
    }

    private func listen() async throws(BackgroundError) -> Listener {
        // One that a killed worker left; the folder is ours, so nobody listens there.
        try BackgroundError.wrapping { () throws(FileError) in try FileNames.remove(folder.socket) }
        let listener = try await folder.withSocketAddress { address throws(IOError) in
            try Listener(on: address, loop: client.eventLoop)
        }
        // Those who may not read the folder can't connect either, whatever the process's mask.
        chmod(folder.socket, 0o600)
        return listener
    }

    /// Gives the folder up unless the journal has news. Whoever adds a job afterwards finds no socket and no lock, and starts
    /// another worker: both go while the journal is locked.
    private func leave(_ listener: Listener, _ place: File, _ desk: WorkerDesk) async throws(BackgroundError) -> Bool {
        let folder = folder
        let seen = desk.journalEnd
        do throws(BackgroundError) {
            return try await aside { () throws(BackgroundError) in
                try folder.journal.locked { _ throws(BackgroundError) in
                    if try !folder.journal.read(from: seen).isEmpty { return false }
                    try? FileNames.remove(folder.socket)
                    listener.close()
                    place.unlock()
                    return true
                }
            }
        } catch {
            // Whoever has the lock may be adding a job.
            if case .busy = error { return false }
            throw error
        }
    }
}

/// Runs `work`, which waits for the disk, on a thread that serves no sockets.
func aside<Value: Sendable>(
    _ work: @escaping @Sendable () throws(BackgroundError) -> Value
) async throws(BackgroundError) -> Value {
    try await onFileThread(work)
}
