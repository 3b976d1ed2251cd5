import SockeyeIO
import Testing

@testable import SockeyeCLI

@Suite("Variables")
struct VariableTests {
    private func expanded(_ variables: [String], _ text: String, files: [String: String] = [:]) throws -> String? {
        let words = variables.flatMap { ["--variable", $0] } + ["--expand-data", text, "u"]
        guard case .bytes(let bytes)? = try parse(words, files: files).transfer.data?.pieces.first else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "Names are replaced with their values",
        arguments: [
            (["a=one"], "{{a}}", "one"), (["a=one", "b=two"], "x{{a}}{{b}}y", "xonetwoy"), (["a=one"], "{{b}}", ""),
            (["a=one", "a=two"], "{{a}}", "two"), (["a="], "[{{a}}]", "[]"), (["a=one"], "{{A}}", ""),
            (["a=b=c@d"], "{{a}}", "b=c@d"), (["a=one"], "\\{{a}}", "{{a}}"), (["a=one"], "{a}", "{a}"),
            (["a=one"], "{{a", "{{a"), (["a=one"], "{{a b}}{{a}}", "{{a b}}one"), (["a=one"], "{{}}", "{{}}"),
            (["a=one"], "{{a}}}", "one}"), (["a=é"], "{{a}}", "é"),
            (["a[0-1]=one"], "{{a}}", "on"), (["a[1-]=one"], "{{a}}", "ne"), (["a[2-99]=one"], "{{a}}", "e"),
            (["a[9-]=one"], "-{{a}}-", "--"),
            (["a=  one\n"], "{{a:trim}}", "one"), (["a= \t"], "-{{a:trim}}-", "--"),
            (["a=\"q\" \\ \u{01}\n\té"], "{{a:json}}", "\\\"q\\\" \\\\ \\u0001\\n\\té"),
            (["a=a b/é+~"], "{{a:url}}", "a%20b%2F%C3%A9%2B~"), (["a=one"], "{{a:b64}}", "b25l"),
            (["a=b25l"], "{{a:64dec}}", "one"), (["a=%%%"], "{{a:64dec}}", "[64dec-fail]"),
            (["a= one "], "{{a:trim:b64:url}}", "b25l"), (["a=one two"], "{{a:url:trim}}", "one%20two"),
        ]
    )
    func values(variables: [String], text: String, expected: String) throws {
        #expect(try expanded(variables, text) == expected)
    }

    @Test("File contents, whole and in part; a variable can name the file of another")
    func files() throws {
        let files = ["f": "line one\nline two\n"]
        #expect(try expanded(["a@f"], "{{a:trim}}", files: files) == "line one\nline two")
        #expect(try expanded(["a[5-7]@f"], "{{a}}", files: files) == "one")
        #expect(
            try parse(
                ["--variable", "n=f", "--expand-variable", "a@{{n}}", "--expand-data", "{{a:url}}", "u"], files: files
            ).transfer.data?.pieces == [.bytes(Array("line%20one%0Aline%20two%0A".utf8))])
        #expect(parseError(["--variable", "a@none", "u"])?.exitCode == .readError)
    }

    @Test("Environment variables are imported only by name")
    func environment() throws {
        let machine = MemoryMachine(variables: ["HOME": "/home/a"])
        var variables = Variables()
        try variables.set(OptionValue(bytes: Array("%HOME".utf8), readFile: FileReader(forOptionsOn: machine)))
        #expect(try variables.expand(Array("{{HOME}}".utf8)) == Array("/home/a".utf8))
        #expect(try expanded([], "-{{HOME}}-") == "--")
        #expect(try expanded(["%SOCKEYE_IS_NOT_SET=x"], "{{SOCKEYE_IS_NOT_SET}}") == "x")
        #expect(parseError(["--variable", "%SOCKEYE_IS_NOT_SET", "u"])?.exitCode == .failedInitialization)
    }

    @Test("They also work in -K files and across --next")
    func configuration() throws {
        let settings = try parse(
            ["-K", "f", "--next", "--expand-header", "X: {{a}}", "v"],
            files: ["f": "variable = \"a=one two\"\nexpand-url = \"http://h/{{a:url}}\"\n"])
        #expect(settings.operations.first?.targets.first?.url == "http://h/one%20two")
        #expect(settings.transfer.headers == [.set(name: "X", value: "one two")])
    }

    @Test(
        "What is refused",
        arguments: [
            ["--variable", "=x"], ["--variable", "a b=x"], ["--variable", "a"], ["--variable", "a[2-1]=x"],
            ["--variable", "a[x]=x"], ["--variable", "a[1=x"],
            ["--variable", String(repeating: "a", count: 128) + "=x"],
            ["--variable", "a=b", "--expand-url", "{{a:nonsense}}"], ["--expand-silent"], ["--expand-nonsense", "x"],
            ["--expand-libcurl", "x"], ["--expand-"], ["--expand-url"],
            ["--variable", "a=AA==", "--expand-url", "{{a:64dec}}"], ["--variable", "a[-1]=x"],
            ["--variable", "a[99999999999999999999-]=x"],
        ]
    )
    func refused(words: [String]) {
        #expect(parseError(words + ["u"])?.exitCode == .failedInitialization || words.last == "--expand-url")
        #expect(parseError(words) != nil)
    }

    @Test(
        "Rates become intervals between starts",
        arguments: [
            ("2/s", 500), ("10/m", 6000), ("3600", 1000), ("1/d", 86_400_000), ("5/2s", 400), ("2000/s", nil),
        ] as [(String, Int?)]
    )
    func rates(text: String, milliseconds: Int?) throws {
        #expect(try RateArgument.interval(text) == milliseconds.map { .milliseconds($0) })
    }

    @Test("Invalid rates", arguments: ["0/s", "x", "1/", "1/x", "1/0s", "-1", "", "1/1", "1/ss"])
    func noRates(text: String) {
        #expect(throws: OptionFault.self) { try RateArgument.interval(text) }
    }
}
