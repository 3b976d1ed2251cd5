internal import SockeyeHTTP1
package import SockeyeIO
internal import Synchronization

/// The one owner of what `NAME.part` means: a file on its way, that gets its name only when it is whole.
///
/// ```
///   open ──→ NAME.part, locked ──write──→ … ──commit──→ fsync · rename to NAME · fsync of the folder
///                  │
///   dropped before: NAME is untouched; NAME.part stays when it holds bytes, and is removed when it is empty and was
///   made here. NAME.sockeye (the record) stays with it, and goes at the commit.
/// ```
package final class PartialFile: Sendable {
    /// What is put behind a file's name while it is incomplete.
    package static let suffix = ".part"
    /// What is put behind it for the record.
    package static let recordSuffix = ".sockeye"

    /// The name it will get, symbolic links followed.
    package let finalPath: String
    /// The file.
    package let file: File
    /// Whether there was no such file before.
    package let isNew: Bool
    private let isCommitted = Atomic<Bool>(false)
    private let isReleased = Atomic<Bool>(false)
    /// Whether there was a record beside it when it was opened.
    let hadRecord: Bool
    /// Whether this run wrote one.
    let hasSavedRecord = Atomic<Bool>(false)
    /// Up to which offset blocks may have been reserved that hold no bytes yet.
    let reservedEnd = Atomic<Int64>(0)

    package var path: String { finalPath + Self.suffix }
    package var recordPath: String { finalPath + Self.recordSuffix }
    package var fileName: String { FileNames.lastComponent(of: finalPath) }

    /// Opens and locks `NAME.part`. What it holds stays.
    ///
    /// Two processes never write one partial file: the second is told ``DownloadError/busy(_:)``. Neither a link nor a
    /// pipe in its place is followed, and a file that somebody else may write (``DownloadError/notOurs(path:reason:)``) is
    /// not gone on from: whoever put it there could change the bytes after they were verified.
    ///
    /// - Parameters:
    ///   - replacesExisting: whether NAME may be there already.
    ///   - followsLink: whether a symbolic link at NAME is followed. Where a server chose the name it is replaced instead.
    ///   - newFileMode: the permissions, less the umask, when it is not.
    package init(
        of name: String, replacesExisting: Bool, followsLink: Bool = true, newFileMode: UInt32 = 0o666
    ) throws(DownloadError) {
        let (finalPath, permissions) = try Self.check(
            name, replacesExisting: replacesExisting, followsLink: followsLink, newFileMode)
        self.finalPath = finalPath
        hadRecord = try Self.hasOwnFile(finalPath + Self.recordSuffix)
        (file, isNew) = try Self.open(finalPath + Self.suffix, permissions)
    }

    deinit {
        release()
    }

    /// Lets others have the file from now on, whoever may still hold a reference for a moment.
    package func release() {
        if isReleased.exchange(true, ordering: .relaxed) { return }
        // The lock is still ours, so an empty file of our making is nobody else's.
        if !isCommitted.load(ordering: .relaxed), isNew, (try? file.facts().size) == 0 { removeRemains() }
        file.unlock()
    }

    /// Whether `name` names something that is no file and is to be written straight, such as a device or a pipe.
    package static func isStraight(_ name: String) -> Bool {
        (try? FileFacts(of: name))?.kind == .other
    }

    /// Where the file goes and with which permissions: those of the file that it will replace.
    private static func check(
        _ name: String, replacesExisting: Bool, followsLink: Bool, _ newFileMode: UInt32
    ) throws(DownloadError) -> (finalPath: String, permissions: UInt32) {
        // One look is enough for a name that is free, and for a plain file.
        let own = try FileFacts.found(of: name, followingLinks: false)
        if own?.kind == .link, !followsLink {
            if !replacesExisting { throw .fileExists(name) }
            return (name, newFileMode)
        }
        guard let facts = own?.kind == .link ? try FileFacts.found(of: name) : own else {
            if own != nil { throw .notAFile(name) }
            if name.isEmpty || name.hasSuffix("/") { throw .isFolder(name) }
            return (name, newFileMode)
        }
        switch facts.kind {
        case .folder: throw .isFolder(name)
        case .link, .other: throw .notAFile(name)
        case .regular: break
        }
        if !replacesExisting { throw .fileExists(name) }
        return try DownloadError.wrapping { () throws(FileError) in
            // A read-only file stays one, though its folder would let us replace it.
            try FileNames.checkWritable(name)
            return (own?.kind == .link ? try FileNames.resolved(name) : name, facts.mode)
        }
    }

    /// Whether there is a file of that name, which must be this user's alone.
    static func hasOwnFile(_ path: String) throws(DownloadError) -> Bool {
        guard let facts = try FileFacts.found(of: path, followingLinks: false) else { return false }
        if let reason = facts.foreignness { throw .notOurs(path: path, reason: reason) }
        return true
    }

    private static func open(_ path: String, _ permissions: UInt32) throws(DownloadError) -> (File, isNew: Bool) {
        // Each turn means that another process finished between our open and our lock.
        for _ in 0..<8 {
            let opened = try DownloadError.wrapping { () throws(FileError) in try openOnce(path, permissions) }
            guard let (file, isNew) = opened else { continue }
            do throws(FileError) {
                try file.lock()
            } catch {
                throw error.isLocked ? .busy(path) : .file(error)
            }
            if try isStill(file) { return (file, isNew) }
        }
        throw .busy(path)
    }

    /// `nil` when the file went away just now.
    private static func openOnce(_ path: String, _ permissions: UInt32) throws(FileError) -> (File, isNew: Bool)? {
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
            // A named pipe of that name must not hold us here; `isStill` then refuses it.
            return (try File(path, [.reading, .writing, .notThroughLink, .withoutWaiting]), false)
        } catch {
            if error.isMissing { return nil }
            throw error
        }
    }

    /// Whether the open file is a regular one, and the one that its name leads to now.
    private static func isStill(_ file: File) throws(DownloadError) -> Bool {
        let facts = try DownloadError.wrapping { () throws(FileError) in try file.facts() }
        guard facts.kind == .regular else { throw .notAFile(file.path) }
        if let reason = facts.foreignness { throw .notOurs(path: file.path, reason: reason) }
        return try FileFacts.found(of: file.path, followingLinks: false)?.identity == facts.identity
    }

    /// Removes what is there of it, while it is still locked.
    func removeRemains() {
        try? FileNames.remove(path)
        if mayHaveRecord { try? FileNames.remove(recordPath) }
    }

    // MARK: The end

    /// The file is whole: it gets its name, and whoever looks sees the old file or the new one.
    ///
    /// The order survives a power cut at any point: bytes on the disk, then the name, then the folder.
    ///
    /// - Parameters:
    ///   - modified: the time of its last change, in seconds since 1970.
    ///   - keepsExisting: fail with ``DownloadError/fileExists(_:)`` when a file took the name meanwhile.
    package func commit(isDurable: Bool, modified: Int64? = nil, keepsExisting: Bool = false) throws(DownloadError) {
        try takeName(isDurable: isDurable, modified: modified, keepsExisting: keepsExisting)
        try DownloadError.wrapping { () throws(FileError) in
            if isDurable { try FileNames.syncFolder(of: finalPath) }
            try removeRecord()
        }
    }

    /// The first half of `commit`: the bytes, then the name. The folder is to be synced, and the record removed.
    func takeName(isDurable: Bool, modified: Int64?, keepsExisting: Bool) throws(DownloadError) {
        do throws(FileError) {
            if let modified { try file.setModified(modified) }
            if isDurable { try file.sync() }
        } catch {
            throw .file(error)
        }
        // The bytes that were verified are those of the descriptor; the name is to be that file's.
        let identity = try DownloadError.wrapping { () throws(FileError) in try file.facts().identity }
        try Self.check(path, is: identity)
        do throws(FileError) {
            try FileNames.rename(path, to: finalPath, keepsExisting: keepsExisting)
            isCommitted.store(true, ordering: .relaxed)
        } catch {
            if keepsExisting, error.isThereAlready { throw .fileExists(finalPath) }
            throw .file(error)
        }
        try Self.check(finalPath, is: identity)
    }

    private static func check(_ path: String, is identity: FileFacts.Identity) throws(DownloadError) {
        guard try FileFacts.found(of: path, followingLinks: false)?.identity == identity else {
            throw .notOurs(path: path, reason: "was replaced by another file meanwhile")
        }
    }

    /// The last step of `commit`.
    func removeRecord() throws(FileError) {
        if mayHaveRecord { try FileNames.remove(recordPath) }
    }

    private var mayHaveRecord: Bool { hadRecord || hasSavedRecord.load(ordering: .relaxed) }
}

extension FileFacts {
    /// The facts, with the error of this layer.
    static func found(of path: String, followingLinks: Bool = true) throws(DownloadError) -> FileFacts? {
        try DownloadError.wrapping { () throws(FileError) in try FileFacts(of: path, followingLinks: followingLinks) }
    }
}

extension DownloadError {
    /// Runs file work, its error as one of this layer.
    static func wrapping<Value>(_ work: () throws(FileError) -> Value) throws(DownloadError) -> Value {
        do throws(FileError) {
            return try work()
        } catch {
            throw .file(error)
        }
    }
}
