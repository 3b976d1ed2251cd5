import Glibc
import SockeyeLoopback
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
        try await eventually { (try? folder.read("b"))?.isEmpty == false }
        program.interrupt()
        #expect(await program.finish().status == 128 + SIGINT)
        await server.stop()
    }

    @Test("-m ends a wait for the file to parse", arguments: ["-", "DIR/pipe"])
    func silent(_ source: String) async throws {
        let server = try await LoopbackServer.start()
        let program = try Program(SideBySide.sockeye, filled(["-m", "0.2", "--parse", "json", source], server))
        // Standard input stays open until the program has ended.
        try await eventually { !program.isRunning }
        let outcome = await program.finish()
        #expect(outcome.status == 28, "\(outcome.errorText)")
        await server.stop()
    }
}
