internal import SockeyeIO
internal import Synchronization

extension PartialFile {
    /// What is there of the file, and what is known of it.
    struct Remains: Sendable {
        /// The bytes to rely on.
        var present: ByteRangeSet
        /// What an earlier run noted; `nil` for another program's file.
        var record: ResumeRecord?
    }

    /// A number that changes whenever the machine starts; 0 when the system does not tell.
    static let bootNumber: UInt64 = {
        guard let file = try? File("/proc/sys/kernel/random/boot_id", .reading), let text = try? file.read(64, at: 0)
        else { return 0 }
        // Two halves of a UUID; any 64 bits of it do.
        return text.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }()

    /// What an earlier run left behind.
    ///
    /// - Throws: ``DownloadError/recordRefused(path:reason:)`` when there is a record that cannot be relied on.
    func remains() throws(DownloadError) -> Remains {
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

    private func recordBytes() throws(DownloadError) -> [UInt8]? {
        let facts: FileFacts
        let bytes: [UInt8]
        do throws(FileError) {
            let file = try File(recordPath, [.reading, .notThroughLink, .withoutWaiting])
            facts = try file.facts()
            bytes = facts.kind == .regular ? try file.read(ResumeRecord.maximumBytes + 1, at: 0) : []
        } catch {
            if error.isMissing { return nil }
            throw .file(error)
        }
        // Whoever wrote it decides which bytes are relied on.
        if let reason = facts.foreignness { throw .notOurs(path: recordPath, reason: reason) }
        return bytes
    }

    /// Notes how far the download is. What the record calls durable must have been synced before.
    func save(_ record: ResumeRecord, isDurable: Bool) throws(DownloadError) {
        do throws(FileError) {
            try FileNames.replace(
                recordPath, with: record.bytes, isDurable: isDurable, through: recordPath + FileSuffix.replacement)
            hasSavedRecord.store(true, ordering: .relaxed)
        } catch {
            if error.isThereAlready { throw .notOurs(path: error.path, reason: "is in the way of the record") }
            throw .file(error)
        }
    }

    /// Empties the file and removes its record.
    public func restart() throws(DownloadError) {
        try DownloadError.wrapping { () throws(FileError) in
            // First the record: it must never claim bytes that are gone.
            try FileNames.remove(recordPath)
            try file.truncate(to: 0)
        }
    }
}

extension PartialFile {
    /// Sees to it that the disk has room for the rest of a file of `total` bytes.
    ///
    /// Nothing is reserved here: a server that tells a length and goes away must not pin so much of the disk.
    func checkRoom(for total: Int64, present: Int64) throws(DownloadError) {
        let (free, allocated) = try DownloadError.wrapping { () throws(FileError) in
            (try file.freeBytes(), try file.facts().allocatedBytes)
        }
        // What a killed run reserved is not free and not missing either.
        let needed = max(0, total - max(present, allocated))
        if free < needed { throw noRoom(for: needed) }
    }

    /// The most that is reserved before its bytes come.
    private static let maximumReserved: Int64 = 64 << 20
    /// The least that is worth a call.
    private static let minimumReserved: Int64 = 1 << 20

    /// Reserves blocks from `position` on (`fallocate(2)`): as many again as came, within bounds, and none beyond `end`.
    ///
    /// - Returns: where the next reservation is due; `.max` where the file system has none.
    func reserve(from position: Int64, received: Int64, end: Int64) throws(DownloadError) -> Int64 {
        guard position < end else { return .max }
        let step = min(max(received, Self.minimumReserved), Self.maximumReserved)
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

    /// Whether blocks may be reserved that hold no bytes yet.
    var hasReserved: Bool { reservedEnd.load(ordering: .relaxed) > 0 }

    /// Gives back what was reserved and holds none of the bytes `present`. Nobody may be writing.
    func releaseReserved(besides present: ByteRangeSet) {
        let reserved = reservedEnd.exchange(0, ordering: .relaxed)
        guard reserved > 0 else { return }
        for gap in present.gaps(in: 0..<reserved) { file.release(gap) }
        // Blocks behind the end go with a truncation only, in some file systems.
        try? file.truncate(to: present.ranges.last?.upperBound ?? 0)
    }

    private func noRoom(for needed: Int64) -> DownloadError {
        .diskSpace(
            needed: needed, free: (try? file.freeBytes()) ?? 0, folder: FileNames.folder(of: finalPath))
    }
}
