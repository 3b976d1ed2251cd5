public import HTTPTypes
internal import SockeyeIO
internal import SockeyeTransfers
public import SockeyeURL

/// Downloads and uploads that continue after the program exits.
///
/// A folder holds the queue. Adding a job appends it to the folder's journal; a worker, a separate process without a terminal,
/// runs it. Any program that opens the folder, now or later, can follow the progress.
///
/// ```swift
/// BackgroundTransfers.runIfWorker()                                  // first in main
///
/// let transfers = try BackgroundTransfers(folder: "/home/me/.local/state/my-app/transfers")
/// let id = try await transfers.download("https://example.com/big.iso", to: "/home/me/big.iso")
/// try await transfers.start()                                        // the program may exit now
///
/// for try await transfer in transfers.updates() { print(transfer.path, transfer.state) }
/// ```
///
/// After a crash or a reboot, `start()` continues where the worker stopped: unfinished files are resumed, and finished jobs
/// aren't repeated. No worker starts by itself, so call `start()` whenever the program starts; to continue without the program,
/// run `sockeye --background-worker FOLDER` from cron or systemd.
///
/// The journal holds everything in the jobs, including passwords in URLs and fields, so the folder is private to its owner
/// (mode 0700, files 0600). Prefer to give credentials to the worker's configuration.
public final class BackgroundTransfers: Sendable {
    /// The worker's program.
    @nonexhaustive
    public enum Worker: Sendable, Hashable {
        /// This program, started again; its main must begin with ``BackgroundTransfers/runIfWorker(configuration:)``.
        case thisProgram
        /// The path of another program that makes the same call, or of `sockeye`.
        case program(String)
    }

    let folder: BackgroundFolder
    private let worker: Worker

    /// The folder's absolute path.
    public var path: String { folder.path }

    /// Opens the queue in a folder, and creates that if needed; what it lies in must be there.
    ///
    /// - Parameters:
    ///   - path: a folder that only this user can write to; not a temporary folder.
    ///   - worker: the worker's program.
    /// - Throws: `.notOurs` if others can write to the folder, `.file` if it can't be created.
    public init(folder path: String, worker: Worker = .thisProgram) throws(BackgroundError) {
        folder = try BackgroundFolder(path)
        self.worker = worker
    }

    /// Opens an existing queue.
    ///
    /// - Throws: `.file` if the folder doesn't exist, `.noQueue` if no job was ever added to it, `.notOurs`.
    public init(existing path: String, worker: Worker = .thisProgram) throws(BackgroundError) {
        folder = try BackgroundFolder(path, mustExist: true)
        if !folder.hasJournal { throw .noQueue(path: path) }
        self.worker = worker
    }

    // MARK: Adding jobs

    /// Adds a download of `url` to the file `path`.
    ///
    /// - Returns: the job's identifier, once the job is on the disk.
    /// - Throws: `.invalid` for a URL or path that can't be used, `.file`.
    @discardableResult
    public func download(
        _ url: some HTTPURLConvertible, to path: String, _ options: BackgroundJob.Download = .init(),
        fields: HTTPFields = [:], label: String? = nil
    ) async throws(BackgroundError) -> String {
        try await add(.download(Self.parsed(url), to: path, options, fields: fields, label: label))
    }

    /// Adds an upload of the file `path` to `url`, by default with PUT.
    @discardableResult
    public func upload(
        _ path: String, to url: some HTTPURLConvertible, _ options: BackgroundJob.Upload = .init(),
        fields: HTTPFields = [:], label: String? = nil
    ) async throws(BackgroundError) -> String {
        try await add(.upload(path, to: Self.parsed(url), options, fields: fields, label: label))
    }

    /// Adds a job.
    @discardableResult
    public func add(_ job: BackgroundJob) async throws(BackgroundError) -> String {
        try await add([job]).first ?? ""
    }

    /// Adds several jobs with a single sync.
    ///
    /// - Returns: their identifiers, in order.
    @discardableResult
    public func add(_ jobs: [BackgroundJob]) async throws(BackgroundError) -> [String] {
        var events: [JournalEvent] = []
        for job in jobs { events.append(.added(Self.newIdentifier(), try checked(job))) }
        try await write(events)
        return events.compactMap(\.id)
    }

    private static func parsed(_ url: some HTTPURLConvertible) throws(BackgroundError) -> HTTPURL {
        do throws(HTTPURLError) {
            return try url.httpURL()
        } catch {
            throw .invalid("\(error)")
        }
    }

    /// 64 random bits, so that no counter needs coordination.
    private static func newIdentifier() -> String {
        String(UInt64.random(in: 0 ... .max), radix: 36)
    }

    /// Validates the job and makes its path absolute for a process with another working directory.
    private func checked(_ job: BackgroundJob) throws(BackgroundError) -> BackgroundJob {
        var job = job
        if job.path.isEmpty || job.path.utf8.contains(0) || job.path.utf8.last == UInt8(ascii: "/") {
            throw .invalid("\"\(job.path)\" is not the path of a file")
        }
        if job.path.utf8.first != UInt8(ascii: "/") {
            let folder = try BackgroundError.wrapping(FileNames.resolved("."))
            job.path = "\(folder)/\(job.path)"
        }
        // Normalised, because jobs with the same path run one after the other.
        if let parent = try? FileNames.resolved(FileNames.folder(of: job.path)) {
            job.path = (parent == "/" ? "" : parent) + "/" + FileNames.lastComponent(of: job.path)
        }
        try folder.check(target: job.path)
        if case .download(let options) = job.work, case .fixed(let count) = options.segments,
            !(1...SegmentCount.perHostLimit).contains(count)
        {
            throw .invalid("a download has 1 to \(SegmentCount.perHostLimit) segments, not \(count)")
        }
        return job
    }

    // MARK: Commands

    /// Stops a job. Bytes already fetched are kept for ``resume(_:)``. A no-op if the job is over.
    ///
    /// - Throws: `.unknown` if there is no such job.
    public func cancel(_ id: String) async throws(BackgroundError) { try await tell(id, .cancel) }

    /// Pauses a job. A no-op if it is over.
    public func pause(_ id: String) async throws(BackgroundError) { try await tell(id, .pause) }

    /// Queues a paused, cancelled or failed job again. Call `start()` afterwards.
    public func resume(_ id: String) async throws(BackgroundError) { try await tell(id, .resume) }

    /// Removes a job from the queue, and stops it if it runs. Its files stay.
    public func remove(_ id: String) async throws(BackgroundError) { try await tell(id, .remove) }

    /// Removes the jobs that are done, failed or cancelled.
    ///
    /// - Returns: the removed jobs.
    @discardableResult
    public func removeFinished() async throws(BackgroundError) -> [BackgroundTransfer] {
        let ledger = try await ledger()
        let over = ledger.identifiers.compactMap { ledger.transfer($0) }.filter { $0.state.isOver }
        try await write(over.map { .told($0.id, .remove) })
        return over
    }

    /// Sets how many jobs run concurrently, from now on and for every program that uses the folder.
    public func setLimits(_ limits: BackgroundLimits) async throws(BackgroundError) {
        try await write([.limits(limits)])
    }

    private func tell(_ id: String, _ command: JournalEvent.Command) async throws(BackgroundError) {
        guard try await ledger().entries[id] != nil else { throw .unknown(id) }
        try await write([.told(id, command)])
    }

    private func ledger() async throws(BackgroundError) -> JournalLedger {
        try await onFileThread { [folder] () throws(BackgroundError) in try folder.journal.ledger() }
    }

    /// Writes the events, and notifies the worker if there is one.
    private func write(_ events: [JournalEvent]) async throws(BackgroundError) {
        if events.isEmpty { return }
        let journal = folder.journal
        try await onFileThread { () throws(BackgroundError) in try journal.append(events) }
        // If that fails, the worker reads the journal at its next tick.
        (try? await connect())?.close()
    }

    /// A connection to the worker.
    func connect() async throws(BackgroundError) -> Socket {
        try await folder.withSocketAddress { address throws(IOError) in
            try await Socket.connect(to: address, until: .after(.seconds(5)))
        }
    }

    // MARK: The worker

    /// The path of the running program, or `/proc/self/exe` if another file has that path by now.
    private static var thisProgram: String {
        let running = "/proc/self/exe"
        guard let path = try? FileNames.resolved(running), let facts = try? FileFacts(of: path),
            let own = try? FileFacts(of: running), facts.identity == own.identity
        else { return running }
        return path
    }

    /// Notifies the running worker, or starts one.
    ///
    /// The worker exits after a few idle seconds. It survives the end of this program and of its terminal, but not a shutdown,
    /// nor the end of a systemd session without `loginctl enable-linger`.
    ///
    /// - Throws: `.workerEnded` with the end of its log, `.noWorker` if the program does something else, `.io` if it can't be
    ///   started.
    public func start() async throws(BackgroundError) { try await start(patience: .seconds(30)) }

    /// - Parameter patience: how long the program may take to start listening.
    func start(patience: Duration) async throws(BackgroundError) {
        // A worker whose main doesn't call runIfWorker would start another worker, and so on.
        if WorkerArguments.folder != nil { throw .calledAsWorker }
        if let socket = try? await connect() { return socket.close() }
        let log = try folder.openLog()
        let before = try BackgroundError.wrapping(log.facts().size)
        let program = if case .program(let path) = worker { path } else { Self.thisProgram }
        let process: Int32
        do throws(IOError) {
            process = try BackgroundProcess.start(
                program, WorkerArguments.words(folder: path), output: log.number)
        } catch {
            throw .io(error)
        }
        let end = Deadline.after(patience)
        while true {
            // In this order, since it may start and exit between the two.
            let isAlive = BackgroundProcess.isRunning(process)
            if let socket = try? await connect() { return socket.close() }
            if !isAlive { break }
            if end.hasPassed {
                // It runs as the caller's own program, without a terminal and without a purpose.
                BackgroundProcess.end(process)
                throw .noWorker(program)
            }
            do throws(IOError) {
                try await EventLoop.shared.sleep(until: .after(.milliseconds(5)))
            } catch {
                throw .cancelled
            }
        }
        let printed = (try? SmallFile.read(folder.log)) ?? []
        throw .workerEnded(
            String(decoding: printed.dropFirst(Int(clamping: before)).suffix(500), as: UTF8.self)
                .split(separator: "\n").joined(separator: "; "))
    }
}
