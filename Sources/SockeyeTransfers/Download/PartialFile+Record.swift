internal import SockeyeHTTP1
internal import SockeyeIO
internal import Synchronization

extension PartialFile {
    /// What is there of the file, and what is known of it.
    package struct Remains: Sendable {
        /// The bytes to rely on.
        package var present: ByteRangeSet
        /// What an earlier run noted; `nil` for another program's file.
        package var record: ResumeRecord?
    }

    /// A number that changes whenever the machine starts; 0 when the system does not tell.
    package static let bootNumber: UInt64 = {
        guard let file = try? File("/proc/sys/kernel/random/boot_id", .reading), let text = try? file.read(64, at: 0)
        else { return 0 }
        // Two halves of a UUID; any 64 bits of it do.
        return text.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }()

    /// What an earlier run left behind.
    ///
    /// - Throws: ``DownloadError/recordRefused(path:reason:)`` when there is a record that cannot be relied on.
    package func remains() throws(DownloadError) -> Remains {
        let size = try DownloadError.wrapping { () throws(FileError) in try file.facts().size }
        guard let bytes = try recordBytes() else {
            // Without a record the bytes must be in one row from the first: our own are written so until a record is.
            return Remains(present: size > 0 ? ByteRangeSet([0..<size]) : ByteRangeSet(), record: nil)
        }
        let record: ResumeRecord
        do throws(ResumeRecord.Refusal) {
            record = try ResumeRecord(bytes, fileName: fileName)
        } catch {
            throw .recordRefused(path: recordPath, reason: error.description)
        }
        // What the record claims beyond the file's end is not there: somebody cut the file.
        let reliable = record.reliable(bootNumber: Self.bootNumber)
        let present = reliable.ranges.map { min($0.lowerBound, size)..<min($0.upperBound, size) }
        return Remains(present: ByteRangeSet(present), record: record)
    }

    /// Whether there is a record.
    func hasRecord() throws(DownloadError) -> Bool {
        let found = try FileFacts.found(of: recordPath, followingLinks: false) != nil
        if found { hasRecordSaved.store(true, ordering: .relaxed) }
        return found
    }

    private func recordBytes() throws(DownloadError) -> [UInt8]? {
        do throws(FileError) {
            let file = try File(recordPath, [.reading, .notThroughLink, .withoutWaiting])
            guard try file.facts().kind == .regular else { return [] }
            return try file.read(ResumeRecord.mostBytes + 1, at: 0)
        } catch {
            if error.isMissing { return nil }
            throw .file(error)
        }
    }

    /// Notes how far the download is. What the record calls durable must have been synced before.
    package func save(_ record: ResumeRecord, isDurable: Bool) throws(DownloadError) {
        hasRecordSaved.store(true, ordering: .relaxed)
        try DownloadError.wrapping { () throws(FileError) in
            try FileNames.replace(recordPath, with: record.bytes, isDurable: isDurable)
        }
    }

    /// Drops what there is: the file is empty and has no record.
    package func restart() throws(DownloadError) {
        try DownloadError.wrapping { () throws(FileError) in
            // First the record: it must never claim bytes that are gone.
            try FileNames.remove(recordPath)
            try file.truncate(to: 0)
        }
    }
}

extension PartialFile {
    /// Sees to it that the rest of a file of `total` bytes has room, and reserves it (`fallocate(2)`).
    func makeRoom(for total: Int64, present: Int64) throws(DownloadError) {
        let needed = max(0, total - present)
        do throws(FileError) {
            let free = try file.freeBytes()
            // What an earlier run reserved is not free and not missing either; the reservation below tells.
            if free < needed, isNew { throw FileError(call: "fallocate", path: path, errorNumber: ErrorNumber.noSpace) }
            _ = try file.reserve(total)
        } catch {
            guard error.isDiskFull else { throw .file(error) }
            let free = (try? file.freeBytes()) ?? 0
            throw .diskSpace(needed: needed, free: free, folder: FileNames.folder(of: finalPath))
        }
    }
}
