import Sockeye
import SockeyeFields
import Testing

@testable import SockeyeCLI

struct BodyFormatTests {
    @Test(
        arguments: [
            ("application/json", .json), ("application/vnd.api+json; charset=utf-8", .json), ("text/json", .json),
            ("text/xml", .xml), ("image/svg+xml", .xml), ("application/x-plist", .plist),
            ("text/event-stream", .sse), ("APPLICATION/X-WWW-FORM-URLENCODED", .form), ("text/plain", nil),
            ("application/octet-stream", nil), ("text/html", nil),
        ] as [(String, BodyFormat?)])
    func mediaTypes(text: String, expected: BodyFormat?) {
        #expect(MediaType(parsing: text).flatMap { BodyFormat(mediaType: $0) } == expected)
    }

    @Test(
        arguments: [
            (" {\"a\":1}", .json), ("[", .json), ("\"x\"", .json), ("12", .json), ("-1", .json), ("true", .json),
            ("<a/>", .xml), ("\u{FEFF}<a/>", .xml), ("<?xml version=\"1.0\"?>\n<plist>", .plist),
            ("<!DOCTYPE plist PUBLIC", .plist), ("bplist00\u{1}", .plist), ("data: x\n", .sse), (": hello\n\n", .sse),
            ("retry:1", .sse), ("a=b&c=d", .form), ("true=1", .form), ("Hello there", .auto), ("", .auto),
            ("   ", .auto), ("date: today\n", .auto), ("a = b", .auto),
        ] as [(String, BodyFormat)])
    func firstBytes(text: String, expected: BodyFormat) {
        let bytes = Array(text.utf8)
        #expect(BodyFormat.sniffed(bytes, isWhole: true) == expected)
        // Fewer bytes can be undecided, but never give another format.
        for count in 0..<bytes.count {
            let early = BodyFormat.sniffed(Array(bytes.prefix(count)), isWhole: false)
            #expect(early == nil || early == expected, "\(count) bytes of \(text)")
        }
    }

    @Test(
        "UTF-16 is XML, or JSON to be refused as such",
        arguments: [("<", .xml), ("\n <a>", .xml), ("{}", .json), (" [1]", .json), ("", .xml)] as [(String, BodyFormat)]
    )
    func sixteenBits(text: String, expected: BodyFormat) {
        let little: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big: [UInt8] = [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for bytes in [little, big] {
            #expect(BodyFormat.sniffed(bytes, isWhole: true) == expected)
            #expect(BodyFormat.sniffed(Array(bytes.prefix(3)), isWhole: false) != (expected == .xml ? .json : .xml))
        }
    }
}
