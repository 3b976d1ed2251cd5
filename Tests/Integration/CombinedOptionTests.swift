import SockeyeTesting
import TestSupport
import Testing

internal import Glibc

/// Options that meet, each of which is tested by itself elsewhere.
@Suite("Options together", .timeLimit(.minutes(1)))
struct CombinedOptionTests {
    private func run(_ arguments: [String]) async throws -> Program.Outcome {
        try await Program.run(Oracle.sockeye, ["-sS"] + arguments)
    }

    @Test("A boundary of -H is the form's")
    func boundary() async throws {
        let server = try await LoopbackServer.start { .text($0.text) }
        let type = "Content-Type: multipart/form-data; boundary=BB"
        let outcome = try await run(["-F", "a=b", "-H", type, server.url("/")])
        #expect(outcome.text == "--BB\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--BB--\r\n")
        let refused = try await run([
            "-F", "a=b", "-H", "Content-Type: multipart/form-data; boundary=\"B B\"", server.url("/"),
        ])
        #expect(refused.status == 43 && server.receivedRequests.count == 1)
    }

    @Test("--archive packs a file anew for each password")
    func passwordsOfArchives() async throws {
        let server = try await LoopbackServer.start { _ in LoopbackReply(status: 204) }
        let folder = try TemporaryFolder()
        for name in ["file", "one", "two"] { try folder.write(name, "\(name)\n") }
        let upload = ["--archive", "-T", folder.file("file"), server.url("/up")]
        let passwords = ["one", "two"].map { ["--next", "-sS", "--archive-password", folder.file($0)] + upload }
        let outcome = try await run(upload + passwords.joined() + ["--next", "-sS"] + upload)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let bodies = server.receivedRequests.map(\.body)
        // Bit 0 of a zip's first flags says that its first file is encrypted.
        #expect(bodies.map { $0.count > 6 ? $0[6] & 1 : 9 } == [0, 1, 1, 0])
        #expect(bodies.first == bodies.last && Set(bodies).count == 3)
        await server.stop()
    }

    @Test("Parameters of -F are named in either case, as in curl")
    func formParameters() async throws {
        let server = try await LoopbackServer.start { .text($0.text) }
        let outcome = try await run(["-F", "a=b;Type=text/x;FILENAME=n", server.url("/")])
        #expect(outcome.text.contains("name=\"a\"; filename=\"n\"\r\nContent-Type: text/x\r\n"), "\(outcome.text)")
    }

    @Test("-D has the heads of every attempt, as in curl")
    func headsOfAttempts() async throws {
        let server = try await LoopbackServer.start(
            script: [
                .awaitRequest, .send("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"),
                .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), .awaitEnd,
            ])
        let folder = try TemporaryFolder()
        let outcome = try await run(["--retry", "1", "-D", folder.file("heads"), server.url("/")])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let heads = String(decoding: try folder.read("heads"), as: UTF8.self)
        #expect(heads.hasPrefix("HTTP/1.1 503 Busy\r\n") && heads.contains("\r\n\r\nHTTP/1.1 200 OK\r\n"), "\(heads)")
    }

    @Test("Redirects without end name the last URL and the option that follows more")
    func endlessRedirects() async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await run(["-L", "--max-redirs", "2", server.url("/redirect/5")])
        #expect(outcome.status == 47)
        let text = "; \(server.url("/redirect/3")) redirects again; --max-redirs NUMBER follows more\n"
        #expect(outcome.errorText.hasSuffix(text), "\(outcome.errorText)")
    }

    @Test("A URL that a list spells wrong is named by its line")
    func malformedURLs() async throws {
        let folder = try TemporaryFolder()
        try folder.write("list", "# none is asked\n\nhttp://[bad/x\nftp://x/y\n")
        let outcome = try await run(["--input-file", folder.file("list")])
        let lines = outcome.errorText.split(separator: "\n")
        #expect(lines.first?.hasPrefix("sockeye: (3) \(folder.file("list")):3: ") == true, "\(outcome.errorText)")
        #expect(lines.last?.hasPrefix("sockeye: (1) \(folder.file("list")):4: ") == true, "\(outcome.errorText)")
    }

    @Test("A form has no Content-Range, as in curl")
    func rangeOfForm() async throws {
        let server = try await LoopbackServer.start { _ in .text("ok") }
        #expect(try await run(["-r", "0-1", "-F", "a=b", server.url("/")]).status == 0)
        #expect(try await run(["-r", "0-1", "-d", "a=b", server.url("/")]).status == 0)
        #expect(server.receivedRequests.map { $0["Content-Range"] } == [nil, "bytes 0-1/3"])
    }

    @Test("Trailers are printed once", arguments: [[], ["--raw"]])
    func trailers(_ words: [String]) async throws {
        let server = try await LoopbackServer.start(
            script: [
                .awaitRequest,
                .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX-T: end\r\n\r\n"),
                .awaitEnd,
            ])
        let outcome = try await run(words + ["-i", server.url("/")])
        #expect(outcome.text.ranges(of: "X-T: end").count == 1, "\(outcome.text)")
    }

    @Test(
        "A file that can't be written is named, though it has no name yet",
        .disabled(if: Surroundings.sanitizesThreads, "the thread sanitizer's notes are in a large file"))
    func unnamedFile() async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        let outcome = try await Program.run(
            "/bin/sh",
            [
                "-c", "ulimit -f 1; exec \"$0\" \"$@\"", Oracle.sockeye, "-q", "-sS", "-o", folder.file("f"),
                server.url("/sized/100000"),
            ])
        #expect(outcome.status == 23 && outcome.errorText.contains(folder.file("f")), "\(outcome.errorText)")
    }

    @Test("A digest's line names the file only if the file is what was hashed", arguments: [true, false])
    func digest(includesHead: Bool) async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        let (file, url) = (folder.file("f"), server.url("/range/100"))
        let outcome = try await run((includesHead ? ["-i"] : []) + ["--digest", "sha256", "-o", file, url])
        #expect(outcome.text.hasSuffix("  \(includesHead ? url : file)\n"), "\(outcome.text)")
    }

    @Test("--dry-run leaves a jar and a list of HSTS hosts alone")
    func dryRun() async throws {
        let folder = try TemporaryFolder()
        try folder.write("jar", "h\tFALSE\t/\tFALSE\t0\ta\tb\n")
        try folder.write("hsts", "# nothing\n")
        let outcome = try await run(
            ["--dry-run", "-c", folder.file("jar"), "--hsts", folder.file("hsts"), "http://127.0.0.1:1/"])
        #expect(outcome.status == 0)
        #expect(try folder.read("jar") == Array("h\tFALSE\t/\tFALSE\t0\ta\tb\n".utf8))
        #expect(try folder.read("hsts") == Array("# nothing\n".utf8))
    }

    @Test("The heads of CONNECT stay out of -D beside a progress display too")
    func connectHeads() async throws {
        let server = try await LoopbackServer.start(
            script: [
                .awaitRequest, .send("HTTP/1.1 200 Established\r\nX: y\r\n\r\n"), .awaitRequest,
                .send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc"), .close,
            ])
        let folder = try TemporaryFolder()
        let outcome = try await Program.run(
            Oracle.sockeye,
            [
                "--suppress-connect-headers", "-p", "-x", "127.0.0.1:\(server.port)", "-D", folder.file("heads"), "-o",
                folder.file("body"), "http://name.example/1",
            ])
        #expect(outcome.status == 0 && !outcome.errorText.isEmpty, "\(outcome.errorText)")
        #expect(
            String(decoding: try folder.read("heads"), as: UTF8.self) == "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n")
    }

    @Test("A dry run makes no folder and no connection")
    func dryRunStaysAway() async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        let request = ["--dry-run", "--create-dirs", "-o", folder.file("new/file"), server.url("/")]
        #expect(try await run(request).status == 0)
        #expect(access(folder.file("new"), F_OK) != 0)
        let bare = try await run(["--dry-run", "--connect", "127.0.0.1:\(server.port)"])
        #expect(bare.status == 2 && bare.errorText.contains("--connect"), "\(bare.errorText)")
    }

    @Test("A file that is no journal is refused, and one that is downloaded to its name stays")
    func journals() async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        try folder.write("list", "\(server.url("/sized/5"))\n out=\(folder.file("a"))\n")
        let list = folder.file("list")
        let refused = try await run(["--input-file", list, "--journal", list])
        #expect(refused.status == 23 && refused.errorText.contains("is not a journal"), "\(refused.errorText)")
        #expect(server.receivedRequests.isEmpty)
        let same = folder.file("same")
        #expect(try await run(["--journal", same, "-o", same, server.url("/sized/5")]).status == 0)
        #expect(try folder.read("same").count == 5)
        #expect(try await run(["--input-file", list]).status == 0)
        #expect(try folder.read("a").count == 5)
    }

    @Test(
        "What a list can't use is refused before anything is sent",
        arguments: [["-T", "file"], ["-o", "file"], ["--segments", "2", "-d", "a=b", "-o", "file", "URL"]])
    func refused(_ options: [String]) async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        try folder.write("list", "\(server.url("/sized/5"))\n")
        let words = options.map { $0 == "URL" ? server.url("/sized/5") : $0 == "file" ? folder.file("file") : $0 }
        let outcome = try await run(words.count > 2 ? words : words + ["--input-file", folder.file("list")])
        #expect(outcome.status == 2, "\(outcome.errorText)")
        #expect(server.receivedRequests.isEmpty)
    }

    @Test("Two files of a Metalink document don't share a name")
    func metalink() async throws {
        let folder = try TemporaryFolder()
        let files = ["d1", "d2"].map { "<file name=\"\($0)/f\"><url>http://127.0.0.1:1/\($0)</url></file>" }.joined()
        try folder.write("m", "<metalink xmlns=\"urn:ietf:params:xml:ns:metalink\">\(files)</metalink>")
        let outcome = try await run(["--from-metalink", folder.file("m")])
        #expect(outcome.status == 2 && outcome.errorText.contains("have the name 'f'"), "\(outcome.errorText)")
    }
}
