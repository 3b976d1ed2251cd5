internal import SockeyeCache
internal import SockeyeFields
internal import SockeyeIO
internal import Synchronization

/// The cache on disk, for transfers and for `--cache-list` and `--cache-clear`.
struct CacheFolder {
    let settings: CacheSettings
    let run: Run

    /// The cache, or what a recording or a replay needs in its place; `nil` if the options don't ask for it.
    func open() throws(TransferFailure) -> HTTPCache? {
        guard settings.isUsed else { return nil }
        // A replay opens no folder of the user's.
        if let replay = run.tape.replay {
            return run.tape.caches?.replayed(
                replay, at: settings.path(run.machine) ?? "", limit: settings.limit, on: run.machine)
        }
        let folder = try path()
        let cache = try open(at: folder) { [run] in run.warn($0) }
        return run.tape.recorder.flatMap { run.tape.caches?.recorded(cache, at: folder, by: $0) } ?? cache
    }

    private func path() throws(TransferFailure) -> String {
        if let path = settings.path(run.machine) { return path }
        throw TransferFailure(
            .failedInitialization, "no folder for the cache: give --cache-dir, or set XDG_CACHE_HOME or HOME")
    }

    private func open(
        at path: String, warn: @escaping @Sendable (String) -> Void
    ) throws(TransferFailure) -> HTTPCache {
        #if DiskCache
            return .disk(at: path, limit: settings.limit, warn: warn)
        #else
            throw TransferFailure(.notBuiltIn, "this build has no cache on disk (trait DiskCache)")
        #endif
    }

    /// `--cache-list`.
    func list() -> ExitCode {
        withCache { cache in
            var text = ""
            for entry in cache.store.entries() {
                let date = HTTPDate(clamping: entry.responseTime)
                let url = TerminalText.escaped(entry.key.url)
                text += "\(entry.status) \(Columns.right(entry.bodyLength, 12)) \(date) \(url)\n"
            }
            return run.terminal.printOutput(text)
        }
    }

    /// `--cache-clear`.
    func clear(_ operation: TransferSettings) -> ExitCode {
        withCache { cache in
            let targets = try operation.everyTarget().filter { $0.url != nil }
            if targets.isEmpty { cache.removeAll() }
            // Of all partitions.
            let entries = cache.store.entries()
            do {
                try operation.forEachURL(of: targets) { url, full in
                    guard let full, let parsed = (try? TypedURL.parse(full))?.url else {
                        let shown = TerminalText.escaped(LoginInURL.removed(from: url))
                        throw TransferFailure(.malformedURL, "'\(shown)' is not a URL")
                    }
                    let removed = cache.key(of: parsed).url
                    for entry in entries where entry.key.url == removed { cache.store.remove(entry.key) }
                }
            } catch let error as URLGlobError {
                throw TransferFailure(.malformedURL, error.text(as: run.surface))
            }
            return .success
        }
    }

    private func withCache(_ body: (HTTPCache) throws -> ExitCode) -> ExitCode {
        do {
            let path = try path()
            // Looking into a cache that isn't there doesn't make one.
            guard run.machine.isTaken(path) else {
                // The default one is made when the first response is stored.
                if settings.folder == nil { return .success }
                throw TransferFailure(.couldNotReadFile, "there is no cache in \(TerminalText.escaped(path))")
            }
            let problem = Mutex<String?>(nil)
            let code = try body(try open(at: path) { warning in problem.withLock { $0 = $0 ?? warning } })
            if let text = problem.withLock({ $0 }) { throw TransferFailure(.failedInitialization, text) }
            return code
        } catch {
            let failure = TransferFailure(error)
            return run.terminal.printFailure(failure.exitCode, failure.message)
        }
    }
}
