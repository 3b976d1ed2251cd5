import SockeyeTesting
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

    /// Limits end it at once.
    @Test(
        arguments: [
            (["--max-ratio", "100"], 56, 8 << 20), (["--max-filesize", "1000000"], 63, 6 << 20),
            (["--ws-binary", "--max-ratio", "0"], 0, 64 << 20),
        ] as [([String], Int32, Int)])
    func limitsOfABomb(_ words: [String], _ status: Int32, _ most: Int) async throws {
        let server = try await LoopbackServer.start(
            script: [
                DeflatedBomb.acceptance, .sendBytes(try DeflatedBomb.frames(2) + [0x88, 2, 0x03, 0xE8]), .awaitEnd,
            ])
        let url = "ws" + server.url("/").dropFirst(4)
        let outcome = try await Program.run(
            SideBySide.sockeye, ["-sS", "-o", "/dev/null", "-w", "%{size_download}"] + words + [url], seconds: 60)
        #expect(outcome.status == status, "\(outcome.errorText)")
        #expect(Int(outcome.text).map { $0 <= most } == true, "\(outcome.text)")
        await server.stop()
    }

    @Test(arguments: [
        ("/ws/close/1000", 0, ""), ("/ws/close/1001", 0, ""),
        ("/ws/close/1008", 9, "code 1008 (policy violation): as asked"),
        ("/ws/close/1009", 63, "code 1009 (message too big): as asked"),
        ("/ws/close/1011", 115, "code 1011 (internal error): as asked"), ("/ws/close/4000", 115, "code 4000: as asked"),
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

    /// `-m` and `--idle-timeout` end an open WebSocket with 28, whatever it is doing.
    @Test(arguments: [
        (["-m", "0.5"], [Step.stall], "in total"), (["--idle-timeout", "0.5"], [.stall], "without a byte"),
        (["-m", "0.5", "--ws-ping", "0"], [.stall], "in total"),
    ])
    func clocksEndIt(_ words: [String], _ steps: [Step], _ message: String) async throws {
        let server = try await LoopbackServer.start(script: Script([.acceptWebSocket()] + steps))
        // The input stays open; then, lines that the server never takes, long ones, so that the way there is soon full.
        for input in [#"sleep 20"#, "yes \(String(repeating: "y", count: 4000))"] {
            let outcome = try await Program.run(
                "/bin/bash",
                [
                    "-c", #"input=$0; exec "$@" < <(exec 2>/dev/null; exec $input)"#, input, SideBySide.sockeye, "-sS",
                    "ws" + server.url("/").dropFirst(4),
                ] + words, seconds: 60)
            #expect(outcome.status == 28, "\(outcome.errorText)")
            #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
        }
        await server.stop()
    }

    @Test func theLargestSizeHolds() async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await run(server, "/ws/send/10/1000", ["--ws-binary", "--max-filesize", "2500"])
        #expect(outcome.status == 63, "\(outcome.errorText)")
        #expect(outcome.output.count == 2500)
        await server.stop()
    }

    /// A server that answers a while after the message, and one that closes at once.
    @Test(arguments: [("2", "hello\n"), ("0", "")])
    func lingers(_ seconds: String, _ output: String) async throws {
        let late: [Step] = [
            .acceptWebSocket(), .awaitFrame, .delay(.milliseconds(300)),
            .sendBytes(LoopbackFrame(.text, "hello").bytes), .sendBytes(LoopbackFrame.close(1000).bytes), .awaitFrame,
            .close,
        ]
        // One that drops its answers once the client has closed.
        let strict: [Step] = [
            .acceptWebSocket(), .awaitFrame, .awaitFrame, .sendBytes(LoopbackFrame.close(1000).bytes), .close,
        ]
        let server = try await LoopbackServer.start(script: Script(seconds == "0" ? strict : late))
        let outcome = try await run(server, "/", ["-v", "--ws-linger", seconds], input: "hello\n")
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.text == output)
        // The answer came before the close.
        let frames = outcome.errorText.split(separator: "\n").filter { $0.hasPrefix("} [") || $0.hasPrefix("{ [") }
        #expect(frames.last == (seconds == "0" ? "{ [close, 2 bytes]" : "} [close, 2 bytes]"), "\(frames)")
        await server.stop()
    }

    @Test func whatCouldNotBeSentIsAnError() async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        // From a file: all of it is there when the server closes.
        let lines = try folder.write("lines", (0..<100_000).map { "line \($0)\n" }.joined())
        let url = "ws" + server.url("/ws/close/1000").dropFirst(4)
        let outcome = try await Program.run(
            "/bin/sh", ["-c", #"exec "$1" --no-progress-meter "$2" < "$0""#, lines, SideBySide.sockeye, url],
            seconds: 60)
        #expect(outcome.status == 55, "\(outcome.errorText)")
        #expect(
            outcome.errorText.contains("code 1000 (normal) before all of standard input was sent"),
            "\(outcome.errorText)")
        await server.stop()
    }

    @Test func headsAndRefusalsAreShownAsForHTTP() async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        let open = try await run(server, "/ws/echo", ["-i", "-D", folder.file("heads")], input: "hello\n")
        #expect(open.text.hasPrefix("HTTP/1.1 101 "), "\(open.text)")
        #expect(open.text.hasSuffix("\r\n\r\nhello\n"), "\(open.text)")
        #expect(String(decoding: try folder.read("heads"), as: UTF8.self).hasPrefix("HTTP/1.1 101 "))
        for (words, text) in [
            ([], "status 403\n"), (["--fail-with-body"], "status 403\n"), (["-f"], ""),
        ] as [([String], String)] {
            let refused = try await run(server, "/status/403", words)
            #expect(refused.status == 22)
            #expect(refused.text == text)
        }
        // An error page is no message: a file keeps what it has.
        let file = try folder.write("messages", "earlier")
        let refused = try await run(server, "/status/403", ["-o", file])
        #expect(refused.status == 22)
        #expect(String(decoding: try folder.read("messages"), as: UTF8.self) == "earlier")
        let head = try await run(server, "/status/403", ["-i", "-D", folder.file("heads")])
        #expect(String(decoding: try folder.read("heads"), as: UTF8.self).hasPrefix("HTTP/1.1 403 "))
        #expect(head.text.hasPrefix("HTTP/1.1 403 ") && head.text.hasSuffix("\r\n\r\nstatus 403\n"))
        await server.stop()
    }

    @Test func figuresAreThoseOfTheMessages() async throws {
        let server = try await LoopbackServer.start { request in
            guard request.path == "/moved" else { return nil }
            let place = "ws://\(request["Host"] ?? "")/ws/echo"
            return LoopbackReply(status: 302, fields: [.init("Location", place), .init("Content-Length", "0")])
        }
        let outcome = try await run(
            server, "/moved",
            ["-L", "-v", "-w", "%{size_download} %{size_upload} %{size_delivered} %{scheme} %{url_effective}"],
            input: "hello\nyou\n")
        #expect(
            outcome.text == "hello\nyou\n8 8 10 ws ws\(server.url("/ws/echo").dropFirst(4))", "\(outcome.errorText)")
        #expect(outcome.errorText.contains("* Closing connection 0: the connection now speaks another protocol\n"))
        await server.stop()
    }

    @Test func theHandshakeIsRetried() async throws {
        let refusal: [Step] = [
            .awaitRequest, .send("HTTP/1.1 503 Later\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"), .close,
        ]
        let open: [Step] = [
            .acceptWebSocket(), .awaitFrame, .sendBytes(LoopbackFrame.close(1000).bytes), .close,
        ]
        let server = try await LoopbackServer.start(script: Script(connections: [refusal, refusal, open]))
        let outcome = try await run(server, "/", ["--retry", "2", "--retry-delay", "1", "-v"])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(server.requestCount == 3)
        #expect(outcome.errorText.contains("* Retrying in 1 s\n"), "\(outcome.errorText)")
        await server.stop()
    }

    @Test func aLogIsThereWhileItGrows() async throws {
        let server = try await LoopbackServer.start(script: [
            .acceptWebSocket(), .sendBytes(LoopbackFrame(.text, "first").bytes), .stall,
        ])
        let folder = try TemporaryFolder()
        let program = try Program(
            SideBySide.sockeye, ["-sS", "-o", folder.file("log"), "ws" + server.url("/").dropFirst(4)])
        try await folder.wait(for: "log", toBe: Array("first\n".utf8))
        program.interrupt()
        let end = await program.finish()
        #expect(end.status == 130)
        #expect(end.errorText.contains("(42) interrupted"), "\(end.errorText)")
        #expect(try folder.read("log") == Array("first\n".utf8))
        #expect(folder.permissions(of: "log.part") == nil)
        await server.stop()
    }

    @Test func anUnreadableInputIsSaidInCurlsWords() async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await Program.run(
            "/bin/bash",
            ["-c", #"exec "$0" "$@" < /"#, SideBySide.sockeye, "-sS", "ws" + server.url("/ws/echo").dropFirst(4)],
            seconds: 60)
        #expect(outcome.status == 26)
        #expect(
            outcome.errorText
                == "sockeye: (26) Failed to open/read local data from file/application: standard input: Is a directory\n"
        )
        await server.stop()
    }

    /// On a terminal, text can't move the cursor.
    @Test(arguments: [([], #"a\u{1B}[2Jb\u{202E}"#), (["-o", "-"], "a\u{1B}[2Jb\u{202E}")] as [([String], String)])
    func textIsEscapedOnATerminal(_ words: [String], _ text: String) async throws {
        let server = try await LoopbackServer.start(script: [
            .acceptWebSocket(),
            // Cut in the middle of a character.
            .sendBytes(LoopbackFrame(.text, "a\u{1B}[2Jb", isFinal: false).bytes),
            .sendBytes(LoopbackFrame(.continuation, [0xE2, 0x80], isFinal: false).bytes), .delay(.milliseconds(50)),
            .sendBytes(LoopbackFrame(.continuation, [0xAE]).bytes), .sendBytes(LoopbackFrame.close(1000).bytes),
            .awaitFrame, .close,
        ])
        let command = ([SideBySide.sockeye, "-sS"] + words + ["ws" + server.url("/").dropFirst(4)]).joined(
            separator: " ")
        let outcome = try await Program.run(
            "/bin/sh", ["-c", "exec script -qefc '\(command)' /dev/null < /dev/null"], seconds: 60)
        #expect(outcome.text.hasPrefix(text + "\r\n"), "\(outcome.text.debugDescription)")
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
