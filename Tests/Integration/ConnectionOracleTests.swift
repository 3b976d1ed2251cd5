import SockeyeTesting
import TestSupport
import Testing

/// Local addresses and socket options, compared with curl.
struct ConnectionOracleTests {
    private static let url = "http://127.0.0.1:PORT/hello"

    @Test(arguments: [
        ["--interface", "127.0.0.2"], ["--interface", "host!127.0.0.3"], ["--interface", "lo"],
        ["--interface", "if!lo"], ["--interface", "localhost"], ["--interface", "host!localhost"],
        ["--interface", "no-such-thing.invalid"], ["--interface", "if!nonesuch"], ["--interface", "if!127.0.0.1"],
        ["--interface", "host!lo"], ["--interface", "203.0.113.9"], ["--interface", "::1"],
        ["--local-port", "0"], ["--local-port", "x"], ["--local-port", ""], ["--local-port", "70000"],
        ["--local-port", "500-400"],
        ["--no-tcp-nodelay"], ["--tcp-nodelay"], ["--no-keepalive"], ["--keepalive-time", "7"],
        ["--keepalive-time", "soon"], ["--happy-eyeballs-timeout-ms", "50"], ["--happy-eyeballs-timeout-ms", "x"],
        ["-4"],
    ])
    func sameAsCurl(_ options: [String]) async throws {
        try await Oracle.compare(options + ["-w", "%{local_ip}", Self.url])
    }

    @Test(arguments: [["-4", "http://[::1]:PORT/"], ["-6", "http://127.0.0.1:PORT/"]])
    func aLiteralOfTheOtherFamily(_ arguments: [String]) async throws {
        try await Oracle.compare(arguments)
    }

    @Test(arguments: [["--no-sessionid"], ["--sessionid"], ["--no-alpn"]])
    func secureOptions(_ options: [String]) async throws {
        try await Oracle.compare(
            ["--cacert", "DIR/ca.pem"] + options + ["https://localhost:PORT/hello"],
            files: ["ca.pem": "AUTHORITY"], secure: true)
    }

    /// A Unix domain socket has no address for the PROXY line.
    @Test(arguments: [[], ["--interface", "127.0.0.9", "--local-port", "1-2", "--keepalive-time", "5"]])
    func abstractSockets(_ options: [String]) async throws {
        let folder = try TemporaryFolder()
        var configuration = LoopbackConfiguration()
        configuration.endpoint = .abstractUnix(name: folder.path)
        let server = try await LoopbackServer.start(configuration: configuration)
        for program in [SideBySide.curl, SideBySide.sockeye] {
            let outcome = try await Program.run(
                program, options + ["-sS", "-m", "20", "--abstract-unix-socket", folder.path, "http://a.test/sized/2"],
                environment: SideBySide.noProxies)
            #expect(outcome.status == 0 && outcome.output.count == 2, "\(program): \(outcome.errorText)")
        }
        await server.stop()
    }

    /// Uses the requested port; the second of two if the first is in use; fails if all are.
    @Test func localPorts() async throws {
        let server = try await LoopbackServer.start()
        func fetch(_ program: String, _ ports: String) async throws -> Program.Outcome {
            try await Program.run(
                program,
                [
                    "-sS", "-m", "20", "--local-port", ports, "-o", "/dev/null", "-w", "%{local_port}",
                    "http://127.0.0.1:\(server.port)/hello",
                ], environment: SideBySide.noProxies)
        }
        for program in [SideBySide.curl, SideBySide.sockeye] {
            let free = freePort()
            #expect(try await fetch(program, "\(free)").text == "\(free)")
            let taken = refusedPort
            #expect(try await fetch(program, "\(taken)").status == 45)
            let other = try await fetch(program, "\(taken)-\(min(taken, 65_000) + 500)")
            #expect(other.status == 0 && other.text != "\(taken)", "\(other.errorText)")
        }
        await server.stop()
    }
}
