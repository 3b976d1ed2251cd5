import Testing

@testable import SockeyeFields

@Suite("Content-Disposition and file names")
struct ContentDispositionTests {
    /// Names that aren't UTF-8 are read as ISO 8859-1.
    @Test func latinFileName() {
        let latin = ContentDisposition(
            parsing: Array("attachment; filename=\"na".utf8) + [0xEF] + Array("ve.txt\"".utf8))
        #expect(latin?.fileName == "na\u{EF}ve.txt")
        #expect(latin?.parameters.first?.octets == [0x6E, 0x61, 0xEF] + Array("ve.txt".utf8))
        #expect(
            ContentDisposition(parsing: Array("attachment; filename=\"na\u{EF}ve\"".utf8))?.fileName == "na\u{EF}ve")
    }

    @Test(
        "Type and name",
        arguments: [
            ("attachment", "attachment", nil), ("Inline", "inline", nil),
            ("attachment; filename=foo.html", "attachment", "foo.html"),
            ("attachment; filename=\"foo bar.html\"", "attachment", "foo bar.html"),
            ("attachment; FILENAME = \"f\\\"oo\"", "attachment", "f\"oo"),
            ("attachment; filename=\"\"", "attachment", ""),
            // A backslash before anything but a quote or a backslash separates a path of Windows.
            (#"attachment; filename="C:\new\a.txt""#, "attachment", #"C:\new\a.txt"#),
            (#"attachment; filename="C:\\new\\a.txt""#, "attachment", #"C:\new\a.txt"#),
            (#"attachment; filename="a\"b\c""#, "attachment", #"a"b\c"#),
            ("attachment; filename*=UTF-8''%e2%82%ac%20rates", "attachment", "€ rates"),
            ("attachment; filename=\"EURO\"; filename*=utf-8'en'%e2%82%ac", "attachment", "€"),
            ("attachment; filename*=UTF-8''b; filename=a", "attachment", "b"),
            ("attachment; filename*=iso-8859-1''%A3", "attachment", "£"),
            // A malformed filename* is ignored.
            ("attachment; filename=a; filename*=UTF-8''%e2%82", "attachment", "a"),
            ("attachment; filename=a; filename*=UTF-8''%4", "attachment", "a"),
            ("attachment; filename=a; filename*=UTF-8''%zz", "attachment", "a"),
            ("attachment; filename=a; filename*=koi8-r''b", "attachment", "a"),
            ("attachment; filename=a; filename*=b", "attachment", "a"),
            ("attachment; filename*=UTF-8'x", "attachment", nil),
            ("form-data; name=\"f\"; filename=\"ü.txt\"", "form-data", "ü.txt"),
        ] as [(String, String, String?)]
    )
    func disposition(text: String, type: String, name: String?) throws {
        let disposition = try #require(ContentDisposition(parsing: text))
        #expect(disposition.type == type)
        #expect(disposition.fileName == name)
    }

    @Test(
        "A malformed one is refused",
        arguments: [
            "", "; filename=a", "attachment filename=a", "attachment; filename=foo bar", "attachment; filename=\"a",
            "attachment; filename=a; FileName=b", "attachment; filename", "attachment, filename=a",
            "\"attachment\"", "attachment; filename=a[1].txt",
        ]
    )
    func malformed(text: String) {
        #expect(ContentDisposition(parsing: text) == nil)
    }

    @Test(
        "The name in a malformed one is what its quotes hold, or what comes before the next semicolon",
        arguments: [
            ("attachment; filename=\"foo.html\".txt", "foo.html"), ("filename=\"a;b\"c", "a;b"),
            ("attachment; filename = x; filename=\"foo.html\" .txt; a=b", "foo.html"),
            ("attachment; filename=\"C:\\new.txt\"x", "C:\\new.txt"),
            ("attachment; filename=foo bar.txt; x", "foo bar.txt"),
            ("attachment; filename=\"foo.html", "foo.html"), ("attachment; filename=\"\".txt", ".txt"),
            ("attachment; filename=", nil),
        ] as [(String, String?)])
    func looseNames(text: String, name: String?) {
        #expect(ContentDisposition.looseFileName(in: Array(text.utf8)) == name)
    }

    @Test("Extended values are written so that they are read back")
    func extendedValues() {
        for text in ["", "plain.txt", "€ rates", "a'b%c*d\r\n\"", "张三.iso"] {
            #expect(ExtendedValue.decode(ExtendedValue.encode(text)) == text)
        }
        #expect(ExtendedValue.encode("€ 1*") == "UTF-8''%E2%82%AC%201%2A")
    }

    @Test(
        "A name from a server stays in its folder and shows what it is",
        arguments: [
            ("a.txt", "a.txt"), ("a b.txt", "a b.txt"), ("张三.iso", "张三.iso"), ("a..b", "a..b"),
            ("../../etc/passwd", "passwd"), ("..\\..\\boot.ini", "boot.ini"), ("/etc/", nil), ("a/..", nil),
            (".", nil), ("..", nil), ("", nil), (".bashrc", "bashrc"), ("-rf", "rf"), (" .- .-x", "x"),
            ("\u{202E}.bashrc", "bashrc"), ("a\u{202E}txt.exe", "atxt.exe"), ("\u{200F}\u{2066}-x", "x"),
            ("a\0b\u{1B}[2J\r\n", "ab[2J"), ("a\u{85}\u{2028}b", "ab"), ("x \t", "x"), ("\u{FEFF}.x", "x"),
            ("C:\\x\\y.z", "y.z"), ("-", nil), ("\u{A0}", nil), ("~root", "~root"),
        ] as [(String, String?)]
    )
    func sanitized(name: String, expected: String?) {
        #expect(FileName.sanitized(name) == expected)
    }

    @Test("A long name is cut in its stem, at a character, and keeps its extension")
    func long() throws {
        let cut = try #require(FileName.sanitized(String(repeating: "é", count: 200) + ".tar"))
        #expect(cut == String(repeating: "é", count: 125) + ".tar")
        #expect(cut.utf8.count == 254)
        #expect(FileName.sanitized(String(repeating: "a", count: 255))?.utf8.count == 255)
        #expect(FileName.sanitized(String(repeating: "a", count: 256))?.utf8.count == 255)
        let longExtension = "a." + String(repeating: "b", count: 300)
        #expect(FileName.sanitized(longExtension) == String(longExtension.prefix(255)))
        let combining = "e" + String(repeating: "\u{301}", count: 300)
        #expect(FileName.sanitized(combining)?.utf8.count == 255)
        #expect(FileName.sanitized("abcdef.txt", byteLimit: 6) == "ab.txt")
        #expect(FileName.sanitized("abcdef.txt", byteLimit: 3) == "abc")
        #expect(FileName.sanitized("abc", byteLimit: 0) == nil)
        #expect(FileName.sanitized("ab cd", byteLimit: 3) == "ab")
    }

    @Test("The name in the field, made safe")
    func sanitizedFileName() {
        let disposition = ContentDisposition(parsing: "attachment; filename*=UTF-8''..%2F..%2F.x%E2%80%AE%00y")
        #expect(disposition?.fileName == "../../.x\u{202E}\0y")
        #expect(disposition?.sanitizedFileName == "xy")
        #expect(ContentDisposition(parsing: "attachment; filename=\"/\"")?.sanitizedFileName == nil)
        #expect(ContentDisposition(parsing: "attachment")?.sanitizedFileName == nil)
    }
}
