import SockeyeDigest
import SockeyeTesting
import TestSupport
import Testing

/// A success is understood before the program accepts it.
@Suite("Understood answers", .timeLimit(.minutes(1)))
struct UnderstoodAnswerTests {
    /// Runs the program with `folder` as the working folder.
    private func run(_ arguments: [String], in folder: TemporaryFolder) async throws -> Program.Outcome {
        try await Program.run(
            "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", folder.path, Oracle.sockeye, "-q", "-sS"] + arguments)
    }

    private static let head = "HTTP/1.1 206 Partial Content\r\nContent-Length: 5\r\nContent-Range: bytes "

    @Test(
        "A part that nobody asked for is no file",
        arguments: [
            ["-o", "f"], ["-O"], ["-f", "-o", "f"], ["-Z", "-o", "f"], ["--retry", "1", "-o", "f"],
            ["--cache-dir", "cache", "-o", "f"], ["--head-first", "-o", "f"], ["-OJ"], [], ["-d", "a=b", "-o", "f"],
            ["--compressed", "-o", "f"], ["-i", "-o", "f"],
        ], [("0-4/10", false), ("0-4/5", true)])
    func parts(_ words: [String], _ range: (String, Bool)) async throws {
        let server = try await LoopbackServer.start { request in
            LoopbackReply(
                status: 206, fields: [.init("Content-Range", "bytes \(range.0)"), .init("Content-Length", "5")],
                body: request.method == "HEAD" ? [] : [.send("01234")])
        }
        let folder = try TemporaryFolder()
        let outcome = try await run(words + [server.url("/f")], in: folder)
        #expect((outcome.status == 0) == range.1, "\(outcome.status) \(outcome.errorText)")
        if !range.1 {
            #expect(outcome.status == 18 && outcome.errorText.contains("bytes 0-4/10"), "\(outcome.errorText)")
            #expect(outcome.output.isEmpty)
        }
        let isSaved = !words.isEmpty && range.1
        #expect(try folder.entries().contains { $0.name == "f" } == isSaved)
        await server.stop()
    }

    @Test(
        "A length of 2^63 or more is no length",
        arguments: ["9223372036854775808", "18446744073709551616", "18446744073709551621"],
        [[], ["-o", "f"], ["--max-filesize", "100", "-o", "f"]])
    func lengths(_ length: String, _ words: [String]) async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\nhello"), .close,
        ])
        let folder = try TemporaryFolder()
        let outcome = try await run(words + [server.url("/")], in: folder)
        #expect(outcome.status == 8 && outcome.errorText.contains("Content-Length"), "\(outcome.errorText)")
        #expect(try folder.entries().isEmpty && outcome.output.isEmpty)
        await server.stop()
    }

    @Test("A status line that is cut says so")
    func cutStatusLine() async throws {
        let server = try await LoopbackServer.start(script: [.awaitRequest, .send("HTTP/1.1 20"), .close])
        let outcome = try await run([server.url("/")], in: TemporaryFolder())
        #expect(outcome.status == 52 && outcome.errorText.contains("within the status line, after 11 bytes"))
        await server.stop()
    }

    // MARK: Redirects and --retry

    @Test(
        "--retry doesn't repeat what a redirect has answered",
        arguments: [301, 302, 303, 307, 308], [(503, ["-o", "f"]), (429, [])])
    func retries(_ redirect: Int, _ trouble: (Int, [String])) async throws {
        let server = try await LoopbackServer.start { request in
            if request.path == "/a" { return LoopbackReply(status: redirect, fields: [.init("Location", "/b")]) }
            return request.path == "/b" ? .text("busy", status: trouble.0) : nil
        }
        let outcome = try await run(
            ["-L", "--retry", "1", "--retry-delay", "1", "-d", "a=b"] + trouble.1 + [server.url("/a")],
            in: TemporaryFolder())
        let second = redirect < 304 ? "GET" : "POST"
        #expect(
            server.receivedRequests.map { "\($0.method) \($0.path)" } == ["POST /a", "\(second) /b", "\(second) /b"])
        #expect(outcome.status == 0)
        await server.stop()
    }

    @Test("What is retried after a redirect to another origin has none of the first one's secrets")
    func secrets() async throws {
        let other = try await LoopbackServer.start { _ in .text("busy", status: 503) }
        let place = other.url("/b")
        let server = try await LoopbackServer.start { _ in
            LoopbackReply(status: 303, fields: [.init("Location", place)])
        }
        let outcome = try await run(
            [
                "-L", "--retry", "1", "--retry-delay", "1", "-u", "me:secret", "-d", "a=b", "-w",
                "%{num_redirects} %{url_effective}",
                "-o", "f", server.url("/a"),
            ], in: TemporaryFolder())
        #expect(server.receivedRequests.count == 1 && other.receivedRequests.count == 2)
        #expect(other.receivedRequests.allSatisfy { $0["Authorization"] == nil && $0.body.isEmpty })
        #expect(outcome.text == "1 \(place)")
        await server.stop()
        await other.stop()
    }

    // MARK: Digests

    @Test(
        "A promised digest is checked wherever the body goes",
        arguments: [
            ["-o", "f"], [], ["-o", "-"], ["-C", "3", "-o", "f"], ["--compressed", "-o", "f"], ["--compressed"],
            ["-r", "3-9", "-o", "f"],
            ["-d", "a=b"], ["-o", "/dev/null"], ["-i"], ["--raw"], ["--limit-rate", "1M"],
        ], [true, false])
    func digests(_ words: [String], isRight: Bool) async throws {
        let isPart = words.contains("-C") || words.contains("-r")
        let body = isPart ? "3456789" : "0123456789"
        let digest = try Digest.sha256(of: Array((isRight ? body : "x").utf8)).base64
        let server = try await LoopbackServer.start { _ in
            var reply = LoopbackReply.text(body, status: isPart ? 206 : 200)
            if isPart { reply.fields.append(.init("Content-Range", "bytes 3-9/10")) }
            reply.fields.append(.init("Content-Digest", "sha-256=:\(digest.filter { $0 != "=" }):"))
            return reply
        }
        let folder = try TemporaryFolder()
        if words.contains("-C") { try folder.write("f", "012") }
        let outcome = try await run(words + [server.url("/")], in: folder)
        #expect(outcome.status == (isRight ? 0 : 120), "\(outcome.errorText)")
        if words.contains("-C") {
            #expect(try folder.read("f") == Array((isRight ? "0123456789" : "012").utf8))
        } else if words.contains("f") {
            #expect(((try? folder.read("f")) != nil) == isRight)
        }
        await server.stop()
    }

    @Test("-r takes a part whose server names the digest of the whole", arguments: ["Repr-Digest", "Digest"])
    func partOfAWhole(_ name: String) async throws {
        let digest = try Digest.sha256(of: Array("0123456789".utf8)).base64
        let server = try await LoopbackServer.start { _ in
            LoopbackReply(
                status: 206,
                fields: [
                    .init("Content-Range", "bytes 0-4/10"), .init("Content-Length", "5"),
                    .init(name, name == "Digest" ? "SHA-256=\(digest)" : "sha-256=:\(digest):"),
                ], body: [.send("01234")])
        }
        let folder = try TemporaryFolder()
        for words in [["-r", "0-4", "-o", "f"], ["-r", "0-4"]] {
            let outcome = try await run(words + [server.url("/")], in: folder)
            #expect(outcome.status == 0, "\(outcome.errorText)")
        }
        #expect(try folder.read("f") == Array("01234".utf8))
        await server.stop()
    }

    // MARK: Metalink and lists

    private func document(_ checks: String, _ url: String) -> String {
        "<metalink xmlns=\"urn:ietf:params:xml:ns:metalink\"><file name=\"f\">\(checks)<url>\(url)</url></file></metalink>"
    }

    @Test(
        "What a Metalink document says of a file is held to",
        arguments: [
            ("<size>10</size>", 0), ("<size>9</size>", 120), ("<hash type=\"SHA256\">WRONG</hash>", 120),
            ("<pieces type=\"sha256\" length=\"10\"><hash>WRONG</hash></pieces>", 120),
            ("<pieces type=\"sha256\" length=\"10\"><hash>RIGHT</hash></pieces>", 0),
            ("<hash type=\"sha256\">RIGHT</hash>", 0), ("<hash type=\"blake3\">00</hash>", 0),
            ("<hash type=\"md5\">0</hash>", 2),
        ])
    func metalink(_ checks: String, _ status: Int32) async throws {
        let server = try await LoopbackServer.start { _ in .text("0123456789") }
        let folder = try TemporaryFolder()
        let right = try Digest.sha256(of: Array("0123456789".utf8)).hex
        let text = checks.replacing("RIGHT", with: right).replacing("WRONG", with: String(repeating: "0", count: 64))
        try folder.write("m", document(text, server.url("/f")))
        // Without -s, which hides warnings.
        let outcome = try await run(["--no-silent", "--from-metalink", "m"], in: folder)
        #expect(outcome.status == status, "\(outcome.errorText)")
        #expect(try folder.entries().contains { $0.name == "f" } == (status == 0))
        #expect(outcome.errorText.contains("isn't checked") == checks.contains("blake3"))
        #expect(outcome.errorText.contains("nothing was fetched") == (checks == "<size>9</size>"))
        await server.stop()
    }

    @Test(
        "A name that others give replaces no file and follows no link, unless --clobber says so",
        arguments: ["--from-metalink", "--input-file"],
        [[], ["--retry", "1"], ["--clobber"], ["-d", "a=b"], ["-C", "-"]])
    func names(_ option: String, _ words: [String]) async throws {
        let server = try await LoopbackServer.start { _ in .text("new") }
        for isLink in [false, true] {
            let folder = try TemporaryFolder()
            let url = server.url("/f")
            try folder.write("list", option == "--from-metalink" ? document("", url) : "\(url)\n out=f\n")
            try folder.write(isLink ? "mine" : "f", "old")
            if isLink { _ = try await Program.run("/bin/ln", ["-s", "mine", folder.file("f")]) }
            let outcome = try await run(words + [option, "list"], in: folder)
            let replaces = words == ["--clobber"]
            // -C - goes on with a file, and refuses one that is another.
            let refusal: Int32 = words == ["-C", "-"] && !isLink ? 33 : 23
            #expect(outcome.status == (replaces ? 0 : refusal), "\(outcome.errorText)")
            #expect(try folder.read("f") == Array((replaces ? "new" : "old").utf8))
        }
        await server.stop()
    }
}
