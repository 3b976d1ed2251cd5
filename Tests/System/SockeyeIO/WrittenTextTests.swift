import SockeyeIO
import Testing

/// Files that people write, with whatever editor.
struct WrittenTextTests {
    @Test(arguments: [
        ("a\nb", ["1:a", "2:b"]), ("\u{FEFF}a\r\n\r\nb\n", ["1:a", "2:", "3:b", "4:"]), ("", ["1:"]),
        ("\u{FEFF}", ["1:"]), ("a\u{FEFF}\n\u{FEFF}b", ["1:a\u{FEFF}", "2:\u{FEFF}b"]), ("a\rb", ["1:a\rb"]),
    ])
    func lines(text: String, expected: [String]) {
        let lines = WrittenText.lines(of: Array(text.utf8)).map {
            "\($0.number):" + String(decoding: $0.octets, as: UTF8.self)
        }
        #expect(lines == expected)
    }

    @Test(
        arguments: [
            ([0xFF, 0xFE], true), ([0xFE, 0xFF, 0, 0x61], true), ([0x61, 0], true), ([0, 0x61], true), ([0x61], false),
            ([], false), ([0x61, 0x62, 0], false), ([0, 0], false), ([0xEF, 0xBB, 0xBF], false),
        ] as [([UInt8], Bool)])
    func utf16(octets: [UInt8], isUTF16: Bool) {
        #expect(WrittenText.isUTF16(octets) == isUTF16)
    }
}
