import SockeyeIO
import SockeyeLoopback
import TestSupport
import Testing

/// `sockeye ws://…` for the user: lines in, messages out, exit codes.
struct WebSocketCommandTests {
    private func run(
        _ server: LoopbackServer, _ path: String, _ words: [String] = [], input: String = ""
    ) async throws -> Program.Outcome {
        let url = "ws" + server.url(path).dropFirst(4)
        return try await Program.run(
            SideBySide.sockeye, ["--no-progress-meter"] + words + [url], input: Array(input.utf8), seconds: 60)
    }

    @Test(arguments: [
        ("one\ntwo\n", "one\ntwo\n"), ("no line feed at the end", "no line feed at the end\n"), ("\n\n", "\n\n"),
        ("κόσμε\n", "κόσμε\n"), ("", ""),
    ])
    func linesAreMessages(_ input: String, _ output: String) async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await run(server, "/ws/echo", input: input)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.text == output)
        #expect(outcome.errorText == "")
        await server.stop()
    }

    @Test func manyLinesComeBackInOrder() async throws {
        let server = try await LoopbackServer.start()
        let lines = (0..<20_000).map { "line \($0)\n" }.joined()
        let outcome = try await run(server, "/ws/echo", input: lines)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.text == lines)
        await server.stop()
    }

    @Test func binaryIsUnchanged() async throws {
        let server = try await LoopbackServer.start()
        let bytes = BytePattern.bytes(0..<300_000)
        let url = "ws" + server.url("/ws/echo").dropFirst(4)
        let outcome = try await Program.run(
            SideBySide.sockeye, ["-s", "--ws-binary", url], input: bytes, seconds: 60)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.output == bytes)
        await server.stop()
    }

    @Test(arguments: [
        ("/ws/close/1000", 0, ""), ("/ws/close/1001", 0, ""),
        ("/ws/close/1008", 9, "code 1008 (policy violation): as asked"),
        ("/ws/close/1009", 63, "code 1009 (message too big): as asked"),
        ("/ws/close/1011", 124, "code 1011 (internal error): as asked"), ("/ws/close/4000", 124, "code 4000: as asked"),
        ("/status/403", 22, "refused the WebSocket: the requested URL returned 403"),
    ])
    func exitCodes(_ path: String, _ status: Int32, _ words: String) async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await run(server, path)
        #expect(outcome.status == status, "\(outcome.errorText)")
        #expect(outcome.errorText.contains(words))
        await server.stop()
    }

    @Test func verboseShowsFramesAndTheProtocolIsOffered() async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await run(
            server, "/ws/echo?plain", ["-v", "--ws-protocol", "b", "--ws-protocol", "a", "--ws-ping", "0"],
            input: "hello\n")
        #expect(outcome.text == "hello\n")
        for line in [
            "> Sec-WebSocket-Protocol: b, a\r\n", "} [text, 5 bytes]\n", "{ [text, 5 bytes]\n", "} [close, 2 bytes]\n",
        ] {
            #expect(outcome.errorText.contains(line), "\(outcome.errorText)")
        }
        await server.stop()
    }

    @Test func whatIsNotTextIsRefused() async throws {
        let server = try await LoopbackServer.start()
        let url = "ws" + server.url("/ws/echo").dropFirst(4)
        let outcome = try await Program.run(SideBySide.sockeye, ["-sS", url], input: [0xFF, 0x0A], seconds: 60)
        #expect(outcome.status == 26)
        #expect(outcome.errorText.contains("--ws-binary"))
        await server.stop()
    }

    @Test func aCutIsAnError() async throws {
        let server = try await LoopbackServer.start(script: [.acceptWebSocket(), .awaitFrame, .cut])
        let outcome = try await run(server, "/", input: "hello\n")
        #expect(outcome.status == 56, "\(outcome.errorText)")
        #expect(outcome.errorText.contains("without a close frame"))
        await server.stop()
    }
}
