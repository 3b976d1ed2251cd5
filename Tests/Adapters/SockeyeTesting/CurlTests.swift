import SockeyeTesting
import TestSupport
import Testing

/// Tests the server with a client that isn't ours.
struct CurlTests {
    private func curl(_ arguments: [String], input: [UInt8] = []) async throws -> Program.Outcome {
        try await Program.run("/usr/bin/curl", ["-sS", "--noproxy", "*", "-m", "30"] + arguments, input: input)
    }

    /// What a path answers. The bodies are too long to be shown with each test.
    struct Body: Sendable, CustomTestStringConvertible {
        let path: String
        let expected: [UInt8]
        let options: [String]

        init(_ path: String, _ expected: [UInt8], options: [String] = []) {
            (self.path, self.expected, self.options) = (path, expected, options)
        }

        var testDescription: String { ([path] + options).joined(separator: " ") }
    }

    private static let bodies: [Body] = [
        Body("/sized/0", []),
        Body("/sized/1", BytePattern.bytes(0..<1)),
        Body("/sized/100001", BytePattern.bytes(0..<100_001)),
        Body("/chunked/0", []),
        Body("/chunked/150000", BytePattern.bytes(0..<150_000)),
        Body("/chunked/150000", BytePattern.bytes(0..<150_000), options: ["--http1.0"]),
        Body("/close-delimited/70001", BytePattern.bytes(0..<70_001)),
        Body("/slow/100/1", BytePattern.bytes(0..<100)),
        Body("/range/5000", BytePattern.bytes(0..<5000)),
        Body("/range/5000", BytePattern.bytes(10..<20), options: ["-r", "10-19"]),
        Body("/large/3000001", [UInt8](repeating: 0, count: 3_000_001)),
        Body("/hello", Array("Hello from Sockeye's loopback server.\n".utf8)),
        Body("/http10", Array("An answer in HTTP/1.0.\n".utf8)),
        Body("/informational", Array("This followed a 103.\n".utf8)),
        Body("/redirect/3", Array("Hello from Sockeye's loopback server.\n".utf8), options: ["-L"]),
    ]

    @Test(arguments: bodies)
    func bodiesArrive(_ body: Body) async throws {
        for isSecure in [false, true] {
            let server = try await LoopbackServer.start(secure: isSecure)
            let folder = try TemporaryFolder()
            if isSecure { try server.writeAuthority(to: folder.file("ca.pem")) }
            let trust = isSecure ? ["--cacert", folder.file("ca.pem")] : []
            let outcome = try await curl(trust + body.options + [server.url(body.path)])
            #expect(outcome.status == 0, "\(outcome.errorText)")
            #expect(outcome.output == body.expected)
            #expect(server.connectionFailures == [])
            #expect(server.handshakeFailures == [])
            await server.stop()
            #expect(server.openConnections == 0)
        }
    }

    @Test func theTargetsOfManyRequestsShareAConnection() async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await curl([server.url("/sized/3"), server.url("/chunked/3"), server.url("/status/204")])
        #expect(outcome.output == BytePattern.bytes(0..<3) + BytePattern.bytes(0..<3))
        let requests = try await server.waitForRequests(3)
        #expect(requests.map(\.target) == ["/sized/3", "/chunked/3", "/status/204"])
        #expect(requests.map(\.connection) == [1, 1, 1])
        #expect(requests.map(\.number) == [1, 2, 3])
        #expect(server.acceptedConnections == 1)
        await server.stop()
    }

    @Test(arguments: [
        ("/status/404", 22, "404"), ("/status/500", 22, "500"), ("/status/200", 0, ""), ("/nowhere", 22, "404"),
    ])
    func statusesAreTold(_ path: String, _ status: Int32, _ message: String) async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await curl(["-f", server.url(path)])
        #expect(outcome.status == status)
        #expect(outcome.errorText.contains(message))
        await server.stop()
    }

    @Test func uploadsAreLogged() async throws {
        let server = try await LoopbackServer.start()
        let body = BytePattern.bytes(0..<200_000)
        let plain = try await curl(["--data-binary", "@-", server.url("/echo")], input: body)
        #expect(plain.status == 0, "\(plain.errorText)")
        #expect(plain.output.suffix(body.count) == body[...])
        let chunked = try await curl(["-T", "-", server.url("/continue")], input: body)
        #expect(chunked.text == "received 200000 bytes\n")
        let requests = try await server.waitForRequests(2)
        #expect(requests.map(\.method) == ["POST", "PUT"])
        #expect(requests.map(\.body) == [body, body])
        #expect(requests.map(\.isComplete) == [true, true])
        #expect(requests[0].chunkSizes == [])
        #expect(requests[1].chunkSizes.reduce(0, +) == body.count)
        #expect(requests[0]["content-length"] == "200000")
        #expect(requests[1].has("chunked", in: "Transfer-Encoding"))
        await server.stop()
    }

    @Test(arguments: [("/continue", "received 5 bytes\n"), ("/continue/413", "too large for me\n")])
    func expectationsAreAnswered(_ path: String, _ answer: String) async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await curl(["-H", "Expect: 100-continue", "-d", "12345", server.url(path)])
        #expect(outcome.text == answer, "\(outcome.errorText)")
        await server.stop()
    }

    @Test func trailersAndExtensionsAreRead() async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await curl(["-D", "-", "-o", "/dev/null", server.url("/chunked/9")])
        #expect(outcome.text.contains("Transfer-Encoding: chunked\r\n"))
        #expect(outcome.text.contains("X-Body-Length: 9\r\n"))
        await server.stop()
    }

    @Test func unixSocketsAreReached() async throws {
        let folder = try TemporaryFolder()
        var configuration = LoopbackConfiguration()
        configuration.endpoint = .unix(path: folder.file("socket"))
        let unix = try await LoopbackServer.start(configuration: configuration)
        let overUnix = try await curl(["--unix-socket", folder.file("socket"), unix.url("/sized/2")])
        #expect(overUnix.output == BytePattern.bytes(0..<2), "\(overUnix.errorText)")
        await unix.stop()
        #expect(throws: ProgramFailure.self) { try folder.read("socket") }

        configuration.endpoint = .abstractUnix(name: folder.path)
        let abstract = try await LoopbackServer.start(configuration: configuration)
        let overAbstract = try await curl(["--abstract-unix-socket", folder.path, abstract.url("/sized/2")])
        #expect(overAbstract.output == BytePattern.bytes(0..<2), "\(overAbstract.errorText)")
        await abstract.stop()
    }

    @Test(.enabled(if: Surroundings.hasIPv6, "the loopback has no IPv6 address")) func ipv6IsReached() async throws {
        var configuration = LoopbackConfiguration()
        configuration.endpoint = .ipv6
        let six = try await LoopbackServer.start(configuration: configuration)
        #expect(six.url("/").hasPrefix("http://[::1]:"))
        #expect(try await curl(["-g", six.url("/sized/2")]).output == BytePattern.bytes(0..<2))
        await six.stop()
    }

    /// curl's exit code for each way to misbehave.
    private static let misbehaviours: [(Script, Int32)] = [
        ([.awaitRequest, .close], 52),
        ([.awaitRequest, .reset], 56),
        ([.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .close], 18),
        ([.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .reset], 56),
        ([.awaitRequest, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc"), .close], 18),
        ([.awaitRequest, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"), .close], 56),
        ([.awaitRequest, .send("nonsense\r\n\r\n"), .close], 1),
    ]

    @Test(arguments: misbehaviours.indices)
    func misbehavesAsTold(_ index: Int) async throws {
        let (script, status) = Self.misbehaviours[index]
        let server = try await LoopbackServer.start(script: script)
        let outcome = try await curl([server.url("/")])
        #expect(outcome.status == status, "\(outcome.errorText)")
        await server.stop()
    }
}
