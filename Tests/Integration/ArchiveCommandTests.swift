import Glibc
import SockeyeTesting
import TestSupport
import Testing

/// `--har`, `--explain-page` and `--from-har` for the user.
struct ArchiveCommandTests {
    private static func run(_ words: [String], input: [UInt8] = []) async throws -> Program.Outcome {
        try await Program.run(SideBySide.sockeye, ["-sS"] + words, input: input, seconds: 60)
    }

    private static var hasTools: Bool {
        get async {
            let script = "import jsonschema, haralyzer; open('/usr/share/nodejs/har-schema/lib/har.json')"
            return (try? await Program.run(".build/python/bin/python", ["-c", script]))?.status == 0
        }
    }

    private static func entries(_ file: String) async throws -> [String] {
        let outcome = try await Program.run(".build/python/bin/python", ["Tests/Page/archive.py", file])
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errorText)")
        return outcome.text.split(separator: "\n").map(String.init)
    }

    /// Whatever happened, the archive is valid and says so.
    @Test(.enabled("node-har-schema or a package of Tests/checks/requirements.txt is not installed") { await hasTools })
    func archivesAreValid() async throws {
        let server = try await LoopbackServer.start { request in
            switch request.path {
            case "/binary": .bytes(Array(0...255))
            case "/cookie":
                LoopbackReply(
                    fields: [
                        .init("Set-Cookie", "a=b; Expires=Sun, 06 Nov 1994 08:49:37 GMT; Secure"),
                        .init("Set-Cookie", "="),
                        .init("Content-Length", "0"),
                    ])
            default: nil
            }
        }
        let cut = try await LoopbackServer.start(
            script: [.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .close])
        let folder = try TemporaryFolder()
        let file = folder.file("run.har")
        let urls = [
            "/redirect/1", "/chunked/100", "/binary", "/cookie", "/informational", "/close-delimited/9", "/status/500",
        ]
        var words = ["--har", file, "-L", "-u", "a:b", "-b", "c=d"]
        words += urls.map { server.url($0) }
        words += [cut.url("/"), "http://127.0.0.1:\(refusedPort)/"]
        words += [
            "--next", "-s", "-d", "e=f&g", server.url("/echo?h=%20i&j"), "--next", "-s", "-I", server.url("/hello"),
        ]
        let outcome = try await Self.run(words)
        #expect(outcome.status == 0)
        let entries = try await Self.entries(file)
        let statuses = entries.map { $0.split(separator: " ")[2] }
        #expect(statuses == ["302", "200", "200", "200", "200", "200", "200", "500", "200", "0", "200", "200"])
        #expect(entries.last?.hasPrefix("HEAD") == true)
        await server.stop()
        await cut.stop()
    }

    /// The same requests arrive again, but for what belongs to the connection.
    @Test func requestsAreSentAgain() async throws {
        let server = try await LoopbackServer.start { _ in .text("answer") }
        let folder = try TemporaryFolder()
        let file = folder.file("run.har")
        try folder.write("bytes", bytes: Array(0...255))
        var words = ["--keep-secrets", "--har", file, "-u", "a:b", "-H", "X-One: 1", "-H", "X-Empty;", "-A", "agent"]
        words += [
            server.url("/a?b=%20c"), "--next", "-sS", "-d", "text", "-H", "Content-Type: text/x", server.url("/post"),
        ]
        words += ["--next", "-sS", "-T", folder.file("bytes"), server.url("/put")]
        words += ["--next", "-sS", "-I", server.url("/head"), "--next", "-sS", "-X", "PURGE", server.url("/purge")]
        words += ["--next", "-sS", "--path-as-is", server.url("/a/../b")]
        words += ["--next", "-sS", "--request-target", "/c/./d", server.url("/e")]
        let first = try await Self.run(words)
        #expect(first.status == 0, "\(first.errorText)")
        #expect(folder.permissions(of: "run.har") == 0o600)
        let again = try await Self.run(["--from-har", file, "-H", "X-One: 2"])
        #expect(again.status == 0, "\(again.errorText)")
        let requests = server.receivedRequests
        #expect(requests.map(\.target).suffix(2) == ["/a/../b", "/c/./d"])
        #expect(requests.count == 14)
        for (old, new) in zip(requests, requests.dropFirst(7)) {
            #expect(new.method == old.method && new.target == old.target && new.body == old.body)
            let fields = { (request: ReceivedRequest) in
                request.fields.filter { $0.name != "X-One" }.map { "\($0.name): \($0.value)" }.sorted()
            }
            #expect(fields(new) == fields(old))
            #expect(new.values("X-One") == ["2"])
        }
        // Outputs by order, and from standard input.
        let archive = try folder.read("run.har")
        let outputs = (1...7).flatMap { ["-o", folder.file("out\($0)")] }
        let piped = try await Self.run(["--from-har", "-"] + outputs, input: archive)
        #expect(piped.status == 0, "\(piped.errorText)")
        #expect(try folder.read("out1") == Array("answer".utf8))
        await server.stop()
    }

    /// Not even while it is written, as in a partial file that others may open.
    @Test(arguments: ["--har", "--explain-page"]) func secretsAreNobodyElses(_ option: String) async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        for name in ["file", "file.part"] {
            try folder.write(name, "old")
            chmod(folder.file(name), 0o644)
        }
        try #require(symlink("file", folder.file("link")) == 0)
        let words = ["--keep-secrets", option, folder.file("link"), "-o", folder.file("body"), server.url("/hello")]
        let outcome = try await Self.run(words)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(folder.permissions(of: "file") == 0o600)
        #expect(try folder.read("file") == folder.read("link") && folder.read("file").count > 100)
        #expect(try folder.read("file.part") == Array("old".utf8))
        #expect(try folder.entries().count == 4)
        await server.stop()
    }

    @Test func secretsLeftOutAreNotSent() async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        _ = try await Self.run(["--har", folder.file("a"), "-u", "a:b", server.url("/hello?access_token=secret&a=b")])
        let again = try await Program.run(SideBySide.sockeye, ["--no-progress-meter", "--from-har", folder.file("a")])
        #expect(again.status == 0)
        // Where the warning is wrapped depends on the folder's name.
        let warning = again.errorText.replacing("\nWarning: ", with: " ")
        #expect(warning.contains("no values for Authorization, the parameter access_token,"), "\(warning)")
        #expect(server.receivedRequests.map(\.target) == ["/hello?access_token=secret&a=b", "/hello?a=b"])
        #expect(server.receivedRequests.map { $0["Authorization"] != nil } == [true, false])
        await server.stop()
    }

    /// Refused before anything is sent.
    @Test func refusals() async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        let (file, url) = (folder.file("x"), server.url("/hello"))
        try folder.write("bad", "{}")
        let lines: [(status: Int32, words: [String])] = [
            (2, ["--har", file, "-o", file, url]), (2, ["--explain-page", file, "-D", file, url]),
            (2, ["--har", file, "--explain-page", file, url]), (2, ["--har", file, "-c", file, url]),
            (23, ["--har", folder.file("no/x"), url]), (23, ["--explain-page", folder.path, url]),
            (26, ["--from-har", folder.file("bad")]), (26, ["--from-har", folder.file("none")]),
            (2, ["--from-har", folder.file("bad"), "-d", "x"]), (2, ["--har", file]),
        ]
        for line in lines {
            let outcome = try await Self.run(line.words)
            #expect(outcome.status == line.status, "\(line.words): \(outcome.errorText)")
            #expect(!outcome.errorText.isEmpty && server.requestCount == 0)
        }
        try folder.write("foreign", "{\"log\":{\"entries\":[{\"request\":{\"method\":\"GET\",\"url\":\"data:,a\"}}]}}")
        let foreign = try await Self.run(["--from-har", folder.file("foreign")])
        #expect(foreign.status == 26 && foreign.errorText.contains("none of its URLs is http"), "\(foreign.errorText)")
        let full = try await Self.run(["--har", "/dev/full", url])
        #expect(full.status == 23)
        let output = try await Self.run(["--har", "-", "-o", folder.file("y"), url])
        #expect(output.text.hasPrefix("{\"log\":"))
        // An output that the archive would be overwritten by.
        try folder.write("a.har", "{\"log\":{\"entries\":[{\"request\":{\"method\":\"GET\",\"url\":\"\(url)\"}}]}}")
        let own = try await Self.run(["--from-har", folder.file("a.har"), "-o", folder.file("a.har")])
        #expect(own.status == 23)
        await server.stop()
    }

    /// Ctrl-C leaves both files, with what had come.
    @Test func interrupted() async throws {
        let server = try await LoopbackServer.start(
            script: [.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc\n"), .stall])
        let folder = try TemporaryFolder()
        let program = try Program(
            SideBySide.sockeye,
            ["-sSN", "--har", folder.file("a"), "--explain-page", folder.file("b"), server.url("/")])
        _ = await program.waitForText("abc\n")
        program.interrupt()
        #expect(await program.finish().status == 128 + 2)
        #expect(String(decoding: try folder.read("a"), as: UTF8.self).contains("\"text\":\"abc\\n\""))
        #expect(try folder.read("b").starts(with: "<!DOCTYPE html>".utf8))
        await server.stop()
    }

    /// Of segments and parallel transfers, every request is there; and the file is right.
    @Test func segmentsAndParallel() async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        let outcome = try await Self.run(
            ["--segments", "3", "--har", folder.file("a"), server.url("/range/3000000"), "-o", folder.file("x")])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(try folder.read("x") == BytePattern.bytes(0..<3_000_000))
        let text = String(decoding: try folder.read("a"), as: UTF8.self)
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("{\"started") }.count == server.requestCount)
        let many = try await Self.run(
            ["-Z", "--explain-page", folder.file("b"), server.url("/hello?[1-20]"), "-o", "/dev/null"])
        #expect(many.status == 0, "\(many.errorText)")
        #expect(String(decoding: try folder.read("b"), as: UTF8.self).contains("hello?20"))
        await server.stop()
    }

    /// The page and --explain agree on where a field came from.
    @Test func sourcesOfFields() async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        let words = ["-H", "X-Mine: 1", "-d", "a=b", server.url("/echo"), "-o", "/dev/null"]
        let outcome = try await Self.run(["--explain-page", folder.file("page")] + words)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let text = String(decoding: try folder.read("page"), as: UTF8.self)
        for sentence in [
            "Host is sent because of the URL", "User-Agent is sent because of a default of sockeye",
            "Content-Type is sent because of a default of sockeye", "X-Mine is sent because of an option",
            "Content-Length is sent because of the body's length",
        ] {
            #expect(text.contains(sentence), "\(sentence)")
        }
        #expect(!text.contains("the request itself"))
        let explained = try await Self.run(["--explain"] + words).errorText
        #expect(explained.contains("from a default of sockeye") && explained.contains("from an option"))
        await server.stop()
    }
}
