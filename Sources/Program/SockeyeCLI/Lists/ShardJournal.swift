internal import SockeyeIO
internal import SockeyeTransfers
internal import Synchronization

/// A shard's run: it holds the lease and records what becomes of each file.
final class ShardJournal: Sendable {
    private let shard: Shard
    private let lease: LeaseFile
    private let file: any MachineFile
    private let path: String
    private let ledger: ListLedger
    private let keeper: Task<Void, Never>
    /// Whether a record could not be written.
    private let failure = Mutex<String?>(nil)
    /// Whether a run came before.
    let goesOn: Bool

    /// Takes the shard and reads what was done before, by any shard.
    static func open(_ run: Run, _ shard: Shard, in path: String, _ loop: EventLoop) async throws -> ShardJournal {
        let folder = ShardFolder(path, on: run.machine)
        try folder.make()
        try refuseOtherDivisions(folder, shard)
        let isByURL = run.settings.operations.contains { !$0.lists.isEmpty && $0.download.usesServerName }
        let lease = try await LeaseFile.take(folder, shard, dividesByURL: isByURL, loop) { run.note($0) }
        let goesOn = folder.entries().contains { !$0.isLease }
        let name = folder.file(ShardFolder.Entry(shard, run: lease.run, isLease: false).name)
        let file: any MachineFile
        do throws(FileError) {
            file = try run.machine.open(
                name, [.writing, .creating, .exclusively, .appending, .notThroughLink], permissions: 0o600,
                contents: .own, until: nil)
        } catch {
            lease.release()
            throw TransferFailure(.writeError, "cannot keep a journal: \(name): \(error.reason)")
        }
        var ledger = ListLedger(keepsLengths: false)
        folder.read(into: &ledger)
        return ShardJournal(shard, lease, file, name, ledger, goesOn, run.interruption, loop)
    }

    /// Two divisions of a list at once would fetch files twice.
    private static func refuseOtherDivisions(_ folder: ShardFolder, _ shard: Shard) throws(TransferFailure) {
        var last: [Shard: Int] = [:]
        for entry in folder.entries() where entry.isLease && entry.shard.count != shard.count {
            last[entry.shard] = max(entry.run, last[entry.shard] ?? 0)
        }
        for (other, run) in last {
            let path = folder.file(ShardFolder.Entry(other, run: run, isLease: true).name)
            guard let lease = try LeaseFile.read(path, on: folder.machine).lease, !lease.isReleased else { continue }
            // One of another machine that isn't renewed is dead; whether it is renewed, only waiting would tell.
            guard folder.machine.isRunning(lease.holder.identity) == true else { continue }
            throw TransferFailure(
                .writeError,
                "shard \(other) is being run by process \(lease.holder.process) on \(lease.holder.host): wait until it has"
                    + " ended, or take part in that division with --shard i/\(other.count)")
        }
    }

    private init(
        _ shard: Shard, _ lease: LeaseFile, _ file: any MachineFile, _ path: String, _ ledger: ListLedger,
        _ goesOn: Bool, _ interruption: Interruption, _ loop: EventLoop
    ) {
        (self.shard, self.lease, self.file, self.path) = (shard, lease, file, path)
        (self.ledger, self.goesOn) = (ledger, goesOn)
        keeper = Task(executorPreference: loop) {
            while (try? await loop.sleep(until: .after(.seconds(Lease.interval)))) != nil {
                // The transfers end like after a signal; the new holder goes on from what they leave.
                if !lease.renew() { return interruption.stop() }
            }
        }
    }

    deinit { keeper.cancel() }

    /// Whether an earlier run completed the file.
    func isComplete(_ target: TransferTarget) -> Bool {
        if case .done = ledger.state(of: target.listHash) { true } else { false }
    }

    /// Records what became of the file.
    func note(_ target: TransferTarget, _ code: ExitCode, bytes: Int64) {
        let file = target.listHash
        let record =
            code == .success
            ? ListRecord.done(file: file, bytes: bytes) : ListRecord.failed(file: file, code: code.rawValue)
        do throws(FileError) {
            try self.file.append(record.line(url: target.url ?? ""))
        } catch {
            fail(error)
        }
    }

    private func fail(_ error: FileError) { failure.withLock { $0 = $0 ?? error.reason } }

    /// Ends the run: others may take the shard at once. Returns what went wrong with the journal itself.
    func end() -> TransferFailure? {
        keeper.cancel()
        do throws(FileError) {
            try file.sync()
        } catch {
            // Some file systems can't.
            if !error.isUnsupported { fail(error) }
        }
        let isOurs = lease.renew()
        lease.release()
        if !isOurs {
            return TransferFailure(
                .writeError,
                "shard \(shard) was taken by another process, as this one had not renewed its lease in time")
        }
        return failure.withLock { $0 }.map { TransferFailure(.writeError, "the journal is incomplete: \(path): \($0)") }
    }
}
