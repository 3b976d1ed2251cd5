import Testing

@testable import SockeyeCLI

@Suite("file: URLs")
struct FileURLTests {
    @Test(
        "-r takes one range, with curl's exit codes outside of the file",
        arguments: [
            ("0-2", 0..<3), ("2-", 2..<8), ("-2", 6..<8), ("-8", 0..<8), ("7-7", 7..<8), ("8-", 8..<8), ("0-99", 0..<8),
            ("3-9223372036854775807", 3..<8), ("3-99999999999999999999", 3..<8), ("8-9", 8..<8), ("-9", nil),
            ("9-", nil), ("99999999999999999999-", nil), ("a-b", nil), ("-", nil), ("5-3", nil), ("1-2,4-5", nil),
            ("", nil), ("-9223372036854775808", nil),
        ] as [(String, Range<Int64>?)]
    )
    func ranges(_ asked: String, _ expected: Range<Int64>?) {
        var settings = TransferSettings()
        settings.range = asked
        #expect((try? FileURL.range(settings, length: 8)) == expected)
    }

    @Test("A range of a FIFO, whose length isn't known", arguments: [("5-", 5..<Int64.max), ("0-3", 0..<4)])
    func endless(_ asked: String, _ expected: Range<Int64>) throws {
        var settings = TransferSettings()
        settings.range = asked
        #expect(try FileURL.range(settings, length: .max) == expected)
        settings.range = "-3"
        #expect(throws: TransferFailure.self) { try FileURL.range(settings, length: .max) }
    }
}
