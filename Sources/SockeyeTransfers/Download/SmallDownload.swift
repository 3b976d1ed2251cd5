internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import Synchronization

/// A download of which nothing is there yet and that may be over with its first answer.
///
/// ```
///   ask ──→ the body came with the head ──→ a file without a name, written, synced if asked ──→ its name
///    │
///    └────→ anything else ──→ NAME.part and a run, whose first round goes on with this answer
/// ```
///
/// Until the answer says that it takes more, there is neither a partial file nor a run: for a small file they are most of
/// what it costs. One that is whole in memory has nothing to be gone on from.
struct SmallDownload {
    /// What became of it.
    enum Outcome {
        case whole(DownloadResult)
        /// A run whose first round ended so.
        case begun(DownloadRun, DownloadRound.End)
        /// Somebody else began the same file meanwhile; nothing was done.
        case taken
    }

    /// Longer ones are not waited for as a whole.
    private static let mostBytes: Int64 = 64 * 1024
    /// Downloads of this kind that are under way.
    private static let underWay = Atomic<Int>(0)

    private let client: HTTPClient
    private let request: Request
    private let path: String
    private let options: DownloadOptions
    private let observer: (any ExchangeObserver)?

    /// `nil` when more is wanted than that a free name gets the file.
    init?(
        _ client: HTTPClient, _ request: Request, _ path: String, _ options: DownloadOptions,
        _ observer: (any ExchangeObserver)?
    ) throws(DownloadError) {
        guard options.segments == .one, options.checksum == nil, options.resume != .required,
            options.bytesPerSecond == nil, options.totalTime == nil, options.mirrors.isEmpty,
            request.method == .get, !request.fields.contains(.range), !path.isEmpty,
            path.utf8.last != UInt8(ascii: "/"),
            try Self.isFree(path), try Self.isFree(path + PartialFile.suffix),
            (try? FileNames.checkWritable(FileNames.folder(of: path))) != nil
        else { return nil }
        if options.resume != .never, try !Self.isFree(path + PartialFile.recordSuffix) { return nil }
        (self.client, self.request, self.path) = (client, request, path)
        (self.options, self.observer) = (options, observer)
    }

    private static func isFree(_ path: String) throws(DownloadError) -> Bool {
        try FileFacts.found(of: path, followingLinks: false) == nil
    }

    func run() async throws(DownloadError) -> Outcome {
        Self.underWay.add(1, ordering: .relaxed)
        defer { Self.underWay.subtract(1, ordering: .relaxed) }
        var asked = request
        if let speed = options.minimumSpeed {
            var timeouts = request.timeouts ?? client.configuration.timeouts
            timeouts.minimumSpeed = speed
            asked.timeouts = timeouts
        }
        asked.ask(ResumeQuestion(), ResumeKnowledge(), wantsDigest: options.asksForDigest)
        let answer: Answer
        do {
            answer = try await client.perform(asked, observer: observer) { response in
                if isWhole(response) {
                    let bytes = try await response.body.collect(limit: Int(Self.mostBytes))
                    return .whole(bytes, response.head)
                }
                return try await begin(on: response)
            }
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

    private enum Answer {
        case whole([UInt8], ResponseHead)
        case begun(DownloadRun, DownloadRound.End)
        case taken
    }

    /// Whether the answer is the file, and here.
    private func isWhole(_ response: Response) -> Bool {
        guard response.body.cameWithHead(atMost: min(Self.mostBytes, options.mostBytes ?? .max)),
            !PromisedDigests.mayBe(in: response.head)
        else { return false }
        // As `ResumePolicy` has it; the answer need not be looked at for that.
        if options.acceptsAnyStatus { return true }
        var known = ResumeKnowledge()
        known.expectsNoPage = FileKind.isNoPage(FileNames.lastComponent(of: path))
        let answer = ResumeAnswer(response.head, bodyLength: response.body.expectedByteCount)
        if case .writeWhole = ResumePolicy.action(for: answer, to: ResumeQuestion(), knowing: known) { return true }
        return false
    }

    // MARK: The long way

    private func makeRun() async throws(DownloadError) -> DownloadRun? {
        let partial = try PartialFile(
            of: path, replacesExisting: options.existing != .refuse, newFileMode: options.fileMode)
        if !partial.isNew { return nil }
        let run = DownloadRun(
            client: client, request: request, options: options, partial: partial, isAdopted: false, observer: observer,
            report: nil)
        try await run.prepare()
        return run
    }

    private func begin(on response: Response) async throws -> Answer {
        guard let run = try await makeRun() else { return .taken }
        return .begun(run, await run.singleRound(on: response))
    }

    // MARK: The short way

    private func save(_ bytes: [UInt8], _ head: ResponseHead) async throws(DownloadError) -> DownloadResult {
        let modified =
            options.keepsModificationTime
            ? head.fields[.lastModified].flatMap { HTTPDate(parsing: $0) }?.secondsSinceEpoch : nil
        let work = { @Sendable [path, options] () throws(DownloadError) in
            try Self.write(bytes, to: path, modified, options)
        }
        // Who waits for the disk needs a thread; of several files, those behind this one should not wait for it.
        if options.isDurable {
            try await onFileThread(work)
            do throws(FileError) {
                try await FolderSyncs.shared.sync(folderOf: path)
            } catch {
                throw .file(error)
            }
        } else if Self.underWay.load(ordering: .relaxed) > 1 {
            try await FileQueue.shared.run(work)
        } else {
            try work()
        }
        return DownloadResult(
            path: path, byteCount: Int64(bytes.count), completeness: .byLength, resumedBytes: 0,
            receivedBytes: Int64(bytes.count), notices: [], head: head)
    }

    private static func write(
        _ bytes: [UInt8], to path: String, _ modified: Int64?, _ options: DownloadOptions
    ) throws(DownloadError) {
        let isMade = try DownloadError.wrapping { () throws(FileError) in
            try UnnamedFile.make(
                path, of: bytes, permissions: options.fileMode, modified: modified, isDurable: options.isDurable)
        }
        if isMade { return }
        // The file system has no files without a name, or this one's was taken meanwhile.
        let partial = try PartialFile(
            of: path, replacesExisting: options.existing != .refuse, newFileMode: options.fileMode)
        defer { partial.release() }
        if !partial.isNew { try partial.restart() }
        try DownloadError.wrapping { () throws(FileError) in try partial.file.write(bytes, at: 0) }
        try partial.takeName(
            isDurable: options.isDurable, modified: modified, keepsExisting: options.existing == .refuse)
        try DownloadError.wrapping { () throws(FileError) in try partial.removeRecord() }
    }
}
