import SockeyeTLS
import Testing

@testable import SockeyeCLI

@Suite("-K files")
struct ConfigFileTests {
    @Test(
        "Lines",
        arguments: [
            ("url = u", "url", "u"), ("url=u", "url", "u"), ("url:u", "url", "u"), ("url u # c", "url", "u"),
            ("--user=me:x", "--user", "me:x"), ("--user:me", "--user:me", nil), ("--data=a=b", "--data", "a=b"),
            ("  --url\tu", "--url", "u"), ("-o=f", "-o=f", nil), ("-o f", "-o", "f"), ("silent", "silent", nil),
            ("header == X:", "header", "X:"), ("url=u\r", "url", "u"), ("-sHX:1", "-sHX:1", nil),
            (#"header = "A: b\tc \"q\" \\ \x""#, "header", "A: b\tc \"q\" \\ x"), (#"data "a" b"#, "data", "a"),
            (#"data = """#, "data", ""), (#"data = "abc"#, "data", "abc"), ("referer=a#b", "referer", "a#b"),
        ] as [(String, String, String?)]
    )
    func lines(text: String, option: String, argument: String?) throws {
        let line = try #require(ConfigFile.lines(of: Array(text.utf8)).first)
        #expect(String(decoding: line.option, as: UTF8.self) == option)
        #expect(line.argument.map { String(decoding: $0, as: UTF8.self) } == argument)
    }

    @Test("Comments and empty lines are skipped; lines keep their numbers")
    func comments() {
        let lines = ConfigFile.lines(of: Array("# c\n\n  # d\nsilent\n".utf8))
        #expect(lines.map(\.number) == [4])
    }

    @Test("A file's options are added to the command line's")
    func joins() throws {
        let file = """
            # a page and its head
            silent
            -S
            url = "http://a/"
            output = one
            no-verbose
            next
            url = http://b/
            data = "x y"
            """
        let settings = try parse(["-K", "f", "-o", "two"], files: ["f": file])
        #expect(settings.isSilent && settings.showsErrors && !settings.isVerbose)
        #expect(settings.operations.count == 2)
        #expect(settings.operations.first?.targets == [TransferTarget(url: "http://a/", output: .file("one"))])
        #expect(settings.transfer.targets == [TransferTarget(url: "http://b/", output: .file("two"))])
        #expect(settings.transfer.data?.pieces == [.bytes(Array("x y".utf8))])
    }

    @Test(
        "An invalid line ends the program and is named",
        arguments: [
            ("url = u\nfoo", "f:2: 'foo' is unknown"), ("header", "f:1: 'header' requires parameter"),
            ("ws", "f:1: 'ws' is ambiguous: --ws-binary, --ws-linger, --ws-ping, --ws-protocol"),
            ("sient", "f:1: 'sient' is unknown: is --silent meant?"),
            ("max-time = x", "f:1: 'max-time' expected a proper numerical parameter"),
            ("insecure = false", "f:1: 'insecure' is a boolean: write 'insecure' or 'no-insecure'"),
            ("url = u\nuser-agent = \"foo", "f:2: 'user-agent' has a quote that the line doesn't close"),
            ("engine", "f:1: 'engine' is an option of curl that sockeye does not support"),
        ]
    )
    func wrongLines(file: String, message: String) {
        #expect(parseError(["-K", "f"], files: ["f": file])?.message == "option -K: " + message)
    }

    @Test("Unquoted words after the first cause a warning")
    func strayWords() throws {
        let settings = try parse(["-K", "f"], files: ["f": "url = u\nuser-agent = a b"])
        #expect(settings.transfer.userAgent == "a")
        #expect(settings.warnings == ["f:2: 'user-agent' uses unquoted white space; only the first word is used"])
    }

    @Test("A file that includes itself is detected")
    func loop() throws {
        let error = try #require(parseError(["-K", "f"], files: ["f": "config = f"]))
        #expect(error.exitCode == .readError)
        #expect(error.message?.hasSuffix("f is nested more than 16 files deep; a loop?") == true)
    }

    @Test("insecure = true is insecure, as in curl")
    func booleanValue() throws {
        #expect(try parse(["-K", "f", "u"], files: ["f": "insecure = true"]).transfer.trust.tls.verifiesPeer == false)
    }
}
