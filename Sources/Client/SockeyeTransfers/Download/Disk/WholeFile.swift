internal import SockeyeIO
internal import Synchronization

/// Saves a file that is completely in memory: writes an unnamed file, syncs it if asked, and links it to its name.
/// There is nothing to resume, so no partial file is created if the file system supports unnamed files.
struct WholeFile: Sendable {
    /// The number of running downloads of this kind.
    static let underWay = Atomic<Int>(0)

    private let path: String
    private let modified: Int64?
    private let followsLink: Bool
    private let options: DownloadOptions

    /// - Parameters:
    ///   - modified: the modification time in seconds since 1970; `nil` for now.
    ///   - followsLink: whether a symbolic link at the name is followed. If the server chose the name, it is replaced.
    init(_ path: String, modified: Int64?, followsLink: Bool, _ options: DownloadOptions) {
        (self.path, self.modified) = (path, modified)
        (self.followsLink, self.options) = (followsLink, options)
    }

    /// The bytes in a file that doesn't have its name yet.
    private enum Written: Sendable {
        case unnamed(File)
        case partial(PartialFile)

        var file: File {
            switch self {
            case .unnamed(let file): file
            case .partial(let partial): partial.file
            }
        }
    }

    /// Saves `bytes`.
    ///
    /// - Parameter loop: the client's.
    func save(_ bytes: [UInt8], on loop: EventLoop) async throws(DownloadError) {
        if options.isDurable, let batch = options.batch {
            let written = try await quickly { () throws(DownloadError) in try write(bytes) }
            options.onReceived?()
            try await batch.commit(
                written.file, as: path, length: Int64(bytes.count), on: loop, failure: DownloadError.file
            ) { () throws(DownloadError) in try takeName(written) }
        } else if options.isDurable {
            // A sync blocks, so it needs a thread: other files should not wait for it.
            try await onFileThread { () throws(DownloadError) in
                let written = try write(bytes)
                try DownloadError.wrapping { () throws(FileError) in try written.file.sync() }
                try takeName(written)
            }
            do throws(FileError) {
                try await FileNames.syncFolderTogether(of: path)
            } catch {
                throw .file(error)
            }
        } else {
            try await quickly { () throws(DownloadError) in try takeName(try write(bytes)) }
        }
    }

    /// Runs what doesn't wait for the disk.
    private func quickly<Value: Sendable>(
        _ work: @escaping @Sendable () throws(DownloadError) -> Value
    ) async throws(DownloadError) -> Value {
        Self.underWay.load(ordering: .relaxed) > 1 ? try await onFileQueue(work) : try work()
    }

    private func write(_ bytes: [UInt8]) throws(DownloadError) -> Written {
        let unnamed = try DownloadError.wrapping { () throws(FileError) in
            try UnnamedFile.make(for: path, of: bytes, permissions: options.fileMode, modified: modified)
        }
        // Some file systems have no unnamed files.
        return if let unnamed { .unnamed(unnamed) } else { .partial(try writePartial(bytes)) }
    }

    private func writePartial(_ bytes: [UInt8]) throws(DownloadError) -> PartialFile {
        let partial = try PartialFile(
            of: path, replacesExisting: options.existing != .refuse, followsLink: followsLink,
            newFileMode: options.fileMode)
        do throws(DownloadError) {
            if !partial.isNew { try partial.restart() }
            try DownloadError.wrapping { () throws(FileError) in try partial.file.write(bytes, at: 0) }
            try partial.settle(modified: modified)
            return partial
        } catch {
            partial.release()
            throw error
        }
    }

    /// Gives the file its name. Its bytes are on the disk if they have to be.
    private func takeName(_ written: Written) throws(DownloadError) {
        let partial: PartialFile
        switch written {
        case .unnamed(let file):
            let copied = try DownloadError.wrapping { () throws(FileError) -> [UInt8]? in
                // Read again rather than kept in memory: the name is hardly ever taken in the meantime.
                try file.link(as: path) ? nil : try file.read(Int(clamping: try file.facts().size), at: 0)
            }
            guard let copied else { return }
            partial = try writePartial(copied)
            if options.isDurable { try DownloadError.wrapping { () throws(FileError) in try partial.file.sync() } }
        case .partial(let own): partial = own
        }
        defer { partial.release() }
        try partial.rename(isDurable: options.isDurable, keepsExisting: options.existing == .refuse)
        try DownloadError.wrapping { () throws(FileError) in try partial.removeRecord() }
    }
}
