public import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import Synchronization

/// Many files, a few at a time: at most so many in all and so many from one host, in the order they were added.
///
/// With a journal it survives restarts: what was added and is not complete is there again when the queue is opened with
/// the same journal, and each file goes on from its partial file.
///
/// ```swift
/// let queue = try DownloadQueue(journal: "downloads.queue", with: client)
/// try queue.add("https://example.com/a.iso", to: "a.iso")
/// for await end in queue.run() { … }                    // ends when the queue is empty
/// ```
///
/// The journal is text, one event a line: `+ URL PATH` for a file that was added, `- PATH` for one that is complete or
/// was given up. A line that a crash cut off is passed over.
public final class DownloadQueue: Sendable {
    /// One file's end.
    public struct End: Sendable {
        /// Where it came from.
        public var url: String
        /// Where it goes.
        public var path: String
        /// What came of it.
        public var result: Result<DownloadResult, DownloadError>
    }

    struct Item: Sendable, Hashable {
        var url: String
        var path: String

        /// Files of one host share its limit; a text that is no URL fails soon enough.
        var host: String { (try? HTTPURL(url))?.authority ?? "" }
    }

    private struct State {
        var waiting: [Item] = []
        var running: [Item] = []
    }

    private let client: HTTPClient
    private let options: DownloadOptions
    private let most: Int
    private let mostPerHost: Int
    private let journal: File?
    private let state = Mutex(State())

    /// A queue, with what its journal says is not complete.
    ///
    /// - Parameters:
    ///   - journal: a file that is made if need be; `nil` for a queue that ends with the process.
    ///   - most: files at once, in all.
    ///   - mostPerHost: files at once from one host.
    /// - Throws: ``DownloadError/file(_:)`` when the journal cannot be read or written, ``DownloadError/busy(_:)`` when
    ///   another process has it.
    public init(
        journal path: String? = nil, most: Int = 8, mostPerHost: Int = 4,
        options: DownloadOptions = DownloadOptions(), with client: HTTPClient = .shared
    ) throws(DownloadError) {
        self.client = client
        self.options = options
        self.most = max(1, most)
        self.mostPerHost = max(1, mostPerHost)
        guard let path else {
            journal = nil
            return
        }
        let (file, items) = try Self.open(path)
        journal = file
        state.withLock { $0.waiting = items }
    }

    /// The longest journal that is read: some hundred thousand files.
    private static let mostJournalBytes: Int64 = 64 << 20

    private static func open(_ path: String) throws(DownloadError) -> (File, [Item]) {
        do throws(FileError) {
            let file = try File(path, [.reading, .writing, .creating, .appending, .notThroughLink])
            try file.lock()
            let size = min(try file.facts().size, mostJournalBytes)
            let bytes = try file.read(Int(size), at: 0)
            // A line that was cut off must not swallow the next one.
            if let last = bytes.last, last != UInt8(ascii: "\n") { try file.append([UInt8(ascii: "\n")]) }
            return (file, items(in: String(decoding: bytes, as: UTF8.self)))
        } catch {
            throw error.isLocked ? .busy(path) : .file(error)
        }
    }

    /// What a journal says is not complete, in the order it was added.
    static func items(in journal: String) -> [Item] {
        var items: [Item] = []
        // The last line has its end, or was cut off.
        let lines = journal.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        for line in lines {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { continue }
            if parts[0] == "-" { items.removeAll { $0.path == parts[1] } }
            let added = parts[1].split(separator: " ", maxSplits: 1)
            guard parts[0] == "+", added.count == 2 else { continue }
            let item = Item(url: String(added[0]), path: String(added[1]))
            items.removeAll { $0.path == item.path }
            items.append(item)
        }
        return items
    }

    /// Adds a file. One that is in the queue already for the same path is replaced.
    ///
    /// - Throws: ``DownloadError/file(_:)`` when the journal cannot be written, ``DownloadError/noName(_:)`` for a URL
    ///   or path that a line cannot hold.
    public func add(_ url: String, to path: String) throws(DownloadError) {
        let isLine = !path.isEmpty && !url.isEmpty && !url.contains(" ") && !(url + path).utf8.contains { $0 < 0x20 }
        guard isLine else { throw .noName(url) }
        try note("+ \(url) \(path)")
        state.withLock { state in
            state.waiting.removeAll { $0.path == path }
            state.waiting.append(Item(url: url, path: path))
        }
    }

    /// Files that are neither complete nor given up.
    public var count: Int { state.withLock { $0.waiting.count + $0.running.count } }

    private func note(_ line: String) throws(DownloadError) {
        guard let journal else { return }
        try DownloadError.wrapping { () throws(FileError) in
            try journal.append(Array("\(line)\n".utf8))
            if options.isDurable { try journal.syncData() }
        }
    }

    /// Fetches what is in the queue and what is added meanwhile, until it is empty; gives each file's end.
    ///
    /// A file that failed for good is taken out; when the task is cancelled, what is not complete stays in the journal.
    public func run() -> AsyncStream<End> {
        let (ends, sender) = AsyncStream<End>.makeStream()
        let task = Task(executorPreference: client.eventLoop) {
            await withTaskGroup(of: End.self) { group in
                repeat {
                    while let item = self.takeNext() { group.addTask { await self.fetch(item) } }
                    guard let end = await group.next() else { break }
                    self.finish(end)
                    sender.yield(end)
                } while !Task.isCancelled
            }
            sender.finish()
        }
        sender.onTermination = { _ in task.cancel() }
        return ends
    }

    /// The next file that the limits allow.
    private func takeNext() -> Item? {
        state.withLock { state in
            guard state.running.count < most else { return nil }
            let busy = Dictionary(grouping: state.running, by: \.host).mapValues(\.count)
            let index = state.waiting.firstIndex { item in
                busy[item.host, default: 0] < mostPerHost && !state.running.contains { $0.path == item.path }
            }
            guard let index else { return nil }
            let item = state.waiting.remove(at: index)
            state.running.append(item)
            return item
        }
    }

    private func fetch(_ item: Item) async -> End {
        do throws(DownloadError) {
            let result = try await client.download(item.url, to: .file(item.path), options: options)
            return End(url: item.url, path: item.path, result: .success(result))
        } catch {
            return End(url: item.url, path: item.path, result: .failure(error))
        }
    }

    private func finish(_ end: End) {
        state.withLock { $0.running.removeAll { $0.path == end.path } }
        if case .failure(.cancelled) = end.result { return }
        // That it is complete is on the disk already: a journal that cannot say so costs a look at the file.
        try? note("- \(end.path)")
    }
}
