import SockeyeIO
import SockeyeTesting
import TestSupport
import Testing

/// `sockeye --connect` for the user, directly and through real proxies.
struct StreamCommandTests {
    private func run(
        _ server: LoopbackServer, _ words: [String] = [], scheme: String = "", host: String = "localhost",
        input: [UInt8] = Array("hello\n".utf8)
    ) async throws -> Program.Outcome {
        try await Program.run(
            SideBySide.sockeye,
            ["-sS", "--connect", "\(scheme)\(host):\(server.address.port)"] + words, input: input, seconds: 60)
    }

    /// The same with an input that stays open behind the line, as a terminal's: some proxies end a tunnel of which one side
    /// is closed.
    private func runOpen(
        _ server: LoopbackServer, _ words: [String], scheme: String = "", host: String = "localhost"
    ) async throws -> Program.Outcome {
        let input = #"exec "$0" "$@" < <(exec 2>/dev/null; printf 'hello\n'; exec sleep 20)"#
        return try await Program.run(
            "/bin/bash",
            ["-c", input, SideBySide.sockeye, "-sS", "--connect", "\(scheme)\(host):\(server.address.port)"] + words,
            seconds: 60)
    }

    /// Answers a line, and closes.
    private static let answer: Script = [.receive(6), .send("hello\n"), .close]

    private func authority(_ server: LoopbackServer, _ folder: TemporaryFolder) throws -> [String] {
        if !server.isSecure { return [] }
        try folder.write("ca.pem", server.authorityPEM)
        return ["--cacert", folder.file("ca.pem")]
    }

    @Test(arguments: [false, true]) func carriesBytesUnchanged(secure: Bool) async throws {
        let server = try await LoopbackServer.start(secure: secure, script: [.echoBytes])
        let folder = try TemporaryFolder()
        let bytes = BytePattern.bytes(0..<1_000_000)
        let outcome = try await run(
            server, authority(server, folder) + ["-o", folder.file("out")], scheme: secure ? "tls://" : "",
            input: bytes)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(try folder.read("out") == bytes)
        await server.stop()
    }

    /// After the greeting in the clear everything is encrypted, and the certificate must be trusted.
    @Test(arguments: [(true, Int32(0), "hello\n"), (false, 60, "")]) func startsTLS(
        trusts: Bool, status: Int32, text: String
    ) async throws {
        var configuration = LoopbackConfiguration()
        configuration.startsPlain = true
        let server = try await LoopbackServer.start(
            secure: true,
            script: [
                .send("220-hi\r\n220 there\r\n"), .receive(16), .send("250 STARTTLS\r\n"), .receive(10),
                .send("220 go\r\n"),
                .startTLS, .receive(6), .send("hello\n"), .close,
            ], configuration: configuration)
        let folder = try TemporaryFolder()
        let trust = try authority(server, folder)
        let outcome = try await run(server, ["--starttls", "smtp"] + (trusts ? trust : []))
        #expect(outcome.status == status, "\(outcome.errorText)")
        #expect(outcome.text == text)
        await server.stop()
    }

    @Test(
        arguments: [
            (
                ["--starttls", "pop3"], [Step.send("-ERR busy\r\n"), .close], Int32(8),
                "doesn't start TLS for pop3: '-ERR busy'"
            ),
            (["--starttls", "imap"], [.close], 8, "it closed the connection"),
            (["--starttls", "gopher"], [.close], 2, "--starttls"),
        ])
    func refusesToGoOnInTheClear(words: [String], steps: [Step], status: Int32, message: String) async throws {
        let server = try await LoopbackServer.start(script: Script(steps))
        let outcome = try await run(server, words)
        #expect(outcome.status == status && outcome.errorText.contains(message), "\(outcome.errorText)")
        #expect(outcome.text.isEmpty)
        await server.stop()
    }

    /// A program without it would send in the clear.
    @Test func noProgramForStartTLS() async throws {
        let outcome = try await Program.run(
            SideBySide.sockeye, ["--swift", "--starttls", "smtp", "--connect", "localhost:25"], seconds: 30)
        #expect(outcome.status == 2 && outcome.text.isEmpty)
        #expect(outcome.errorText.contains("--swift can't express --starttls"))
    }

    @Test func aSilentServerIsGivenUp() async throws {
        let goOn = Gate()
        let server = try await LoopbackServer.start(script: [.pause(until: goOn), .close])
        let outcome = try await run(server, ["--starttls", "smtp", "--connect-timeout", "0.3"])
        #expect(outcome.status == 28 && outcome.errorText.contains("--connect-timeout"), "\(outcome.errorText)")
        goOn.open()
        await server.stop()
    }

    @Test func endsWhenThePeerDoes() async throws {
        let server = try await LoopbackServer.start(script: Self.answer)
        let outcome = try await runOpen(server, [])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.text == "hello\n")
        await server.stop()
    }

    @Test(.enabled(if: Squid.path != nil, "squid is not installed"), arguments: [false, true], [false, true])
    func throughSquid(secure: Bool, secureProxy: Bool) async throws {
        let squid = try await Squid(try #require(Squid.path))
        let server = try await LoopbackServer.start(secure: secure, script: Self.answer)
        let folder = try TemporaryFolder()
        let proxy =
            secureProxy
            ? ["-x", "https://localhost:\(squid.securePort)", "--proxy-cacert", squid.folder.file("certificate.pem")]
            : ["-x", "127.0.0.1:\(squid.openPort)"]
        let outcome = try await runOpen(
            server, authority(server, folder) + proxy, scheme: secure ? "tls://" : "")
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.text == "hello\n")
        await squid.stop()
        await server.stop()
    }

    @Test(.enabled(if: Microsocks.path != nil, "microsocks is not installed"), arguments: [false, true])
    func throughMicrosocks(secure: Bool) async throws {
        let socks = try await Microsocks(try #require(Microsocks.path))
        let server = try await LoopbackServer.start(secure: secure, script: Self.answer)
        let folder = try TemporaryFolder()
        let outcome = try await runOpen(
            server, authority(server, folder) + ["--socks5-hostname", "127.0.0.1:\(socks.port)"],
            scheme: secure ? "tls://" : "")
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.text == "hello\n")
        await socks.stop()
        await server.stop()
    }

    /// The output before it, and bytes in both directions.
    @Test func anOutputBeforeItIsItsOwn() async throws {
        let server = try await LoopbackServer.start(script: [.echoBytes])
        let folder = try TemporaryFolder()
        for words in [
            ["-o", folder.file("out"), "--connect", "localhost:\(server.address.port)"],
            ["--connect", "localhost:\(server.address.port)", "-o", folder.file("out")],
        ] {
            let outcome = try await Program.run(
                SideBySide.sockeye, ["-sS"] + words + ["-w", "%{size_download} %{size_upload}"],
                input: Array("hello\n".utf8), seconds: 60)
            #expect(outcome.text == "6 6")
            #expect(outcome.errorText == "")
            #expect(try folder.read("out") == Array("hello\n".utf8))
        }
        await server.stop()
    }

    @Test func clocksAndLimits() async throws {
        let server = try await LoopbackServer.start(script: [.send("0123456789"), .stall])
        for (words, status) in [(["--idle-timeout", "0.5"], 28), (["-m", "0.5"], 28), (["--max-filesize", "4"], 63)] {
            let outcome = try await runOpen(server, words)
            #expect(outcome.status == status, "\(outcome.errorText)")
            #expect(outcome.text == (status == 63 ? "0123" : "0123456789"))
        }
        await server.stop()
    }

    @Test func aFloodDoesNotStopTheClock() async throws {
        let server = try await LoopbackServer.start(script: [.sendZeros(16 << 30)])
        let outcome = try await run(server, ["-m", "0.5", "--out-null"])
        #expect(outcome.status == 28, "\(outcome.errorText)")
        await server.stop()
    }

    @Test func refusedConnectionsAreRetried() async throws {
        let port = refusedPort
        let outcome = try await Program.run(
            SideBySide.sockeye,
            [
                "-sS", "-v", "--retry", "1", "--retry-connrefused", "--retry-delay", "1", "--connect",
                "TLS://127.0.0.1:\(port)",
            ], seconds: 60)
        #expect(outcome.status == 7)
        #expect(outcome.errorText.contains("* Retrying in 1 s\n"), "\(outcome.errorText)")
        #expect(outcome.errorText.contains("(127.0.0.1:\(port))"), "\(outcome.errorText)")
        #expect(!outcome.errorText.contains("http://"), "\(outcome.errorText)")
    }

    @Test func anInterruptionIsSaidSo() async throws {
        let server = try await LoopbackServer.start(script: [.send("first"), .stall])
        let folder = try TemporaryFolder()
        let program = try Program(
            SideBySide.sockeye,
            ["-sS", "-o", folder.file("log"), "--connect", "127.0.0.1:\(server.address.port)"])
        try await folder.wait(for: "log", toBe: Array("first".utf8))
        program.interrupt()
        let end = await program.finish()
        #expect(end.status == 130)
        #expect(end.errorText == "sockeye: (42) interrupted\n")
        #expect(try folder.read("log") == Array("first".utf8))
        await server.stop()
    }

    @Test func exitCodes() async throws {
        let server = try await LoopbackServer.start(secure: true, script: [.echoBytes])
        #expect(try await run(server, scheme: "tls://").status == 60)
        let plain = try await LoopbackServer.start(script: [.stall])
        let late = try await run(plain, ["-m", "1"])
        #expect(late.status == 28, "\(late.errorText)")
        for bad in ["host", "host:", ":80", "host:x", "host:0", "a/b:80", "host:65536"] {
            let outcome = try await Program.run(SideBySide.sockeye, ["-sS", "--connect", bad], seconds: 60)
            #expect(outcome.status == 2, "\(bad): \(outcome.errorText)")
        }
        let refused = try await Program.run(
            SideBySide.sockeye, ["-sS", "--connect", "127.0.0.1:\(refusedPort)"], seconds: 60)
        #expect(refused.status == 7)
        await server.stop()
        await plain.stop()
    }
}
