import Foundation
import Testing

@testable import SockeyeEncodings

/// The encodings of the WHATWG Encoding Standard against its published indexes (Tests/Data/encodings).
@Suite struct TextEncodingTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "Data/encodings")

    /// The lines of a file after its five lines of heading.
    private static func lines(of name: String) throws -> [[UInt8]] {
        let bytes = try [UInt8](Data(contentsOf: folder.appending(path: name + ".txt")))
        return bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropFirst(5).map { [UInt8]($0) }
    }

    /// The two-byte codes for which the Standard follows GB 18030-2022 since 2023; the files are older.
    private static let changed: Set<[UInt8]> = {
        let vertical = (0xD9...0xDF).map { [0xA6, UInt8($0)] } + [[0xA6, 0xEC], [0xA6, 0xED], [0xA6, 0xF3]]
        let others: [UInt8] = [0x51, 0x52, 0x53, 0x59, 0x61, 0x66, 0x67, 0x6C, 0x6D, 0x76, 0x7E, 0x90, 0x91, 0xA0]
        return Set(vertical + others.map { [0xFE, $0] })
    }()

    @Test(
        arguments: [
            ("big5", "big5", 19_783), ("euc_kr", "euc-kr", 23_941), ("gb18030", "gb18030", 23_941),
            ("gb18030", "gbk", 23_941), ("shift_jis", "shift_jis", 11_281), ("jis0208", "euc-jp", 8837),
            ("jis0212", "euc-jp", 8837), ("iso_2022_jp", "iso-2022-jp", 8837),
        ])
    func everyCodeIsDecoded(_ file: String, _ label: String, _ count: Int) throws {
        let encoding = try #require(TextEncoding(label: label))
        let (codes, expected) = (try Self.lines(of: file + "_in"), try Self.lines(of: file + "_in_ref"))
        #expect(codes.count == count && expected.count == count)
        let wrong = zip(codes, expected).filter { code, text in
            !(file == "gb18030" && Self.changed.contains(code)) && Array(encoding.decode(code).utf8) != text
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    }

    @Test(
        arguments: [
            ("big5", "big5"), ("euc_kr", "euc-kr"), ("gb18030", "gb18030"), ("shift_jis", "shift_jis"),
            ("jis0208", "euc-jp"), ("iso_2022_jp", "iso-2022-jp"),
        ])
    func everyCharacterIsEncoded(_ file: String, _ label: String) throws {
        let encoding = try #require(TextEncoding(label: label))
        let (texts, expected) = (try Self.lines(of: file + "_out"), try Self.lines(of: file + "_out_ref"))
        #expect(texts.count > 6000 && texts.count == expected.count)
        let wrong = zip(texts, expected).filter { text, code in
            let bytes = encoding.encode(String(decoding: text, as: UTF8.self), substitute: TextEncoding.formSubstitute)
            return !(file == "gb18030" && Self.changed.contains(code)) && bytes != code
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    }

    @Test func singleBytesAreThoseOfTheStandard() throws {
        let text = try String(contentsOf: Self.folder.appending(path: "single-byte.txt"), encoding: .utf8)
        let tables = text.split(separator: "\n").dropFirst()
        #expect(tables.count == 27)
        for table in tables {
            let words = table.split(separator: " ")
            let label = String(words[0].map { $0 == "_" ? "-" : $0 })
            let encoding = try #require(TextEncoding(label: label))
            let digits = Array(words[1])
            for (index, start) in stride(from: 0, to: 512, by: 4).enumerated() {
                let number = String(digits[start..<start + 4])
                let expected = try #require(UInt32(number, radix: 16))
                let scalar = encoding.decode([UInt8(0x80 + index)]).unicodeScalars.first
                #expect(scalar?.value == (expected == 0 ? 0xFFFD : expected), "\(words[0]) \(index)")
                if let scalar, expected != 0 {
                    #expect(encoding.decode(encoding.encode(String(scalar)) ?? []) == String(scalar))
                }
            }
        }
    }

    @Test func labels() {
        for (label, name) in [
            ("GBK", "GBK"), (" gb2312\n", "GBK"), ("latin1", "windows-1252"), ("ISO-8859-1", "windows-1252"),
            ("utf8", "UTF-8"),
            ("sjis", "Shift_JIS"), ("ks_c_5601-1987", "EUC-KR"), ("x-user-defined", "x-user-defined"),
            ("hz-gb-2312", "replacement"), ("cp1251", "windows-1251"), ("koi", "KOI8-R"), ("utf-16", "UTF-16LE"),
        ] { #expect(TextEncoding(label: label)?.name == name) }
        for label in ["", "utf", "utf-7", "gbk2", "u tf-8"] { #expect(TextEncoding(label: label) == nil) }
        #expect(EncodingLabels.names.count == 228)
    }

    /// What is no character is one U+FFFD, and ASCII after it survives: a cut code can't swallow a quote.
    @Test(
        arguments: [
            ("gbk", [0x81, 0x22], "\u{FFFD}\""), ("gbk", [0x81], "\u{FFFD}"), ("gbk", [0xFF, 0x41], "\u{FFFD}A"),
            ("gb18030", [0x81, 0x30, 0x81, 0x30], "\u{80}"), ("gb18030", [0x81, 0x30, 0x22], "\u{FFFD}0\""),
            ("gb18030", [0x90, 0x30, 0x81, 0x30], "\u{10000}"), ("gb18030", [0xE3, 0x32, 0x9A, 0x36], "\u{FFFD}"),
            ("gb18030", [0x81, 0x30], "\u{FFFD}"), ("gb18030", [0x80], "€"),
            ("big5", [0x88, 0x62], "\u{CA}\u{304}"), ("big5", [0xA1, 0x22], "\u{FFFD}\""),
            ("shift_jis", [0x81, 0x22], "\u{FFFD}\""), ("shift_jis", [0xB1, 0x80], "ｱ\u{80}"),
            ("shift_jis", [0xF0, 0x40], "\u{E000}"), ("euc-jp", [0x8E, 0xB1], "ｱ"),
            ("euc-jp", [0x8F, 0xB0, 0x22], "\u{FFFD}\""),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x24, 0x22, 0x1B, 0x28, 0x42, 0x41], "あA"),
            ("iso-2022-jp", [0x1B, 0x28, 0x42, 0x1B, 0x28, 0x42], "\u{FFFD}"), ("replacement", [1, 2], "\u{FFFD}"),
            ("utf-16le", [0x41, 0, 0x42], "A\u{FFFD}"), ("x-user-defined", [0x41, 0x80], "A\u{F780}"),
        ] as [(String, [UInt8], String)])
    func badBytesAreReplaced(_ label: String, _ bytes: [UInt8], _ expected: String) throws {
        let text = try #require(TextEncoding(label: label)).decode(bytes)
        #expect(Array(text.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test func aByteOrderMarkWins() {
        let gbk = TextEncoding(label: "gbk")
        #expect(gbk?.decodeText([0xEF, 0xBB, 0xBF, 0xC3, 0xA9]) == "é")
        #expect(gbk?.decodeText([0xFF, 0xFE, 0x41, 0]) == "A" && gbk?.decodeText([0xFE, 0xFF, 0, 0x41]) == "A")
        #expect(gbk?.decodeText([0xD5, 0xC5, 0xC8, 0xFD]) == "张三")
    }

    @Test func whatIsLackingIsGivenUpOrReplaced() {
        let jis = TextEncoding(label: "shift_jis")
        #expect(jis?.encode("a张") == nil)
        #expect(jis?.encode("a张", substitute: TextEncoding.formSubstitute) == Array("a&#24352;".utf8))
        #expect(TextEncoding(label: "utf-16le")?.encode("é") == [0xC3, 0xA9])
    }
}
