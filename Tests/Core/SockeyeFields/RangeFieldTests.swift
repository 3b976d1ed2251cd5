import SockeyeFields
import Testing

@Suite("Range and Content-Range")
struct RangeFieldTests {
    @Test(
        "A Range field is read and written back",
        arguments: [
            ("bytes=0-499", [ByteRange.closed(first: 0, last: 499)], "bytes=0-499"),
            ("bytes=500-", [.from(500)], "bytes=500-"),
            ("bytes=-500", [.suffix(500)], "bytes=-500"),
            ("bytes=-0", [.suffix(0)], "bytes=-0"),
            ("Bytes=5-5", [.closed(first: 5, last: 5)], "bytes=5-5"),
            (
                "bytes=0-0, ,\t10-19 ,-1,", [.closed(first: 0, last: 0), .closed(first: 10, last: 19), .suffix(1)],
                "bytes=0-0,10-19,-1"
            ),
            ("bytes=9223372036854775807-", [.from(.max)], "bytes=9223372036854775807-"),
        ]
    )
    func range(text: String, ranges: [ByteRange], serialized: String) {
        #expect(RangeField(parsing: text)?.ranges == ranges)
        #expect(RangeField(ranges)?.description == serialized)
        #expect(RangeField(parsing: serialized)?.ranges == ranges)
    }

    @Test(
        "A malformed Range field is refused",
        arguments: [
            "", "bytes", "bytes=", "bytes=,", "bytes=-", "bytes=1", "bytes=2-1", "bytes=a-b", "bytes=1-2-3",
            "bytes=+1-2",
            "bytes=1 - 2", "bytes =1-2", "lines=1-2", "bytes=0x1-", "bytes=9223372036854775808-", "bytes=1-2;3-4",
            "bytes=--1", "bytes=\u{338}1-2", "bytes=1-2,x",
        ]
    )
    func malformedRange(text: String) {
        #expect(RangeField(parsing: text) == nil)
    }

    @Test(
        "curl's -r",
        arguments: [
            ("0-499", "bytes=0-499"), ("500-", "bytes=500-"), ("-500", "bytes=-500"), ("100", "bytes=100-"),
            ("0-0,-1", "bytes=0-0,-1"), ("", nil), ("a", nil), ("1-2,3", nil), ("bytes=1-2", nil), ("2-1", nil),
        ] as [(String, String?)]
    )
    func curlSyntax(text: String, expected: String?) {
        #expect(RangeField(curlSyntax: text)?.description == expected)
    }

    @Test("A field without ranges can't be created")
    func empty() {
        #expect(RangeField([]) == nil)
        #expect(RangeField(.from(1)).description == "bytes=1-")
    }

    @Test(
        "A range against a length",
        arguments: [
            ("0-499", 1000, 0...499), ("500-1500", 1000, 500...999), ("1000-", 1000, nil), ("999-", 1000, 999...999),
            ("-1", 1000, 999...999), ("-2000", 1000, 0...999), ("-0", 1000, nil), ("0-", 0, nil), ("-5", 0, nil),
            ("0-9223372036854775807", 5, 0...4), ("-9223372036854775807", 5, 0...4), ("1-2", -1, nil),
        ] as [(String, Int64, ClosedRange<Int64>?)]
    )
    func resolved(text: String, length: Int64, expected: ClosedRange<Int64>?) throws {
        #expect(try #require(ByteRange(parsing: text)).resolved(completeLength: length) == expected)
    }

    @Test("A range made by hand against its own rules takes nothing")
    func resolvedNonsense() {
        for range in [ByteRange.closed(first: 5, last: 1), .closed(first: -5, last: 1), .from(-1), .suffix(-1)] {
            #expect(range.resolved(completeLength: 10) == nil)
        }
    }

    @Test(
        "Content-Range is read and written back",
        arguments: [
            ("bytes 0-499/1234", ContentRange.part(first: 0, last: 499, completeLength: 1234)),
            ("bytes 1233-1233/1234", .part(first: 1233, last: 1233, completeLength: 1234)),
            ("bytes 500-999/*", .part(first: 500, last: 999, completeLength: nil)),
            ("bytes */1234", .unsatisfied(completeLength: 1234)),
            ("bytes */0", .unsatisfied(completeLength: 0)),
        ]
    )
    func contentRange(text: String, expected: ContentRange) {
        let range = ContentRange(parsing: text)
        #expect(range == expected)
        #expect(range?.description == text)
    }

    @Test("The parts of Content-Range")
    func contentRangeParts() {
        #expect(ContentRange(parsing: "BYTES 2-4/9")?.positions == 2...4)
        #expect(ContentRange(parsing: "bytes 2-4/9")?.completeLength == 9)
        #expect(ContentRange(parsing: "bytes 2-4/*")?.completeLength == nil)
        #expect(ContentRange(parsing: "bytes */9")?.positions == nil)
        #expect(ContentRange.part(first: 4, last: 2, completeLength: nil).positions == nil)
    }

    @Test(
        "A malformed or impossible Content-Range is refused",
        arguments: [
            "", "bytes", "bytes ", "bytes */*", "bytes 0-499", "bytes 0-499/", "bytes 499-0/1000", "bytes 0-499/499",
            "bytes=0-499/1234", "bytes  0-499/1234", "bytes\t0-499/1234", "bytes 0-499/1234 ", "lines 0-1/2",
            "bytes 0 - 499/1234", "bytes 0-/1234", "bytes -5/10", "bytes +0-1/2", "bytes 0-9223372036854775808/*",
            "bytes 0-1/2, bytes 3-4/5",
        ]
    )
    func malformedContentRange(text: String) {
        #expect(ContentRange(parsing: text) == nil)
    }
}
