import HTTPTypes
import SockeyeClient
import SockeyeHTTP1
import SockeyeIO
import SockeyeTLS
import SockeyeTesting
import TestSupport
import Testing

/// Each kind of failure, with its cause, phase, party and message.
@Suite(.timeLimit(.minutes(1)))
struct ErrorTests {
    @Test(arguments: [
        "", "example.com", "ftp://example.com/", "http://", "http://a b/", "http://exa<mple/", "http://[::1/",
        "http://example.com:99999/", "file:///etc/passwd", "http://256.256.256.256/",
    ])
    func aBadURL(_ text: String) async throws {
        let client = HTTPClient()
        let error = try await failure { try await client.get(text) }
        guard case .invalidURL = error.cause else {
            Issue.record("\(error)")
            return
        }
        #expect(error.phase == .prepare)
        #expect(error.party == .caller)
        #expect(error.origin == nil)
    }

    @Test func anUnknownHost() async throws {
        let client = HTTPClient()
        let error = try await failure { try await client.get("http://nonexistent.invalid/") }
        guard case .network(.unknownHost("nonexistent.invalid", _, _)) = error.cause else {
            Issue.record("\(error)")
            return
        }
        #expect(error.phase == .resolve)
        #expect(error.party == .network)
        #expect(error.origin == "http://nonexistent.invalid:80")
        #expect(error.description.hasPrefix("could not resolve host nonexistent.invalid: "))
    }

    @Test func aRefusedConnection() async throws {
        let port = refusedPort
        let client = HTTPClient()
        let error = try await failure { try await client.get("http://127.0.0.1:\(port)/") }
        #expect(error.cause == .network(.system(call: "connect", errorNumber: 111)))
        #expect(error.phase == .connect)
        #expect(error.party == .network)
        #expect(
            error.description == "could not connect (http://127.0.0.1:\(port)): connect: Connection refused; "
                + "nothing listens there; check the port, or start the server")
    }

    @Test func aUnixSocketThatIsNotThere() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.unixSocketPath = "/nonexistent/socket"
        let missing = HTTPClient(configuration: configuration)
        let error = try await failure { try await missing.get("http://localhost/") }
        #expect(error.cause == .network(.system(call: "connect", errorNumber: 2)))
        configuration.unixSocketPath = String(repeating: "x", count: 200)
        let tooLong = HTTPClient(configuration: configuration)
        let refusal = try await failure { try await tooLong.get("http://localhost/") }
        #expect(refusal.phase == .resolve)
        #expect(refusal.party == .caller)
    }

    // MARK: TLS

    @Test(arguments: [
        (LoopbackConfiguration.Certificate.expired, CertificateRefusal.expired), (.notYetValid, .notYetValid),
        (.wrongHost, .wrongHost), (.selfSigned, .selfSigned), (.unknownAuthority, .unknownIssuer),
    ])
    func aBadCertificate(
        _ certificate: LoopbackConfiguration.Certificate, _ expected: CertificateRefusal
    ) async throws {
        var configuration = LoopbackConfiguration()
        configuration.certificate = certificate
        let server = try await LoopbackServer.start(secure: true, configuration: configuration)
        let client = HTTPClient(trusting: server)
        let error = try await failure { try await client.get(server.url("/hello", host: "localhost")) }
        guard case .tls(.certificateRefused(let refusal, _)) = error.cause else {
            Issue.record("\(error)")
            return
        }
        #expect(refusal == expected)
        #expect(error.phase == .handshake)
        #expect(error.party == .server)
        #expect(error.origin == "https://localhost:\(server.port)")
        #expect(error.requestBytesSent == 0)
        #expect(server.requestCount == 0)

        // With verification off it succeeds.
        let careless = HTTPClient(trusting: server) { $0.tls.verifiesPeer = false }
        #expect(try await careless.get(server.url("/hello", host: "localhost")).status == .ok)
        await server.stop()
    }

    @Test func aWeakKey() async throws {
        var configuration = LoopbackConfiguration()
        configuration.certificate = .weakKey
        let server = try await LoopbackServer.start(secure: true, configuration: configuration)
        let client = HTTPClient(trusting: server)
        let error = try await failure { try await client.get(server.url("/hello")) }
        guard case .tls = error.cause else {
            Issue.record("\(error)")
            return
        }
        #expect(error.phase == .handshake)
        #expect(server.requestCount == 0)
        await server.stop()
    }

    @Test func anAuthorityNobodyTrusts() async throws {
        let server = try await LoopbackServer.start(secure: true)
        let client = HTTPClient()
        let error = try await failure { try await client.get(server.url("/hello")) }
        guard case .tls(.certificateRefused) = error.cause else {
            Issue.record("\(error)")
            return
        }
        await server.stop()
    }

    @Test func rootsThatCannotBeRead() async throws {
        let server = try await LoopbackServer.start(secure: true)
        let client = HTTPClient(trusting: server) { $0.tls.roots = [.file("/nonexistent.pem")] }
        let error = try await failure { try await client.get(server.url("/hello")) }
        #expect(error.cause == .tls(.unreadableRoots("/nonexistent.pem")))
        #expect(error.party == .caller)
        await server.stop()
    }

    @Test func aPlainServerOnATLSPort() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient()
        let error = try await failure { try await client.get("https://127.0.0.1:\(server.port)/") }
        guard case .tls(.protocolFailure) = error.cause else {
            Issue.record("\(error)")
            return
        }
        #expect(error.phase == .handshake)
        await server.stop()
    }

    @Test func aTLSServerOnAPlainPort() async throws {
        let server = try await LoopbackServer.start(secure: true)
        let client = HTTPClient()
        let error = try await failure { try await client.get("http://127.0.0.1:\(server.port)/") }
        #expect(error.party == .server)
        await server.stop()
    }

    // MARK: Bad responses

    static let badHeads: [String] = [
        "garbage\r\n\r\n", "\u{0}\u{1}\u{2}\u{3}", "HTTP/2.0 200 OK\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nName\r\n\r\n", "HTTP/1.1 200 OK\r\nName: a\u{0}b\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length : 5\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip, chunked\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\n\r\n",
    ]

    @Test(arguments: badHeads)
    func aMalformedHead(_ head: String) async throws {
        let server = try await LoopbackServer.start(script: [.awaitRequest, .send(head), .awaitEnd])
        let client = HTTPClient(trusting: server)
        let observations = Observations()
        let error = try await failure { try await client.send(.get(server.url()), observer: observations) }
        guard case .http = error.cause else {
            Issue.record("\(error)")
            return
        }
        #expect(error.party == .server)
        #expect(observations.closing == .protocolError)
        try await server.waitForClosedConnections(1)
        await server.stop()
    }

    @Test(arguments: [
        "5\r\nhelloX", "x\r\nhello\r\n0\r\n\r\n", "-5\r\nhello\r\n0\r\n\r\n", "fffffffffffffffff\r\nhello",
        "0\r\nContent-Length 5\r\n\r\n",
    ])
    func aMalformedChunk(_ chunks: String) async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks), .awaitEnd,
        ])
        let client = HTTPClient(trusting: server)
        let error = try await failure { try await client.get(server.url()) }
        guard case .http = error.cause else {
            Issue.record("\(error)")
            return
        }
        #expect(error.phase == .receive)
        try await server.waitForClosedConnections(1)
        await server.stop()
    }

    /// An endless head is refused at its limit, however it arrives.
    @Test(arguments: [1, 1000, 100_000])
    func aHeadTooLarge(_ pieceBytes: Int) async throws {
        let line = "X: " + String(repeating: "y", count: 97) + "\r\n"
        let pieces = [Step](repeating: .send(String(repeating: line, count: pieceBytes / 100 + 1)), count: 3000)
        let server = try await LoopbackServer.start(
            script: Script([.awaitRequest, .send("HTTP/1.1 200 OK\r\n")] + pieces))
        let client = HTTPClient(trusting: server) {
            $0.limits = Limits(headBytes: 20_000, fieldCount: 60_000)
        }
        let error = try await failure { try await client.get(server.url()) }
        guard case .http(.server(.limitExceeded(.headBytes, limit: 20_000), _)) = error.cause else {
            Issue.record("\(error)")
            return
        }
        #expect(error.party == .server)
        await server.stop()
    }

    @Test func interimResponsesWithoutEnd() async throws {
        let interim = "HTTP/1.1 102 Processing\r\n\r\n"
        let server = try await LoopbackServer.start(
            script: Script([.awaitRequest] + [Step](repeating: .send(interim), count: 1000)))
        let client = HTTPClient(trusting: server) { $0.limits = Limits(informationalBytes: 20_000) }
        let error = try await failure { try await client.get(server.url()) }
        guard case .http(.server(.limitExceeded(.informationalBytes, _), _)) = error.cause else {
            Issue.record("\(error)")
            return
        }
        await server.stop()
    }
}
