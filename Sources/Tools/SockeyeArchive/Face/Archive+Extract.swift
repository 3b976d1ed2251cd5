internal import SockeyeIO

/// Archives: zip, and tar with its compressions (gzip, bzip2, xz, zstd, lz4, lzip, compress), by libarchive. Needs the trait
/// `Archive`.
public enum Archive {
    /// Unpacks the archive at `path`.
    ///
    /// It comes from a stranger, so nothing is written outside the folder and nothing is replaced. Absolute names (those of
    /// Windows' drives too), `..` and control characters are refused; symbolic links are made if they lead to something inside the
    /// folder; hard links if they lead to a file of the archive; devices, pipes, second entries of a name and encrypted entries
    /// are refused. Of the modes, read, write and execute count, less the umask. A refusal is of the whole archive: everything
    /// is unpacked into a temporary folder (`.sockeye-extract-…`), which takes its place only when it is complete and is removed
    /// otherwise.
    ///
    /// Names are octets, so two that differ only in Unicode's normal form are two, unless the file system says otherwise. A zip's name
    /// without the flag for UTF-8 is in code page 437, unless it was written on Unix, as octets. A zip is refused if an entry has
    /// another name in front of its content than in the directory, or overlaps another. A name in a tar ends at its first NUL, which
    /// libarchive doesn't show: what is left of it is judged like any other.
    ///
    /// - Parameters:
    ///   - path: the archive.
    ///   - folder: where to; made if missing, and then it appears at once. In one that exists, each name at the archive's top must
    ///     be new. By default a new folder beside the archive, with its name without `.zip`, `.tar.gz` and the like; if the
    ///     archive holds just one folder of that name, it is that one.
    ///   - limits: how much it may unpack to, and how long that may take.
    ///   - isDurable: whether everything is on disk when this returns (`syncfs(2)`, or `fsync(2)` of each file), which is the default.
    ///   - progress: called about ten times a second, on a thread that waits for the disk.
    /// - Throws: ``ArchiveError``; `.cancelled` if the task is cancelled.
    public static func extract(
        _ path: String, to folder: String? = nil, limits: ExtractionLimits = ExtractionLimits(),
        isDurable: Bool = true, progress: (@Sendable (ExtractionProgress) -> Void)? = nil
    ) async throws(ArchiveError) -> ExtractionResult {
        let stop = StopSign(after: limits.maximumTime)
        let result = await withTaskCancellationHandler {
            await onFileThread {
                work { () throws(ArchiveError) in try extractNow(path, folder, limits, isDurable, stop, progress) }
            }
        } onCancel: {
            stop.set()
        }
        return try result.get()
    }

    /// The same on this thread.
    static func extractNow(
        _ path: String, _ folder: String?, _ limits: ExtractionLimits, _ isDurable: Bool, _ stop: StopSign,
        _ progress: (@Sendable (ExtractionProgress) -> Void)?
    ) throws(ArchiveError) -> ExtractionResult {
        try stop.check()
        let reader = try ArchiveReader.open(path, limits: limits)
        let destination = folder ?? ArchiveName.folder(for: path)
        try ArchiveError.checkPath(destination)
        let place = try Workplace.make(destination, mayExist: folder != nil)
        let tree: ExtractionTree
        do throws(ArchiveError) {
            tree = try place.tree()
        } catch {
            place.removeTemporary()
            throw error
        }
        var extraction = Extraction(reader, into: tree, limits: limits, stop: stop, report: progress)
        do throws(ArchiveError) {
            try extraction.run()
        } catch {
            try place.abandon(extraction.takeTree())
            throw error
        }
        let result = ExtractionResult(
            folder: destination, entries: extraction.progress.entries, bytes: extraction.progress.bytes)
        let unwraps = folder == nil && !extraction.hasLinkToTop
        let whole = extraction.takeTree()
        do throws(ArchiveError) {
            if isDurable { try whole.sync() }
            try stop.check()
            try place.place(whole, unwraps: unwraps)
        } catch {
            try place.abandon(whole)
            throw error
        }
        if isDurable { try place.sync() }
        return result
    }

    /// Whether ``extract(_:to:limits:isDurable:progress:)`` has unpacked the archive there: what comes first in it, up to a hundred
    /// entries, is there. Only the archive's beginning is read.
    public static func isExtracted(_ path: String, to folder: String? = nil) async throws(ArchiveError) -> Bool {
        let result = await onFileThread { work { () throws(ArchiveError) in try isExtractedNow(path, folder) } }
        return try result.get()
    }

    /// How many entries are looked for. One alone may be there for another reason, as a folder named `src`.
    private static let comparedEntries = 100
    /// Nothing is looked for behind this much content, which would have to be decompressed.
    private static let comparedBytes: Int64 = 16 << 20

    private static func isExtractedNow(_ path: String, _ folder: String?) throws(ArchiveError) -> Bool {
        let destination = folder ?? ArchiveName.folder(for: path)
        try ArchiveError.checkPath(destination)
        guard let there = try Workplace.existing(destination) else { return false }
        var reader = try ArchiveReader.open(path, limits: ExtractionLimits())
        let own = Array((destination.split(separator: "/").last ?? "").utf8)
        // A folder that has the archive's name isn't wrapped again.
        var (isThere, isThereUnwrapped, isEmpty) = (true, folder == nil, true)
        var (entries, bytes) = (0, Int64(0))
        while isThere || isThereUnwrapped, entries < comparedEntries, bytes < comparedBytes,
            let entry = try reader.next()
        {
            let names = try EntryPath(entry.name, limits: ExtractionLimits()).names
            let isFolder = entry.kind == .folder
            entries += 1
            bytes += isFolder ? 0 : min(entry.size ?? comparedBytes, comparedBytes)
            guard let first = names.first else { continue }
            isEmpty = false
            isThere = isThere && there.has(names[...], isFolder: isFolder)
            isThereUnwrapped = isThereUnwrapped && first == own && there.has(names.dropFirst(), isFolder: isFolder)
        }
        return !isEmpty && (isThere || isThereUnwrapped)
    }
}

/// The result of work as a value: a typed error doesn't leave a generic closure (CONTRIBUTING).
func work<Value>(_ body: () throws(ArchiveError) -> Value) -> Result<Value, ArchiveError> {
    do throws(ArchiveError) {
        return .success(try body())
    } catch {
        return .failure(error)
    }
}
