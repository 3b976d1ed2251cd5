internal import HTTPTypes
public import SockeyeClient
public import SockeyeHTTP1
internal import SockeyeIO

extension HTTPClient {
    /// Fetches a file to the disk: streamed, resumed if it was begun before, verified, and under its name only when it
    /// is whole.
    ///
    /// ```swift
    /// let file = try await client.download(
    ///     "https://example.com/big.iso", to: "big.iso", options: .init(segments: 8, checksum: .sha256("…"))
    /// ) { progress in print(progress.byteCount) }
    /// ```
    ///
    /// - Parameters:
    ///   - url: what to fetch.
    ///   - destination: a path, or `.folder` for the name that the server suggests.
    ///   - options: segments, digest, retries, limits; by default one stream, resumed, nothing replaced.
    ///   - observer: is told what happens on every exchange.
    ///   - progress: is called about ten times a second while bytes come; must be quick.
    /// - Returns: where the file is, and how sure it is that it is whole.
    /// - Throws: what went wrong; what was fetched is kept as `NAME.part`, and the same call goes on from there. After a
    ///   cancellation too.
    public func download(
        _ url: some HTTPURLConvertible, to destination: DownloadDestination,
        options: DownloadOptions = DownloadOptions(), observer: (any ExchangeObserver)? = nil,
        progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) async throws(DownloadError) -> DownloadResult {
        try await download(.get(url), to: destination, options: options, observer: observer, progress: progress)
    }

    /// Fetches a file to the disk, under the path `path`.
    public func download(
        _ url: some HTTPURLConvertible, to path: String,
        options: DownloadOptions = DownloadOptions(), observer: (any ExchangeObserver)? = nil,
        progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) async throws(DownloadError) -> DownloadResult {
        try await download(.get(url), to: .file(path), options: options, observer: observer, progress: progress)
    }

    /// Fetches what `request` asks for to the file of this path.
    public func download(
        _ request: Request, to path: String, options: DownloadOptions = DownloadOptions(),
        observer: (any ExchangeObserver)? = nil, progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) async throws(DownloadError) -> DownloadResult {
        try await download(request, to: .file(path), options: options, observer: observer, progress: progress)
    }

    /// Fetches what `request` asks for; its own fields go along. Only GET without a Range of its own can be resumed.
    public func download(
        _ request: Request, to destination: DownloadDestination, options: DownloadOptions = DownloadOptions(),
        observer: (any ExchangeObserver)? = nil, progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) async throws(DownloadError) -> DownloadResult {
        let downloader = Downloader(client: self, observer: observer, progress: progress)
        // On the loop's own thread: the bytes are written where they are received.
        return try await withTaskExecutorPreference(eventLoop) { () async throws(DownloadError) in
            try await downloader.download(request, to: destination, options)
        }
    }
}

extension HTTPClient {
    /// The first request that a download of `request` to `path` would make, and how many bytes it would go on from.
    /// Changes nothing.
    package func planDownload(
        _ request: Request, to path: String, options: DownloadOptions
    ) async throws(DownloadError) -> (request: Request, resumedBytes: Int64) {
        let partial = try PartialFile(of: path, replacesExisting: options.existing != .refuse)
        var options = options
        // To drop what is there would be a change.
        let drops = options.resume == .never
        options.resume = .ifPossible
        let run = DownloadRun(
            client: self, request: request, options: options, partial: partial, isAdopted: false, observer: nil,
            report: nil)
        if !drops {
            try await run.prepare()
            if options.existing == .continueFrom, run.present.isEmpty, let facts = try FileFacts.found(of: path) {
                run.present.insert(0..<facts.size)
                run.takeStock()
            }
        }
        var request = request
        request.ask(run.firstQuestion.question, run.known, wantsDigest: options.asksForDigest)
        return (request, run.present.byteCount)
    }
}

extension DownloadError {
    /// Whether another place may have what this one does not give.
    fileprivate var isAboutPlace: Bool {
        switch self {
        case .client(let error): if case .cancelled = error.cause { false } else { true }
        case .refused(_, let status): status != nil
        default: false
        }
    }
}

/// Decides where a download goes and what it goes on from, then runs it.
struct Downloader: Sendable {
    let client: HTTPClient
    let observer: (any ExchangeObserver)?
    let progress: (@Sendable (DownloadProgress) -> Void)?

    func download(
        _ request: Request, to destination: DownloadDestination, _ options: DownloadOptions
    ) async throws(DownloadError) -> DownloadResult {
        let probe = HeadProbe(client: client, observer: observer)
        let facts = options.asksHeadFirst ? try await probe.ask(request, options) : nil
        let path: String
        switch destination {
        case .file(let name): path = name
        case .folder(let folder): path = "\(folder)/\(try await probe.suggestedName(request, facts))"
        }
        if options.existing == .continueFrom, options.resume != .never, let length = try adopt(path, request) {
            return try await goOnFromAdopted(request, path, length, options)
        }
        if case .folder = destination {
            return try await run(request, path, options, isAdopted: false, isNamedByServer: true, facts)
        }
        return try await run(request, path, options, isAdopted: false, facts)
    }

    /// Runs it from the request's own place, and from the mirrors when that one is not to be had.
    private func run(
        _ request: Request, _ path: String, _ options: DownloadOptions, isAdopted: Bool, isNamedByServer: Bool = false,
        _ facts: HeadProbe.Facts? = nil
    ) async throws(DownloadError) -> DownloadResult {
        let origin = try? request.url.get()
        let places = options.mirrors.compactMap { try? HTTPURL($0) }
        var (place, options, facts, tried) = (request, options, facts, Set<String>())
        var (promised, links): ([Checksum], [HTTPURL]) = ([], [])
        while true {
            if let url = try? place.url.get() { tried.insert(url.href) }
            let isMirror = tried.count > 1
            let end = await runOnce(
                place, path, options, isAdopted: isAdopted, isMirror: isMirror, isNamedByServer: isNamedByServer, facts)
            switch end.result {
            case .success(let result): return result
            case .failure(let error):
                guard error.isAboutPlace else { throw error }
                promised += end.promised
                links += end.links
                // What mirrors give is checked against it in the end.
                if options.checksum == nil { options.checksum = promised.first(where: MirrorTrust.isProof) }
                let others = places.map { ($0, MirrorTrust.Namer.caller) } + links.map { ($0, .server) }
                let next = others.first { [options, tried] url, namer in
                    // The caller's word is enough for a place that serves all of the rest.
                    !tried.contains(url.href)
                        && MirrorTrust(of: url, insteadOf: origin, namedBy: namer)
                            .mayServe(hasDigest: options.checksum != nil, isSame: true)
                }
                guard let next else { throw error }
                (place, facts) = (request.redirected(to: next.0), nil)
            }
        }
    }

    /// How one place served, and what it said of others.
    private struct PlaceEnd {
        var result: Result<DownloadResult, DownloadError>
        var links: [HTTPURL] = []
        var promised: [Checksum] = []
    }

    private func runOnce(
        _ request: Request, _ path: String, _ options: DownloadOptions, isAdopted: Bool, isMirror: Bool,
        isNamedByServer: Bool, _ facts: HeadProbe.Facts?
    ) async -> PlaceEnd {
        do throws(DownloadError) {
            if !isAdopted, !isMirror, facts == nil, progress == nil,
                let small = try SmallDownload(client, request, path, options, observer)
            {
                switch try await small.run() {
                case .whole(let result): return PlaceEnd(result: .success(result))
                case .begun(let run, let end): return await finish(run, after: end)
                case .taken: break
                }
            }
            let partial = try PartialFile(
                of: path, replacesExisting: options.existing != .refuse, followsLink: !isNamedByServer,
                newFileMode: options.fileMode)
            let run = DownloadRun(
                client: client, request: request, options: options, partial: partial, isAdopted: isAdopted,
                observer: observer, report: progress)
            run.probed = facts
            run.isAtMirror = isMirror
            return await finish(run)
        } catch {
            return PlaceEnd(result: .failure(error))
        }
    }

    private func finish(_ run: DownloadRun, after end: DownloadRound.End? = nil) async -> PlaceEnd {
        defer { run.partial.release() }
        do throws(DownloadError) {
            return PlaceEnd(result: .success(try await run.run(after: end)))
        } catch {
            // Another program's file is never removed.
            if !run.options.keepsPartial, !run.isAdopted { run.partial.removeRemains() }
            return PlaceEnd(result: .failure(error), links: run.links, promised: run.promised)
        }
    }

    // MARK: Another program's file

    /// Takes a file that another program left unfinished over as `NAME.part`; gives its length, `nil` when there is nothing
    /// to take.
    private func adopt(_ path: String, _ request: Request) throws(DownloadError) -> Int64? {
        guard let facts = try FileFacts.found(of: path, followingLinks: false), facts.kind == .regular, facts.size > 0,
            try FileFacts.found(of: path + PartialFile.suffix, followingLinks: false) == nil
        else { return nil }
        if request.method != .get || request.fields.contains(.range) {
            throw .existingKept(path: path, reason: "only a GET without a range of its own can be gone on")
        }
        if let reason = facts.foreignness { throw .notOurs(path: path, reason: reason) }
        // Without its partial file a record is about nothing.
        let hasRecord = try PartialFile.hasOwnFile(path + PartialFile.recordSuffix)
        try DownloadError.wrapping { () throws(FileError) in
            try FileNames.checkWritable(path)
            if hasRecord { try FileNames.remove(path + PartialFile.recordSuffix) }
            try FileNames.rename(path, to: path + PartialFile.suffix, keepsExisting: true)
        }
        return facts.size
    }

    /// Goes on from such a file, and gives it its name back when it is not the server's: it is the user's, and nobody knows
    /// what else is in it.
    private func goOnFromAdopted(
        _ request: Request, _ path: String, _ length: Int64, _ options: DownloadOptions
    ) async throws(DownloadError) -> DownloadResult {
        do throws(DownloadError) {
            return try await run(request, path, options, isAdopted: true)
        } catch {
            let partial = path + PartialFile.suffix
            var reason: String?
            if case .refused(let words, nil) = error { reason = words }
            // Bytes of the same file were added: it is our partial file now.
            let size = try FileFacts.found(of: partial, followingLinks: false)?.size ?? 0
            if reason == nil, size > length { throw error }
            try DownloadError.wrapping { () throws(FileError) in
                try FileNames.remove(path + PartialFile.recordSuffix)
                if size > length {
                    try File(partial, [.writing, .notThroughLink, .withoutWaiting]).truncate(to: length)
                }
                try FileNames.rename(partial, to: path, keepsExisting: true)
            }
            guard let reason, options.resume != .required else { throw error }
            throw .existingKept(path: path, reason: reason)
        }
    }
}
