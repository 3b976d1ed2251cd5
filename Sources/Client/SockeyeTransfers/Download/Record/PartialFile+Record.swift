internal import SockeyeIO
internal import Synchronization

extension PartialFile {
    /// The bytes left by an earlier run, and what is known about the file.
    struct Remains: Sendable {
        /// The reliable bytes.
        var present: ByteRangeSet
        /// The record of an earlier run; `nil` if there is none.
        var record: ResumeRecord?
        /// Whether there are bytes without a record. They may be zeros where a power cut came before the data was on the
        /// disk, so they are fetched again.
        var hasUnrecordedBytes = false
    }

    /// A number that changes with every boot of the machine; 0 if unknown.
    static let bootNumber: UInt64 = {
        guard let file = try? File("/proc/sys/kernel/random/boot_id", .reading), let text = try? file.read(64, at: 0)
        else { return 0 }
        // Any 64-bit hash of the boot's UUID will do.
        return text.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }()

    /// What an earlier run left.
    ///
    /// - Throws: ``DownloadError/recordRefused(path:reason:)`` if there is an unusable record.
    func remains() throws(DownloadError) -> Remains {
        let size = try DownloadError.wrapping { () throws(FileError) in try file.facts().size }
        return try Self.remains(of: finalPath, size: size)
    }

    /// The same for `NAME`, without its `NAME.part` being open; `size` is that of `NAME.part`.
    static func remains(of finalPath: String, size: Int64) throws(DownloadError) -> Remains {
        let recordPath = FileSuffix.record.path(beside: finalPath)
        guard let bytes = try recordBytes(recordPath) else {
            return Remains(present: ByteRangeSet(), record: nil, hasUnrecordedBytes: size > 0)
        }
        let record: ResumeRecord
        do throws(ResumeRecord.Refusal) {
            record = try ResumeRecord(bytes, fileName: FileNames.lastComponent(of: finalPath))
        } catch {
            throw .recordRefused(path: recordPath, reason: error.description)
        }
        // The file may have been cut since: bytes beyond its end are not there.
        let reliable = record.reliable(bootNumber: bootNumber)
        let present = reliable.ranges.map { min($0.lowerBound, size)..<min($0.upperBound, size) }
        return Remains(present: ByteRangeSet(present), record: record)
    }

    private static func recordBytes(_ recordPath: String) throws(DownloadError) -> [UInt8]? {
        let record = try DownloadError.wrapping { () throws(FileError) in
            try RecordBytes(of: recordPath, limit: ResumeRecord.byteLimit)
        }
        if let reason = record?.foreignness { throw .notOurs(path: recordPath, reason: reason) }
        return record?.bytes
    }

    /// Saves the record. The ranges that it calls durable must have been synced before.
    func save(_ record: ResumeRecord, isDurable: Bool) throws(DownloadError) {
        // Another transfer's file may have taken the name since the last one.
        _ = try Self.hasOwnRecord(recordPath)
        do throws(FileError) {
            try FileNames.replace(
                recordPath, with: record.bytes, isDurable: isDurable,
                through: FileSuffix.replacement.path(beside: recordPath))
            hasSavedRecord.store(true, ordering: .relaxed)
        } catch {
            if error.isThereAlready { throw .notOurs(path: error.path, reason: "is in the way of the record") }
            throw .file(error)
        }
    }

    /// Gives the file its name although it isn't complete, in place of one that is there. Its record stays.
    func nameUnfinished() throws(DownloadError) {
        try settle(modified: nil)
        try DownloadError.wrapping { () throws(FileError) in
            try FileNames.rename(path, to: finalPath, keepsExisting: !replacesExisting)
        }
    }

    /// Removes the record, also on the disk, so that the next run begins anew.
    func dropRecord() throws(FileError) {
        guard mayHaveRecord else { return }
        try removeOwnRecord()
        try FileNames.syncFolder(of: recordPath)
    }

    /// Removes the record; a file of another kind that has its name by now stays.
    func removeOwnRecord() throws(FileError) {
        do throws(DownloadError) {
            _ = try Self.hasOwnRecord(recordPath)
        } catch {
            // An unreadable record is removed as ours: no later run would remove it.
            if case .notOurs = error { return }
        }
        try FileNames.remove(recordPath)
    }

    /// Empties the file and removes its record.
    package func restart() throws(DownloadError) {
        try DownloadError.wrapping { () throws(FileError) in
            // The record first: it must never claim bytes that are gone.
            try dropRecord()
            try file.truncate(to: 0)
        }
    }
}

extension PartialFile {
    /// Checks that the disk has room for the rest of a file of `total` bytes.
    ///
    /// Reserves nothing: a server that announces a length and goes away must not pin that much of the disk.
    func checkRoom(for total: Int64, present: Int64) throws(DownloadError) {
        let (free, allocated) = try DownloadError.wrapping { () throws(FileError) in
            (try file.freeBytes(), try file.facts().allocatedBytes)
        }
        // Blocks that a killed run reserved are neither free nor missing.
        let needed = max(0, total - max(present, allocated))
        if free < needed { throw noRoom(for: needed) }
    }

    /// The most that is reserved ahead.
    private static let reservedLimit: Int64 = 64 << 20
    /// The least that is worth a system call.
    private static let minimumReserved: Int64 = 1 << 20

    /// Reserves blocks from `position` (`fallocate(2)`): as much again as has come, within bounds, and nothing beyond `end`.
    ///
    /// - Returns: where the next reservation is due; `.max` if the file system has none.
    func reserve(from position: Int64, received: Int64, end: Int64) throws(DownloadError) -> Int64 {
        guard position < end else { return .max }
        let step = min(max(received, Self.minimumReserved), Self.reservedLimit)
        let reserved = position..<position + min(step, end - position)
        do throws(FileError) {
            guard try file.reserve(reserved) else { return .max }
        } catch {
            guard error.isDiskFull, !error.isTooLong else { throw .file(error) }
            throw noRoom(for: end - position)
        }
        reservedEnd.max(reserved.upperBound, ordering: .relaxed)
        return reserved.upperBound
    }

    /// Whether there may be reserved blocks without bytes.
    var hasReserved: Bool { reservedEnd.load(ordering: .relaxed) > 0 }

    /// Releases reserved blocks that hold none of the bytes `present`. Nothing may be writing.
    func releaseReserved(besides present: ByteRangeSet) {
        let reserved = reservedEnd.exchange(0, ordering: .relaxed)
        guard reserved > 0 else { return }
        for gap in present.gaps(in: 0..<reserved) { file.release(gap) }
        // Some file systems release blocks behind the end only by truncation.
        try? file.truncate(to: present.ranges.last?.upperBound ?? 0)
    }

    private func noRoom(for needed: Int64) -> DownloadError {
        .diskSpace(
            needed: needed, free: (try? file.freeBytes()) ?? 0, folder: FileNames.folder(of: finalPath))
    }
}
