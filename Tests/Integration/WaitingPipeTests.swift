import Glibc
import SockeyeTesting
import TestSupport
import Testing

/// Named pipes as outputs, which wait for their readers, and as files to read, which wait for their writers.
@Suite(.timeLimit(.minutes(1))) struct WaitingPipeTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("source", "0123456789")
        try folder.write("a.json", "[1]")
        try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
    }

    private func filled(_ words: [String], _ server: LoopbackServer) -> [String] {
        ["-q", "-sS"]
            + words.map {
                $0.replacing("DIR", with: folder.path).replacing("PORT", with: "\(server.port)")
            }
    }

    private static let transfers = [
        ["-o", "DIR/pipe", "file://DIR/source"], ["-T", "DIR/source", "file://DIR/pipe"],
        ["-o", "DIR/pipe", "--parse", "json", "DIR/a.json"], ["-o", "DIR/pipe", "--connect", "127.0.0.1:PORT"],
        ["-o", "DIR/pipe", "--events", "http://127.0.0.1:PORT/events/1"],
        ["-o", "DIR/pipe", "ws://127.0.0.1:PORT/ws/close/1000"],
        ["-D", "DIR/pipe", "--events", "http://127.0.0.1:PORT/events/1"],
    ]

    @Test("A pipe's reader is waited for, as long as -m allows", arguments: transfers)
    func waits(_ words: [String]) async throws {
        let isBare = words.contains("--connect")
        let server = try await LoopbackServer.start(script: isBare ? [.send("hello"), .awaitEnd] : nil)
        let outcome = try await Program.run(SideBySide.sockeye, filled(["-m", "0.5"] + words, server))
        #expect(outcome.status == 28, "\(outcome.errorText)")
        await server.stop()
    }

    /// A file of the run, or one that is read before it.
    private static let files = [
        ["-o", "DIR/pipe"], ["-d", "@DIR/pipe"], ["--data-binary", "@DIR/pipe"], ["--data-urlencode", "a@DIR/pipe"],
        ["-G", "-d", "@DIR/pipe"], ["--json", "@DIR/pipe"], ["--url-query", "a@DIR/pipe"],
        ["--etag-compare", "DIR/pipe"],
        ["-F", "a=<DIR/pipe"], ["-F", "a=b;headers=@DIR/pipe"], ["--variable", "a@DIR/pipe"],
        ["--input-file", "DIR/pipe"],
        ["--pinnedpubkey", "DIR/pipe"], ["-c", "DIR/pipe"], ["--hsts", "DIR/pipe"], ["--etag-save", "DIR/pipe"],
        ["--trace", "DIR/pipe"],
        ["--trace-ascii", "DIR/pipe"], ["--record", "DIR/pipe"], ["--stderr", "DIR/pipe"], ["-b", "DIR/pipe"],
        ["-K", "DIR/pipe"], ["--netrc-file", "DIR/pipe"], ["-H", "@DIR/pipe"], ["-T", "DIR/pipe"],
        ["-F", "a=@DIR/pipe"], ["-w", "@DIR/pipe"], ["--url", "@DIR/pipe"],
    ]

    /// Some end with a warning, since curl goes on without them too: then the transfer is what has no time left, or succeeds.
    @Test("So is the other end of any other pipe, wherever -m stands", arguments: files, [true, false])
    func ends(_ words: [String], _ isFirst: Bool) async throws {
        let server = try await LoopbackServer.start()
        let time = ["-sm", "0.5"]
        let words = (isFirst ? time : []) + words + ["http://127.0.0.1:PORT/range/10"] + (isFirst ? [] : time)
        let start = ContinuousClock.now
        let outcome = try await Program.run(SideBySide.sockeye, filled(words, server))
        #expect(ContinuousClock.now - start < .seconds(10))
        let isTrace = words.contains { $0.hasPrefix("--trace") }
        #expect(isTrace ? [0, 28].contains(outcome.status) : outcome.status == 28, "\(outcome.errorText)")
        await server.stop()
    }

    @Test(
        "Certificates and keys are waited for likewise",
        arguments: [
            ["--cacert", "DIR/pipe"], ["-E", "DIR/pipe"], ["-E", "DIR/source", "--key", "DIR/pipe"],
            ["--crlfile", "DIR/pipe"], ["--proxy-cacert", "DIR/pipe"], ["--proxy-crlfile", "DIR/pipe"],
        ])
    func certificates(_ words: [String]) async throws {
        let server = try await LoopbackServer.start(secure: true)
        let start = ContinuousClock.now
        let outcome = try await Program.run(
            SideBySide.sockeye, filled(words + ["-m", "0.5", "https://localhost:PORT/hello"], server))
        #expect(ContinuousClock.now - start < .seconds(10))
        #expect(outcome.status == 28, "\(outcome.errorText)")
        await server.stop()
    }

    @Test("A pipe's certificates are used, by several connections too")
    func certificatesOfPipe() async throws {
        let server = try await LoopbackServer.start(secure: true)
        try server.writeAuthority(to: folder.file("ca.pem"))
        let script = "cat ca.pem >pipe & exec \"$0\" \"$@\""
        let url = server.url("/hello", host: "localhost")
        let outcome = try await Program.run(
            "/bin/sh",
            ["-c", "cd '\(folder.path)' || exit; \(script)", SideBySide.sockeye, "-qsSZ", "--cacert", "pipe", url, url])
        #expect(outcome.status == 0 && outcome.text.contains("Hello"), "\(outcome.errorText)")
        await server.stop()
    }

    @Test(
        "A later -m in the same -K file is theirs too",
        arguments: [
            "header=@DIR/pipe\nmax-time=0.5\n", "url=http://127.0.0.1:PORT/hello\nnext\nheader=@DIR/pipe\n-m0.5\n",
            "-m9\nurl=http://127.0.0.1:PORT/hello\nnext\n-H@DIR/pipe\n--max-time 0.5\n",
        ])
    func configuration(_ text: String) async throws {
        let server = try await LoopbackServer.start()
        let file = try folder.write("options", filled([text], server)[2])
        let start = ContinuousClock.now
        let outcome = try await Program.run(
            SideBySide.sockeye, filled(["-K", file, "http://127.0.0.1:PORT/hello"], server))
        #expect(ContinuousClock.now - start < .seconds(8))
        #expect(outcome.status == 28, "\(outcome.errorText)")
        await server.stop()
    }

    @Test("The -m of another operation isn't theirs")
    func operations() async throws {
        let server = try await LoopbackServer.start()
        let words = [
            "-m", "9", "http://127.0.0.1:PORT/hello", "--next", "-H", "@DIR/pipe", "-m", "0.5",
            "http://127.0.0.1:PORT/",
        ]
        let start = ContinuousClock.now
        let outcome = try await Program.run(SideBySide.sockeye, filled(words, server))
        #expect(ContinuousClock.now - start < .seconds(8))
        #expect(outcome.status == 28, "\(outcome.errorText)")
        await server.stop()
    }

    @Test("And gets everything", arguments: transfers)
    func delivers(_ words: [String]) async throws {
        let isBare = words.contains("--connect")
        let server = try await LoopbackServer.start(script: isBare ? [.send("hello"), .close] : nil)
        let program = try Program(SideBySide.sockeye, filled(words, server))
        let reader = open(folder.file("pipe"), O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let outcome = await program.finish()
        #expect(outcome.status == 0, "\(outcome.errorText)")
        var buffer = [UInt8](repeating: 0, count: 1000)
        let count = read(reader, &buffer, buffer.count)
        // That WebSocket has no messages.
        #expect(count > 0 || words.contains { $0.hasPrefix("ws:") })
        await server.stop()
    }

    @Test("Other transfers go on while a file: URL waits, or never ends", arguments: ["DIR/pipe", "/dev/zero"])
    func together(_ source: String) async throws {
        let server = try await LoopbackServer.start()
        let words = ["-Z", "-o", "/dev/null", "file://" + source, "-o", "DIR/b", "http://127.0.0.1:PORT/hello"]
        let program = try Program(SideBySide.sockeye, filled(words, server))
        try await folder.wait { (try? folder.read("b"))?.isEmpty == false }
        program.interrupt()
        #expect(await program.finish().status == 128 + SIGINT)
        await server.stop()
    }

    @Test("-m ends a wait for the file to parse", arguments: ["-", "DIR/pipe"])
    func silent(_ source: String) async throws {
        let server = try await LoopbackServer.start()
        let program = try Program(SideBySide.sockeye, filled(["-m", "0.2", "--parse", "json", source], server))
        // Standard input stays open until the program has ended.
        #expect(await oneEnds(of: [program.identifier]))
        let outcome = await program.finish()
        #expect(outcome.status == 28, "\(outcome.errorText)")
        await server.stop()
    }
}
