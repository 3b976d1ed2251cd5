internal import SockeyeIO

/// A complete file that doesn't have its name yet.
enum CompleteFile: Sendable {
    case partial(PartialFile)
    /// A file that came with its head, so that there was nothing to resume and no `NAME.part`; and its modification time in
    /// seconds since 1970, `nil` for now.
    case unnamed(File, modified: Int64?)

    /// Writes `bytes`: to a file without a name if the file system supports it.
    init(_ job: DownloadJob, _ bytes: [UInt8], modified: Int64?) throws(DownloadError) {
        let unnamed = try DownloadError.wrapping { () throws(FileError) in
            try UnnamedFile.make(for: job.path, of: bytes, permissions: job.options.fileMode, modified: modified)
        }
        self =
            if let unnamed {
                .unnamed(unnamed, modified: modified)
            } else {
                .partial(try Self.partial(job, bytes, modified: modified))
            }
    }

    private static func partial(
        _ job: DownloadJob, _ bytes: [UInt8], modified: Int64?
    ) throws(DownloadError) -> PartialFile {
        let partial = try job.openPartialFile()
        do throws(DownloadError) {
            if !partial.isNew { try partial.restart() }
            try partial.write(bytes.span.bytes, at: 0)
            try partial.settle(modified: modified)
            return partial
        } catch {
            partial.release()
            throw error
        }
    }

    var file: File {
        switch self {
        case .partial(let partial): partial.file
        case .unnamed(let file, _): file
        }
    }

    var partial: PartialFile? { if case .partial(let partial) = self { partial } else { nil } }

    /// Gives the file its name. Its bytes are on the disk if they have to be.
    func takeName(_ job: DownloadJob) throws(DownloadError) {
        let (isDurable, keepsExisting) = (job.options.isDurable, job.options.existing == .refuse)
        switch self {
        case .partial(let partial): try partial.rename(isDurable: isDurable, keepsExisting: keepsExisting)
        case .unnamed(let file, let modified):
            let copied = try DownloadError.wrapping { () throws(FileError) -> [UInt8]? in
                // Read again rather than kept in memory: the name is hardly ever taken in the meantime.
                try file.link(as: job.path) ? nil : try file.read(Int(clamping: try file.facts().size), at: 0)
            }
            guard let copied else { return }
            let partial = try Self.partial(job, copied, modified: modified)
            defer { partial.release() }
            if isDurable { try DownloadError.wrapping { () throws(FileError) in try partial.file.sync() } }
            try partial.rename(isDurable: isDurable, keepsExisting: keepsExisting)
        }
    }
}
