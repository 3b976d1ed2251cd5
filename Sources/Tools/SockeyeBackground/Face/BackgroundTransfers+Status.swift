internal import SockeyeIO
internal import SockeyeTransfers

extension BackgroundTransfers {
    /// The current state of all jobs, from the journal and the status file, without contacting the worker. A running job's
    /// progress may be half a second old.
    ///
    /// - Throws: `.newer` if a newer version wrote the journal, `.file`.
    public func status() throws(BackgroundError) -> BackgroundStatus {
        let ledger = try folder.journal.ledger()
        let isWorking = folder.isWorking
        let told = StatusFile(path: folder.status).read()
        let known = Dictionary(told.map { ($0.id, $0) }) { $1 }
        let transfers = ledger.identifiers.compactMap { id -> BackgroundTransfer? in
            guard var transfer = ledger.transfer(id), transfer.state != .done else { return ledger.transfer(id) }
            if let told = known[id] { (transfer.byteCount, transfer.total) = (told.byteCount, told.total) }
            if isWorking, transfer.state == .queued, known[id]?.state == .running {
                transfer.state = .running
                transfer.bytesPerSecond = known[id]?.bytesPerSecond ?? 0
            } else if transfer.kind == .download, let partial = try? Download.partialState(at: transfer.path) {
                // After a kill, the partial file is more accurate than the status file.
                transfer.byteCount = partial.byteCount
                transfer.total = partial.total ?? transfer.total
            }
            return transfer
        }
        return BackgroundStatus(transfers: transfers, isWorking: isWorking)
    }

    /// Every job once, then each change: progress about ten times a second, and every new state.
    ///
    /// The stream ends when no job is queued or running. While no worker runs, it waits for one: call ``start()``.
    ///
    /// - Throws: ``BackgroundError``, as ``status()`` does.
    public func updates() -> AsyncThrowingStream<BackgroundTransfer, any Error> {
        let (stream, sender) = AsyncThrowingStream<BackgroundTransfer, any Error>.makeStream()
        let task = Task {
            do {
                var watch = StatusWatch(transfers: self)
                try await watch.run { sender.yield($0) }
                sender.finish()
            } catch {
                sender.finish(throwing: error)
            }
        }
        sender.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Waits until no job is queued or running.
    ///
    /// - Returns: the final state of the jobs.
    /// - Throws: ``BackgroundError``.
    @discardableResult
    public func waitUntilDone() async throws(BackgroundError) -> BackgroundStatus {
        var watch = StatusWatch(transfers: self)
        try await watch.run { _ in }
        return try status()
    }
}

/// Follows the jobs through the worker's socket if there is a worker, and otherwise through the files.
struct StatusWatch {
    let transfers: BackgroundTransfers
    private var told: [String: BackgroundTransfer] = [:]
    private static let interval = Duration.milliseconds(500)

    init(transfers: BackgroundTransfers) { self.transfers = transfers }

    /// Reports each job and each change until no job is queued or running.
    mutating func run(_ tell: (BackgroundTransfer) -> Void) async throws(BackgroundError) {
        while true {
            if let socket = try? await transfers.connect() {
                defer { socket.close() }
                try await follow(socket, tell)
            }
            let status = try transfers.status()
            for transfer in status.transfers { note(transfer, tell) }
            if status.isIdle { return }
            do throws(IOError) {
                try await EventLoop.shared.sleep(until: .after(Self.interval))
            } catch {
                throw .cancelled
            }
        }
    }

    /// Reads the socket until the worker exits or has nothing left to do.
    private mutating func follow(_ socket: Socket, _ tell: (BackgroundTransfer) -> Void) async throws(BackgroundError) {
        var rest: [UInt8] = []
        var isCurrent = false
        while true {
            do throws(IOError) {
                let bytes = try await socket.receive(until: .after(Self.interval))
                if bytes.isEmpty { return }
                rest += bytes
            } catch {
                if error == .cancelled { throw .cancelled }
                if error != .timedOut { return }
                // The worker doesn't report removals.
                let listed = Set(try transfers.status().transfers.map(\.id))
                told = told.filter { listed.contains($0.key) }
            }
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = rest[..<end]
                if line.isEmpty { isCurrent = true }
                if let transfer = StatusText.transfer(line: line) { note(transfer, tell) }
                rest = Array(rest[(end + 1)...])
            }
            // A job may just have been added, so the journal decides.
            if isCurrent, !told.values.contains(where: { $0.state == .queued || $0.state == .running }),
                try transfers.status().isIdle
            {
                return
            }
        }
    }

    private mutating func note(_ transfer: BackgroundTransfer, _ tell: (BackgroundTransfer) -> Void) {
        if told[transfer.id] == transfer { return }
        told[transfer.id] = transfer
        tell(transfer)
    }
}
