internal import SockeyeIO

/// Archives: zip, and tar with its compressions (gzip, bzip2, xz, zstd, lz4, lzip, compress), through libarchive. Needs the trait
/// `Archive`.
public enum Archive {
    /// Unpacks the archive at `path`.
    ///
    /// The archive is untrusted, so nothing is written outside the folder and nothing is replaced. Absolute names (also with a
    /// Windows drive), `..` and control characters are refused; so are devices, pipes and a second entry with the same
    /// name. Symbolic links must point inside the folder, hard links to a file of the archive. Only rwx permission bits are
    /// applied, masked by the umask. A refusal concerns the whole archive: everything is unpacked into a temporary folder
    /// (`.sockeye-extract-…`), which is renamed when it is complete and removed otherwise.
    ///
    /// Names are octets, so names that differ only in their Unicode normal form are distinct unless the file system says otherwise. A
    /// zip's name without the UTF-8 flag is in code page 437, or in raw octets if it was written on Unix. A zip is refused if a local
    /// header's name differs from the directory's, or if entries overlap. libarchive ends a tar's name at the first NUL; the rest of
    /// the checks apply to the shortened name.
    ///
    /// - Parameters:
    ///   - path: the archive's path.
    ///   - folder: the destination. A missing folder appears atomically; in an existing one, each top-level name must be new. By
    ///     default a new folder beside the archive with its name without `.zip`, `.tar.gz` and the like; if the archive holds
    ///     just one folder with that name, that folder itself.
    ///   - password: opens encrypted entries of a zip: by AES, or by the weak encryption of old zips.
    ///   - limits: the limits of size and time.
    ///   - isDurable: whether everything is synced to disk (`syncfs(2)`, or `fsync(2)` of each file); the default.
    ///   - progress: called about ten times a second, on a file thread.
    /// - Throws: ``ArchiveError``; `.cancelled` if the task is cancelled.
    public static func extract(
        _ path: String, to folder: String? = nil, password: String? = nil,
        limits: ExtractionLimits = ExtractionLimits(), isDurable: Bool = true,
        progress: (@Sendable (ExtractionProgress) -> Void)? = nil
    ) async throws(ArchiveError) -> ExtractionResult {
        let stop = StopFlag(after: limits.timeLimit)
        return try await stop.onFileThread { () throws(ArchiveError) in
            try extractNow(path, folder, password, limits, isDurable, stop, progress)
        }
    }

    /// As `extract`, but blocks this thread.
    static func extractNow(
        _ path: String, _ folder: String?, _ password: String?, _ limits: ExtractionLimits, _ isDurable: Bool,
        _ stop: StopFlag,
        _ progress: (@Sendable (ExtractionProgress) -> Void)?
    ) throws(ArchiveError) -> ExtractionResult {
        try stop.check()
        let reader = try ArchiveReader.open(path, password: password, limits: limits)
        let destination = folder ?? ArchiveName.folder(for: path)
        try ArchiveError.checkPath(destination)
        let output = try ExtractionFolder.make(destination, mayExist: folder != nil)
        let tree: ExtractionTree
        do throws(ArchiveError) {
            tree = try output.tree()
        } catch {
            output.removeTemporary()
            throw error
        }
        var extraction = Extraction(reader, into: tree, limits: limits, stop: stop, report: progress)
        do throws(ArchiveError) {
            try extraction.run()
        } catch {
            try output.abandon(extraction.takeTree())
            throw error
        }
        let result = ExtractionResult(
            folder: destination, entries: extraction.progress.entries, bytes: extraction.progress.bytes)
        let unwraps = folder == nil && !extraction.hasLinkToTop
        let whole = extraction.takeTree()
        do throws(ArchiveError) {
            if isDurable { try whole.sync() }
            try stop.check()
            try output.moveIntoPlace(whole, unwraps: unwraps)
        } catch {
            try output.abandon(whole)
            throw error
        }
        if isDurable { try output.sync() }
        return result
    }

    /// Whether ``extract(_:to:password:limits:isDurable:progress:)`` has already unpacked the archive there, judged by whether its first
    /// entries, up to a hundred, exist. Only the archive's beginning is read.
    public static func isExtracted(_ path: String, to folder: String? = nil) async throws(ArchiveError) -> Bool {
        try await onFileThread { () throws(ArchiveError) in try isExtractedNow(path, folder) }
    }

    /// How many entries are checked. A single one, such as a folder named `src`, may exist for another reason.
    private static let comparedEntries = 100
    /// Entries after this much content aren't checked, since it would have to be decompressed.
    private static let comparedBytes: Int64 = 16 << 20

    private static func isExtractedNow(_ path: String, _ folder: String?) throws(ArchiveError) -> Bool {
        let destination = folder ?? ArchiveName.folder(for: path)
        try ArchiveError.checkPath(destination)
        guard let there = try ExtractionFolder.existing(destination) else { return false }
        var reader = try ArchiveReader.open(path, password: nil, limits: ExtractionLimits())
        let own = Array((destination.split(separator: "/").last ?? "").utf8)
        // A folder with the archive's name isn't wrapped again.
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
