import SockeyeEncodings
import SockeyeParsers
import Testing

/// XML in encodings that expat doesn't know.
@Suite struct XMLEncodingTests {
    private static let documents: [(label: String, text: String)] = [
        ("GBK", "你好，世界"), ("gb2312", "你好"), ("GB18030", "你好🚀ḿ"), ("Big5", "你好，世界"), ("Shift_JIS", "日本語ｱ表"),
        ("EUC-JP", "日本語"), ("ISO-2022-JP", "日本語 abc 日本"), ("EUC-KR", "안녕하세요"), ("KOI8-R", "привет"),
        ("windows-1252", "“é”"), ("utf8", "é你"),
    ]

    private static func bytes(_ text: String, in label: String, declared: Bool) throws -> [UInt8] {
        let encoding = try #require(TextEncoding(label: label))
        let declaration = declared ? "<?xml version='1.0' encoding='\(label)'?>\n" : ""
        return try #require(encoding.encode("\(declaration)<a k='\(text)'>\(text)</a>"))
    }

    private static func check(_ document: XMLDocument, _ text: String, _ context: String) {
        #expect(document.root.text == text, "\(context)")
        #expect(document.root.attributes.first?.value == text, "\(context)")
    }

    @Test(arguments: documents) func aDeclaredEncodingIsRead(label: String, text: String) async throws {
        let bytes = try Self.bytes(text, in: label, declared: true)
        Self.check(try XMLDocument(parsing: bytes), text, label)
        for size in [1, 2, 3, 5, 41, 50, 1000] {
            Self.check(try await stream(bytes, pieces: size).xml(), text, "\(label) in pieces of \(size)")
        }
    }

    /// RFC 7303 section 3.2: what the transport says comes before the declaration.
    @Test(arguments: documents) func theTransportsEncodingComesFirst(label: String, text: String) async throws {
        let encoding = try #require(TextEncoding(label: label))
        let bare = try Self.bytes(text, in: label, declared: false)
        let declaration = try #require(encoding.encode("<?xml version='1.0' encoding='iso-8859-2'?>"))
        for bytes in [bare, declaration + bare] {
            Self.check(try XMLDocument(parsing: bytes, encoding: encoding), text, label)
            for size in [1, 2, 3, 1000] {
                let document = try await stream(bytes, pieces: size).xml(encoding: encoding)
                Self.check(document, text, "\(label) in pieces of \(size)")
            }
        }
    }

    @Test(arguments: ["<a>\u{FEFF}", "<?xml version='1.0' encoding='gbk'?><a>"])
    func aMarkComesBeforeAll(start: String) throws {
        let bytes = [0xEF, 0xBB, 0xBF] + Array("\(start)你</a>".utf8)
        let text = try XMLDocument(parsing: bytes, encoding: TextEncoding(label: "gbk")).root.text
        #expect(text.hasSuffix("你"))
    }

    /// XML 1.0 section 4.3.3.
    @Test(
        arguments: [
            ("GBK", [0xC4]), ("GBK", [0xFF]), ("Big5", [0x80]), ("Shift_JIS", [0xEF, 0xFF]), ("EUC-KR", [0xC9, 0xA1]),
            ("GB18030", [0x81, 0x30]), ("ISO-2022-JP", [0x1B, 0x24]),
        ] as [(String, [UInt8])])
    func bytesThatAreNoCharactersAreRefused(label: String, fault: [UInt8]) async throws {
        let before = Array("<?xml version='1.0' encoding='\(label)'?><a>\n".utf8)
        for bytes in [before + fault + Array("</a>".utf8), before + fault] {
            for size in [1, 2, 1000] {
                let error = await #expect(throws: XMLError.self) { try await stream(bytes, pieces: size).xml() }
                let name = try #require(TextEncoding(label: label)).name
                #expect(error?.reason == .notWellFormed("the bytes are not valid \(name)"), "\(label), \(size)")
                #expect(error?.position.line == 2)
            }
        }
    }

    @Test(arguments: ["klingon", "replacement", "hz-gb-2312"]) func anUnknownEncodingIsNamed(label: String) async {
        let bytes = Array("<?xml version='1.0' encoding='\(label)'?><a/>".utf8)
        for size in [1, 1000] {
            let error = await #expect(throws: XMLError.self) { try await stream(bytes, pieces: size).xml() }
            #expect(error?.reason == .unknownEncoding(label == "klingon" ? label : "replacement"))
        }
    }

    /// A limit counts the bytes that come, and an error of XML stands where it is.
    @Test func limitsAndErrorsAreAsInUTF8() throws {
        let bytes = try Self.bytes("你好", in: "gbk", declared: true)
        let limits = XMLLimits(sizeLimit: bytes.count - 1)
        let error = #expect(throws: XMLError.self) { try XMLDocument(parsing: bytes, limits: limits) }
        #expect(error?.reason == .tooLarge(limit: bytes.count - 1))
        let faulty = try #require(TextEncoding(label: "gbk")?.encode("<?xml version='1.0' encoding='gbk'?>\n<a>你</b>"))
        #expect(throws: XMLError.self) { try XMLDocument(parsing: faulty) }
    }
}
