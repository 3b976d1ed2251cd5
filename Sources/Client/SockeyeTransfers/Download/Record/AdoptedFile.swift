internal import SockeyeIO

/// An unfinished file of another program, taken over as `NAME.part`; or one of ours that has its name already
/// (``DownloadOptions/namesUnfinished``). It belongs to the user: if the server's file turns out to be different, the original name
/// and length are restored.
struct AdoptedFile {
    let path: String
    /// Its length when it was taken over.
    let length: Int64
    /// Whether it came with a record of its bytes.
    let hadRecord: Bool

    /// Where a file that may be taken over is. It is renamed, so a link to it must be followed before; by a run that was killed it
    /// may have been renamed already.
    static func place(of path: String, _ options: DownloadOptions) throws(DownloadError) -> String {
        guard options.existing == .continueFrom, options.resume != .never, options.followsLink,
            try FileFacts.found(of: path, followingLinks: false)?.kind == .link
        else { return path }
        if let place = try? FileNames.resolved(path) { return place }
        guard let target = try? FileNames.linkTarget(path) else { return path }
        let place = target.hasPrefix("/") ? target : FileNames.folder(of: path) + "/" + target
        let isTaken = try FileFacts.found(of: FileSuffix.partial.path(beside: place), followingLinks: false) != nil
        return isTaken ? place : path
    }

    /// Renames the file to `NAME.part`, with a record of its bytes, by which the next run knows it if this one is killed.
    ///
    /// - Parameters:
    ///   - canResume: whether the request for the rest could be sent.
    /// - Returns: `nil` if there is nothing to take over: no file, an empty one, or an existing partial file.
    static func take(_ path: String, canResume: Bool) throws(DownloadError) -> AdoptedFile? {
        let (partial, record) = (FileSuffix.partial.path(beside: path), FileSuffix.record.path(beside: path))
        guard let facts = try FileFacts.found(of: path, followingLinks: false) else { return try takenBefore(path) }
        guard facts.kind == .regular, facts.size > 0, try FileFacts.found(of: partial, followingLinks: false) == nil
        else { return nil }
        guard canResume else {
            throw .existingKept(path: path, reason: "only a GET without its own Range field can be resumed")
        }
        if let reason = facts.foreignness { throw .notOurs(path: path, reason: reason) }
        // A record of other bytes than the file has is stale, and is replaced.
        let earlier = try PartialFile.hasOwnRecord(record) ? try? PartialFile.remains(of: path, size: facts.size) : nil
        let bytes = ByteRangeSet(upTo: facts.size)
        let hadRecord = earlier?.present == bytes
        let contents = ResumeRecord(
            fileName: FileNames.lastComponent(of: path), url: "", validator: nil, lastModified: nil, mediaType: "",
            total: nil, bootNumber: PartialFile.bootNumber, durable: bytes, written: bytes)
        try DownloadError.wrapping { () throws(FileError) in
            try FileNames.checkWritable(path)
            if !hadRecord {
                try FileNames.replace(
                    record, with: contents.bytes, through: FileSuffix.replacement.path(beside: record))
            }
            try FileNames.rename(path, to: partial, keepsExisting: true)
        }
        return AdoptedFile(path: path, length: facts.size, hadRecord: hadRecord)
    }

    /// What a run that was killed had taken over, if a server hasn't agreed to go on with it since.
    private static func takenBefore(_ path: String) throws(DownloadError) -> AdoptedFile? {
        let (partial, record) = (FileSuffix.partial.path(beside: path), FileSuffix.record.path(beside: path))
        guard let facts = try FileFacts.found(of: partial, followingLinks: false), facts.kind == .regular,
            try PartialFile.hasOwnRecord(record), let remains = try? PartialFile.remains(of: path, size: facts.size),
            remains.record?.isOfAnotherProgram == true, remains.present.byteCount == remains.present.prefixLength,
            !remains.present.isEmpty
        else { return nil }
        return AdoptedFile(path: path, length: remains.present.prefixLength, hadRecord: false)
    }

    /// Undoes `take` after a failure, unless bytes of the same file were added; then it stays a partial file.
    ///
    /// - Parameter isOtherFile: whether the server's file is different, so that added bytes are cut off again.
    /// - Returns: whether the name was restored.
    func giveBack(isOtherFile: Bool) throws(DownloadError) -> Bool {
        let partial = FileSuffix.partial.path(beside: path)
        let size = try FileFacts.found(of: partial, followingLinks: false)?.size ?? 0
        if !isOtherFile, size > length { return false }
        try DownloadError.wrapping { () throws(FileError) in
            if isOtherFile || !hadRecord { try FileNames.remove(FileSuffix.record.path(beside: path)) }
            if size > length {
                try File(partial, [.writing, .notThroughLink, .withoutWaiting]).truncate(to: length)
            }
            try FileNames.rename(partial, to: path, keepsExisting: true)
        }
        return true
    }
}
