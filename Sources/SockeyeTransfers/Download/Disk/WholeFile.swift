internal import SockeyeIO
internal import Synchronization

/// Saves a file that is completely in memory: writes an unnamed file, syncs it if asked, and links it to its name.
/// There is nothing to resume, so no partial file is created if the file system supports unnamed files.
enum WholeFile {
    /// The number of running downloads of this kind.
    static let underWay = Atomic<Int>(0)

    static func save(
        _ bytes: [UInt8], to path: String, modified: Int64?, _ options: DownloadOptions
    ) async throws(DownloadError) {
        let work = { @Sendable () throws(DownloadError) in try write(bytes, to: path, modified, options) }
        // A sync blocks, so it needs a thread: other files should not wait for it.
        if options.isDurable {
            try await onFileThread(work)
            do throws(FileError) {
                try await FolderSyncs.sync(folderOf: path)
            } catch {
                throw .file(error)
            }
        } else if underWay.load(ordering: .relaxed) > 1 {
            try await FileQueue.run(work)
        } else {
            try work()
        }
    }

    private static func write(
        _ bytes: [UInt8], to path: String, _ modified: Int64?, _ options: DownloadOptions
    ) throws(DownloadError) {
        let isMade = try DownloadError.wrapping { () throws(FileError) in
            try UnnamedFile.make(
                path, of: bytes, permissions: options.fileMode, modified: modified, isDurable: options.isDurable)
        }
        if isMade { return }
        // The file system has no unnamed files, or the name was taken in the meantime.
        let partial = try PartialFile(
            of: path, replacesExisting: options.existing != .refuse, newFileMode: options.fileMode)
        defer { partial.release() }
        if !partial.isNew { try partial.restart() }
        try DownloadError.wrapping { () throws(FileError) in try partial.file.write(bytes, at: 0) }
        try partial.takeName(
            isDurable: options.isDurable, modified: modified, keepsExisting: options.existing == .refuse)
        try DownloadError.wrapping { () throws(FileError) in try partial.removeRecord() }
    }
}
