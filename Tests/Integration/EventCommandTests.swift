import SockeyeTesting
import TestSupport
import Testing

/// `sockeye --events` for the user.
struct EventCommandTests {
    private func run(_ server: LoopbackServer, _ path: String, _ words: [String] = []) async throws -> Program.Outcome {
        try await Program.run(SideBySide.sockeye, ["-sS", "--events"] + words + [server.url(path)], seconds: 60)
    }

    @Test(arguments: [
        ([], "id: 3\ndata: {\"number\": 3}\n\nid: 4\ndata: {\"number\": 4}\n\n"),
        (["--parse", "sse", "--select", "data"], "{\"number\": 3}\n{\"number\": 4}\n"),
        (["--select", "id"], "3\n4\n"),
        (["--parse", "json", "--select", "number"], "3\n4\n"),
        (["--parse", "json"], "{\n  \"number\": 3\n}\n{\n  \"number\": 4\n}\n"),
    ])
    func prints(_ words: [String], _ output: String) async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await run(server, "/events/4", ["-H", "Last-Event-ID: 2"] + words)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.text == output)
        #expect(outcome.errorText == "")
        await server.stop()
    }

    @Test func comesBackForTheRest() async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await run(server, "/events/8", ["--select", "id", "-v"])
        #expect(outcome.text == (1...8).map { "\($0)\n" }.joined())
        #expect(outcome.errorText.contains("> Last-Event-ID: 6\r\n"))
        #expect(outcome.errorText.contains("* Retrying in "))
        await server.stop()
    }

    @Test func theBytesOfAllConnectionsCount() async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await run(server, "/events/8", ["-w", "%{stderr}%{size_download} %{size_delivered}"])
        #expect(server.receivedRequests.count > 2)
        let sizes = outcome.errorText.split(separator: " ").compactMap { Int($0) }
        #expect(try #require(sizes.first) >= outcome.text.utf8.count)
        #expect(sizes.last == outcome.text.utf8.count)
        await server.stop()
    }

    @Test func saysOnceThatItGoesOnTrying() async throws {
        let port = refusedPort
        for words in [[], ["-s"], ["--retry", "1"]] as [[String]] {
            let program = try Program(
                SideBySide.sockeye,
                ["--no-progress-meter", "--events", "-m", "2"] + words + ["http://127.0.0.1:\(port)/"])
            let end = await program.finish()
            let count = end.errorText.split(separator: "\n").count { $0.contains("Trying again until it works") }
            #expect(count == (words.isEmpty ? 1 : 0), "\(end.errorText)")
        }
    }

    @Test func aLogIsThereWhileItGrows() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .send(head + "event: x\ndata: 1\n\n"), .stall,
        ])
        let folder = try TemporaryFolder()
        let program = try Program(SideBySide.sockeye, ["-sS", "--events", "-o", folder.file("log"), server.url("/")])
        try await folder.wait(for: "log", toBe: Array("event: x\ndata: 1\n\n".utf8))
        program.interrupt()
        let end = await program.finish()
        #expect(end.status == 130)
        #expect(try folder.read("log") == Array("event: x\ndata: 1\n\n".utf8))
        await server.stop()
    }

    @Test(arguments: [
        ("/status/404", [], 22, "status 404"), ("/hello", [], 8, "text/plain"),
        ("/status/503", ["--retry", "1"], 22, "status 503"), ("/events/1", ["--parse", "xml"], 121, ""),
        ("/events/1", ["--select", "number"], 2, "--select"), ("/events/1", ["--segments", "2"], 2, "--events"),
        ("/status/503", ["-m", "1"], 28, "-m SECONDS"),
    ])
    func exitCodes(_ path: String, _ words: [String], _ status: Int32, _ message: String) async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await run(server, path, words)
        #expect(outcome.status == status, "\(outcome.errorText)")
        #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
        await server.stop()
    }
}
