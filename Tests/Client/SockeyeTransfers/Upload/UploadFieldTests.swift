import HTTPTypes
import SockeyeDigest
import SockeyeURL
import Testing

@testable import SockeyeTransfers

/// The fields of both protocols and the saved state, valid and invalid.
struct UploadFieldTests {
    @Test(
        arguments: [
            ("0", 0), ("123456789012345", 123_456_789_012_345), (" 7 ", 7), ("7;a=1", 7), ("1234567890123456", nil),
            ("-1", nil),
            ("+1", nil), ("1.0", nil), ("0x1", nil), ("", nil), ("1 2", nil), ("?1", nil), ("٣", nil),
        ] as [(String, Int64?)])
    func integers(_ text: String, _ expected: Int64?) {
        #expect(UploadFieldText.integer(text) == expected)
    }

    @Test(
        arguments: [
            ("?1", true), ("?0", false), ("?1;x", true), ("true", nil), ("1", nil), ("?2", nil), ("", nil),
        ] as [(String, Bool?)])
    func booleans(_ text: String, _ expected: Bool?) {
        #expect(UploadFieldText.boolean(text) == expected)
    }

    @Test(
        arguments: [
            ("max-size=10, min-size=2,max-append-size=5 , min-append-size=1, max-age=60", [10, 2, 5, 1, 60]),
            ("", [nil, nil, nil, nil, nil]),
            ("max-size=1, max-size=2", [nil, nil, nil, nil, nil].replacingFirst(with: 2)),
            ("other=\"a, max-size=3\", max-size=4;p=1", [nil, nil, nil, nil, nil].replacingFirst(with: 4)),
            ("list=(1 2), flag, max-size=5", [nil, nil, nil, nil, nil].replacingFirst(with: 5)),
            ("max-size=?1", nil), ("max-size", nil), ("max-size=1.5", nil), ("max-size=-1", nil), ("MAX-SIZE=1", nil),
            ("max-size=1,", nil), ("=1", nil),
        ] as [(String, [Int64?]?)])
    func limits(_ text: String, _ expected: [Int64?]?) {
        let limits = UploadLimits(parsing: text)
        #expect(
            limits.map { [$0.maxSize, $0.minSize, $0.maxAppendSize, $0.minAppendSize, $0.maxAge] } == expected)
    }

    @Test func dialects() throws {
        let url = try HTTPURL("http://h/")
        func dialect(_ status: Int, _ fields: HTTPFields) -> UploadDialect {
            UploadDialect(UploadAnswer(status: status, fields: fields, url: url))
        }
        let tus = dialect(
            204,
            [
                .tusVersion: "1.0.0,0.2.2", .tusExtension: "creation, checksum", .tusMaxSize: "9",
                .tusChecksumAlgorithm: "sha1,md5",
            ])
        #expect(tus == .tus(extensions: ["creation", "checksum"], maxSize: 9, checksums: ["sha1", "md5"]))
        #expect(tus.checksum == .sha1)
        #expect(dialect(200, [.tusVersion: "2.0.0"]) == .unknown)
        #expect(dialect(404, [.tusVersion: "1.0.0"]) == .unknown)
        #expect(dialect(204, [.acceptPatch: "text/x"]) == .unknown)
        // A wildcard says nothing about the protocol.
        #expect(dialect(204, [.acceptPatch: "*/*"]) == .unknown)
        var limits = UploadLimits()
        limits.maxSize = 5
        #expect(
            dialect(204, [.acceptPatch: "a/b, Application/Partial-Upload;x=y", .uploadLimit: "max-size=5"])
                == .draft(limits))
    }

    private static func record() throws -> UploadRecord {
        UploadRecord(
            spoken: .ietf, target: try HTTPURL("http://u:p@h/file#x"), place: try HTTPURL("http://h/u/1?k=v"),
            file: .init(device: 1, inode: .max, size: 1000, seconds: -5, nanoseconds: 7), acknowledged: 999)
    }

    @Test func aRecordIsReadBack() throws {
        let record = try Self.record()
        #expect(UploadRecord(record.bytes) == record)
        // It contains none of the caller's secrets.
        #expect(!String(decoding: record.bytes, as: UTF8.self).contains("u:p"))
    }

    @Test func aDamagedRecordIsNone() throws {
        let bytes = try Self.record().bytes
        for count in 0..<bytes.count { #expect(UploadRecord(Array(bytes[..<count])) == nil) }
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            #expect(UploadRecord(changed) == nil, "byte \(index)")
        }
        #expect(UploadRecord([UInt8](repeating: 0, count: 500)) == nil)
        #expect(UploadRecord(bytes + bytes) == nil)
    }

    @Test(arguments: ["http://h/u", "https://u:p@h/u", "https://u@h/u"])
    func aRecordWithAPlaceThatNoServerCanNameIsNone(_ place: String) throws {
        var record = try Self.record()
        (record.target, record.place) = (try HTTPURL("https://h/file"), try HTTPURL("https://other/u"))
        #expect(UploadRecord(record.bytes) == record)
        record.place = try HTTPURL(place)
        #expect(UploadRecord(record.bytes) == nil)
    }
}

extension [Int64?] {
    fileprivate func replacingFirst(with number: Int64) -> [Int64?] {
        [number] + dropFirst()
    }
}
