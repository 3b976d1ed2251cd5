internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeIO
internal import Synchronization

/// The first request of a download without earlier bytes, sent before creating a partial file: for a small file, the
/// partial file and a run would be most of the cost.
///
/// ```
///   ask ──→ the body came with the head ──→ written as a whole
///    │
///    └────→ anything else ──→ NAME.part and a run, whose first round uses this response
/// ```
struct OpeningRequest {
    /// The outcome.
    enum Outcome {
        case whole(DownloadResult)
        /// A run, and the end of its first round.
        case begun(DownloadRun, DownloadRound.End)
        /// Another download began the same file in the meantime; nothing was done.
        case taken
    }

    /// Longer bodies are not buffered.
    private static let limit: Int64 = 64 * 1024

    private let client: HTTPClient
    private let request: Request
    private let path: String
    /// Whether a symbolic link that took the name meanwhile is followed.
    private let followsLink: Bool
    private let options: DownloadOptions
    private let observer: (any ExchangeObserver)?

    /// `nil` if the download needs more than an unused name and one request.
    init?(
        _ client: HTTPClient, _ request: Request, _ path: String, followsLink: Bool, _ options: DownloadOptions,
        _ observer: (any ExchangeObserver)?
    ) throws(DownloadError) {
        guard options.segments == .one, !options.isVerified, options.resume != .required,
            options.bytesPerSecond == nil, options.totalTime == nil, options.mirrors.isEmpty,
            request.method == .get, !request.fields.contains(.range), !path.isEmpty,
            path.utf8.last != UInt8(ascii: "/"), try Self.isFree(path, options)
        else { return nil }
        (self.client, self.request, self.path) = (client, request, path)
        (self.followsLink, self.options, self.observer) = (followsLink, options, observer)
    }

    /// Whether the file is new, nothing of it is there, and its folder may be written to.
    private static func isFree(_ path: String, _ options: DownloadOptions) throws(DownloadError) -> Bool {
        let besides = (options.resume == .never ? [.partial] : [FileSuffix.partial, .record]).map {
            $0.path(beside: path)
        }
        // A file that must stay is looked for now: found later, it would have been fetched for nothing.
        if options.existing != .refuse, options.batch?.givesFree(path, without: besides) == true { return true }
        for name in [path] + besides where try FileFacts.found(of: name, followingLinks: false) != nil { return false }
        return (try? FileNames.checkWritable(FileNames.folder(of: path))) != nil
    }

    func run() async throws(DownloadError) -> Outcome {
        WholeFile.underWay.add(1, ordering: .relaxed)
        defer { WholeFile.underWay.subtract(1, ordering: .relaxed) }
        var asked = request
        if let speed = options.minimumSpeed {
            var timeouts = request.timeouts ?? client.configuration.timeouts
            timeouts.minimumSpeed = speed
            asked.timeouts = timeouts
        }
        asked.ask(ResumeQuestion(), ResumeKnowledge(), wantsDigest: options.asksForDigest)
        let answer: Answer
        do {
            answer = options.batch == nil ? try await ask(asked) : try await askApart(asked)
        } catch let error as DownloadError {
            throw error
        } catch let error as HTTPClientError {
            if Task.isCancelled { throw .cancelled }
            if options.retry.count == 0 { throw .client(error) }
            guard let run = try await makeRun() else { return .taken }
            return .begun(run, .failed(.client(error), retryAfter: nil))
        } catch {
            throw .refused("\(error)", status: nil)
        }
        switch answer {
        case .whole(let bytes, let head): return .whole(try await save(bytes, head))
        case .begun(let run, let end): return .begun(run, end)
        case .taken: return .taken
        }
    }

    private func ask(_ request: Request) async throws -> Answer {
        try await client.perform(request, observer: observer) { response in
            if isWhole(response) {
                let bytes = try await response.body.collect(limit: Int(Self.limit))
                return .whole(bytes, response.head)
            }
            guard let run = try await makeRun() else { return .taken }
            return .begun(run, await DownloadRound(run).run(on: response))
        }
    }

    /// The same as a task of its own, which gives back what its calls took on the heap: 40 KB, that a download would hold
    /// while its file waits for others.
    private func askApart(_ request: Request) async throws -> Answer {
        async let answer = ask(request)
        return try await answer
    }

    private enum Answer {
        case whole([UInt8], ResponseHead)
        case begun(DownloadRun, DownloadRound.End)
        case taken
    }

    /// Whether the response is the file and has arrived completely.
    private func isWhole(_ response: Response) -> Bool {
        guard response.body.cameWithHead(atMost: min(Self.limit, options.maximumBytes ?? .max)),
            !PromisedDigests.mayBe(in: response.head)
        else { return false }
        // Skips `ResumePolicy`, which would agree but needs the head's fields.
        if AcceptedStatuses(options.acceptedStatuses, asked: request.askedStatuses).include(response.status.code) {
            return true
        }
        var known = ResumeKnowledge()
        known.expectsNoPage = FileKind.isNoPage(FileNames.lastComponent(of: path))
        let answer = ResumeAnswer(response.head, bodyLength: response.body.expectedByteCount)
        if case .writeWhole = ResumePolicy.action(for: answer, to: ResumeQuestion(), knowing: known) { return true }
        return false
    }

    private func save(_ bytes: [UInt8], _ head: ResponseHead) async throws(DownloadError) -> DownloadResult {
        let modified =
            options.keepsModificationTime
            ? head.fields[.lastModified].flatMap { HTTPDate(parsing: $0) }?.secondsSinceEpoch : nil
        let file = WholeFile(path, modified: modified, followsLink: followsLink, options)
        try await file.save(bytes, on: client.eventLoop)
        return DownloadResult(
            path: path, byteCount: Int64(bytes.count), completeness: .byLength, resumedBytes: 0,
            receivedBytes: Int64(bytes.count), notices: [], head: head)
    }

    private func makeRun() async throws(DownloadError) -> DownloadRun? {
        let partial = try PartialFile(
            of: path, replacesExisting: options.existing != .refuse, followsLink: followsLink,
            newFileMode: options.fileMode)
        if !partial.isNew { return nil }
        let run = DownloadRun(DownloadJob(client, request, options, partial, observer: observer))
        try await run.prepare()
        return run
    }
}
