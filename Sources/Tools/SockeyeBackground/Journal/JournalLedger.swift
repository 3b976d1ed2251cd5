internal import SockeyeURL

/// What the journal's events come to: each job and where it stands.
///
/// Pure, and the same whoever reads. Running is not in it: only a worker knows.
struct JournalLedger: Sendable, Hashable {
    /// A job and its state.
    struct Entry: Sendable, Hashable {
        var job: BackgroundJob
        var state = BackgroundTransfer.State.queued
        /// What was at the path when a worker first began it; `nil` if none did.
        var was: String?
        var bytes: Int64 = 0
        var status: Int?

        /// Whether no event says more of its state.
        fileprivate var isAsAdded: Bool { state == .queued || state == .running }
    }

    private(set) var entries: [String: Entry] = [:]
    /// In the order they were handed over. Removed ones stay until the journal is written anew.
    private var order: [String] = []
    private(set) var limits = BackgroundLimits()
    /// Whether a newer version says that it wrote it.
    private(set) var isNewer = false
    /// The number of the first line that is whole but not understood.
    private(set) var unknownLine: Int?
    /// Lines that were read.
    private(set) var lineCount = 0
    /// The jobs that something happened to since this was last taken.
    private var touched: Set<String> = []

    /// The identifiers, in order.
    var identifiers: [String] { order.filter { entries[$0] != nil } }

    /// Reads whole lines.
    mutating func read(_ bytes: some Collection<UInt8>) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // What follows the last line's end.
        if lines.last?.isEmpty == true { lines.removeLast() }
        for line in lines {
            lineCount += 1
            switch JournalLine(line) {
            case .event(let event): apply(event)
            case .version(let version): if version > JournalLine.version { isNewer = true }
            case .unknown: unknownLine = unknownLine ?? lineCount
            case .damaged: break
            }
        }
    }

    /// Throws unless all of it is understood: the rest might say that a job is over.
    func check(_ path: String) throws(BackgroundError) {
        if isNewer { throw .newer(path: path) }
        if let unknownLine { throw .unreadable(path: path, line: unknownLine) }
    }

    /// Counts the job among those that something happened to.
    mutating func touch(_ id: String) { touched.insert(id) }

    /// The jobs that something happened to since the last call.
    mutating func takeTouched() -> Set<String> {
        defer { touched = [] }
        return touched
    }

    mutating func apply(_ event: JournalEvent) {
        if let id = event.id { touched.insert(id) }
        switch event {
        case .added(let id, let job):
            // The first one counts: its identifier may be in somebody's hands.
            if entries[id] != nil { return }
            entries[id] = Entry(job: job)
            order.append(id)
        case .begun(let id, let was):
            // What was there before the first beginning; afterwards it may be our own file.
            if entries[id]?.was == nil { entries[id]?.was = was }
        case .done(let id, let bytes, let status):
            // Whatever was said meanwhile: a job that is done can't be paused or cancelled any more.
            switch entries[id]?.state {
            case .queued, .paused, .cancelled: break
            case nil, .running, .done, .failed: return
            }
            entries[id]?.state = .done
            entries[id]?.bytes = bytes
            entries[id]?.status = status
        case .failed(let id, let cause, let status):
            // Whoever is late, such as a worker that was told to stop, has no say.
            guard entries[id]?.state == .queued else { return }
            entries[id]?.state = .failed(cause)
            entries[id]?.status = status
        case .told(let id, let command): apply(command, to: id)
        case .limits(let limits): self.limits = limits
        }
    }

    private mutating func apply(_ command: JournalEvent.Command, to id: String) {
        guard let state = entries[id]?.state else { return }
        switch (command, state) {
        case (.remove, _):
            entries[id] = nil
        case (.cancel, .queued), (.cancel, .paused):
            entries[id]?.state = .cancelled
        case (.pause, .queued):
            entries[id]?.state = .paused
        case (.resume, .paused), (.resume, .cancelled), (.resume, .failed):
            // An upload that nobody knows the fate of is sent again if the caller has been told so: it had failed, or was given
            // up. Of a download, what was at the path before it began tells whose the file is, now and later.
            if state != .paused, case .upload? = entries[id]?.job.work { entries[id]?.was = nil }
            entries[id]?.state = .queued
            entries[id]?.status = nil
        default: break
        }
    }

    /// The events of a journal with the same meaning and nothing else.
    var events: [JournalEvent] {
        [.limits(limits)]
            + identifiers.flatMap { id -> [JournalEvent] in
                guard let entry = entries[id] else { return [] }
                var events = [JournalEvent.added(id, entry.job)]
                if let was = entry.was { events.append(.begun(id, was: was)) }
                switch entry.state {
                case .queued, .running: break
                case .paused: events.append(.told(id, .pause))
                case .cancelled: events.append(.told(id, .cancel))
                case .done: events.append(.done(id, bytes: entry.bytes, status: entry.status))
                case .failed(let cause): events.append(.failed(id, cause: cause, status: entry.status))
                }
                return events
            }
    }

    /// Lines that aren't worth the trouble of writing the journal anew.
    private static let spareLines = 100

    /// Whether the journal would be much shorter if it were written anew.
    var isWordy: Bool {
        if lineCount < 2 * entries.count + Self.spareLines { return false }
        // As many as `events` has.
        let useful = entries.values.reduce(1) { $0 + 1 + ($1.was == nil ? 0 : 1) + ($1.isAsAdded ? 0 : 1) }
        return lineCount >= 2 * useful + Self.spareLines
    }

    /// The job as users see it, as far as the journal tells.
    func transfer(_ id: String) -> BackgroundTransfer? {
        entries[id].map { entry in
            let kind: BackgroundTransfer.Kind =
                if case .download = entry.job.work { .download } else { .upload }
            let bytes: Int64? = entry.state == .done ? entry.bytes : nil
            return BackgroundTransfer(
                id: id, kind: kind, url: entry.job.url.withoutCredentials.href, path: entry.job.path,
                label: entry.job.label, state: entry.state, byteCount: bytes ?? 0, total: bytes, status: entry.status)
        }
    }
}
