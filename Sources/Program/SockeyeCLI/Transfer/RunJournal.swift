internal import SockeyeIO
internal import SockeyeTransfers
internal import Synchronization

/// The files that an interrupted earlier run completed, or with `--shard` those that any shard did.
final class RunJournal: Sendable {
    private enum Form {
        case plain(DownloadJournal, LateFlush, workingFolder: String)
        case shard(ShardJournal)
    }

    private let form: Form
    private let run: Run

    private init(_ form: Form, _ run: Run) { (self.form, self.run) = (form, run) }

    /// The journal of the settings; `nil` if there is none, or with a warning if a plain one can't be used.
    ///
    /// - Throws: if another run is using it, as both would write the same files.
    static func open(_ run: Run, _ loop: EventLoop) async throws -> RunJournal? {
        let settings = run.settings
        guard let path = settings.journal, !settings.isDryRun else { return nil }
        if let shard = settings.shard {
            return RunJournal(.shard(try await ShardJournal.open(run, shard, in: path, loop)), run)
        }
        let journal: DownloadJournal
        do throws(DownloadError) {
            journal = try DownloadJournal(path)
        } catch {
            // Going on without one wouldn't help a user who named a file by mistake.
            switch error {
            case .busy, .notOurs: throw error
            default: break
            }
            run.warn("cannot keep a journal: \(error)")
            return nil
        }
        let folder = run.machine.workingFolder ?? ""
        return RunJournal(.plain(journal, LateFlush(journal, loop), workingFolder: folder), run)
    }

    /// Whether this run continues an interrupted one.
    var goesOn: Bool {
        switch form {
        case .plain(let journal, _, _): !journal.isNew
        case .shard(let journal): journal.goesOn
        }
    }

    /// Whether an earlier run completed the file and it still exists.
    func isComplete(_ target: TransferTarget, _ url: String, _ path: String?) -> Bool {
        switch form {
        case .plain(let journal, _, let folder):
            // Where the response names the file, the journal's word is all there is.
            return goesOn && journal.saysComplete(Self.item(url, path, in: folder)) && path.map(isThere) ?? true
        case .shard(let journal): return journal.isComplete(target) && path.map(isThere) ?? true
        }
    }

    /// Records a downloaded file; its path is `nil` if the response named it. If that fails, the next run only has to check the file
    /// again.
    func complete(_ url: String, _ path: String?) {
        guard case .plain(let journal, let flush, let folder) = form else { return }
        if (try? journal.addComplete(Self.item(url, path, in: folder))) == true { flush.begin() }
    }

    /// Records the end of a transfer that is no download too, for the status of a list.
    func note(_ target: TransferTarget, _ code: ExitCode, _ path: String?) {
        guard case .shard(let journal) = form, code == .success || !run.interruption.hasCome else { return }
        let bytes = path.flatMap { run.machine.knownFacts(of: $0) }?.size
        journal.note(target, code, bytes: bytes ?? 0)
    }

    /// Removes the journal of a complete run, or saves it. Returns what went wrong.
    func end(isComplete: Bool) async -> TransferFailure? {
        switch form {
        case .plain(let journal, let flush, _):
            await flush.end()
            if isComplete { journal.remove() } else { try? journal.flush() }
            return nil
        case .shard(let journal): return journal.end()
        }
    }

    private func isThere(_ path: String) -> Bool { run.machine.knownFacts(of: path)?.kind == .regular }

    private static func item(_ url: String, _ path: String?, in folder: String) -> DownloadJournal.Item {
        // No file's path has an empty part like this one.
        let path = path ?? "/\(url)"
        return DownloadJournal.Item(
            url: url, path: path.hasPrefix("/") && !path.hasPrefix("//") ? path : "\(folder)/\(path)")
    }
}

/// Writes the notes of complete files soon, though no other file completes after them.
private final class LateFlush: Sendable {
    private static let patience = Duration.milliseconds(100)

    private let journal: DownloadJournal
    private let loop: EventLoop
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ journal: DownloadJournal, _ loop: EventLoop) { (self.journal, self.loop) = (journal, loop) }

    func begin() {
        task.withLock { task in
            if task != nil { return }
            task = Task(executorPreference: loop) {
                guard (try? await self.loop.sleep(until: .after(Self.patience))) != nil else { return }
                self.task.withLock { $0 = nil }
                try? self.journal.flush()
            }
        }
    }

    /// Writes nothing more by itself.
    func end() async {
        let task = task.withLock { $0 }
        task?.cancel()
        await task?.value
    }
}
