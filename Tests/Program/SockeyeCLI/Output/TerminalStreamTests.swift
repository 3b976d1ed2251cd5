import Testing

@testable import SockeyeCLI

struct TerminalStreamTests {
    /// Cut anywhere, it comes out the same.
    @Test(arguments: [
        ("plain\n", "plain\n"), ("a\r\nb\n", "a\r\nb\n"), ("a\rb", "a\\rb"), ("\u{1B}[2J\n", "\\u{1B}[2J\n"),
        ("κόσμε 🐟\u{202E}", "κόσμε 🐟\\u{202E}"), ("\t\0", "\t\\0"),
    ])
    func escapes(_ text: String, _ safe: String) {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            for second in cut...bytes.count {
                var stream = TerminalStream()
                var result = stream.escaped(Array(bytes[..<cut]), isLast: false)
                result += stream.escaped(Array(bytes[cut..<second]), isLast: false)
                result += stream.escaped(Array(bytes[second...]), isLast: true)
                #expect(String(decoding: result, as: UTF8.self) == safe)
            }
        }
    }

    @Test func whatIsNotUTF8IsShown() {
        var stream = TerminalStream()
        #expect(stream.escaped([0xFF, 0x61, 0xE2, 0x80], isLast: true) == Array(#"\xFFa\xE2\x80"#.utf8))
        #expect(stream.escaped([0xF0, 0x9F], isLast: false) == [])
        #expect(stream.escaped([0x61], isLast: true) == Array(#"\xF0\x9Fa"#.utf8))
    }
}
