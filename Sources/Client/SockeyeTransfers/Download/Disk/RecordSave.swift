internal import SockeyeIO

/// A record to be saved.
struct RecordSave: Sendable {
    let record: ResumeRecord
    let written: ByteRangeSet
    /// Whether the data is synced first.
    let syncs: Bool
    let seams: Seams

    /// Saves the record, unless bytes at a seam differ: the next run would know nothing of that.
    ///
    /// - Returns: whether it is saved.
    func save(_ partial: PartialFile, isDurable: Bool = true) throws(DownloadError) -> Bool {
        let difference = try DownloadError.wrapping { () throws(FileError) -> Int64? in
            if syncs { try partial.file.sync(dataOnly: true) }
            return try seams.firstDifference(in: partial.file, within: written)
        }
        guard difference == nil else { return false }
        try partial.save(record, isDurable: isDurable)
        return true
    }

    /// The same on a file thread.
    ///
    /// - Returns: the bytes durable since then, if the data was synced.
    func perform(_ partial: PartialFile, isDurable: Bool = true) async -> Result<ByteRangeSet?, DownloadError> {
        await outcome { () throws(DownloadError) in
            let isSaved = try await onFileThread { () throws(DownloadError) in try save(partial, isDurable: isDurable) }
            return syncs && isSaved ? written : nil
        }
    }
}
