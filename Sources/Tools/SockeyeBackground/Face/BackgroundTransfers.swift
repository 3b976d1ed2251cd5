internal import Glibc
public import HTTPTypes
internal import SockeyeIO
internal import SockeyeTransfers
public import SockeyeURL

/// Downloads and uploads that go on when the program ends.
///
/// A folder holds the queue. Jobs are handed over by writing them to its journal; a worker, a process of its own without a
/// terminal, carries them out. Whoever opens the folder, the same program later or another one, sees how far they are.
///
/// ```swift
/// BackgroundTransfers.runIfWorker()                                  // first in main
///
/// let transfers = try BackgroundTransfers(folder: "/home/me/.local/state/my-app/transfers")
/// let id = try await transfers.download("https://example.com/big.iso", to: "/home/me/big.iso")
/// try await transfers.start()                                        // the program may end now
///
/// for try await transfer in transfers.updates() { print(transfer.path, transfer.state) }
/// ```
///
/// After a crash or a reboot, `start()` goes on where the worker was: unfinished files are resumed, and what the journal says
/// is done isn't done again. Nothing starts a worker by itself, so call `start()` whenever the program starts; for a machine
/// that must go on without it, `sockeye --background-worker FOLDER` is a command for cron or systemd.
///
/// The journal holds what the jobs hold, passwords in URLs and fields included: the folder is its owner's alone (mode 0700, the
/// files 0600). Credentials that needn't be there are better given to the worker's configuration.
public final class BackgroundTransfers: Sendable {
    /// The program that works in the background.
    public enum Worker: Sendable, Hashable {
        /// This program, started again; its main must call ``BackgroundTransfers/runIfWorker(configuration:)`` first.
        case thisProgram
        /// Another program with the same call, or `sockeye`: its path.
        case program(String)
    }

    let folder: BackgroundFolder
    private let worker: Worker

    /// The folder, an absolute path.
    public var path: String { folder.path }

    /// The queue in a folder, which is made if there is none.
    ///
    /// - Parameters:
    ///   - path: of a folder that only this user may write to, not one for temporary files.
    ///   - worker: the program that works.
    /// - Throws: `.notOurs` if others may write to the folder, `.file` if it can't be made.
    public init(folder path: String, worker: Worker = .thisProgram) throws(BackgroundError) {
        folder = try BackgroundFolder(path)
        self.worker = worker
    }

    /// The queue in a folder that is there already, for looking at it.
    ///
    /// - Throws: `.file` if there is no such folder, `.noQueue` if nothing was ever handed over there, `.notOurs`.
    public init(existing path: String, worker: Worker = .thisProgram) throws(BackgroundError) {
        folder = try BackgroundFolder(path, mustExist: true)
        if !folder.hasJournal { throw .noQueue(path: path) }
        self.worker = worker
    }

    // MARK: Handing over

    /// Hands over a download of `url` to the file `path`.
    ///
    /// - Returns: the job's identifier. When it returns, the job is on the disk.
    /// - Throws: `.invalid` for a URL or path that can't be used, `.file`.
    @discardableResult
    public func download(
        _ url: some HTTPURLConvertible, to path: String, _ options: BackgroundJob.Download = .init(),
        fields: HTTPFields = [:], label: String? = nil
    ) async throws(BackgroundError) -> String {
        try await add(.download(Self.parsed(url), to: path, options, fields: fields, label: label))
    }

    /// Hands over an upload of the file `path` to `url`, by default with PUT.
    @discardableResult
    public func upload(
        _ path: String, to url: some HTTPURLConvertible, _ options: BackgroundJob.Upload = .init(),
        fields: HTTPFields = [:], label: String? = nil
    ) async throws(BackgroundError) -> String {
        try await add(.upload(path, to: Self.parsed(url), options, fields: fields, label: label))
    }

    /// Hands over a job.
    @discardableResult
    public func add(_ job: BackgroundJob) async throws(BackgroundError) -> String {
        try await add([job]).first ?? ""
    }

    /// Hands over many jobs with one wait for the disk.
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

    /// 64 random bits: nobody has to be asked for a number.
    private static func newIdentifier() -> String {
        String(UInt64.random(in: 0 ... .max), radix: 36)
    }

    /// The job as another process in another folder understands it.
    private func checked(_ job: BackgroundJob) throws(BackgroundError) -> BackgroundJob {
        var job = job
        if job.path.isEmpty || job.path.utf8.contains(0) || job.path.utf8.last == UInt8(ascii: "/") {
            throw .invalid("\"\(job.path)\" is not the path of a file")
        }
        if job.path.utf8.first != UInt8(ascii: "/") { job.path = try Self.currentFolder() + "/" + job.path }
        // One spelling for one file: two jobs that share one wait for each other.
        if let parent = try? FileNames.resolved(FileNames.folder(of: job.path)) {
            job.path = (parent == "/" ? "" : parent) + "/" + FileNames.lastComponent(of: job.path)
        }
        try folder.check(target: job.path)
        if case .download(let options) = job.work, case .fixed(let count) = options.segments,
            !(1...SegmentCount.maximumPerHost).contains(count)
        {
            throw .invalid("a download has 1 to \(SegmentCount.maximumPerHost) segments, not \(count)")
        }
        return job
    }

    private static func currentFolder() throws(BackgroundError) -> String {
        // SAFETY: without a buffer, getcwd(3) returns an allocated string or NULL; it is copied and freed here.
        guard let text = getcwd(nil, 0) else {
            throw .file(FileError(call: "getcwd", path: ".", errorNumber: errno))
        }
        defer { free(text) }
        // SAFETY: as above.
        return String(cString: text)
    }

    // MARK: Changing one's mind

    /// Stops a job. What was fetched is kept, and ``resume(_:)`` goes on with it. A no-op if it is over.
    ///
    /// - Throws: `.unknown` if there is no such job.
    public func cancel(_ id: String) async throws(BackgroundError) { try await tell(id, .cancel) }

    /// Lets a job wait. A no-op if it is over.
    public func pause(_ id: String) async throws(BackgroundError) { try await tell(id, .pause) }

    /// Queues a paused, cancelled or failed job again. Call `start()` afterwards.
    public func resume(_ id: String) async throws(BackgroundError) { try await tell(id, .resume) }

    /// Forgets a job; one that runs is stopped. Its files stay.
    public func remove(_ id: String) async throws(BackgroundError) { try await tell(id, .remove) }

    /// Forgets the jobs that are done, failed or cancelled.
    ///
    /// - Returns: the jobs that were forgotten.
    @discardableResult
    public func removeFinished() async throws(BackgroundError) -> [BackgroundTransfer] {
        let journal = folder.journal
        let over = try await aside { () throws(BackgroundError) in
            let ledger = try journal.ledger()
            return ledger.identifiers.compactMap { ledger.transfer($0) }.filter { $0.state.isOver }
        }
        try await write(over.map { .told($0.id, .remove) })
        return over
    }

    /// Sets how many jobs run at once, from now on and for every program that uses the folder.
    public func setLimits(_ limits: BackgroundLimits) async throws(BackgroundError) {
        try await write([.limits(limits)])
    }

    private func tell(_ id: String, _ command: JournalEvent.Command) async throws(BackgroundError) {
        let journal = folder.journal
        let isKnown = try await aside { () throws(BackgroundError) in try journal.ledger().entries[id] != nil }
        guard isKnown else { throw .unknown(id) }
        try await write([.told(id, command)])
    }

    /// Writes the events, and tells the worker, if there is one.
    private func write(_ events: [JournalEvent]) async throws(BackgroundError) {
        if events.isEmpty { return }
        let journal = folder.journal
        try await aside { () throws(BackgroundError) in try journal.append(events) }
        // Without an answer, it reads the journal at its next tick.
        (try? await connect())?.close()
    }

    /// A connection to the worker.
    func connect() async throws(BackgroundError) -> Socket {
        try await folder.withSocketAddress { address throws(IOError) in
            try await Socket.connect(to: address, until: .after(.seconds(5)))
        }
    }

    // MARK: The worker

    private static func isAlive(_ process: Int32) -> Bool {
        guard kill(process, 0) == 0 else { return false }
        // One that has ended but that nobody waited for yet is a zombie: the letter behind the name, proc_pid_stat(5). A zombie's
        // command line is empty, but so is any process's for a moment during exec.
        guard let facts = try? SmallFile.read("/proc/\(process)/stat"),
            let name = facts.lastIndex(of: UInt8(ascii: ")")), name + 2 < facts.count
        else { return true }
        return facts[name + 2] != UInt8(ascii: "Z") && facts[name + 2] != UInt8(ascii: "X")
    }

    /// The path of the running program; if another file has that name by now, the way to the one that runs.
    private static var thisProgram: String {
        let running = "/proc/self/exe"
        guard let path = try? FileNames.resolved(running), let facts = try? FileFacts(of: path),
            let own = try? FileFacts(of: running), facts.identity == own.identity
        else { return running }
        return path
    }

    /// Sees to it that a worker is at the jobs: one that runs is told that there may be more, otherwise one is started.
    ///
    /// The worker ends when it has had nothing to do for a few seconds. It survives the end of this program and of its terminal,
    /// but not of the machine, nor of a systemd session that kills what its users leave (`loginctl enable-linger`).
    ///
    /// - Throws: `.workerEnded` with the end of its log, `.noWorker` if the program does something else, `.io` if it can't be
    ///   started.
    public func start() async throws(BackgroundError) { try await start(patience: .seconds(30)) }

    /// The same.
    ///
    /// - Parameter patience: how long the program may take to begin its work.
    func start(patience: Duration) async throws(BackgroundError) {
        // The worker's main went past runIfWorker, or never called it: a worker of a worker of a worker would follow.
        if WorkerArguments.folder != nil { throw .calledAsWorker }
        if let socket = try? await connect() { return socket.close() }
        let log = try folder.openLog()
        let before = try BackgroundError.wrapping { () throws(FileError) in try log.facts().size }
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
            // In this order: it may have come and gone between the two.
            let isAlive = Self.isAlive(process)
            if let socket = try? await connect() { return socket.close() }
            if !isAlive { break }
            if end.hasPassed {
                // It would be the caller's own program, without a terminal and for nobody.
                kill(process, SIGKILL)
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
