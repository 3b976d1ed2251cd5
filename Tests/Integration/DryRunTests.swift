import SockeyeTesting
import TestSupport
import Testing

/// `--dry-run` beside the same command line without it: what it shows is what comes.
@Suite("What --dry-run shows", .timeLimit(.minutes(Surroundings.isSanitized ? 3 : 1)))
struct DryRunTests {
    @Test(
        "The head is the one that is sent first",
        arguments: [
            [], ["-u", "user:password"], ["-d", "a=b"], ["-d", "@big", "--expect100-timeout", "1"], ["-T", "file"],
            ["-T", "file", "-H", "Expect: 100-continue"], ["-X", "POST"], ["-F", "a=b"], ["--json", "{}"],
            ["--digest", "-u", "user:password", "-d", "a=b"], ["-G", "-d", "a=b"], ["--compressed"], ["-r", "1-2"],
            ["-b", "a=b", "-e", "http://h/", "-A", "me"], ["--oauth2-bearer", "token"], ["-I"], ["--http1.0"],
            ["--events"], ["--proxy-user", "a:b", "-x", "PROXY"], ["-H", "Host: other"], ["-H", "X: ä"],
            ["--aws-sigv4", "aws:amz:eu:s3", "-u", "key:secret", "-d", "a=b"],
            ["--archive", "-T", "file"], ["--archive", "--archive-password", "password", "-T", "file"],
        ] as [[String]])
    func head(_ options: [String]) async throws {
        let server = try await LoopbackServer.start { _ in LoopbackReply(status: 204) }
        let folder = try TemporaryFolder()
        try folder.write("big", String(repeating: "x", count: 2_000_000))
        try folder.write("file", "content")
        try folder.write("password", "secret\n")
        let words = options.map { $0 == "PROXY" ? server.url("/") : $0 } + [server.url("/path?query")]
        let dry = try await run(["--dry-run"] + words, in: folder)
        #expect(dry.status == 0, "\(dry.errorText)")
        #expect(server.receivedRequests.isEmpty)
        _ = try await run(words, in: folder)
        let request = try #require(server.receivedRequests.first)
        let shown = dry.text.split(separator: "\n").filter { !$0.hasPrefix("# ") }.map(String.init)
        let sent =
            ["\(request.method) \(request.target) \(request.version)"]
            + request.fields.map { "\($0.name): \($0.value)" }
        #expect(shown.map(Self.withoutChance) == sent.map(Self.withoutChance))
    }

    @Test("A WebSocket's handshake is shown, a resumable upload's own requests aren't")
    func others() async throws {
        let folder = try TemporaryFolder()
        try folder.write("file", "content")
        let socket = try await run(["--dry-run", "ws://127.0.0.1:1/chat"], in: folder)
        #expect(
            socket.text.contains("Upgrade: websocket\n") && socket.text.contains("Sec-WebSocket-Key: "),
            "\(socket.text)")
        let proxied = try await run(["--dry-run", "-x", "127.0.0.1:1", "https://127.0.0.1:2/"], in: folder)
        #expect(
            proxied.text.hasPrefix("# to https://127.0.0.1:2, through a proxy\nGET / HTTP/1.1\n"), "\(proxied.text)")
        let post = try await run(["--dry-run", "-d", "a", "ws://127.0.0.1:1/chat"], in: folder)
        #expect(post.status == 2 && post.errorText.contains("GET"), "\(post.errorText)")
        let upload = try await run(["--dry-run", "--resumable", "-T", "file", "http://127.0.0.1:1/"], in: folder)
        #expect(upload.text.contains("depends on the server"), "\(upload.text)")
        #expect(upload.text.contains("Content-Length: 7\n# and 7 bytes of body\n"), "\(upload.text)")
    }

    @Test("What can't be sent is refused as when it is sent")
    func refused() async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        let words = ["-d", "abc", "-H", "Content-Length: 5", server.url("/")]
        let dry = try await run(["--dry-run"] + words, in: folder)
        let real = try await run(words, in: folder)
        #expect(dry.status != 0 && dry.status == real.status && dry.errorText == real.errorText, "\(dry.errorText)")
    }

    /// What differs from one run to the next: boundaries and times.
    private static func withoutChance(_ line: String) -> Substring {
        for end in ["boundary=", "X-Amz-Date: ", "Authorization: AWS4"] {
            if let range = line.firstRange(of: end) { return line[..<range.upperBound] }
        }
        return line[...]
    }

    private func run(_ arguments: [String], in folder: TemporaryFolder) async throws -> Program.Outcome {
        try await Program.run(
            "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", folder.path, Oracle.sockeye, "-q", "-sS"] + arguments)
    }
}
