import SockeyeTesting
import TestSupport
import Testing

/// Bodies of unknown length for servers of HTTP/1.0.
struct OldServerCommandTests {
    @Test(
        "They end with curl's exit code, before they are sent to one that is known",
        arguments: [
            (["-L", "-T", "-"], 25, 1), (["--http1.0", "-T", "-"], 25, 0), (["-L", "-T", "file"], 0, 2),
            (["-L", "-d", "@file"], 0, 2), (["--digest", "-u", "a:b", "-T", "-"], 25, 1),
        ] as [([String], Int32, Int)])
    func bodies(_ words: [String], _ status: Int32, _ requests: Int) async throws {
        for program in [SideBySide.sockeye, SideBySide.curl] {
            let server = try await LoopbackServer.start { request in
                var reply = LoopbackReply.text("")
                reply.version = "HTTP/1.0"
                if request.path == "/a", words.contains("-L") {
                    reply.status = 307
                    reply.fields.append(.init("Location", "/b"))
                }
                return reply
            }
            let folder = try TemporaryFolder()
            try folder.write("file", bytes: Array("hello".utf8))
            let command = "cd '\(folder.path)'; exec \"$0\" \"$@\" <file"
            let end = try await Program.run(
                "/bin/sh", ["-c", command, program, "-q", "-sS"] + words + [server.url("/a")])
            #expect(end.status == status, "\(program): \(end.errorText)")
            #expect(server.requestCount == requests, "\(program)")
            await server.stop()
        }
    }
}
