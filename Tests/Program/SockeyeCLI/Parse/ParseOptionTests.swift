import Sockeye
import SockeyeIO
import Testing

@testable import SockeyeCLI

struct ParseOptionTests {
    @Test func theOptions() throws {
        let parsing = try parse(["--parse", "xml", "--select", "a/b", "http://x/"]).transfer.parsing
        #expect(parsing.format == .xml)
        #expect(parsing.path == "a/b")
        #expect(try parse(["--select", "a", "http://x/"]).transfer.parsing.format == .auto)
        #expect(try parse(["--select", "a", "--parse", "form", "http://x/"]).transfer.parsing.format == .form)
        #expect(throws: OptionError.self) { try parse(["--parse", "yaml", "http://x/"]) }
    }

    /// curl's flag, or our option if an algorithm follows.
    @Test func digest() throws {
        let flag = try parse(["--digest", "-u", "a:b", "http://x/"]).transfer
        #expect(flag.authentication.schemes == [.digest])
        #expect(flag.parsing.digest == nil)
        let both = try parse(["--digest", "--digest", "sha256", "http://x/"]).transfer
        #expect(both.authentication.schemes == [.digest])
        #expect(both.parsing.digest == .sha256)
        let ours = try parse(["--digest", "md5", "http://x/"]).transfer
        #expect(ours.authentication.schemes == [.basic])
        #expect(ours.targets.map(\.url) == ["http://x/"])
        #expect(try parse(["--digest", "SHA256"]).transfer.targets.map(\.url) == ["SHA256"])
        #expect(try parse(["--no-digest", "sha256"]).transfer.targets.map(\.url) == ["sha256"])
        let file = try parse(["-K", "k", "http://x/"], files: ["k": "digest = sha512\ndigest\n"]).transfer
        #expect(file.parsing.digest == .sha512)
        #expect(file.authentication.schemes == [.digest])
        #expect(throws: OptionError.self) { try parse(["-K", "k", "http://x/"], files: ["k": "digest = no\n"]) }
    }

    @Test func filesAreTargets() throws {
        let folder = TemporaryFolder()
        folder.write("a.json", "[]")
        let file = folder.path("a.json")
        func isLocal(_ words: [String]) throws -> [Bool] { try parse(words).transfer.targets.map(\.isLocal) }
        // The order of the words doesn't matter.
        #expect(try isLocal(["--parse", "json", file, "-", "localhost", "http://x/"]) == [true, true, false, false])
        #expect(try isLocal([file, "--parse", "json"]) == [true])
        #expect(try isLocal([file]) == [false])
        #expect(try isLocal(["--parse", "json", folder.path]) == [true], "a path is no host")
        #expect(try isLocal(["--parse", "json", "./no/such", "../no", "no/such"]) == [true, true, false])
        #expect(try isLocal(["--parse", "json", "--", "-"]) == [true])
        // A host with the name of a file.
        #expect(try isLocal(["--parse", "json", "http://\(file)"]) == [false])
        #expect(throws: OptionError.self) { try parse(["-"]) }
        #expect(throws: OptionError.self) { try parse(["--parse", "json", "http://x/", "--next", "-"]) }
    }

    @Test(arguments: [
        ["-C", "-"], ["-C", "5"], ["--segments", "2"], ["--require-resumable"],
        ["--checksum", "md5:0cc175b9c0f1b6a831c399e269772661"],
    ])
    func whatGoesWithAFileOnly(words: [String]) {
        #expect(throws: OptionError.self) { try parse(["--parse", "json", "-o", "f", "http://x/"] + words) }
    }
}

/// `--pretty` lays out what is JSON, for a terminal only.
struct PrettyTests {
    @Test(
        arguments: [
            ("application/json", true, true), ("application/problem+json; charset=utf-8", true, true),
            ("application/x-ndjson", true, true), ("text/plain", true, false), (nil, true, false),
            ("text/xml", true, false),
            ("application/json", false, false),
        ] as [(String?, Bool, Bool)])
    func body(_ contentType: String?, _ isForTerminal: Bool, _ isLaidOut: Bool) throws {
        let folder = TemporaryFolder()
        let settings = try parse(["--pretty", "http://a/"]).transfer.parsing
        #expect(settings.isPretty && settings.format == nil)
        var filter = try BodyFilter(settings: settings, style: PrintStyle(isForTerminal: isForTerminal))
        try filter.begin(contentType: contentType)
        #expect(filter.isEmpty == !isLaidOut)
        var output = FileOutput.file(folder.path("out"), on: SystemMachine(), mode: 0o600)
        try filter.take(Array(#"{"a":[1]}"#.utf8).span.bytes, output: &output)
        _ = try filter.finish(output: &output)
        try output.complete(modified: nil)
        let isLines = contentType == "application/x-ndjson"
        let laidOut = isLines ? "{\"a\":[1]}\n" : "{\n  \"a\": [\n    1\n  ]\n}\n"
        let text = try #require(folder.text("out"))
        #expect(
            isLines && isLaidOut ? text.contains("\"a\"") : text == (isLaidOut ? laidOut : #"{"a":[1]}"#), "\(text)")
    }

    @Test func off() throws { #expect(try !parse(["--pretty", "--no-pretty", "http://a/"]).transfer.parsing.isPretty) }
}
