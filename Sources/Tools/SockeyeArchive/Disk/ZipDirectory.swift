internal import SockeyeIO

/// The directory at the end of a zip: its entries, their order and their names.
///
/// libarchive reads it too, but takes names from the local headers, where they may differ, returns only one of several entries at
/// the same offset, and shortens or changes some names. So offsets and names are checked here.
struct ZipDirectory {
    private let file: File
    /// The directory's offset, where the last entry must end.
    private let start: Int64
    /// The offsets of each entry and of its record, in the order in which libarchive returns the entries.
    private var places: [(entry: Int64, record: Int64)] = []
    private var next = 0

    /// libarchive searches no further back from the end.
    private static let window: Int64 = 16 << 10
    private static let endLength = 22
    private static let localLength = 30

    /// Whether all entries have been returned.
    var isAtEnd: Bool { next == places.count }

    /// - Returns: `nil` if the file isn't a zip.
    init?(_ file: File, total: Int64, limits: ExtractionLimits) throws(ArchiveError) {
        self.file = file
        guard let end = try Self.findEnd(file, total) else { return nil }
        start = end.place - end.size
        guard start >= 0, end.offset <= start else { return nil }
        // A tar may end with a zip, followed by the tar's last blocks.
        if !end.isLast, try Self.read(file, 0, 2) != [0x50, 0x4B] { return nil }
        var record = start
        while record < end.place {
            guard let found = try self.record(at: record), let entry = Int64(exactly: found.offset), entry < end.offset
            else { throw damaged }
            if places.count == limits.entryLimit {
                throw .limitExceeded("entryLimit", Int64(limits.entryLimit))
            }
            places.append((entry + start - end.offset, record))
            record += Int64(found.length)
        }
        guard UInt64(places.count) & end.countMask == end.count else {
            throw .unreadable(
                file.path, reason: "its end record counts \(end.count) entries, its directory has \(places.count)")
        }
        if places.isEmpty, start > 0 {
            throw .unreadable(file.path, reason: "its directory is empty, but it has content")
        }
        places.sort { $0 < $1 }
    }

    /// The next entry's record and its name.
    mutating func takeNext() throws(ArchiveError) -> (record: ZipRecord, name: [UInt8]) {
        guard next < places.count, let record = try record(at: places[next].record) else { throw damaged }
        let place = places[next].entry
        let head = try Self.read(file, place, Self.localLength)
        guard head.starts(with: [0x50, 0x4B, 3, 4]), head.count == Self.localLength else { throw damaged }
        let (nameLength, extraLength) = (Int(littleEndian(head[26..<28])), littleEndian(head[28..<30]))
        guard try Self.read(file, place + Int64(Self.localLength), nameLength) == record.name else {
            throw .refused(record.name, reason: "has a different name in its local header than in the directory")
        }
        next += 1
        let content = place + Int64(Self.localLength + nameLength) + Int64(extraLength)
        let limit = next < places.count ? places[next].entry : start
        guard content <= limit, record.compressedSize <= UInt64(limit - content) else {
            throw .refused(record.name, reason: "overlaps the next entry")
        }
        guard let name = ZipName.octets(of: record) else {
            throw .unreadable(file.path, reason: "a name is flagged as UTF-8 but isn't")
        }
        return (record, name)
    }

    private var damaged: ArchiveError { .unreadable(file.path, reason: "its directory is damaged") }

    private func record(at place: Int64) throws(ArchiveError) -> ZipRecord? {
        guard let length = ZipRecord.length(try Self.read(file, place, ZipRecord.headLength)) else { return nil }
        return ZipRecord(try Self.read(file, place, length))
    }

    /// The zip's end record (APPNOTE 4.3.14, 4.3.16).
    private struct End {
        /// The end of the directory.
        var place: Int64
        var size: Int64
        /// The directory's offset, not counting data before the zip.
        var offset: Int64
        var count: UInt64
        var countMask: UInt64
        /// Whether nothing follows it.
        var isLast: Bool

        init?(place: Int64, size: UInt64, offset: UInt64, count: UInt64, countMask: UInt64, isLast: Bool) {
            guard let size = Int64(exactly: size), let offset = Int64(exactly: offset), size <= place else {
                return nil
            }
            (self.place, self.size, self.offset) = (place, size, offset)
            (self.count, self.countMask, self.isLast) = (count, countMask, isLast)
        }
    }

    private static func findEnd(_ file: File, _ total: Int64) throws(ArchiveError) -> End? {
        let origin = max(0, total - window)
        let bytes = try read(file, origin, Int(total - origin))
        for index in bytes.indices.dropLast(endLength - 1).reversed()
        where bytes[index...].starts(with: [0x50, 0x4B, 5, 6]) {
            let record = Array(bytes[index..<index + endLength])
            let place = origin + Int64(index)
            let isLast = place + Int64(endLength) + Int64(littleEndian(record[20..<22])) == total
            if let end = try longEnd(file, before: place, isLast) { return end }
            let end = End(
                place: place, size: littleEndian(record[12..<16]), offset: littleEndian(record[16..<20]),
                count: littleEndian(record[10..<12]), countMask: 0xFFFF, isLast: isLast)
            if let end, end.size + end.offset <= end.place { return end }
        }
        return nil
    }

    /// The Zip64 end record, found through the locator before the end record (4.3.15).
    private static func longEnd(
        _ file: File, before place: Int64, _ isLast: Bool
    ) throws(ArchiveError) -> End? {
        guard place >= 20 else { return nil }
        let locator = try read(file, place - 20, 20)
        guard locator.starts(with: [0x50, 0x4B, 6, 7]), let record = Int64(exactly: littleEndian(locator[8..<16])),
            record <= place - 76
        else { return nil }
        let bytes = try read(file, record, 56)
        guard bytes.starts(with: [0x50, 0x4B, 6, 6]) else { return nil }
        return End(
            place: record, size: littleEndian(bytes[40..<48]), offset: littleEndian(bytes[48..<56]),
            count: littleEndian(bytes[32..<40]), countMask: .max, isLast: isLast)
    }

    /// Reads the bytes at an offset; fewer at the end of the file.
    private static func read(_ file: File, _ offset: Int64, _ count: Int) throws(ArchiveError) -> [UInt8] {
        try ArchiveError.wrapping(file.read(count, at: offset))
    }
}
