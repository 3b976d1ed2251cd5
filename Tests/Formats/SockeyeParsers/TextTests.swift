import HTTPTypes
import SockeyeParsers
import Testing

@Suite struct TextTests {
    @Test(arguments: [1, 2, 3, 1000]) func serverSentEvents(size: Int) async throws {
        let text = """
            \u{FEFF}: a comment\r\ndata: one\rdata:two\n\nevent: add\rid: 7\rdata:  spaced\r\rdata\n\ndata\ndata\n\n\
            id: x\u{0}y\nretry: 2500\nretry: 1x\nevent: nothing\n\nfield: unknown\ndata: last\r\n\r\ndata: incomplete
            """
        let events = try await all(stream(text, pieces: size).serverSentEvents())
        #expect(
            events == [
                ServerSentEvent(data: "one\ntwo"),
                ServerSentEvent(type: "add", data: " spaced", lastEventID: "7"),
                ServerSentEvent(data: "", lastEventID: "7"),
                ServerSentEvent(data: "\n", lastEventID: "7"),
                ServerSentEvent(data: "last", lastEventID: "7", reconnectionTime: 2500),
            ])
    }

    @Test func endlessEventsAreRefused() async {
        let lines = String(repeating: "data: x\n", count: 100)
        await #expect(throws: TextError.self) { _ = try await all(stream(lines).serverSentEvents(limit: 50)) }
        let line = String(repeating: "x", count: 100)
        await #expect(throws: TextError.self) { _ = try await all(stream(line).serverSentEvents(limit: 50)) }
    }

    @Test(arguments: [("\n", 6), ("\r", 6), ("\r\n", 8)], [1, 2, 1000])
    func eventErrorsHaveTheirPlace(end: (text: String, offset: Int), size: Int) async {
        let text = [":a", ":b", ":too long", ""].joined(separator: end.text)
        let error = await #expect(throws: TextError.self) {
            _ = try await all(stream(text, pieces: size).serverSentEvents(limit: 5))
        }
        #expect(error?.position == TextPosition(offset: end.offset, line: 3, column: 1))
    }

    /// An event that is cut off is asked for again, so its ID must not count yet.
    @Test(arguments: [
        ("id: 1\ndata: a\n\nid: 2\ndata: b\n", "1"), ("id: 1\n\nid: 2\n", "1"), ("id: 1\n", "0"),
        ("id: 1\ndata: a\n\nid\n\n", ""), ("id: 1\ndata: a\n\nid: a\u{0}b\n\n", "1"),
    ])
    func idsCountWithTheirEvents(text: String, id: String) throws {
        var parser = ServerSentEventParser(lastEventID: "0")
        _ = try parser.parseAll(Array(text.utf8))
        #expect(parser.lastEventID == id)
    }

    @Test(
        arguments: [
            ("a=1&b=2&a=3", [("a", "1"), ("b", "2"), ("a", "3")]), ("", []), ("&&x&", [("x", "")]),
            ("name=%E5%BC%A0+%e4%b8%89&s=a%2Bb%", [("name", "张 三"), ("s", "a+b%")]), ("=v", [("", "v")]),
            ("q=%zz%4&r=%FF", [("q", "%zz%4"), ("r", "\u{FFFD}")]), ("a=b=c", [("a", "b=c")]),
        ] as [(String, [(String, String)])])
    func forms(text: String, fields: [(String, String)]) async throws {
        let expected = FormFields(fields.map { FormFields.Field(name: $0.0, value: $0.1) })
        #expect(FormFields(parsing: text) == expected)
        #expect(try await stream(text, pieces: 1).form() == expected)
    }

    @Test(arguments: [1, 3, 1000], [Int.max, .max - 1]) func noLimit(size: Int, limit: Int) async throws {
        #expect(try await all(stream("ab\ncd", pieces: size).lines(limit: limit)) == ["ab", "cd"])
        let events = stream("data: ab\n\n", pieces: size).serverSentEvents(limit: limit)
        #expect(try await all(events) == [ServerSentEvent(data: "ab")])
        #expect(try await stream("a=b", pieces: size).form(fieldLimit: limit, fieldCountLimit: limit) == ["a": "b"])
        #expect(try await stream("ab", pieces: size).text(upTo: limit) == "ab")
        await #expect(throws: TextError.self) { try await all(stream("ab", pieces: size).lines(limit: -limit)) }
    }

    @Test func formsAreEncodedAndEdited() {
        var form: FormFields = ["user": "张三", "note": "a b&c=d~", "safe": "*-._09Az"]
        #expect(form.encoded == "user=%E5%BC%A0%E4%B8%89&note=a+b%26c%3Dd%7E&safe=*-._09Az")
        #expect(FormFields(parsing: form.encodedBytes) == form)
        form["note"] = nil
        form["user"] = "x"
        form.append("user", "y")
        #expect(form.values(for: "user") == ["x", "y"])
        form["user"] = "z"
        #expect(form.encoded == "user=z&safe=*-._09Az")
    }

    @Test func spellingsOfANameAreDifferentFields() {
        var form = FormFields(parsing: "e%CC%81=1&%C3%A9=2")
        #expect(form["e\u{301}"] == "1" && form["\u{E9}"] == "2")
        #expect(form.values(for: "\u{E9}") == ["2"])
        form["\u{E9}"] = "3"
        #expect(form.encoded == "e%CC%81=1&%C3%A9=3")
        form["e\u{301}"] = nil
        #expect(form.encoded == "%C3%A9=3")
    }

    @Test func formLimits() async {
        await #expect(throws: TextError.self) { _ = try await stream("aaaaaaaaaa=b").form(fieldLimit: 5) }
        await #expect(throws: TextError.self) { _ = try await stream("a&b&c").form(fieldCountLimit: 2) }
    }

    @Test(
        arguments: [
            ([0x61, 0xC3, 0xA9], nil, "aé", "UTF-8"),
            ([0x61, 0xE9], "text/plain; charset=ISO-8859-1", "aé", "windows-1252"),
            ([0x80, 0x81], "text/plain; charset=ascii", "€\u{81}", "windows-1252"),
            ([0xF0], "a/b;charset=latin5", "ğ", "windows-1254"), ([0x80], "a/b;charset=tis-620", "€", "windows-874"),
            ([0xAE], "a/b;charset=koi8-u", "ў", "KOI8-U"),
            // A byte order mark comes before Content-Type, also if that is unknown.
            ([0xEF, 0xBB, 0xBF, 0xC3, 0xA9], "text/plain; charset=latin1", "é", "UTF-8"),
            ([0xFF, 0xFE, 0x61, 0x00], "text/plain; charset=klingon", "a", "UTF-16LE"),
            ([0xFE, 0xFF, 0x00, 0x61], "text/plain; charset=utf-16le", "a", "UTF-16BE"),
            ([0xEF, 0xBB, 0xBF, 0x61], "text/plain; Charset=\"utf-8\"", "a", "UTF-8"),
            ([0xFF, 0xFE, 0x61, 0x00, 0x3D, 0xD8, 0x80, 0xDE], nil, "a🚀", "UTF-16LE"),
            ([0xFE, 0xFF, 0x00, 0x61], "text/plain;charset=utf-16", "a", "UTF-16BE"),
            ([0xFF, 0xFE, 0x61, 0x00], "text/plain;charset=utf-16", "a", "UTF-16LE"),
            ([0x61, 0x00], "text/plain;charset=utf-16", "a", "UTF-16LE"),
            ([0x00, 0x61], "text/plain;charset=utf-16be", "a", "UTF-16BE"),
            ([0x80], "a/b;charset=cp1252", "€", "windows-1252"),
            ([0xD0, 0xD2], "a/b;charset=koi8-r", "пр", "KOI8-R"), ([], nil, "", "UTF-8"),
            ([0xC4, 0xE3, 0xBA, 0xC3], "a/b;charset=gb2312", "你好", "GBK"),
            ([0xA4], "a/b; boundary=x; charset=iso-8859-15", "€", "ISO-8859-15"),
        ] as [([UInt8], String?, String, String)])
    func charsets(bytes: [UInt8], contentType: String?, text: String, charset: String) throws {
        let decoded = try DecodedText(bytes, contentType: contentType)
        #expect(decoded.text == text)
        #expect(decoded.charset.name == charset)
        #expect(decoded.firstInvalidByte == nil)
    }

    @Test func invalidBytesAreReported() async throws {
        let decoded = try DecodedText([0x61, 0x0A, 0xFF, 0x62])
        #expect(decoded.text == "a\n\u{FFFD}b")
        #expect(decoded.firstInvalidByte == TextPosition(offset: 2, line: 2, column: 1))
        #expect(try DecodedText([0x00, 0xD8, 0x00], contentType: "a/b;charset=utf-16le").firstInvalidByte?.offset == 0)
        #expect(try DecodedText([0x80], contentType: "a/b;charset=windows-874").firstInvalidByte == nil)
        #expect(try DecodedText([0xDB], contentType: "a/b;charset=windows-874").firstInvalidByte?.offset == 0)
        #expect(
            try DecodedText([0x61, 0xC4, 0xE3, 0xFF], contentType: "a/b;charset=gbk").firstInvalidByte?.offset == 3)
        #expect(throws: TextError.self) { try DecodedText([], contentType: "a/b;charset=klingon") }
        await #expect(throws: TextError.self) { try await stream([0xFF]).text(invalidBytes: .refuse) }
    }
}
