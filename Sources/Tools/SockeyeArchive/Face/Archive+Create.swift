internal import CArchive
internal import SockeyeIO

extension Archive {
    /// Packs files and folders into a new zip at `path`.
    ///
    /// Each source is added at the top under its own name, a folder with all its contents; symbolic links in folders stay links. The
    /// archive gets its name when it is complete; after a failure, nothing is left. The same files make the same archive, unless they
    /// are encrypted.
    ///
    /// - Parameters:
    ///   - path: the archive's path, which must not exist.
    ///   - sources: the files and folders to pack; `.` packs the contents of the working folder.
    ///   - password: encrypts the files' contents (AES-256, as WinZip and 7-Zip read it), but not their names; `nil` for none.
    ///   - isDurable: whether the archive is synced to disk (`fsync(2)`); the default.
    ///   - progress: called on a file thread after each block.
    /// - Returns: the number of entries, and the bytes of all files.
    /// - Throws: ``ArchiveError``; `.cancelled` if the task is cancelled.
    @discardableResult
    public static func create(
        _ path: String, of sources: [String], password: String? = nil, isDurable: Bool = true,
        progress: (@Sendable (ExtractionProgress) -> Void)? = nil
    ) async throws(ArchiveError) -> ExtractionProgress {
        let stop = StopFlag()
        return try await stop.onFileThread { () throws(ArchiveError) in
            try pack(path, sources, password, isDurable, stop, progress)
        }
    }

    private static func pack(
        _ path: String, _ sources: [String], _ password: String?, _ isDurable: Bool, _ stop: StopFlag,
        _ report: (@Sendable (ExtractionProgress) -> Void)?
    ) throws(ArchiveError) -> ExtractionProgress {
        try ArchiveError.checkPath(path)
        let (folder, name) = try File.folderAndName(Array(path.utf8))
        if folder.isFolderNamed(name) != nil { throw .exists(path) }
        var generator = SystemRandomNumberGenerator()
        let temporary = Array(".sockeye-archive-\(String(generator.next(), radix: 36))".utf8)
        let progress: ExtractionProgress
        do throws(ArchiveError) {
            var maker = try ArchiveWriter.make(
                in: folder, temporary, path, password: password, stop, report)
            for source in sources { try maker.add(source) }
            try maker.finish(isDurable: isDurable)
            try folder.move(temporary, to: folder, as: name, path)
            progress = maker.progress
        } catch {
            _ = sockeye_archive_file_unlink(folder.number, temporary.cString, 0)
            throw error
        }
        let synced = isDurable ? sockeye_archive_file_sync(folder.number) : 0
        if synced < 0 { throw .unsynced(path, .system(call: "fsync", errorNumber: -synced)) }
        return progress
    }
}
