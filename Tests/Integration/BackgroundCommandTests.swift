import Glibc
import SockeyeTesting
import TestSupport
import Testing

/// `--background` for the user.
@Suite(.timeLimit(.minutes(1))) struct BackgroundCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Starts one in the folder, and returns its process.
    private func start(_ words: [String]) async throws -> Int32 {
        let script = #"cd "$1" && shift && exec "$0" "$@""#
        let outcome = try await Program.run(
            "/bin/sh", ["-c", script, SideBySide.sockeye, folder.path, "-q", "--background"] + words)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let number = outcome.text.firstMatch(of: /pid ([0-9]+)/)?.1
        return try #require(number.flatMap { Int32($0) })
    }

    private func text(_ name: String) -> String {
        (try? folder.read(name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    @Test("A signal leaves a record and a line in the log, without -o too")
    func interrupted() async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .send("HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 100000\r\n\r\nabc"), .awaitEnd,
        ])
        let process = try await start([server.url("/file")])
        try await folder.wait(for: "file.part", toBe: Array("abc".utf8))
        // A new thread does the work: no other thread can wait for the locks of the one that fork(2) copied.
        let threads = try await Program.run("/bin/sh", ["-c", "cat /proc/\(process)/task/*/comm"])
        #expect(threads.text.split(separator: "\n").contains("sockeye-work"), "\(threads.text)")
        kill(process, SIGTERM)
        try await folder.wait { text("sockeye-log").contains("interrupted; 3 bytes are kept") }
        await server.stop()
    }

    @Test("--stderr gets the messages")
    func messages() async throws {
        _ = try await start(["--retry", "0", "--stderr", "errors", "-o", "out", "http://127.0.0.1:\(refusedPort)/"])
        try await folder.wait { text("errors").contains("sockeye: (7) ") }
        #expect(!text("out.log").contains("(7)"))
    }
}
