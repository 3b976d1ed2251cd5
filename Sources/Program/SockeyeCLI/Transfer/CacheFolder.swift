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
        withCache { cache throws(TransferFailure) in
            let targets: [TransferTarget]
            do throws(OptionFault) {
                targets = try operation.everyTarget().filter { $0.url != nil }
            } catch {
                throw TransferFailure(error.exitCode, error.text)
            }
            if targets.isEmpty { cache.removeAll() }
            // Of all partitions.
            let entries = cache.store.entries()
            for target in targets { try remove(target, operation, entries, from: cache) }
            return .success
        }
    }

    /// Removes what is stored of a target's URLs, which may be a glob.
    private func remove(
        _ target: TransferTarget, _ operation: TransferSettings, _ entries: [CacheEntry], from cache: HTTPCache
    ) throws(TransferFailure) {
        guard let given = target.url else { return }
        let glob: URLGlob
        do throws(URLGlobError) {
            glob = try operation.glob(given, of: target)
        } catch {
            throw TransferFailure(.malformedURL, error.text(as: run.surface))
        }
        var index: UInt64 = 0
        while let url = glob.match(at: index)?.url {
            var named = target
            named.url = url
            guard let full = named.fullURL(defaultScheme: operation.redirects.defaultScheme),
                let parsed = (try? TypedURL.parse(full))?.url
            else {
                let shown = TerminalText.escaped(LoginInURL.removed(from: url))
                throw TransferFailure(.malformedURL, "'\(shown)' is not a URL")
            }
            let removed = cache.key(of: parsed).url
            for entry in entries where entry.key.url == removed { cache.store.remove(entry.key) }
            index += 1
        }
    }

    private func withCache(_ body: (HTTPCache) throws(TransferFailure) -> ExitCode) -> ExitCode {
        do throws(TransferFailure) {
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
            run.terminal.printFailure(error.exitCode, error.message)
            return error.exitCode
        }
    }
}
