internal import SockeyeFields
internal import SockeyeHTTP1

/// The contents of `NAME.sockeye`, from which another process can resume an incomplete download.
///
/// ```
/// offset  bytes  numbers are big-endian
///      0      7  "sockeye"
///      7      1  version: 1
///      8      4  length of the whole record
///     12      4  CRC-32 of everything from offset 16
///     16      8  total length of the file; all ones: unknown
///     24      8  a number that changes with each boot
///     32      4  number of durable ranges
///     36      4  number of written ranges
///     40      …  the ranges, each: first byte (8), byte after the last (8)
///      …      …  five strings, each: length (2), UTF-8 (the ETag: any octets):
///                the file's name, URL (none: the bytes are another program's), ETag, Last-Modified, media type
/// ```
///
/// Durable ranges were synced before the record was. Ranges that were merely written survive
/// a crash of the process but not one of the machine: they count only until the next boot.
struct ResumeRecord: Sendable, Hashable {
    /// Why bytes are not a usable record.
    enum Refusal: Error, Sendable, Hashable {
        /// Too short, too long, or without the magic (zeros, for instance).
        case notARecord
        /// Written by a later version.
        case unknownVersion(UInt8)
        /// The checksum or the structure is wrong.
        case damaged
        /// It describes another file.
        case otherFile(String)
    }

    static let magic = Array("sockeye".utf8)
    static let version: UInt8 = 1
    static let fixedBytes = 40
    /// More than any honest record has: 16 segments leave a few dozen ranges.
    static let rangeLimit = 4096
    static let byteLimit = 1 << 20
    /// The most bytes of each string.
    static let longestText = Int(UInt16.max)

    /// The last component of the final name.
    var fileName: String
    var url: String
    var validator: Validator?
    /// The ETag, if it is weak.
    var weakTag: EntityTag?
    /// Last-Modified as sent, strong or not.
    var lastModified: HTTPDate?
    var mediaType: String
    /// The length of the whole file, if known.
    var total: Int64?
    var bootNumber: UInt64
    /// Ranges that survive a power cut.
    var durable = ByteRangeSet()
    /// Ranges that were written, including the durable ones.
    var written = ByteRangeSet()

    /// Whether the bytes are another program's, and no server has gone on with them yet.
    var isOfAnotherProgram: Bool { url.isEmpty }

    /// The ranges to rely on, given the machine's present `bootNumber`.
    func reliable(bootNumber: UInt64) -> ByteRangeSet {
        bootNumber != 0 && bootNumber == self.bootNumber ? written : durable
    }

    // MARK: Bytes

    /// The record's encoding.
    var bytes: [UInt8] {
        var body: [UInt8] = []
        body.append(bigEndian: total.map { UInt64(clamping: $0) } ?? .max)
        body.append(bigEndian: bootNumber)
        // Only a hostile server causes so many ranges; forgetting some costs bytes, not correctness.
        let ranges = [durable, written].map { $0.ranges.prefix(Self.rangeLimit) }
        for list in ranges { body.append(bigEndian: UInt32(list.count)) }
        for range in ranges.joined() {
            body.append(bigEndian: UInt64(clamping: range.lowerBound))
            body.append(bigEndian: UInt64(clamping: range.upperBound))
        }
        var entityTag = weakTag?.fieldOctets ?? []
        if case .entityTag(let tag) = validator { entityTag = tag.fieldOctets }
        for text in [fileName, url] { body.append(octets: Array(text.utf8)) }
        body.append(octets: entityTag)
        for text in [lastModifiedText, mediaType] { body.append(octets: Array(text.utf8)) }
        var head = Self.magic + [Self.version]
        head.append(bigEndian: UInt32(clamping: body.count + 16))
        head.append(bigEndian: Checksum32.of(body))
        return head + body
    }

    /// The date, marked if it is the validator.
    private var lastModifiedText: String {
        guard let lastModified else { return "" }
        if case .lastModified = validator { return "strong \(lastModified)" }
        return lastModified.description
    }
}

extension ResumeRecord {
    /// Parses the record of the file `fileName`.
    init(_ bytes: [UInt8], fileName expected: String) throws(Refusal) {
        guard bytes.count >= Self.fixedBytes, bytes.count <= Self.byteLimit, bytes.starts(with: Self.magic) else {
            throw .notARecord
        }
        guard bytes[7] == Self.version else { throw .unknownVersion(bytes[7]) }
        var reader = RecordReader(bytes, at: 8)
        guard let length = reader.number32(), Int(length) == bytes.count, let checksum = reader.number32(),
            checksum == Checksum32.of(bytes[16...])
        else { throw .damaged }
        guard let record = reader.record() else { throw .damaged }
        guard record.fileName.utf8.elementsEqual(expected.utf8) else { throw .otherFile(record.fileName) }
        self = record
    }
}

extension ResumeRecord.Refusal: CustomStringConvertible {
    /// Completes a sentence that begins with the record's path.
    var description: String {
        switch self {
        case .notARecord: "is not a record of a download (zeros, or another program's file)"
        case .unknownVersion(let version): "was written by a newer version, in format \(version)"
        case .damaged: "is damaged"
        case .otherFile(let name): "is the record of another file, \(name)"
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append<Number: FixedWidthInteger>(bigEndian number: Number) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }

    /// A text too long for its field is omitted: a cut one would be wrong.
    fileprivate mutating func append(octets: [UInt8]) {
        let bytes = octets.count <= ResumeRecord.longestText ? octets : []
        append(bigEndian: UInt16(bytes.count))
        self += bytes
    }
}
