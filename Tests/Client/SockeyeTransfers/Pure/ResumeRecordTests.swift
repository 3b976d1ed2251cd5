import SockeyeFields
import Testing

@testable import SockeyeTransfers

@Suite("Download records")
struct ResumeRecordTests {
    static let record = ResumeRecord(
        fileName: "ü big.iso", url: "https://example.com/big.iso?signature=1",
        validator: EntityTag(parsing: "\"v1\"").map(Validator.entityTag),
        lastModified: HTTPDate(secondsSinceEpoch: 1_000_000), mediaType: "application/zip", total: 5000, bootNumber: 7,
        durable: ByteRangeSet([0..<100]), written: ByteRangeSet([0..<200, 1000..<1500]))

    static let variants: [ResumeRecord] = {
        var unknown = record
        unknown.total = nil
        var dated = record
        dated.validator = record.lastModified.map(Validator.lastModified)
        var bare = record
        (bare.validator, bare.lastModified, bare.mediaType) = (nil, nil, "")
        (bare.durable, bare.written) = (ByteRangeSet(), ByteRangeSet())
        var latin = record
        latin.validator = EntityTag(octets: [0xE9, 0x80]).map(Validator.entityTag)
        var weak = dated
        weak.weakTag = EntityTag(parsing: "W/\"v1\"")
        return [record, unknown, dated, bare, latin, weak]
    }()

    private func read(_ bytes: [UInt8], name: String = "ü big.iso") -> Result<ResumeRecord, ResumeRecord.Refusal> {
        do throws(ResumeRecord.Refusal) {
            return .success(try ResumeRecord(bytes, fileName: name))
        } catch {
            return .failure(error)
        }
    }

    @Test("A written record is read back", arguments: variants)
    func roundTrip(_ record: ResumeRecord) {
        #expect(read(record.bytes) == .success(record))
    }

    @Test("A record cut anywhere is refused")
    func cut() {
        let bytes = Self.record.bytes
        for count in 0..<bytes.count {
            #expect(read(Array(bytes[..<count])) == .failure(count < 40 ? .notARecord : .damaged), "\(count)")
        }
        #expect(read(bytes + [0]) == .failure(.damaged))
    }

    @Test("A record with any flipped bit is refused")
    func flipped() {
        for index in 0..<Self.record.bytes.count {
            for bit in 0..<8 {
                var bytes = Self.record.bytes
                bytes[index] ^= 1 << UInt8(bit)
                guard case .failure = read(bytes) else {
                    Issue.record("bit \(bit) of byte \(index) went unnoticed")
                    continue
                }
            }
        }
    }

    @Test("Zeros, other files, other versions and another file's record are refused by name")
    func refusals() {
        #expect(read([UInt8](repeating: 0, count: 4096)) == .failure(.notARecord))
        #expect(read([]) == .failure(.notARecord))
        #expect(read(Array("sockeye is a fish, and this is a text about it.".utf8)) == .failure(.unknownVersion(32)))
        var later = Self.record.bytes
        later[7] = 2
        #expect(read(later) == .failure(.unknownVersion(2)))
        #expect(read(Self.record.bytes, name: "small.iso") == .failure(.otherFile("ü big.iso")))
    }

    @Test("Ranges that overlap, run backwards or exceed the end are refused even with a valid checksum")
    func hostileRanges() {
        var record = Self.record
        record.total = 1200
        #expect(read(record.bytes) == .failure(.damaged))
    }

    @Test("After a reboot, only synced bytes count")
    func machineRestart() {
        #expect(Self.record.reliable(bootNumber: 7) == Self.record.written)
        #expect(Self.record.reliable(bootNumber: 8) == Self.record.durable)
        var unknown = Self.record
        unknown.bootNumber = 0
        #expect(unknown.reliable(bootNumber: 0) == Self.record.durable)
    }

    @Test("The checksum is CRC-32", arguments: [("123456789", UInt32(0xCBF4_3926)), ("", 0), ("a", 0xE8B7_BE43)])
    func checksum(_ text: String, _ expected: UInt32) {
        #expect(Checksum32.of(text.utf8) == expected)
    }
}
