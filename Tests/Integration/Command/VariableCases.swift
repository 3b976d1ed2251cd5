import SockeyeTesting
import TestSupport
import Testing

/// `--variable`, `--expand-*` and `--rate`; the installed curl has only the last one.
struct VariableCases {
    private static let url = "http://127.0.0.1:PORT"

    @Test func variablesReachTheWire() async throws {
        let command = CommandCase(
            "-s", "--variable", "%WHO", "--variable", "body@data", "--variable", "path=a b", "--expand-url",
            "\(Self.url)/{{path:url}}", "--expand-data", "{\"{{WHO:json}}\":\"{{body:trim:b64}}\"}", "--expand-header",
            "X-Who: {{WHO:url}}"
        ).files(["data": "  one\n"]).shell("WHO='\"me\"' exec \"$0\" \"$@\"")
        let outcome = try await SideBySide.run(SideBySide.sockeye, command)
        let request = outcome.requests.first ?? ""
        #expect(request.hasPrefix("POST /a%20b HTTP/1.1\n"), "\(outcome)")
        #expect(request.contains("\nX-Who: %22me%22\n"), "\(outcome)")
        #expect(request.hasSuffix("{\"\\\"me\\\"\":\"b25l\"}"), "\(outcome)")
    }

    @Test func theyAreWipedFromTheProcessList() async throws {
        let gate = Gate()
        let server = try await LoopbackServer.start(script: [.awaitRequest, .open(gate), .awaitEnd])
        let run = try Program(
            SideBySide.sockeye,
            [
                "-s", "--variable", "secret=hidden1", "--expand-user", "hidden2:{{secret}}", "-u", "hidden3:x",
                server.url("/"),
            ], seconds: 30)
        try await gate.wait()
        let list = try await Program.run("/bin/cat", ["/proc/\(run.identifier)/cmdline"])
        #expect(list.text.contains("--expand-user"))
        #expect(!list.text.contains("hidden"), "\(list.text)")
        run.kill()
        _ = await run.finish()
        await server.stop()
    }

    /// Two starts a quarter of a second apart, in both programs; only the lower bound is checked.
    @Test func ratesSpaceTheStarts() async throws {
        for program in [SideBySide.curl, SideBySide.sockeye] {
            let clock = ContinuousClock()
            let command = CommandCase("-s", "--rate", "4/s", "\(Self.url)/sized/[1-3]")
            var outcome: Outcome?
            let time = try await clock.measure { outcome = try await SideBySide.run(program, command) }
            #expect(outcome?.exitCode == 0)
            #expect(outcome?.requests.count == 3)
            #expect(time > .milliseconds(480))
        }
    }

    @Test(arguments: [
        CommandCase("-s", "--rate", "0/s", url), CommandCase("-s", "--rate", "x", url),
        CommandCase("-s", "--rate", "1/x", url),
    ])
    func sameAsCurl(_ command: CommandCase) async throws {
        try await SideBySide.compare(command)
    }
}
