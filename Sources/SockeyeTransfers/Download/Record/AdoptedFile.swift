internal import SockeyeIO

/// A file that another program left unfinished, taken over as `NAME.part`. It is the user's: when the server's file
/// turns out to be another one, it gets its name and length back.
struct AdoptedFile {
    let path: String
    /// Its length when it was taken over.
    let length: Int64

    /// Renames the file to `NAME.part`.
    ///
    /// - Returns: `nil` if there is nothing to take over: no file, an empty one, or a partial file beside it.
    static func take(_ path: String) throws(DownloadError) -> AdoptedFile? {
        let (partial, record) = (path + FileSuffix.partial, path + FileSuffix.record)
        guard let facts = try factsIfThere(path) else { return nil }
        if let reason = facts.foreignness { throw .notOurs(path: path, reason: reason) }
        // A record without its partial file describes nothing.
        let hasRecord = try PartialFile.hasOwnFile(record)
        try DownloadError.wrapping { () throws(FileError) in
            try FileNames.checkWritable(path)
            if hasRecord { try FileNames.remove(record) }
            try FileNames.rename(path, to: partial, keepsExisting: true)
        }
        return AdoptedFile(path: path, length: facts.size)
    }

    /// Whether there is something to take over.
    static func isThere(_ path: String) throws(DownloadError) -> Bool { try factsIfThere(path) != nil }

    private static func factsIfThere(_ path: String) throws(DownloadError) -> FileFacts? {
        guard let facts = try FileFacts.found(of: path, followingLinks: false), facts.kind == .regular, facts.size > 0,
            try FileFacts.found(of: path + FileSuffix.partial, followingLinks: false) == nil
        else { return nil }
        return facts
    }

    /// Undoes `take` after a failure, unless bytes of the same file were added: then it stays our partial file.
    ///
    /// - Parameter isOtherFile: whether the server's file is another one, so that added bytes are cut off again.
    /// - Returns: whether the file has its name back.
    func giveBack(isOtherFile: Bool) throws(DownloadError) -> Bool {
        let partial = path + FileSuffix.partial
        let size = try FileFacts.found(of: partial, followingLinks: false)?.size ?? 0
        if !isOtherFile, size > length { return false }
        try DownloadError.wrapping { () throws(FileError) in
            try FileNames.remove(path + FileSuffix.record)
            if size > length {
                try File(partial, [.writing, .notThroughLink, .withoutWaiting]).truncate(to: length)
            }
            try FileNames.rename(partial, to: path, keepsExisting: true)
        }
        return true
    }
}
