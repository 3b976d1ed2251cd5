import SockeyeTesting
import TestSupport
import Testing

/// What one option promises, beside others that change how the transfer is made: nothing that was there is lost, and nothing that
/// must be verified is taken on trust.
@Suite("Promises that hold beside other options", .timeLimit(.minutes(1)))
struct KeptPromiseTests {
    private static let zeros = String(repeating: "0", count: 64)

    private func run(_ arguments: [String]) async throws -> Program.Outcome {
        try await Program.run(Oracle.sockeye, ["-q", "-sS"] + arguments)
    }

    /// The same with `folder` as the working folder.
    private func run(_ arguments: [String], in folder: TemporaryFolder) async throws -> Program.Outcome {
        try await Program.run(
            "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", folder.path, Oracle.sockeye, "-q", "-sS"] + arguments)
    }

    private func names(_ folder: TemporaryFolder) throws -> [String] { try folder.entries().map(\.name) }

    private func text(_ folder: TemporaryFolder, _ name: String) throws -> String {
        String(decoding: try folder.read(name), as: UTF8.self)
    }

    private func part(_ body: String, _ end: Step) -> [Step] {
        let head = "HTTP/1.1 206 Partial\r\nContent-Range: bytes 3-9/10\r\nContent-Length: 7\r\n\r\n"
        return [.awaitRequest, .send(head + body), end]
    }

    // MARK: --retry

    @Test("Another attempt begins where the first one did")
    func appending() async throws {
        let server = try await LoopbackServer.start(
            script: Script(connections: [part("345", .close), part("3456789", .close)]))
        let folder = try TemporaryFolder()
        try folder.write("f", "012")
        let outcome = try await run([
            "--retry", "1", "--retry-all-errors", "-C", "3", "-o", folder.file("f"), server.url("/"),
        ])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(try text(folder, "f") == "0123456789")
    }

    @Test("What a reader has isn't sent to it again", arguments: ["/dev/stdout", "/dev/fd/1", "-"])
    func reader(_ output: String) async throws {
        let answer = { (body: String) -> [Step] in
            [.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n" + body), .close]
        }
        let server = try await LoopbackServer.start(script: Script(connections: [answer("345"), answer("3456789")]))
        // A pipe: what the test reads from is a socket, which /dev/stdout can't open.
        let outcome = try await Program.run(
            "/bin/sh",
            [
                "-c", "\"$0\" \"$@\" | cat", Oracle.sockeye, "-q", "-sS", "--retry", "1", "--retry-all-errors", "-o",
                output,
                server.url("/"),
            ])
        #expect(outcome.text == "345" && outcome.errorText.contains("(18)"), "\(outcome.text) \(outcome.errorText)")
    }

    @Test(
        "-m limits an attempt, and the next one may succeed", arguments: [["-f"], ["-C", "-"], ["--segments", "2"]])
    func timeLimit(_ words: [String]) async throws {
        let server = try await LoopbackServer.start(
            script: Script(connections: [
                [.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n345"), .awaitEnd],
                [.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n3456789"), .awaitEnd],
            ]))
        let folder = try TemporaryFolder()
        let outcome = try await run(words + ["--retry", "1", "-m", "1", "-o", folder.file("f"), server.url("/")])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(try text(folder, "f") == "3456789")
    }

    // MARK: -C -

    @Test(
        "A file that can't go on stays as it is",
        arguments: [["-I"], ["-d", "x"], ["-X", "POST"], ["-F", "a=b"], ["--json", "{}"]])
    func goingOn(_ words: [String]) async throws {
        let server = try await LoopbackServer.start { _ in .text("other") }
        let folder = try TemporaryFolder()
        try folder.write("f", "precious")
        let outcome = try await run(words + ["-C", "-", "-o", folder.file("f"), server.url("/")])
        #expect(outcome.status == 2 && outcome.errorText.contains("-C - goes on"), "\(outcome.errorText)")
        #expect(try text(folder, "f") == "precious")
        #expect(server.receivedRequests.isEmpty)
    }

    @Test("-i puts nothing behind it but the rest", arguments: [200, 404, 416])
    func headsBehindIt(_ status: Int) async throws {
        let server = try await LoopbackServer.start { _ in
            LoopbackReply(status: status, fields: [.init("Content-Length", "5")], body: [.send("other")])
        }
        let folder = try TemporaryFolder()
        try folder.write("f", "precious")
        let outcome = try await run(["-i", "-C", "-", "-o", folder.file("f"), server.url("/")])
        #expect(outcome.status == (status == 416 ? 0 : 33), "\(outcome.errorText)")
        #expect(try text(folder, "f") == "precious")
        #expect(server.receivedRequests.map { $0["Range"] } == ["bytes=8-"])
    }

    @Test("The page of an attempt isn't what the next one goes on from")
    func headsOfAttempts() async throws {
        let server = try await LoopbackServer.start(
            script: Script(connections: [
                [.awaitRequest, .send("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"), .close],
                [
                    .awaitRequest,
                    .send("HTTP/1.1 206 Part\r\nContent-Range: bytes 8-9/10\r\nContent-Length: 2\r\n\r\n89"), .close,
                ],
            ]))
        let folder = try TemporaryFolder()
        try folder.write("f", "01234567")
        let outcome = try await run(
            ["-i", "-C", "-", "--retry", "1", "--retry-delay", "1", "-o", folder.file("f"), server.url("/")])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(try text(folder, "f").hasPrefix("01234567HTTP/1.1 206 Part\r\n"))
        #expect(server.receivedRequests.map { $0["Range"] } == ["bytes=8-", "bytes=8-"])
    }

    // MARK: -C NUMBER

    @Test(
        "A whole answer isn't appended to a part, whatever the method",
        arguments: [[], ["-X", "POST"], ["-X", "OPTIONS"], ["-X", "OPTIONS", "-G", "-d", "a=b"]])
    func wholeAnswer(_ words: [String]) async throws {
        let server = try await LoopbackServer.start { _ in .text("0123456789") }
        let folder = try TemporaryFolder()
        try folder.write("f", "012")
        let outcome = try await run(words + ["-C", "3", "-o", folder.file("f"), server.url("/")])
        #expect(outcome.status == 33, "\(outcome.errorText)")
        #expect(try text(folder, "f") == "012")
        await server.stop()
    }

    // MARK: Digests and mirrors of lists

    @Test(
        "A list's checksum is compared, or the file isn't fetched",
        arguments: [
            ([], 120), (["--retry", "1"], 120), (["-z", "20000101"], 120), (["--fail-with-body"], 120), (["-J"], 120),
            (["--compressed"], 2), (["-i"], 2), (["-X", "POST"], 2), (["-C", "3"], 2), (["--raw"], 2),
        ] as [([String], Int32)])
    func checksum(_ words: [String], _ status: Int32) async throws {
        let server = try await LoopbackServer.start { _ in .text("0123456789") }
        let folder = try TemporaryFolder()
        let name = words == ["-J"] ? "" : " out=a\n"
        try folder.write("list", "\(server.url("/a"))\n\(name) checksum=sha-256=\(Self.zeros)\n")
        let outcome = try await run(words + ["--input-file", "list"], in: folder)
        #expect(outcome.status == status, "\(outcome.errorText)")
        #expect(try !names(folder).contains("a"))
    }

    @Test("A list's mirror is asked, also with --retry")
    func mirror() async throws {
        let server = try await LoopbackServer.start { $0.path == "/good" ? .text("good") : .text("no", status: 404) }
        let folder = try TemporaryFolder()
        try folder.write("list", "\(server.url("/missing"))\t\(server.url("/good"))\n out=a\n")
        let outcome = try await run(["--retry", "1", "--input-file", "list"], in: folder)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(try text(folder, "a") == "good")
    }

    @Test("A mirror whose file has another length isn't taken for the rest")
    func otherMirror() async throws {
        let server = try await LoopbackServer.start(
            script: [.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc"), .close])
        let mirror = try await LoopbackServer.start { _ in .text("0123456789") }
        let folder = try TemporaryFolder()
        let outcome = try await run(["--mirror", mirror.url("/"), "-o", folder.file("f"), server.url("/")])
        #expect(outcome.status == 18, "\(outcome.errorText)")
        #expect(try !names(folder).contains("f"))
    }

    @Test("A Metalink file that fails makes the run fail, though the next one succeeds")
    func metalink() async throws {
        let server = try await LoopbackServer.start { _ in .text("0123456789") }
        let folder = try TemporaryFolder()
        let url = "<url>\(server.url("/"))</url>"
        try folder.write(
            "m",
            "<metalink xmlns=\"urn:ietf:params:xml:ns:metalink\"><file name=\"a\"><hash type=\"sha-256\">\(Self.zeros)"
                + "</hash>\(url)</file><file name=\"b\">\(url)</file></metalink>")
        let outcome = try await run(["--from-metalink", "m"], in: folder)
        #expect(outcome.status == 120, "\(outcome.errorText)")
        #expect(try names(folder).contains("b"))
    }

    @Test(
        "%{url_effective} has what other options add to the URL",
        arguments: [
            (["-G", "-d", "a=b"], "/d/", "/d/?a=b"), (["--url-query", "c"], "/d/", "/d/?c"),
            (["-T", "file"], "/d/", "/d/file"), (["-G", "-d", "a=b", "-o", "out"], "/d/", "/d/?a=b"),
            (["-G", "-d", "a=b", "-L"], "/redirect", "/to"),
        ] as [([String], String, String)])
    func effectiveURL(_ words: [String], _ path: String, _ effective: String) async throws {
        let server = try await LoopbackServer.start { request in
            request.path != "/redirect"
                ? LoopbackReply.text("x") : LoopbackReply(status: 302, fields: [.init("Location", "/to")])
        }
        let folder = try TemporaryFolder()
        try folder.write("file", "content")
        let outcome = try await run(
            words + ["-w", "%{stderr}%{url_effective} %{referer}", "-e", ";auto", server.url(path)], in: folder)
        let referer = path == "/redirect" ? server.url("/redirect?a=b") : ""
        #expect(outcome.errorText == "\(server.url(effective)) \(referer)")
    }

    // MARK: Lists and names

    @Test("A list isn't replaced by a file that it names")
    func listOfItself() async throws {
        let server = try await LoopbackServer.start { _ in .text("0123456789") }
        let folder = try TemporaryFolder()
        try folder.write("list", "\(server.url("/a/list"))\n\(server.url("/b"))\n")
        let outcome = try await run(["--input-file", "./list"], in: folder)
        #expect(outcome.status == 23 && outcome.errorText.contains("reads ./list"), "\(outcome.errorText)")
        #expect(try text(folder, "list").hasPrefix("http"))
        #expect(try text(folder, "b") == "0123456789")
    }

    @Test("The addresses of --resolve hold for the operations after it, unless they have their own")
    func resolved() async throws {
        let server = try await LoopbackServer.start { _ in .text("x") }
        let url = "http://name.example:\(server.port)/"
        let host = "name.example:\(server.port)"
        let shared = try await run(["--resolve", "\(host):127.0.0.1", url, "--next", url])
        #expect(shared.status == 0 && shared.text == "xx", "\(shared.errorText)")
        let own = try await run(["--resolve", "\(host):0.0.0.0", url, "--next", "--resolve", "\(host):127.0.0.1", url])
        #expect(own.text.hasSuffix("x"), "\(own.errorText)")
    }

    @Test("An upload to a port where nobody listens is exit 7, resumable or not", arguments: [[], ["--resumable=tus"]])
    func nobody(_ words: [String]) async throws {
        let folder = try TemporaryFolder()
        try folder.write("file", "content")
        let outcome = try await run(
            words + ["--retry", "0", "-T", "file", "http://127.0.0.1:\(refusedPort)/"], in: folder)
        #expect(outcome.status == 7, "\(outcome.errorText)")
    }

    @Test(
        "A list goes on with what failed",
        arguments: [[], ["--retry", "1"], ["--no-clobber"], ["-J"], ["--compressed"]])
    func list(_ words: [String]) async throws {
        let server = try await LoopbackServer.start { request in
            guard request.path == "/bad" else { return .text("0123456789") }
            return LoopbackReply(fields: [.init("Content-Length", "9")], body: [.send("abc"), .close])
        }
        let folder = try TemporaryFolder()
        try folder.write("list", "\(server.url("/good"))\n\(server.url("/bad"))\n")
        for _ in 0..<2 {
            let outcome = try await run(words + ["--input-file", "list"], in: folder)
            #expect(outcome.status == 18, "\(outcome.errorText)")
        }
        #expect(server.receivedRequests.filter { $0.path == "/good" }.count == 1)
        #expect(try names(folder).filter { $0.hasPrefix("good") } == ["good"])
    }

    @Test(
        "What -J does with a file that is there holds for the downloader too",
        arguments: [
            ("--clobber", 0, "new", nil), ("--no-clobber", 0, "old", "new"), ("--skip-existing", 0, "old", nil),
        ]
            as [(String, Int32, String, String?)])
    func serverName(_ word: String, _ status: Int32, _ there: String, _ next: String?) async throws {
        let server = try await LoopbackServer.start { _ in
            var reply = LoopbackReply.text("new")
            reply.fields.append(.init("Content-Disposition", "attachment; filename=x"))
            return reply
        }
        let folder = try TemporaryFolder()
        try folder.write("x", "old")
        let outcome = try await run(["--segments", "2", "-OJ", word, server.url("/")], in: folder)
        #expect(outcome.status == status, "\(outcome.errorText)")
        #expect(try text(folder, "x") == there)
        #expect((try? text(folder, "x.1")) == next)
    }

    // MARK: Credentials

    @Test("The secret key of a signature isn't a password for another server")
    func signature() async throws {
        let other = try await LoopbackServer.start { _ in .text("ok") }
        let first = try await LoopbackServer.start { _ in
            LoopbackReply(
                status: 302, fields: [.init("Location", other.url("/")), .init("Content-Length", "0")])
        }
        let folder = try TemporaryFolder()
        try folder.write("netrc", "machine 127.0.0.1 login KEY password SECRET\n")
        let outcome = try await run([
            "--aws-sigv4", "aws:amz:us-east-1:es", "--netrc-file", folder.file("netrc"), "-L", first.url("/"),
        ])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(first.receivedRequests.first?["Authorization"]?.hasPrefix("AWS4-HMAC-SHA256 ") == true)
        #expect(other.receivedRequests.count == 1)
        #expect(other.receivedRequests.first?.fields.contains { $0.name.lowercased() == "authorization" } == false)
    }

    @Test("-H Authorization: removes the login of every URL")
    func removedLogin() async throws {
        let server = try await LoopbackServer.start { _ in .text("ok") }
        let url = server.url("/").replacing("127.0.0.1", with: "user:secret@127.0.0.1")
        #expect(try await run(["-H", "Authorization:", url, url + "2", url + "[3-4]"]).status == 0)
        #expect(server.receivedRequests.count == 4)
        for request in server.receivedRequests {
            #expect(!request.fields.contains { $0.name.lowercased() == "authorization" })
        }
    }

    // MARK: Ends of runs

    @Test("A file to send that is missing ends the run")
    func missingFile() async throws {
        let server = try await LoopbackServer.start { _ in .text("ok") }
        let folder = try TemporaryFolder()
        try folder.write("a", "a")
        try folder.write("b", "b")
        let outcome = try await run(["-T", "\(folder.path)/{a,none,b}", server.url("/")])
        #expect(outcome.status == 26, "\(outcome.errorText)")
        #expect(server.receivedRequests.count == 1)
    }
}

extension KeptPromiseTests {
    @Test("What -T sends is sent again after a redirect, whatever -X calls it", arguments: [301, 302, 307])
    func redirectedUpload(_ status: Int) async throws {
        let server = try await LoopbackServer.start { request in
            if request.path != "/old" { return .text("ok") }
            return LoopbackReply(
                status: status, fields: [.init("Location", "/new"), .init("Content-Length", "0")])
        }
        let folder = try TemporaryFolder()
        let file = try folder.write("f", "content")
        let outcome = try await Program.run(
            Oracle.sockeye, ["-q", "-sS", "-L", "-X", "POST", "-T", file, server.url("/old")])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(server.receivedRequests.map(\.method) == ["POST", "POST"])
        #expect(server.receivedRequests.map { String(decoding: $0.body, as: UTF8.self) } == ["content", "content"])
    }

    #if DiskCache
        @Test("A cache without the response says so in the head, in -w and in the exit code of -f")
        func onlyIfCached() async throws {
            let server = try await LoopbackServer.start { _ in .text("ok") }
            let folder = try TemporaryFolder()
            let words = ["-q", "-sS", "--cache-dir", folder.file("cache"), "-H", "Cache-Control: only-if-cached"]
            let shown = try await Program.run(
                Oracle.sockeye, words + ["-i", "-w", "%{http_code}", server.url("/")])
            #expect(
                shown.text.hasPrefix("HTTP/1.1 504 Gateway Timeout\r\n") && shown.text.hasSuffix("504"), "\(shown.text)"
            )
            let failed = try await Program.run(Oracle.sockeye, words + ["-f", server.url("/")])
            #expect(failed.status == 22)
            #expect(server.receivedRequests.isEmpty)
        }
    #endif

    @Test("XML cannot hold every text, and no property list is made that loses some")
    func propertyList() async throws {
        let text = Array("{\"a\":[\"x\",\"\\u0001\"]}".utf8)
        let xml = try await Program.run(Oracle.sockeye, ["-q", "--to", "plist", "-"], input: text)
        #expect(xml.status == 121 && xml.errorText.contains("a[1] has a character"), "\(xml.errorText)")
        let binary = try await Program.run(Oracle.sockeye, ["-q", "--to", "bplist", "-"], input: text)
        #expect(binary.status == 0)
    }
}
