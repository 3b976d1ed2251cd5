internal import SockeyeHTTP1
internal import SockeyeIO
internal import Synchronization

/// A file that gets its name only when it is complete. Until then its bytes are in `NAME.part`, locked against other
/// processes.
///
/// ```
///   open ──→ NAME.part, locked ──write──→ … ──commit──→ fsync · rename to NAME · fsync of the folder
///                  │
///   dropped before: NAME is untouched; NAME.part stays if it has bytes, and is removed if it is empty and was created
///   here. NAME.sockeye (a download's record) stays with it and is removed by the commit.
/// ```
/// A file that had the name NAME.part before, and isn't one of these, is NAME.part.1 in the meantime.
package final class PartialFile: Sendable {
    /// The final name, with symbolic links resolved.
    let finalPath: String
    /// `NAME.part`, open.
    let file: File
    /// Whether a file that took the name is replaced.
    let replacesExisting: Bool
    /// The file that NAME replaces, if any.
    private let replaced: FileFacts?
    /// Where another program's `NAME.part` is meanwhile, if there was one.
    private let setAside: String?
    /// Whether `NAME.part` was created by this instance.
    package let isNew: Bool
    private let isCommitted = Atomic<Bool>(false)
    private let isReleased = Atomic<Bool>(false)
    /// Whether there was a record when it was opened.
    let hadRecord: Bool
    /// Whether a record has been written since.
    let hasSavedRecord = Atomic<Bool>(false)
    private let isRecordRemoved = Atomic<Bool>(false)
    /// Whether what an earlier run left is to be dropped, but only once new bytes come.
    let awaitsRestart = Atomic<Bool>(false)
    /// The offset up to which blocks without bytes may be reserved.
    let reservedEnd = Atomic<Int64>(0)

    /// The path of `NAME.part`.
    package var path: String { FileSuffix.partial.path(beside: finalPath) }
    var recordPath: String { FileSuffix.record.path(beside: finalPath) }
    var fileName: String { FileNames.lastComponent(of: finalPath) }

    /// Opens and locks `NAME.part`, keeping its contents.
    ///
    /// Links and pipes in its place are refused, as is a file that another user may write, who could change the bytes
    /// after they were verified.
    ///
    /// - Parameters:
    ///   - name: the name of the complete file.
    ///   - replacesExisting: whether NAME may exist.
    ///   - followsLink: whether a symbolic link at NAME is followed. If the server chose the name, it is replaced
    ///     instead.
    ///   - newFileMode: the permissions before the umask; a replaced file passes on its own.
    /// - Throws: ``DownloadError/busy(_:)`` if another process uses it, ``DownloadError/notOurs(path:reason:)``,
    ///   ``DownloadError/fileExists(_:)`` and others for a name that cannot be used.
    package init(
        of name: String, replacesExisting: Bool, followsLink: Bool = true, newFileMode: UInt32 = 0o666
    ) throws(DownloadError) {
        (finalPath, replaced) = try Self.check(name, replacesExisting: replacesExisting, followsLink: followsLink)
        self.replacesExisting = replacesExisting
        let path = FileSuffix.partial.path(beside: finalPath)
        let record = FileSuffix.record.path(beside: finalPath)
        var (opened, setAside) = (try Self.open(path, replaced?.mode ?? newFileMode), String?.none)
        do throws(DownloadError) {
            // Once it is locked: the previous holder may have saved one.
            hadRecord = try Self.hasOwnRecord(record)
            if !hadRecord, !opened.isNew, try Self.isOthers(opened.file) {
                setAside = try Self.setAside(path)
                opened.file.unlock()
                opened = try Self.open(path, replaced?.mode ?? newFileMode)
            }
        } catch {
            if opened.isNew { try? FileNames.remove(path) }
            if let setAside { Self.putBack(setAside, as: path) }
            opened.file.unlock()
            throw error
        }
        (file, isNew) = opened
        self.setAside = setAside
    }

    deinit {
        release()
    }

    /// Unlocks the file and removes it if it is empty and was created here. Not left to `deinit`, since a cancelled
    /// task may hold a reference a little longer.
    func release() {
        if isReleased.exchange(true, ordering: .relaxed) { return }
        // The lock is still held, so nobody else uses the empty file.
        if isCommitted.load(ordering: .relaxed) {
            // What failed after the rename left the record, which nobody would look for again.
            try? removeRecord()
        } else if isNew, (try? file.facts().size) == 0 {
            discard()
        }
        // A part of ours that stays has the name for longer.
        if let setAside { Self.putBack(setAside, as: path) }
        file.unlock()
    }

    /// The final path, and the file that is there.
    private static func check(
        _ name: String, replacesExisting: Bool, followsLink: Bool
    ) throws(DownloadError) -> (finalPath: String, replaced: FileFacts?) {
        // One stat is enough for an unused name and for a regular file.
        let own = try FileFacts.found(of: name, followingLinks: false)
        if own?.kind == .link, !followsLink {
            if !replacesExisting { throw .fileExists(name) }
            return (name, nil)
        }
        guard let facts = own?.kind == .link ? try FileFacts.found(of: name) : own else {
            if own != nil { throw .notAFile(name) }
            if name.isEmpty || name.hasSuffix("/") { throw .isFolder(name) }
            return (name, nil)
        }
        switch facts.kind {
        case .folder: throw .isFolder(name)
        case .link, .other: throw .notAFile(name)
        case .regular: break
        }
        if !replacesExisting { throw .fileExists(name) }
        return try DownloadError.wrapping { () throws(FileError) in
            // Don't replace a read-only file, although its folder would allow it.
            try FileNames.checkWritable(name)
            return (own?.kind == .link ? try FileNames.resolved(name) : name, facts)
        }
    }

    /// Whether there is a file with this name; throws if other users may write it.
    static func hasOwnFile(_ path: String) throws(DownloadError) -> Bool {
        guard let facts = try FileFacts.found(of: path, followingLinks: false) else { return false }
        if let reason = facts.foreignness { throw .notOurs(path: path, reason: reason) }
        return true
    }

    /// Whether there is a record with this name, which may be damaged; throws if it is something else, such as a list's journal
    /// or a file of the user's: a record would replace it, and the end of the download remove it.
    static func hasOwnRecord(_ path: String) throws(DownloadError) -> Bool {
        guard try hasOwnFile(path) else { return false }
        let start = try DownloadError.wrapping { () throws(FileError) in
            try File(path, [.reading, .notThroughLink, .withoutWaiting]).read(ResumeRecord.magic.count + 1, at: 0)
        }
        // A power cut leaves zeros. The version, later ones too, is no text.
        let isRecord = start.starts(with: ResumeRecord.magic) && start.last.map { $0 < 0x20 } ?? false
        guard isRecord || start.allSatisfy({ $0 == 0 }) else {
            throw .notOurs(path: path, reason: "is another program's file, where the record of the download would be")
        }
        return true
    }

    private static func open(_ path: String, _ permissions: UInt32) throws(DownloadError) -> (file: File, isNew: Bool) {
        // Each further round means that another process finished between our open and our lock.
        for _ in 0..<8 {
            let opened = try DownloadError.wrapping { () throws(FileError) in try openOnce(path, permissions) }
            guard let (file, isNew) = opened else { continue }
            do throws(FileError) {
                try file.lock()
            } catch {
                throw error.isLocked ? .busy(path) : .file(error)
            }
            guard try isStill(file) else { continue }
            if isNew { file.isMarkedPartial = true }
            return (file, isNew)
        }
        throw .busy(path)
    }

    /// `nil` if the file was removed just now.
    private static func openOnce(_ path: String, _ permissions: UInt32) throws(FileError) -> (file: File, isNew: Bool)?
    {
        do throws(FileError) {
            return (
                try File(
                    path, [.reading, .writing, .creating, .exclusively, .notThroughLink], permissions: permissions),
                true
            )
        } catch {
            guard error.isThereAlready else { throw error }
        }
        do throws(FileError) {
            // Opening a named pipe must not block; `isStill` then refuses it.
            return (try File(path, [.reading, .writing, .notThroughLink, .withoutWaiting]), false)
        } catch {
            if error.isMissing { return nil }
            throw error
        }
    }

    /// Whether the open file is a regular file and still has its name.
    private static func isStill(_ file: File) throws(DownloadError) -> Bool {
        let facts = try DownloadError.wrapping { () throws(FileError) in try file.facts() }
        guard facts.kind == .regular else { throw .notAFile(file.path) }
        if let reason = facts.foreignness { throw .notOurs(path: file.path, reason: reason) }
        return try facts.isStill(at: file.path)
    }

    /// Whether another file has the name `NAME.part` by now.
    var hasLostName: Bool {
        let named = try? FileFacts.found(of: path, followingLinks: false)
        return named.map { $0.identity != (try? file.facts().identity) } ?? false
    }

    /// Removes `NAME.part`, unless another file has the name by now, and its record.
    package func discard() {
        if !hasLostName { try? FileNames.remove(path) }
        if mayHaveRecord { try? removeOwnRecord() }
    }

    // MARK: The end

    /// Writes all of `bytes` at `offset` (`pwrite(2)`).
    package func write(_ bytes: RawSpan, at offset: Int64) throws(DownloadError) {
        do throws(FileError) {
            // SAFETY: the buffer covers the span's initialised bytes; `write` reads them and doesn't keep the pointer.
            try bytes.withUnsafeBytes { buffer throws(FileError) in try file.write(buffer, at: offset) }
        } catch {
            throw .file(error)
        }
    }

    /// Gives the complete file its name atomically: readers see the old file or the new one.
    ///
    /// Safe against a power cut at any point: the bytes are synced before the rename, the folder after it.
    ///
    /// - Parameters:
    ///   - isDurable: whether to wait for the disk.
    ///   - modified: the modification time, in seconds since 1970; `nil` for now.
    ///   - keepsExisting: whether to fail with ``DownloadError/fileExists(_:)`` if a file took the name in the
    ///     meantime.
    package func commit(isDurable: Bool, modified: Int64? = nil, keepsExisting: Bool = false) throws(DownloadError) {
        try settle(modified: modified)
        if isDurable { try DownloadError.wrapping { () throws(FileError) in try file.sync() } }
        try rename(isDurable: isDurable, keepsExisting: keepsExisting)
        try DownloadError.wrapping { () throws(FileError) in
            if isDurable { try FileNames.syncFolder(of: finalPath) }
            try removeRecord()
        }
    }

    /// The owner, the permissions and the time of the complete file; then its bytes may be synced.
    func settle(modified: Int64?) throws(DownloadError) {
        try DownloadError.wrapping { () throws(FileError) in try file.settle(replacing: replaced, modified: modified) }
    }

    /// Gives the complete file its name, once its bytes are on the disk if they have to be.
    func rename(isDurable: Bool, keepsExisting: Bool) throws(DownloadError) {
        // The verified bytes are those of the descriptor, so the name must lead to the same file.
        let identity = try DownloadError.wrapping { () throws(FileError) in try file.facts().identity }
        try Self.check(path, is: identity)
        do throws(FileError) {
            try FileNames.rename(path, to: finalPath, keepsExisting: keepsExisting)
            isCommitted.store(true, ordering: .relaxed)
            file.isMarkedPartial = false
        } catch {
            // A file that is mounted, as containers do, can only be written over.
            if error.isMountPoint { return try takeMountedName(isDurable: isDurable, after: error) }
            if keepsExisting, error.isThereAlready { throw .fileExists(finalPath) }
            throw .file(error)
        }
        try Self.check(finalPath, is: identity)
    }

    /// - Parameter refusal: the rename's error, reported if there is no file to overwrite.
    private func takeMountedName(isDurable: Bool, after refusal: FileError) throws(DownloadError) {
        do throws(FileError) {
            try file.overwrite(finalPath, isDurable: isDurable)
            try FileNames.remove(path)
            isCommitted.store(true, ordering: .relaxed)
        } catch {
            throw .file(error.isMissing ? refusal : error)
        }
    }

    private static func check(_ path: String, is identity: FileFacts.Identity) throws(DownloadError) {
        guard try FileFacts.found(of: path, followingLinks: false)?.identity == identity else {
            throw .notOurs(path: path, reason: "was replaced by another file in the meantime")
        }
    }

    /// The last step of `commit`.
    func removeRecord() throws(FileError) {
        if !mayHaveRecord || isRecordRemoved.load(ordering: .relaxed) { return }
        try removeOwnRecord()
        isRecordRemoved.store(true, ordering: .relaxed)
    }

    var mayHaveRecord: Bool { hadRecord || hasSavedRecord.load(ordering: .relaxed) }
}
