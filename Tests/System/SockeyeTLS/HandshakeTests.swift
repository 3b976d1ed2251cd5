@testable import SockeyeIO
import SockeyeTLS
import SockeyeTesting
import SockeyeTransport
import TestSupport
import Testing

struct HandshakeTests {
    @Test(arguments: [(12...12, "TLSv1.2"), (13...13, "TLSv1.3"), (12...13, "TLSv1.3")])
    func versionsAreAgreedOn(_ versions: ClosedRange<Int>, _ expected: String) async throws {
        let server = try await LoopbackServer.secure(versions: versions)
        let socket = try await server.connect()
        let details = try #require(socket.details)
        #expect(details.version == expected)
        #expect(!details.cipher.isEmpty && details.cipher != "(NONE)")
        #expect(details.applicationProtocol == "http/1.1")
        #expect(!details.wasResumed)
        let certificate = try #require(details.certificate)
        #expect(certificate.subject == "CN = localhost")
        #expect(certificate.issuer == "CN = Sockeye throwaway CA")
        #expect(certificate.alternativeNames.hasPrefix("DNS:localhost, IP Address:127.0.0.1"))
        #expect(certificate.notBefore.hasSuffix(" GMT") && certificate.notAfter.hasSuffix(" GMT"))
        #expect(certificate.verificationFailure == nil)
        #expect(try await socket.fetchHello().contains("Hello"))
        let request = try await server.nextRequest()
        #expect(request.tls?.version == expected)
        #expect(request.tls?.applicationProtocol == "http/1.1")
        await server.stop()
    }

    @Test(arguments: [(12...12, TLSConfiguration.Version.tls13), (13...13, .tls12)])
    func noCommonVersionIsAnError(_ versions: ClosedRange<Int>, _ mine: TLSConfiguration.Version) async throws {
        let server = try await LoopbackServer.secure(versions: versions)
        let error = await handshakeFailure { () throws(StreamError) in
            try await server.connect(
                TLSConfiguration(roots: [.pem(server.authorityPEM)], lowestVersion: mine, highestVersion: mine))
        }
        guard case .protocolFailure(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("version"), "\(reason)")
        await server.stop()
    }

    @Test(arguments: [("localhost", "localhost"), ("127.0.0.1", nil)] as [(String, String?)])
    func theNameIsSentAndAddressesAreNot(_ host: String, _ name: String?) async throws {
        let server = try await LoopbackServer.secure()
        _ = try await server.connect(host: host).fetchHello()
        #expect(try await server.nextRequest().serverName == name)
        await server.stop()
    }

    @Test(.enabled(if: Surroundings.hasIPv6, "the loopback has no IPv6 address"))
    func anIPv6AddressIsCheckedToo() async throws {
        var configuration = LoopbackConfiguration()
        configuration.endpoint = .ipv6
        let server = try await LoopbackServer.start(secure: true, configuration: configuration)
        #expect(try await server.connect(host: "::1").fetchHello().contains("Hello"))
        await server.stop()
    }

    /// A trailing dot makes a name absolute, but isn't part of the name in a certificate.
    @Test func theDotAtTheEndIsLeftOut() async throws {
        let server = try await LoopbackServer.secure()
        let socket = try await Socket.connect(host: "127.0.0.1", port: server.port, until: patience)
        let context = try TLSContext(client: TLSConfiguration(roots: [.pem(server.authorityPEM)]))
        let stream = try await ByteStream.client(
            over: socket, context: context, host: "localhost.", isAddress: false, until: patience)
        try await stream.sendAll(Array("GET /hello HTTP/1.1\r\nHost: localhost.\r\n\r\n".utf8), until: patience)
        #expect(try await server.nextRequest().serverName == "localhost")
        stream.close()
        await server.stop()
    }

    /// To OpenSSL ".example.com" means any name below example.com.
    @Test(arguments: ["", "a\0b", ".", "..", ".com", ".a.example.com", "a..example.com", "a.example.com.."])
    func aHostThatCannotBeCheckedIsRefused(_ host: String) throws {
        let context = try TLSContext(client: TLSConfiguration(roots: []))
        #expect(throws: TLSError.invalidHostName(host)) {
            try TLSSession(context: context, descriptor: -1, host: host, isAddress: false)
        }
        #expect(throws: TLSError.self) {
            try TLSSession(context: context, descriptor: -1, host: "no address", isAddress: true)
        }
    }

    @Test func withoutProtocolsNoneIsChosen() async throws {
        let server = try await LoopbackServer.secure()
        let configuration = TLSConfiguration(roots: [.pem(server.authorityPEM)], applicationProtocols: [])
        #expect(try await server.connect(configuration).details?.applicationProtocol == nil)
        await server.stop()
    }

    @Test func aPlainPortIsNamed() async throws {
        let server = try await LoopbackServer.start()
        let error = await handshakeFailure { () throws(StreamError) in
            try await server.connect(TLSConfiguration(roots: []))
        }
        #expect(error?.description.contains("not TLS") == true, "\(String(describing: error))")
        #expect(error?.description.contains("plain http port") == true)
        await server.stop()
    }

    /// What the server does instead of the handshake.
    @Test(arguments: [[Step.receive(1), .cut], [.cut], [.receive(1), .reset], [.stall]])
    func aHandshakeThatIsCutIsAnError(_ steps: [Step]) async throws {
        let server = try await LoopbackServer.start(script: Script(steps))
        let stalls = if case .stall = steps.last { true } else { false }
        let error = await #expect(throws: StreamError.self) {
            try await TLSSocket.connect(
                host: "localhost", port: server.port, configuration: TLSConfiguration(roots: []),
                until: .after(stalls ? .milliseconds(30) : .seconds(30)))
        }
        switch steps.last {
        case .stall: #expect(error == .io(.timedOut))
        case .reset: #expect(error == .tls(.system(errorNumber: ErrorNumber.connectionReset)))
        default: #expect(error?.description == "TLS failed: the peer closed the connection during the handshake")
        }
        await server.stop()
    }

    @Test func cancellationEndsAHandshake() async throws {
        let server = try await LoopbackServer.start(script: [.stall])
        let port = server.port
        let task = Task {
            try await TLSSocket.connect(
                host: "localhost", port: port, configuration: TLSConfiguration(roots: []), until: patience
            ).details
        }
        try await server.waitForConnections(1)
        task.cancel()
        await #expect(throws: StreamError.io(.cancelled)) { try await task.value }
        await server.stop()
    }
}
