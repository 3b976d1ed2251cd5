import Testing

@testable import SockeyeCLI

@Suite("Text on a terminal")
struct TerminalTextTests {
    @Test(
        "Only control characters and direction marks are escaped",
        arguments: [
            ("plain 张三 🙂\té", "plain 张三 🙂\té"), ("\u{1B}[2J", "\\u{1B}[2J"), ("a\r\nb\0", "a\\r\\nb\\0"),
            ("a\u{202E}b\u{2066}", "a\\u{202E}b\\u{2066}"), ("\u{9B}31m\u{7F}", "\\u{9B}31m\\u{7F}"),
            ("\u{2028}", "\\u{2028}"),
        ]
    )
    func strings(text: String, safe: String) {
        #expect(TerminalText.escaped(text) == safe)
        #expect(TerminalText.escaped(Array(text.utf8)) == safe)
    }

    @Test(
        "Bytes that aren't UTF-8 are shown as escapes",
        arguments: [
            ([0x61, 0xFF, 0x62], "a\\xFFb"), ([0xC3, 0x28], "\\xC3("), ([0xE2, 0x82], "\\xE2\\x82"),
            ([0xC0, 0x80], "\\xC0\\x80"),
            ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"), ([0xF0, 0x9F, 0x99, 0x82, 0x80], "🙂\\x80"), ([], ""),
        ] as [([UInt8], String)]
    )
    func bytes(bytes: [UInt8], safe: String) {
        #expect(TerminalText.escaped(bytes) == safe)
    }

    @Test("Warnings wrap as in curl, with the prefix on every line")
    func warnings() {
        #expect(
            Message.warning("A specified range MUST include at least one dash (-). Appending one for you!")
                == "Warning: A specified range MUST include at least one dash (-). Appending one\nWarning: for you!\n"
        )
        #expect(Message.failure(.couldNotResolveHost, "no\u{1B}", as: .sockeye) == "sockeye: (6) no\\u{1B}\n")
    }
}
