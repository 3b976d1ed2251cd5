import Glibc
import SockeyeTesting
import TestSupport
import Testing

/// `sockeye --doctor` for the user.
struct DoctorCommandTests {
    private func run(_ words: [String], _ environment: [String] = []) async throws -> Program.Outcome {
        try await Program.run(
            "/usr/bin/env", environment + [SideBySide.sockeye, "-q", "--doctor"] + words, seconds: 60)
    }

    @Test(.disabled(if: Surroundings.clockJumps, "the clock jumps over days"))
    func exitCodesTellTheWorst() async throws {
        let server = try await LoopbackServer.start()
        let good = try await run([server.url("/range/5000")])
        // Except that the machine may be busy.
        #expect(good.status == 0 || good.text.contains("the server took"), "\(good.text)")
        #expect(try await run([server.url("/status/404")]).status == 118)
        #expect(try await run([server.url("/status/500")]).status == 119)
        #expect(try await run(["-m", "0.001", server.url("/range/5000")]).status == 28)
        // The worst of several, whatever their order.
        #expect(try await run([server.url("/status/500"), server.url("/range/5000")]).status == 119)
        #expect(try await run(["http://127.0.0.1:\(refusedPort)/"]).status == 119)
        await server.stop()
    }

    @Test(arguments: [30, 56, 80, 200]) func linesFitTheWidth(_ width: Int) async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await run([server.url("/range/5000")], ["COLUMNS=\(width)"])
        #expect(outcome.errorText == "")
        for line in outcome.text.split(separator: "\n") {
            // A word alone on its line may be longer.
            let words = line.split(separator: " ")
            #expect(line.count < min(width, 100) || words.count <= 3 || width < 40, "\(line)")
            #expect(!line.contains("\u{1B}"))
        }
        await server.stop()
    }

    /// What a server says stays text, on a terminal and in JSON.
    @Test(arguments: [[], ["--doctor-format", "json"]]) func hostileTextIsEscaped(_ words: [String]) async throws {
        let evil = "\u{1B}[31m\u{202E}\u{9B}"
        let server = try await LoopbackServer.start { _ in
            var reply = LoopbackReply.text("x", type: evil)
            reply.reason = evil
            reply.fields += [.init("ETag", evil), .init("Cache-Control", "max-age=" + evil), .init("Server", evil)]
            return reply
        }
        let outcome = try await run(words + [server.url("/")])
        let scalars = outcome.text.unicodeScalars
        #expect(scalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) || $0 == "\n" })
        #expect(!scalars.contains("\u{202E}"))
        await server.stop()
    }

    @Test func jsonIsOneObjectALine() async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        let outcome = try await run(
            ["--doctor-format", "json", server.url("/range/5000"), "http://127.0.0.1:\(refusedPort)/"])
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.count == 2)
        for line in lines {
            try folder.write("report", String(line))
            let check = """
                import json, sys
                report = json.load(open(sys.argv[1]))
                assert report["sockeye_doctor"] == 1 and report["complete"] is True
                assert set(report) == {"sockeye_doctor", "url", "complete", "worst", "findings", "effort"}
                verdicts = ["ok", "not-tried", "note", "warning", "fault"]
                worst = max(report["findings"], key=lambda finding: verdicts.index(finding["verdict"]))
                assert worst["verdict"] == report["worst"]
                for finding in report["findings"]:
                    assert set(finding) - {"advice"} == {"origin", "check", "verdict", "text", "facts"}
                assert set(report["effort"]) == {"requests", "connections", "handshakes", "received_bytes", "seconds"}
                """
            let result = try await Program.run("/usr/bin/python3", ["-c", check, folder.file("report")], seconds: 60)
            #expect(result.status == 0, "\(result.errorText)")
        }
        await server.stop()
    }

    @Test(arguments: [
        ["-d", "x"], ["-F", "a=b"], ["-T", "file"], ["-X", "DELETE"], ["--dry-run"], ["--background"], ["-o", "file"],
        ["--events"], ["--swift"], ["--record", "file"], ["--doctor-format", "xml"], ["--doctor-upload", "DELETE"],
    ]) func refusesWhatItDoesNotDo(_ words: [String]) async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await run(words + [server.url("/")])
        #expect(outcome.status == 2 && outcome.text == "" && outcome.errorText.contains("sockeye: "))
        #expect(server.requestCount == 0)
        await server.stop()
    }

    @Test(arguments: ["ftp://127.0.0.1/", "file:///etc/passwd", "ws://127.0.0.1/"])
    func refusesOtherSchemes(_ url: String) async throws {
        let outcome = try await run([url])
        #expect(outcome.status == 1, "\(outcome.errorText)")
        #expect(outcome.text == "")
    }

    @Test func interruptedItPrintsWhatItKnows() async throws {
        let server = try await LoopbackServer.start(script: [.awaitRequest, .stall])
        let program = try Program(SideBySide.sockeye, ["-q", "--doctor", server.url("/")])
        _ = try await server.waitForRequests(1)
        program.interrupt()
        let end = await program.finish()
        #expect(end.status == 128 + SIGINT)
        #expect(end.text.contains(" addresses    127.0.0.1:"))
        #expect(end.text.contains("interrupted") && end.text.contains("(cut short)"))
        await server.stop()
    }

    @Test func uploadsAreAskedAboutWithoutABody() async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await run(["--doctor-upload", "put", server.url("/continue")])
        #expect(outcome.text.contains("a PUT of 1 GiB would be accepted"), "\(outcome.text)")
        let puts = server.receivedRequests.filter { $0.method == "PUT" }
        #expect(puts.count == 5 && puts.allSatisfy { $0.bodyLength == 0 && $0["Expect"] == "100-continue" })
        await server.stop()
    }
}
