internal import SockeyeFields

/// Reads the fields of a `ResumeRecord` in order; `nil` at the first invalid one.
struct RecordReader {
    private let bytes: [UInt8]
    private var position: Int

    init(_ bytes: [UInt8], at position: Int) {
        self.bytes = bytes
        self.position = position
    }

    mutating func number32() -> UInt32? {
        number(4).map { UInt32(truncatingIfNeeded: $0) }
    }

    private mutating func number(_ count: Int) -> UInt64? {
        take(count).map { $0.reduce(0) { $0 << 8 | UInt64($1) } }
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= bytes.count - position else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }

    private mutating func octets() -> [UInt8]? {
        guard let count = number(2), let bytes = take(Int(count)) else { return nil }
        return Array(bytes)
    }

    private mutating func text() -> String? {
        octets().flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Everything behind the checksum. The checksum was right, so an error here was written that way.
    mutating func record() -> ResumeRecord? {
        guard let rawTotal = number(8), let bootNumber = number(8), let durableCount = number32(),
            let writtenCount = number32()
        else { return nil }
        let total = rawTotal == .max ? nil : Int64(exactly: rawTotal)
        if total == nil, rawTotal != .max { return nil }
        guard let durable = ranges(durableCount, within: total), let written = ranges(writtenCount, within: total),
            let fileName = text(), let url = text(), let tagOctets = octets(), let dateText = text(),
            let mediaType = text(),
            position == bytes.count
        else { return nil }
        let isStrong = dateText.hasPrefix("strong ")
        let date = HTTPDate(parsing: isStrong ? String(dateText.dropFirst(7)) : dateText)
        if date == nil, !dateText.isEmpty { return nil }
        let tag = EntityTag(parsing: tagOctets)
        if tag == nil, !tagOctets.isEmpty { return nil }
        var validator: Validator?
        if let tag, !tag.isWeak {
            validator = .entityTag(tag)
        } else if isStrong, let date {
            validator = .lastModified(date)
        }
        return ResumeRecord(
            fileName: fileName, url: url, validator: validator, weakTag: tag.flatMap { $0.isWeak ? $0 : nil },
            lastModified: date, mediaType: mediaType, total: total, bootNumber: bootNumber, durable: durable,
            written: written)
    }

    private mutating func ranges(_ count: UInt32, within total: Int64?) -> ByteRangeSet? {
        guard count <= ResumeRecord.rangeLimit else { return nil }
        var set = ByteRangeSet()
        var previousEnd: Int64 = -1
        for _ in 0..<count {
            guard let rawStart = number(8), let rawEnd = number(8), let start = Int64(exactly: rawStart),
                let end = Int64(exactly: rawEnd), start > previousEnd, end > start, end <= total ?? .max
            else { return nil }
            set.insert(start..<end)
            previousEnd = end
        }
        return set
    }
}
