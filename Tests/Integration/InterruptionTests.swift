import Glibc
import SockeyeTesting
import TestSupport
import Testing

/// Ctrl-C and SIGTERM while a file is written.
struct InterruptionTests {
    private static let whole = [UInt8](repeating: UInt8(ascii: "x"), count: 200_000)

    /// The first half, and nothing more until the client goes; then the rest, as a server that knows ranges gives it.
    private static func script(entityTag: Bool) -> Script {
        let fields = "HTTP/1.1 200 OK\r\n\(entityTag ? "ETag: \"a\"\r\n" : "")Accept-Ranges: bytes\r\n"
        return Script([
            .awaitRequest, .send(fields + "Content-Length: \(whole.count)\r\n\r\n"),
            .sendBytes(Array(whole.prefix(100_000))), .awaitEnd,
        ])
    }

    @Test(
        "One line says what is kept and how to go on, and the process ends by the signal",
        arguments: [
            (["-o", "out"], "sockeye: (42) interrupted; 100000 bytes are kept in out.part; -C - resumes from there\n"),
            (
                ["-f", "--retry", "3", "-o", "out"],
                "sockeye: (42) interrupted; 100000 bytes are kept in out.part; -C - resumes from there\n"
            ),
            (
                ["-C", "-", "-o", "out"],
                "sockeye: (42) interrupted; 100000 bytes are kept in out.part; the same command goes on from there\n"
            ),
            (["-s", "-o", "out"], ""),
        ])
    func line(words: [String], text: String) async throws {
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            let server = try await LoopbackServer.start(script: Self.script(entityTag: true))
            let folder = try TemporaryFolder()
            let words = ["--no-progress-meter", "--output-dir", folder.path] + words + [server.url("/file")]
            let program = try Program(SideBySide.sockeye, ["-q"] + words)
            try await folder.wait { Self.size(folder.file("out.part")) == 100_000 }
            program.send(signal)
            // As timeout(1) does: the child, and then its group.
            if signal == SIGTERM { program.send(signal) }
            let end = await program.finish()
            #expect(end.status == 128 + signal)
            #expect(end.errorText.replacing(folder.path + "/", with: "") == text)
            // Nothing since the last record is lost.
            #expect(Self.size(folder.file("out.part")) == 100_000)
            #expect(folder.permissions(of: "out.sockeye") != nil)
            await server.stop()
        }
    }

    @Test("A wait for the reader of a pipe is interrupted too")
    func pipe() async throws {
        let server = try await LoopbackServer.start { _ in .text("x") }
        let folder = try TemporaryFolder()
        try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
        let program = try Program(
            SideBySide.sockeye, ["-q", "-sS", "-o", folder.file("pipe"), server.url("/")])
        _ = try await server.waitForRequests(1)
        program.interrupt()
        let end = await program.finish()
        #expect(end.status == 128 + SIGINT)
        #expect(end.errorText == "sockeye: (42) interrupted\n")
    }

    @Test("A file: URL of a pipe that nobody writes to ends by -m", arguments: [false, true])
    func slowPipe(hasWriter: Bool) async throws {
        let folder = try TemporaryFolder()
        let (pipe, output) = (folder.file("pipe"), folder.file("out"))
        try #require(mkfifo(pipe, 0o600) == 0)
        // Open for both, so that a reader finds a writer.
        let writer = hasWriter ? open(pipe, O_RDWR) : -1
        defer { if writer >= 0 { close(writer) } }
        let late = try await Program.run(
            SideBySide.sockeye, ["-q", "-sS", "-m", "0.2", "-o", output, "file://\(pipe)"])
        #expect(late.status == 28)
        #expect(late.errorText == "sockeye: (28) timed out in total; -m SECONDS allows more\n")
    }

    @Test("And by a signal")
    func silentPipe() async throws {
        let folder = try TemporaryFolder()
        let (pipe, output) = (folder.file("pipe"), folder.file("out"))
        try #require(mkfifo(pipe, 0o600) == 0)
        let opening = try FolderWatch(folder.path, for: FolderWatch.openings)
        let program = try Program(SideBySide.sockeye, ["-q", "-sS", "-o", output, "file://\(pipe)"])
        try await opening.wait { _ in Self.hasOpen(pipe, program.identifier) }
        program.interrupt()
        let end = await program.finish()
        #expect(end.status == 128 + SIGINT && end.errorText == "sockeye: (42) interrupted\n", "\(end.errorText)")
    }

    @Test("What is kept is used by the next run")
    func resumes() async throws {
        let first = try await LoopbackServer.start(script: Self.script(entityTag: true))
        let folder = try TemporaryFolder()
        let words = ["-q", "-sS", "-C", "-", "-o", folder.file("out")]
        let program = try Program(
            SideBySide.sockeye, words + ["--connect-to", "::127.0.0.1:\(first.port)", "http://h/f"])
        try await folder.wait { Self.size(folder.file("out.part")) == 100_000 }
        program.interrupt()
        _ = await program.finish()
        await first.stop()
        let second = try await LoopbackServer.start(
            script: Script([
                .awaitRequest,
                .send(
                    "HTTP/1.1 206 Partial Content\r\nETag: \"a\"\r\nContent-Length: 165536\r\n"
                        + "Content-Range: bytes 34464-199999/200000\r\n\r\n"),
                .sendBytes(Array(Self.whole.dropFirst(34_464))), .close,
            ]))
        let end = try await Program.run(
            SideBySide.sockeye, words + ["--connect-to", "::127.0.0.1:\(second.port)", "http://h/f"])
        #expect(end.status == 0, "\(end.errorText)")
        // All but the 64 KiB whose bytes are compared.
        #expect(second.receivedRequests.first?["Range"] == "bytes=34464-")
        #expect(try folder.read("out") == Self.whole)
        await second.stop()
    }

    @Test("No further transfer begins; without a file the signal just ends the process")
    func endsTheRun() async throws {
        let server = try await LoopbackServer.start(script: Self.script(entityTag: false))
        let folder = try TemporaryFolder()
        let program = try Program(
            SideBySide.sockeye,
            ["-q", "-sS", "-o", folder.file("a"), server.url("/a"), "-o", folder.file("b"), server.url("/b")])
        try await folder.wait { Self.size(folder.file("a.part")) == 100_000 }
        program.interrupt()
        let end = await program.finish()
        #expect(end.status == 128 + SIGINT && end.errorText.split(separator: "\n").count == 1, "\(end.errorText)")
        #expect(server.receivedRequests.map(\.target) == ["/a"])
        let plain = try Program(SideBySide.sockeye, ["-q", "-sSN", server.url("/c")])
        _ = await plain.waitForText("xxx")
        plain.interrupt()
        let plainEnd = await plain.finish()
        #expect(plainEnd.status == 128 + SIGINT && plainEnd.errorText.isEmpty)
        await server.stop()
    }

    /// Whether a process has a file open (proc(5)).
    private static func hasOpen(_ path: String, _ process: Int32) -> Bool {
        (0..<64).contains { number in
            var (open, file) = (stat(), stat())
            return stat("/proc/\(process)/fd/\(number)", &open) == 0 && stat(path, &file) == 0
                && open.st_ino == file.st_ino && open.st_dev == file.st_dev
        }
    }

    private static func size(_ path: String) -> Int {
        var facts = stat()
        return stat(path, &facts) == 0 ? Int(facts.st_size) : -1
    }
}
