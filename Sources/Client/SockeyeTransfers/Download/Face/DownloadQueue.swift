public import SockeyeClient
internal import SockeyeURL
internal import SockeyeIO
internal import Synchronization

/// Downloads many files, a few at a time in all and per host, in the order they were added.
///
/// With a journal it survives restarts: files that are not complete are there again when the queue is opened with
/// the same journal, and each one resumes from its partial file.
///
/// ```swift
/// let queue = try DownloadQueue(journal: "downloads.queue", with: client)
/// try queue.add("https://example.com/a.iso", to: "a.iso")
/// for await end in queue.run() { … }                    // ends when the queue is empty
/// ```
///
/// The journal is text, one event a line: `+ URL PATH` for a file that was added, `- PATH` for one that is complete or
/// was given up. Only its owner can read it. It holds URLs without user names and passwords: a queue that is opened
/// again gets these from the client's configuration.
public final class DownloadQueue: Sendable {
    /// How one file ended.
    public struct End: Sendable {
        /// The source.
        public var url: String
        /// The destination.
        public var path: String
        /// The result or the failure.
        public var result: Result<DownloadResult, DownloadError>
    }

    /// A waiting or running file.
    private struct Entry: Sendable {
        let item: DownloadJournal.Item
        /// Files of one host share its limit; text that isn't a URL fails later.
        let host: String

        init(_ item: DownloadJournal.Item) {
            self.item = item
            host = (try? HTTPURL(item.url))?.authority ?? ""
        }
    }

    private struct State {
        var waiting: [Entry] = []
        var running: Set<String> = []
        /// The paths that are being added, whose lines may be in the journal before they wait here.
        var adding: [String] = []
        /// The number of running files by host.
        var busy: [String: Int] = [:]
        /// The last run, which may be ending.
        var run: Task<Void, Never>?
    }

    private let client: HTTPClient
    private let options: DownloadOptions
    private let limit: Int
    private let perHostLimit: Int
    private let journal: DownloadJournal?
    private let state: Mutex<State>

    /// A queue, with the files that its journal lists as incomplete.
    ///
    /// - Parameters:
    ///   - path: the journal, created if missing; `nil` for a queue that ends with the process.
    ///   - limit: files at once, in all.
    ///   - perHostLimit: files at once from one host.
    ///   - options: for every file.
    ///   - client: sends the requests.
    /// - Throws: ``DownloadError/file(_:)`` if the journal cannot be read or written, ``DownloadError/busy(_:)`` if
    ///   another process has it.
    public init(
        journal path: String? = nil, limit: Int = 8, perHostLimit: Int = 4,
        options: DownloadOptions = DownloadOptions(), with client: HTTPClient = .shared
    ) throws(DownloadError) {
        self.client = client
        self.options = options
        self.limit = max(1, limit)
        self.perHostLimit = max(1, perHostLimit)
        journal = try path.map { path throws(DownloadError) in try DownloadJournal(path) }
        let waiting = journal?.found.waiting ?? []
        state = Mutex(State(waiting: waiting.map(Entry.init)))
        // Finished files don't matter to a queue, and the journal must not grow forever.
        if waiting.isEmpty { try journal?.clear() }
    }

    /// Adds a file. A waiting one for the same path is replaced; after a running one it is fetched again.
    ///
    /// - Throws: ``DownloadError/file(_:)`` if the journal cannot be written, ``DownloadError/refused(_:status:)`` for a URL
    ///   or path that a line cannot hold.
    public func add(_ url: String, to path: String) throws(DownloadError) {
        let item = DownloadJournal.Item(url: url, path: path)
        guard item.isWritable else {
            throw .refused("a queue's journal holds no URL with spaces and no path with line breaks", status: nil)
        }
        state.withLock { $0.adding.append(path) }
        defer { state.withLock { state in _ = state.adding.firstIndex(of: path).map { state.adding.remove(at: $0) } } }
        try journal?.add(item, isDurable: options.isDurable)
        state.withLock { state in
            state.waiting.removeAll { $0.item.path == path }
            state.waiting.append(Entry(item))
        }
    }

    /// The number of files neither complete nor abandoned.
    public var count: Int { state.withLock { $0.waiting.count + $0.running.count } }

    /// Downloads the queue's files, and those added meanwhile, until it is empty; yields how each one ended.
    ///
    /// A file that failed is removed. If the task is cancelled, incomplete files stay in the journal. One run follows another:
    /// it begins once an earlier one, cancelled or not, has ended.
    public func run() -> AsyncStream<End> {
        let (ends, sender) = AsyncStream<End>.makeStream()
        let task = state.withLock { state in
            let task = begin(after: state.run, telling: sender)
            state.run = task
            return task
        }
        sender.onTermination = { _ in task.cancel() }
        return ends
    }

    private func begin(
        after earlier: Task<Void, Never>?, telling sender: AsyncStream<End>.Continuation
    ) -> Task<Void, Never> {
        Task(executorPreference: client.eventLoop) {
            await earlier?.value
            await withTaskGroup(of: End.self) { group in
                repeat {
                    while let entry = self.takeNext() { group.addTask { await self.fetch(entry) } }
                    guard let end = await group.next() else { break }
                    sender.yield(end)
                } while !Task.isCancelled
            }
            sender.finish()
        }
    }

    /// The next file that the limits allow.
    private func takeNext() -> Entry? {
        state.withLock { state in
            guard state.running.count < limit else { return nil }
            let index = state.waiting.firstIndex { entry in
                state.busy[entry.host, default: 0] < perHostLimit && !state.running.contains(entry.item.path)
            }
            guard let index else { return nil }
            let entry = state.waiting.remove(at: index)
            state.running.insert(entry.item.path)
            state.busy[entry.host, default: 0] += 1
            return entry
        }
    }

    private func fetch(_ entry: Entry) async -> End {
        let item = entry.item
        let result = await outcome { () throws(DownloadError) in
            try await client.download(item.url, to: .file(item.path), options: options)
        }
        finish(entry, result)
        return End(url: item.url, path: item.path, result: result)
    }

    private func finish(_ entry: Entry, _ result: Result<DownloadResult, DownloadError>) {
        let path = entry.item.path
        let isAddedAgain = state.withLock { state in
            state.running.remove(path)
            state.busy[entry.host, default: 1] -= 1
            let isAddedAgain = state.adding.contains(path) || state.waiting.contains { $0.item.path == path }
            // Neither complete nor given up: the next run resumes it.
            if case .failure(.cancelled) = result, Task.isCancelled, !isAddedAgain {
                state.waiting.insert(entry, at: 0)
            }
            return isAddedAgain
        }
        if case .failure(.cancelled) = result { return }
        // The note would end the other file, which has the path now.
        if isAddedAgain { return }
        // The file is on the disk already: without this note it is only checked again.
        try? journal?.end(entry.item)
    }
}
