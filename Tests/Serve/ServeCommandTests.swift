import SockeyeIO
import SockeyeTesting
import TestSupport
import Testing

/// `sockeye --serve` and `--grade` as a user runs them.
struct ServeCommandTests {
    private let sockeye = builtProgram("sockeye")

    private func url(_ program: Program) async -> String {
        String(await program.waitForText("\n").dropLast())
    }

    @Test func tellsItsURLAndEndsWithSuccess() async throws {
        let program = try Program(sockeye, ["-q", "--serve", "0"])
        let url = await url(program)
        #expect(url.hasPrefix("http://127.0.0.1:") && url.hasSuffix("/"))
        let outcome = try await Program.run("/usr/bin/curl", ["-sS", "--noproxy", "*", "\(url)fault/truncate=5/hello"])
        #expect(outcome.status == 18 && outcome.text == "Hello")
        program.interrupt()
        let ended = await program.finish()
        #expect(ended.status == 0)
        #expect(ended.errorText.contains("GET /fault/truncate=5/hello HTTP/1.1 -> 200\n"), "\(ended.errorText)")
    }

    @Test func faultsAddUp() async throws {
        let program = try Program(
            sockeye, ["-q", "-s", "--serve", "0", "--fault", "tls", "--fault", "truncate=5,bare-lf"])
        let url = await url(program)
        #expect(url.hasPrefix("https://127.0.0.1:"))
        let outcome = try await Program.run("/usr/bin/curl", ["-sSk", "--noproxy", "*", "\(url)hello"])
        #expect(outcome.status != 0 && outcome.text == "Hello")
        program.stop()
        let ended = await program.finish()
        #expect(ended.status == 0 && ended.errorText.isEmpty)
    }

    @Test(arguments: ["--serve", "--inspect"])
    func aReaderOfTheLinesThatStopsHoldsNobodyUp(_ option: String) async throws {
        let server = try await LoopbackServer.start()
        let program = try Program(sockeye, ["-q", option, "0"], seconds: Surroundings.isSanitized ? 120 : 60)
        let own = await url(program)
        let long = String(repeating: "x", count: 7000)
        // More than a pipe holds, and more than is kept for a slow reader.
        let socket = try await Socket.connect(host: "127.0.0.1", port: port(own), until: .after(.seconds(30)))
        for _ in 0..<220 {
            let target = option == "--serve" ? "/hello?\(long)" : "\(server.url("/hello"))?\(long)"
            try await socket.send("HEAD \(target) HTTP/1.1\r\nHost: h\r\n\r\n", until: .after(.seconds(30)))
            var answer: [UInt8] = []
            while !answer.suffix(4).elementsEqual("\r\n\r\n".utf8) {
                let piece = try await socket.receive(until: .after(.seconds(30)))
                try #require(!piece.isEmpty, "\(String(decoding: answer, as: UTF8.self))")
                answer += piece
            }
            #expect(answer.starts(with: "HTTP/1.1 200 ".utf8))
        }
        socket.close()
        // At its end it waits for its reader for a second only.
        let lines = await program.waitForText(" reports were dropped", inErrors: true)
        #expect(lines.hasSuffix(" reports were dropped"), "\(lines.suffix(200))")
        program.interrupt()
        let outcome = await program.finish()
        #expect(outcome.status == 0, "\(outcome.errorText.suffix(2000))")
        await server.stop()
    }

    private func port(_ url: String) throws -> UInt16 {
        try #require(url.split(separator: ":").last.flatMap { UInt16($0.prefix { $0 != "/" }) })
    }

    @Test(
        arguments: [
            (["--serve", "65536"], 2), (["--serve", "x"], 2), (["--serve", "0", "http://h/"], 2),
            (["--serve", "0", "--fault", "nosuch"], 2), (["--grade", "true"], 2), (["--grade", "'"], 2),
            (["--grade-time", "0"], 2),
        ] as [([String], Int32)])
    func refuses(_ words: [String], _ status: Int32) async throws {
        let outcome = try await Program.run(sockeye, ["-q"] + words)
        #expect(outcome.status == status && !outcome.errorText.isEmpty && outcome.text.isEmpty)
    }

    @Test func aTakenPortIsAnError() async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await Program.run(sockeye, ["-q", "--serve", "\(server.port)"])
        #expect(outcome.status == 7 && outcome.errorText.contains("cannot listen"), "\(outcome.errorText)")
        await server.stop()
    }

    @Test func gradesItself() async throws {
        let client = "'\(sockeye)' -q -sS -L -C - --cacert {ca} --idle-timeout 1 -o {out} {url}"
        let outcome = try await Program.run(
            sockeye, ["-q", "--grade", client, "--grade-time", "60"],
            environment: ["http_proxy": "http://127.0.0.1:1"])
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errorText)")
        #expect(outcome.text.hasSuffix(" 0 fail, 1 not tried\n"))
    }

    @Test func findsTheCarelessClient() async throws {
        // Success whatever happens.
        let client = #"sh -c 'curl -sS "$1"; exit 0' - {url}"#
        let outcome = try await Program.run(
            sockeye, ["-q", "--grade", client, "--grade-time", "2", "--grade-format", "json"])
        #expect(outcome.status == 117)
        #expect(
            outcome.text.contains(
                #"{"fault":"truncate","verdict":"fail","reason":"exits with 0 and 65536 of 100000 bytes""#))
        #expect(
            outcome.text.contains(#"{"fault":"stall","verdict":"fail","reason":"was still busy when its time was up""#))
    }

    @Test func aClientThatCannotDoAnythingIsToldSo() async throws {
        let outcome = try await Program.run(sockeye, ["-q", "--grade", "/nonexistent/client {url}"])
        #expect(outcome.status == 117 && outcome.errorText.contains("without any fault"), "\(outcome.errorText)")
    }
}
