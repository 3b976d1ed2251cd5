internal import SockeyeURL

/// The state of every job, computed from the journal's events.
///
/// Pure, so every process computes the same. `running` isn't part of it: only a worker knows that.
struct JournalLedger: Sendable, Hashable {
    /// A job and its state.
    struct Entry: Sendable, Hashable {
        var job: BackgroundJob
        var state = BackgroundTransfer.State.queued
        /// The file at the path when a worker first began the job; `nil` if none has yet.
        var was: String?
        var bytes: Int64 = 0
        var status: Int?

        /// Whether no further event is needed to express the state.
        fileprivate var isAsAdded: Bool { state == .queued || state == .running }
    }

    private(set) var entries: [String: Entry] = [:]
    /// In the order they were added. Removed jobs stay in it until the journal is compacted.
    private var order: [String] = []
    private(set) var limits = BackgroundLimits()
    /// Whether a newer version wrote the journal.
    private(set) var isNewer = false
    /// The number of the first complete line that isn't understood.
    private(set) var unknownLine: Int?
    /// Lines read so far.
    private(set) var lineCount = 0
    /// The jobs with events since the last `takeChanged()`.
    private var changed: Set<String> = []

    /// The identifiers, in order.
    var identifiers: [String] { order.filter { entries[$0] != nil } }

    /// Applies whole lines.
    mutating func read(_ bytes: some Collection<UInt8>) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // The empty rest after the last line feed.
        if lines.last?.isEmpty == true { lines.removeLast() }
        for line in lines {
            lineCount += 1
            switch JournalLine(line) {
            case .event(let event): apply(event)
            case .version(let version): if version > JournalLine.version { isNewer = true }
            case .unknown: unknownLine = unknownLine ?? lineCount
            case .cut: break
            }
        }
    }

    /// Throws unless every line was understood: an unknown line might say that a job is over.
    func check(_ path: String) throws(BackgroundError) {
        if isNewer { throw .newer(path: path) }
        if let unknownLine { throw .unreadable(path: path, line: unknownLine) }
    }

    mutating func markChanged(_ id: String) { changed.insert(id) }

    /// The jobs that changed since the last call.
    mutating func takeChanged() -> Set<String> {
        defer { changed = [] }
        return changed
    }

    mutating func apply(_ event: JournalEvent) {
        if let id = event.id { changed.insert(id) }
        switch event {
        case .added(let id, let job):
            // The first job keeps the identifier: a caller may already hold it.
            if entries[id] != nil { return }
            entries[id] = Entry(job: job)
            order.append(id)
        case .begun(let id, let was):
            // Keep the first: on later runs the file may be our own.
            if entries[id]?.was == nil { entries[id]?.was = was }
        case .done(let id, let bytes, let status):
            // Completion overrides a pause or cancel that was written in the meantime.
            switch entries[id]?.state {
            case .queued, .paused, .cancelled: break
            case nil, .running, .done, .failed: return
            }
            entries[id]?.state = .done
            entries[id]?.bytes = bytes
            entries[id]?.status = status
        case .failed(let id, let cause, let status):
            // Ignore a late failure, such as one from a worker that was told to stop.
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
            // An upload with an unknown outcome may be sent again once its caller has seen it fail or cancelled it. A download
            // keeps `was`, by which later runs recognise their own file.
            if state != .paused, case .upload? = entries[id]?.job.work { entries[id]?.was = nil }
            entries[id]?.state = .queued
            entries[id]?.status = nil
        default: break
        }
    }

    /// The shortest journal with the same meaning.
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

    /// Redundant lines that don't justify compaction.
    private static let spareLines = 100

    /// Whether compaction would make the journal much shorter.
    var isWorthCompacting: Bool {
        if lineCount < 2 * entries.count + Self.spareLines { return false }
        // The count of `events`, without making them.
        let useful = entries.values.reduce(1) { $0 + 1 + ($1.was == nil ? 0 : 1) + ($1.isAsAdded ? 0 : 1) }
        return lineCount >= 2 * useful + Self.spareLines
    }

    /// The job as callers see it, as far as the journal knows.
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
