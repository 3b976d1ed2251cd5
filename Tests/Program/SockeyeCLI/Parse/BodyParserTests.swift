import Sockeye
import SockeyeParsers
import Testing

@testable import SockeyeCLI

struct BodyParserTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var format: BodyFormat
        var path: String?
        var body: String
        var printed: String
        var exitCode = ExitCode.success
        var message = ""

        init(_ format: BodyFormat, _ path: String?, _ body: String, _ printed: String) {
            (self.format, self.path, self.body, self.printed) = (format, path, body, printed)
        }

        func fails(_ exitCode: ExitCode, _ message: String) -> Case {
            var copy = self
            (copy.exitCode, copy.message) = (exitCode, message)
            return copy
        }

        var testDescription: String { "\(format) \(path ?? "") \(body.prefix(30))" }
    }

    /// The printed text and the error, if any.
    private static func run(
        _ test: Case, pieces size: Int, contentType: String? = nil, style: PrintStyle = PrintStyle()
    ) -> (String, TransferFailure?) {
        var printed: [UInt8] = []
        do {
            let settings = ParseSettings(format: test.format, path: test.path)
            guard var parser = try BodyParser(settings: settings, style: style) else { return ("", nil) }
            try parser.begin(contentType: contentType)
            let bytes = Array(test.body.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                let piece = Array(bytes[start..<min(start + size, bytes.count)])
                try parser.feed(piece.span.bytes) { (bytes) throws(OutputError) in printed += bytes }
            }
            try parser.finish { (bytes) throws(OutputError) in printed += bytes }
            return (String(decoding: printed, as: UTF8.self), nil)
        } catch {
            return (String(decoding: printed, as: UTF8.self), TransferFailure(error))
        }
    }

    private static let xmlHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

    @Test(arguments: [
        Case(
            .json, nil, #"{"a":[1,{}],"b":"é\u0001"}"#,
            "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": \"é\\u0001\"\n}\n"),
        Case(.json, "a[1].b", #"{"a":[1,{"b":"x\ny"}]}"#, "x\ny\n"),
        Case(.json, nil, "[1,\n 2,]", "[\n  1,\n  2\n").fails(.bodyRefused, "line 2, column 4 (byte 7)"),
        Case(.json, nil, "", "").fails(.bodyRefused, "line 1, column 1 (byte 0)"),
        Case(.json, "a", "{\"b\":1}", "").fails(.nothingSelected, "'a'"),
        Case(.json, "a[", "{}", "").fails(.failedInitialization, "--select"),
        Case(.json, "a[-1]", "{}", "").fails(.failedInitialization, "only the end of an array tells where [-1] is"),
        Case(.json, nil, String(repeating: "[", count: 100_000), Self.openBrackets)
            .fails(.bodyRefused, "line 1, column 513 (byte 512)"),
        Case(.json, "x", #"{"x":"\ud800"}"#, "").fails(.bodyRefused, "line 1, column 7 (byte 6)"),
        Case(.xml, nil, "<a k='1'><b>x</b></a>", xmlHead + "<a k=\"1\">\n  <b>x</b>\n</a>\n"),
        Case(.xml, "a/b", "<a><b>x</b><b>y<c>z</c></b></a>", "x\nyz\n"),
        Case(.xml, "a/@k", "<a k='1'/>", "1\n"),
        Case(.xml, nil, "<a>\n<b></a>", "").fails(.bodyRefused, "line 2, column 6 (byte 9)"),
        Case(.xml, nil, "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a>&e;</a>", "")
            .fails(.bodyRefused, "never loaded"),
        Case(.plist, nil, "<plist><dict><key>a</key><true/></dict></plist>", "{\n  \"a\": true\n}\n"),
        Case(.plist, "a", "<plist><dict><key>a</key><string>x</string></dict></plist>", "x\n"),
        Case(.plist, nil, "<plist>\n<dict><true/></dict></plist>", "{").fails(.bodyRefused, "line 2"),
        Case(.plist, nil, "bplist00", "").fails(.bodyRefused, "byte 8"),
        Case(.plist, nil, "<a>", "").fails(.bodyRefused, "expected <plist>"),
        Case(.form, nil, "a=1+2&b=%E5%BC%A0&c=x%0Ay", "a = 1 2\nb = 张\nc = x\\ny\n"),
        Case(.form, "a[0]", "a[0]=x%0Ay&b=2&a%5B0%5D=z", "x\ny\nz\n"),
        Case(.form, nil, "", ""),
        Case(
            .sse, nil, "data: x\ndata: y\nid: 1\n\nevent: e\ndata: z\n\ndata: cut",
            "id: 1\ndata: x\ndata: y\n\nevent: e\ndata: z\n\n"),
        Case(.sse, "data", "data: x\ndata: y\n\nevent: e\ndata: z\n\n", "x\ny\nz\n"),
        Case(.sse, "event", "data: x\n\nevent: e\ndata: z\n\n", "message\ne\n"),
        Case(.sse, "dat", "data: x\n\n", "").fails(.failedInitialization, "data, event, id and retry"),
        Case(.auto, nil, "[1]", "[\n  1\n]\n"), Case(.auto, nil, "<a/>", xmlHead + "<a/>\n"),
        Case(.auto, nil, "a=1", "a = 1\n"), Case(.auto, "data", "data:1\n\n", "1\n"),
        Case(.auto, nil, "What is this?", "").fails(.bodyRefused, "cannot tell the body's format"),
        Case(.auto, nil, " <!DOCTYPE html>\n<p>a<br>b", "").fails(.bodyRefused, "the body is HTML, which"),
        Case(.auto, nil, "", "").fails(.bodyRefused, "the body is empty"),
        Case(.auto, "a[", "{}", "").fails(.failedInitialization, "--select"),
    ])
    func bodies(_ test: Case) {
        // Byte by byte would be slow for the long hostile bodies.
        for size in test.body.utf8.count > 1000 ? [1000, 1 << 20] : [1, 3, 1 << 20] {
            let (printed, failure) = Self.run(test, pieces: size)
            if failure == nil || test.format == .json { #expect(printed == test.printed) }
            #expect(failure?.exitCode ?? .success == test.exitCode)
            #expect(failure?.message.contains(test.message) ?? true, "\(failure?.message ?? "")")
        }
    }

    private static let openBrackets =
        "[" + (1..<512).map { "\n" + String(repeating: " ", count: 2 * $0) + "[" }.joined() + "\n"

    @Test func theContentTypeDecides() {
        let plain = Case(.auto, nil, "a=1", "")
        #expect(Self.run(plain, pieces: 1, contentType: "text/event-stream").0 == "")
        #expect(Self.run(plain, pieces: 1, contentType: "application/json").1?.exitCode == .bodyRefused)
        #expect(Self.run(plain, pieces: 1, contentType: "text/plain").0 == "a = 1\n")
        let page = Self.run(Case(.auto, nil, "<html><br></html>", ""), pieces: 5, contentType: "text/html")
        #expect(page.1?.message.contains("(Content-Type: text/html)") == true)
        let latin = Case(.xml, nil, "<a>\u{E9}</a>", Self.xmlHead + "<a>Ã©</a>\n")
        // What is odd about a parameter doesn't matter to the others.
        for parameters in [
            "charset=iso-8859-1", "charset=iso-8859-1; foo", "=; charset = iso-8859-1", "a b; Charset=latin1 ",
        ] {
            #expect(Self.run(latin, pieces: 1, contentType: "text/xml; \(parameters)").0 == latin.printed)
        }
    }

    /// XML cannot contain every character, and two names of the other format could become one.
    @Test(arguments: ["\u{1}", "\u{0}", "\u{FFFF}"])
    func propertyListsThatXMLCannotHold(character: String) throws {
        let lists: [PropertyList] = [
            .string(character), .array([.string("a\(character)")]), .dictionary([character: .integer(1)]),
        ]
        func convert(_ bytes: [UInt8], _ format: ParseSettings.Conversion.Format) throws -> [UInt8] {
            var settings = ParseSettings(format: .plist, path: nil)
            settings.conversion.format = format
            var parser = try #require(try BodyParser(settings: settings, style: PrintStyle()))
            var printed: [UInt8] = []
            try parser.begin(contentType: nil)
            try parser.feed(bytes.span.bytes) { (bytes) throws(OutputError) in printed += bytes }
            try parser.finish { (bytes) throws(OutputError) in printed += bytes }
            return printed
        }
        for list in lists {
            let error = #expect(throws: TransferFailure.self) { try convert(list.bytes(.binary), .plist) }
            #expect(error?.exitCode == .bodyRefused && error?.message.contains("XML cannot contain") == true)
            #expect(try convert(list.bytes(.binary), .bplist) == list.bytes(.binary))
        }
        #expect(try convert(PropertyList.string("a").bytes(.binary), .plist) == PropertyList.string("a").bytes(.xml))
    }

    @Test func onATerminal() {
        let style = PrintStyle(isColored: true, isForTerminal: true)
        let pretty = Self.run(Case(.json, nil, #"{"a":null}"#, ""), pieces: 4, style: style)
        #expect(pretty.0 == "{\n  \u{1B}[38;5;63;1m\"a\"\u{1B}[0m: \u{1B}[38;5;98mnull\u{1B}[0m\n}\n")
        // Selected values aren't coloured and can't control the terminal.
        let raw = Self.run(Case(.json, "a", #"{"a":"x\u001b[31m\n\ty"}"#, ""), pieces: 4, style: style)
        #expect(raw.0 == "x\\u{1B}[31m\n\ty\n")
        let form = Self.run(Case(.form, nil, "a=%1B%5B2J", ""), pieces: 4, style: style)
        #expect(form.0 == "\u{1B}[38;5;63;1ma\u{1B}[0m = \\u{1B}[2J\n")
    }

    @Test(
        arguments: [
            (nil, "  -\n"), ("f", "  f\n"), ("a\nb", "  a\\nb\n"), ("a\\b", "  a\\\\b\n"),
        ] as [(String?, String)])
    func digestLines(name: String?, expected: String) throws {
        let digest = try Digest(.md5, of: Array("a".utf8))
        let mark = name?.contains { "\n\\".contains($0) } == true ? "\\" : ""
        #expect(DigestLine.text(digest, name: name) == mark + "0cc175b9c0f1b6a831c399e269772661" + expected)
    }
}
