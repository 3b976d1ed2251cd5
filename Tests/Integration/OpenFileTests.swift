import SockeyeTesting
import TestSupport
import Testing

/// Outputs that are the process's own standard output, where that is a file.
@Suite("Files that are open as standard output", .timeLimit(.minutes(1)))
struct OpenFileTests {
    /// Runs a line of the shell in a folder whose file `out` has a first line; returns what `out` has then.
    private func run(_ line: String) async throws -> String {
        let server = try await LoopbackServer.start { _ in
            var reply = LoopbackReply.text("body\n")
            reply.fields += [.init("ETag", "\"tag\""), .init("Set-Cookie", "name=value")]
            return reply
        }
        let folder = try TemporaryFolder()
        try folder.write("out", "first\n")
        let run = try await Program.run(
            "/bin/sh",
            [
                "-c", "cd \"$0\" && s() { \"$sockeye\" -q -sS \"$@\" \"$url\"; } && \(line)", folder.path,
            ],
            environment: ["sockeye": SideBySide.sockeye, "url": server.url("/")])
        #expect(run.status == 0 && run.text.isEmpty, "\(line): \(run.errorText) \(run.text)")
        await server.stop()
        #expect(try folder.entries().map(\.name) == ["out"])
        return String(decoding: try folder.read("out"), as: UTF8.self)
    }

    @Test(
        "What was there, the body and what follows it stay",
        arguments: [
            "-o /dev/stdout", "-o /dev/fd/1", "-o /proc/self/fd/1", "-o out", "--retry 1 -o /dev/stdout",
            "-o /dev/fd/3 3>&1",
        ])
    func appended(_ words: String) async throws {
        let text = try await run("{ s \(words) -w 'code=%{http_code}\\n'; echo last; } >> out")
        #expect(text == "first\nbody\ncode=200\nlast\n")
    }

    @Test(
        "The head and the body are both there, in order",
        arguments: [
            "-D /dev/stdout", "-D /dev/stdout -o /dev/stdout", "-D out", "-D /dev/fd/1 -o out",
        ])
    func heads(_ words: String) async throws {
        let text = try await run("s \(words) > out")
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n") && text.hasSuffix("\r\n\r\nbody\n"), "\(text)")
    }

    /// Not /dev/stdout where a fault would replace it by a file, for the whole system.
    @Test(
        "Other outputs follow the body",
        arguments: [
            ("-c /dev/fd/1", "name\tvalue\n"), ("--etag-save /dev/fd/1", "\"tag\"\n"),
            ("--stderr /dev/stdout -v", "\n"), ("--trace-ascii /dev/stdout", "\n"),
        ])
    func others(_ words: String, _ end: String) async throws {
        let text = try await run("s \(words) >> out")
        #expect(text.hasPrefix("first\n") && text.contains("body\n") && text.hasSuffix(end), "\(text)")
    }

    @Test("Standard error too, which messages share")
    func errors() async throws {
        #expect(try await run("{ echo before >&2; s -o /dev/stderr; } 2>> out") == "first\nbefore\nbody\n")
    }

    @Test("A descriptor that can't be written is refused, and the file stays")
    func input() async throws {
        #expect(try await run("{ ! s -o /dev/stdin < out 2> /dev/null; }") == "first\n")
    }
}
