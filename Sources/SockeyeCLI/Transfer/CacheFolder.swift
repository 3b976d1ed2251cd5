internal import SockeyeCache
internal import Sockeye
internal import SockeyeFields

/// The cache on disk, for transfers and for `--cache-list` and `--cache-clear`.
struct CacheFolder {
    let settings: CacheSettings
    let isSilent: Bool

    /// The cache; `nil` if the options don't ask for it.
    func open() throws(TransferFailure) -> HTTPCache? {
        settings.isUsed ? try openAlways() : nil
    }

    private func openAlways() throws(TransferFailure) -> HTTPCache {
        #if DiskCache
            guard let path = settings.path else {
                throw TransferFailure(
                    .failedInitialization, "no folder for the cache: give --cache-dir, or set XDG_CACHE_HOME or HOME")
            }
            let isSilent = isSilent
            return .disk(at: path, limit: settings.limit) { warning in
                if !isSilent { Terminal.printError(Message.warning(warning)) }
            }
        #else
            throw TransferFailure(.notBuiltIn, "this build has no cache on disk (trait DiskCache)")
        #endif
    }

    /// `--cache-list`.
    func list() -> ExitCode {
        withCache { cache in
            var text = ""
            for entry in cache.entries {
                let date = HTTPDate(clamping: entry.responseTime)
                let url = TerminalText.escaped(entry.key.url)
                text += "\(entry.status) \(Columns.right(entry.bodyLength, 12)) \(date) \(url)\n"
            }
            return Terminal.printOutput(text)
        }
    }

    /// `--cache-clear`.
    func clear(_ urls: [String]) -> ExitCode {
        withCache { cache in
            if urls.isEmpty { cache.removeAll() }
            for url in urls {
                let text = url.contains("://") ? url : "http://" + url
                guard let parsed = try? HTTPURL(text) else {
                    Terminal.printError(Message.failure(.malformedURL, "'\(url)' is not a URL"))
                    return .malformedURL
                }
                cache.remove(parsed)
            }
            return .success
        }
    }

    private func withCache(_ body: (HTTPCache) -> ExitCode) -> ExitCode {
        do throws(TransferFailure) {
            return body(try openAlways())
        } catch {
            Terminal.printError(Message.failure(error.exitCode, error.message))
            return error.exitCode
        }
    }
}
