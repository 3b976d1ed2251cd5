internal import SockeyeIO
internal import Synchronization

/// Whether the work must stop: it was cancelled, or its time has run out.
final class StopFlag: Sendable {
    private let isSet = Atomic(false)
    private let end: ContinuousClock.Instant?

    init(after time: Duration? = nil) { end = time.map { .now + $0 } }

    /// Runs work on a file thread, and sets the flag when the task is cancelled.
    func onFileThread<Value: Sendable>(
        _ work: @escaping @Sendable () throws(ArchiveError) -> Value
    ) async throws(ArchiveError) -> Value {
        let result = await withTaskCancellationHandler {
            await outcome { () throws(ArchiveError) in try await SockeyeIO.onFileThread(work) }
        } onCancel: {
            isSet.store(true, ordering: .relaxed)
        }
        return try result.get()
    }

    func check() throws(ArchiveError) {
        if isSet.load(ordering: .relaxed) { throw .cancelled }
        if let end, ContinuousClock.now >= end { throw .timedOut }
    }
}

/// Unpacks an archive into a tree, within the limits.
struct Extraction: ~Copyable {
    private var reader: ArchiveReader
    private var tree: ExtractionTree
    private let limits: ExtractionLimits
    private let stop: StopFlag
    private let report: (@Sendable (ExtractionProgress) -> Void)?
    private(set) var progress = ExtractionProgress()
    private var reported = ContinuousClock.now
    /// Created last, so that nothing is ever written through one.
    private var links: [(name: [UInt8], target: [UInt8])] = []
    /// Bytes of memory that they take, about.
    private var linkBytes = 0
    /// Whether a link points to the folder itself.
    private(set) var hasLinkToTop = false

    /// Reports come about ten times a second.
    private static let pace = Duration.milliseconds(100)

    init(
        _ reader: consuming ArchiveReader, into tree: consuming ExtractionTree, limits: ExtractionLimits,
        stop: StopFlag,
        report: (@Sendable (ExtractionProgress) -> Void)?
    ) {
        progress.archiveTotal = reader.total
        self.reader = reader
        self.tree = tree
        self.limits = limits
        self.stop = stop
        self.report = report
    }

    /// Unpacks everything. Returns the tree even on failure, so that it can be moved or removed.
    mutating func run() throws(ArchiveError) {
        while let entry = try reader.next() {
            try stop.check()
            progress.entries += 1
            if progress.entries + tree.impliedFolders > limits.entryLimit {
                throw .limitExceeded("entryLimit", Int64(limits.entryLimit))
            }
            try make(entry)
            tell()
        }
        var surplus: Int64 = 0
        while case let count = try reader.drain(), count > 0 {
            try stop.check()
            surplus += Int64(count)
            try checkRatio(with: surplus)
        }
        for link in links {
            try stop.check()
            try tree.makeLink(EntryPath(link.name, limits: limits), to: link.target)
        }
        progress.archiveBytes = progress.archiveTotal
        report?(progress)
    }

    consuming func takeTree() -> ExtractionTree { tree }

    private mutating func make(_ entry: ArchiveReader.Entry) throws(ArchiveError) {
        let path = try EntryPath(entry.name, limits: limits)
        if entry.isEncrypted, !reader.hasPassword { throw .encrypted(entry.name) }
        if path.names.isEmpty {
            // Many archives begin with "./".
            if entry.kind == .folder { return }
            throw .unsafeName(entry.name, reason: "is the folder's own")
        }
        tree.note(path)
        switch entry.kind {
        case .folder: try tree.makeFolder(path, mode: entry.mode)
        case .file: try makeFile(path, entry)
        case .symbolicLink(let target):
            if try LinkTarget(target, of: path, limits: limits).reachesTop { hasLinkToTop = true }
            linkBytes += entry.name.count + target.count + 128
            if linkBytes > limits.linkBytesLimit {
                throw .limitExceeded("linkBytesLimit", Int64(limits.linkBytesLimit))
            }
            links.append((entry.name, target))
        case .hardLink(let target): try tree.makeHardLink(path, to: try EntryPath(target, limits: limits))
        case .other: throw .refused(entry.name, reason: "is a device, a pipe or a socket")
        }
    }

    private mutating func makeFile(_ path: EntryPath, _ entry: ArchiveReader.Entry) throws(ArchiveError) {
        let before = progress.bytes
        try checkSize(before, entry.size ?? 0)
        let file = try tree.makeFile(path, mode: entry.mode)
        var end: Int64 = 0
        while let (bytes, offset) = try reader.block() {
            try stop.check()
            let (last, overflow) = offset.addingReportingOverflow(Int64(bytes.count))
            if overflow { throw .limitExceeded("byteLimit", limits.byteLimit) }
            end = max(end, last)
            try checkSize(before, end)
            progress.bytes = before + end
            try checkRatio()
            // SAFETY: libarchive keeps the bytes until the next block.
            try ArchiveError.wrapping(file.write(bytes, at: offset))
            tell()
        }
        // A hole at the end has no data block.
        if let size = entry.size, size > end {
            try ArchiveError.wrapping(file.truncate(to: size))
            progress.bytes = before + size
            try checkRatio()
        }
        // A time that the file system can't store is harmless.
        if let modified = entry.modified { try? file.setModified(modified) }
    }

    private func checkSize(_ before: Int64, _ more: Int64) throws(ArchiveError) {
        if more > limits.byteLimit - before { throw .limitExceeded("byteLimit", limits.byteLimit) }
    }

    /// Counts the archive's bytes up to the furthest position read, since a zip is read out of order.
    private mutating func checkRatio(with surplus: Int64 = 0) throws(ArchiveError) {
        progress.archiveBytes = max(progress.archiveBytes, min(reader.position, progress.archiveTotal))
        let bytes = progress.bytes + surplus
        guard bytes > limits.freeBytes else { return }
        if bytes / max(1, progress.archiveBytes) >= Int64(limits.ratioLimit) {
            throw .limitExceeded("ratioLimit", Int64(limits.ratioLimit))
        }
    }

    private mutating func tell() {
        guard let report else { return }
        let now = ContinuousClock.now
        guard now - reported >= Self.pace else { return }
        reported = now
        report(progress)
    }
}
