import HTTPTypes
import SockeyeClient
import SockeyeHTTP1
import SockeyeIO
import SockeyeTLS
import SockeyeTesting
import SockeyeTransport
import SockeyeURL
import TestSupport
import Testing

/// `withStream`: bytes both ways, plain and over TLS.
struct NetworkStreamTests {
    private static var soon: Deadline { .after(.seconds(60)) }

    private static func client(_ server: LoopbackServer) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        if server.isSecure { configuration.tls.roots = [.pem(server.authorityPEM)] }
        return HTTPClient(configuration: configuration)
    }

    @Test(arguments: [false, true]) func carriesBytesBothWaysAtOnce(secure: Bool) async throws {
        let server = try await LoopbackServer.start(secure: secure, script: [.echoBytes])
        let bytes = BytePattern.bytes(0..<3_000_000)
        try await Self.client(server).withStream(to: "localhost", port: server.address.port, tls: secure) { stream in
            #expect(stream.head == nil)
            #expect((stream.details.tls != nil) == secure)
            // No HTTP: no protocol is offered.
            #expect(stream.details.tls?.applicationProtocol == nil)
            async let sent: Void = {
                try await stream.send(bytes, until: Self.soon)
                stream.endSending()
                stream.endSending()
            }()
            let received = try await stream.receiveToEnd(until: Self.soon)
            try await sent
            #expect(received == bytes)
            await #expect(throws: StreamError.io(.closed)) { try await stream.send("more") }
        }
        try await server.waitForClosedConnections(1)
        await server.stop()
    }

    /// The limit is for all that comes, in pieces that are far smaller.
    @Test(arguments: [(999_999, false), (1_000_000, true)])
    func receivingToTheEndHonoursItsLimit(limit: Int, fits: Bool) async throws {
        let server = try await LoopbackServer.start(script: [.sendZeros(1_000_000)])
        try await Self.client(server).withStream(to: "localhost", port: server.address.port) { stream in
            if fits {
                let received = try await stream.receiveToEnd(limit: limit, until: Self.soon)
                #expect(received.count == limit)
            } else {
                await #expect(throws: StreamError.io(.limitExceeded(limit))) {
                    try await stream.receiveToEnd(limit: limit, until: Self.soon)
                }
            }
        }
        await server.stop()
    }

    @Test func whatIsAskedForIsNoMemory() async throws {
        let server = try await LoopbackServer.start(script: [.echoBytes])
        try await HTTPClient().withStream(to: "localhost", port: server.address.port) { stream in
            try await stream.send("hello")
            #expect(try await stream.receive(upTo: .max) == Array("hello".utf8))
        }
        let socket = try await Socket.connect(host: "127.0.0.1", port: server.address.port)
        try await socket.send("hello")
        #expect(try await socket.receive(upTo: .max) == Array("hello".utf8))
        socket.close()
        await server.stop()
    }

    @Test func startTLSOnAnOpenOne() async throws {
        var configuration = LoopbackConfiguration()
        configuration.startsPlain = true
        let server = try await LoopbackServer.start(
            secure: true,
            script: [
                .send("220 hello\r\n"), .receive(10), .send("220 go ahead\r\n"), .startTLS, .send("in secret\r\n"),
                .echoBytes,
            ], configuration: configuration)
        try await Self.client(server).withStream(to: "localhost", port: server.address.port) { stream in
            #expect(try await stream.receive(until: Self.soon) == Array("220 hello\r\n".utf8))
            try await stream.send("STARTTLS\r\n")
            #expect(try await stream.receive(until: Self.soon) == Array("220 go ahead\r\n".utf8))
            #expect(stream.details.tls == nil)
            try await stream.startTLS()
            #expect(stream.details.tls?.certificate != nil)
            #expect(try await stream.receive(until: Self.soon) == Array("in secret\r\n".utf8))
            try await stream.send("echo")
            #expect(try await stream.receive(until: Self.soon) == Array("echo".utf8))
            await #expect(throws: HTTPClientError.self) { try await stream.startTLS() }
        }
        await server.stop()
    }

    /// Opens its gate when a handshake begins.
    private final class Securing: ExchangeObserver {
        let gate = Gate()

        func observe(_ event: ClientEvent) {
            if event[.securing] != nil { gate.open() }
        }
    }

    @Test func whatEndsSendingDuringTheHandshakeEndsItAfterwards() async throws {
        var configuration = LoopbackConfiguration()
        configuration.startsPlain = true
        let mayStart = Gate()
        let server = try await LoopbackServer.start(
            secure: true, script: [.pause(until: mayStart), .startTLS, .send("last words"), .echoBytes],
            configuration: configuration)
        let securing = Securing()
        try await Self.client(server).withStream(
            to: "localhost", port: server.address.port, observer: securing
        ) { stream in
            async let secured: Void = stream.startTLS()
            try await securing.gate.wait()
            stream.endSending()
            mayStart.open()
            try await secured
            // Before the server loses patience with a client that sends nothing.
            let rest = try await stream.receiveToEnd(until: .after(.seconds(10)))
            #expect(rest == Array("last words".utf8))
            await #expect(throws: StreamError.io(.closed)) { try await stream.send("more") }
        }
        await server.stop()
    }

    @Test func closingEndsTheHandshake() async throws {
        let server = try await LoopbackServer.start(script: [.awaitEnd])
        let securing = Securing()
        try await HTTPClient().withStream(to: "localhost", port: server.address.port, observer: securing) { stream in
            let securingTask = Task { try await stream.startTLS() }
            try await securing.gate.wait()
            stream.close()
            stream.close()
            await #expect(throws: HTTPClientError.self) { try await securingTask.value }
            await #expect(throws: StreamError.io(.closed)) { try await stream.receive() }
            try await server.waitForClosedConnections(1)
        }
        await server.stop()
    }

    @Test func aServerThatIsNotTrustedIsRefused() async throws {
        var configuration = LoopbackConfiguration()
        configuration.startsPlain = true
        let server = try await LoopbackServer.start(
            secure: true, script: [.startTLS, .echoBytes], configuration: configuration)
        let port = server.address.port
        // Directly, and on an open one; also under another name than the certificate's.
        for (client, host) in [(HTTPClient(), "localhost"), (Self.client(server), "127.0.0.2")] {
            do {
                try await client.withStream(to: "127.0.0.1", port: port) { stream in
                    do throws(HTTPClientError) {
                        try await stream.startTLS(host: host)
                        Issue.record("no error")
                    } catch {
                        #expect(error.phase == .handshake)
                        guard case .tls(.certificateRefused) = error.cause else {
                            Issue.record(error)
                            return
                        }
                    }
                    _ = try await stream.receive()
                }
                Issue.record("the stream is open")
            } catch let error as StreamError {
                #expect(error == .io(.closed))
            }
        }
        await server.stop()
    }

    /// Bytes in the clear behind the answer to STARTTLS never count as encrypted ones.
    @Test func bytesInTheClearAreNotTakenForEncryptedOnes() async throws {
        let server = try await LoopbackServer.start(script: [.send("220 go\r\n"), .send("250 injected\r\n"), .awaitEnd])
        try await HTTPClient().withStream(to: "127.0.0.1", port: server.address.port) { stream in
            let answer = try await stream.receive(upTo: 8, until: Self.soon)
            #expect(answer == Array("220 go\r\n".utf8))
            await #expect(throws: HTTPClientError.self) { try await stream.startTLS() }
        }
        await server.stop()
    }

    @Test(arguments: [false, true]) func aCutIsNoEndOverTLS(secure: Bool) async throws {
        let server = try await LoopbackServer.start(secure: secure, script: [.send("abc"), .cut])
        try await Self.client(server).withStream(to: "localhost", port: server.address.port, tls: secure) { stream in
            let first = try await stream.receive(until: Self.soon)
            #expect(first == Array("abc".utf8))
            if secure {
                await #expect(throws: StreamError.tls(.truncated)) { try await stream.receive(until: Self.soon) }
            } else {
                #expect(try await stream.receive(until: Self.soon).isEmpty)
            }
        }
        await server.stop()
    }

    @Test func deadlinesAndCancellationEndIt() async throws {
        let server = try await LoopbackServer.start(script: [.stall])
        try await HTTPClient().withStream(to: "127.0.0.1", port: server.address.port) { stream in
            await #expect(throws: StreamError.io(.timedOut)) {
                try await stream.receive(until: .after(.milliseconds(20)))
            }
            await #expect(throws: StreamError.io(.timedOut)) {
                try await stream.send([UInt8](repeating: 0, count: 1 << 26), until: .after(.milliseconds(100)))
            }
            let task = Task { try await stream.receive() }
            task.cancel()
            await #expect(throws: StreamError.io(.cancelled)) { try await task.value }
        }
        await server.stop()
    }

    /// A server that speaks first does so as soon as it is connected, in the segment with the proxy's answer.
    @Test func theServersFirstBytesMayComeWithTheProxysAnswer() async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .send("HTTP/1.1 200 Go\r\n\r\n220 hello\r\n"), .echoBytes,
        ])
        var configuration = HTTPClient.Configuration()
        let proxy = ProxyServer(kind: .http, host: "127.0.0.1", port: server.address.port)
        (configuration.proxies.http, configuration.proxies.https) = (proxy, proxy)
        let client = HTTPClient(configuration: configuration)
        try await client.withStream(to: "mail.example", port: 25) { stream in
            #expect(try await stream.receive(upTo: 4, until: Self.soon) == Array("220 ".utf8))
            #expect(try await stream.receive(until: Self.soon) == Array("hello\r\n".utf8))
            try await stream.send("QUIT\r\n")
            #expect(try await stream.receive(until: Self.soon) == Array("QUIT\r\n".utf8))
        }
        // Where the client speaks first, they are the proxy's own.
        let error = await #expect(throws: HTTPClientError.self) {
            try await client.withStream(to: "mail.example", port: 993, tls: true) { _ in }
        }
        #expect(error?.cause == .proxy(.spokeFirst))
        await server.stop()
    }

    /// TLS would send what the first call left in place of the second's bytes, and call those sent.
    @Test func nothingFollowsASendThatStoppedMidwayOverTLS() async throws {
        let server = try await LoopbackServer.start(secure: true, script: [.stall])
        try await Self.client(server).withStream(to: "localhost", port: server.address.port, tls: true) { stream in
            await #expect(throws: StreamError.io(.timedOut)) {
                try await stream.send([UInt8](repeating: 0, count: 1 << 26), until: .after(.milliseconds(100)))
            }
            await #expect(throws: StreamError.io(.closed)) { try await stream.send("more", until: Self.soon) }
        }
        await server.stop()
    }

    /// Half a message isn't ended as if it were whole, and what the peer answers is received.
    @Test func theEndAfterASendThatStoppedMidwayIsACut() async throws {
        let gate = Gate()
        let server = try await LoopbackServer.start(secure: true, script: [.pause(until: gate), .echoBytes])
        try await Self.client(server).withStream(to: "localhost", port: server.address.port, tls: true) { stream in
            await #expect(throws: StreamError.io(.timedOut)) {
                try await stream.send([UInt8](repeating: 0, count: 1 << 26), until: .after(.milliseconds(100)))
            }
            stream.endSending()
            gate.open()
            let first = try await stream.receive(until: Self.soon)
            #expect(!first.isEmpty)
            let error = await #expect(throws: StreamError.self) { try await stream.receiveToEnd(until: Self.soon) }
            #expect(error != .io(.timedOut))
        }
        await server.stop()
    }

    @Test func oneTaskReceivesAtATime() async throws {
        let gate = Gate()
        let server = try await LoopbackServer.start(script: [.pause(until: gate), .send("x"), .awaitEnd])
        try await HTTPClient().withStream(to: "127.0.0.1", port: server.address.port) { stream in
            // One of two gets the byte, and the other is refused, whichever comes first.
            let outcomes = await withTaskGroup(of: Result<[UInt8], StreamError>.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        do throws(StreamError) {
                            return .success(try await stream.receive(until: Self.soon))
                        } catch {
                            gate.open()
                            return .failure(error)
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.contains(.success(Array("x".utf8))))
            #expect(outcomes.count { if case .failure(.io(.invalidArgument)) = $0 { true } else { false } } == 1)
        }
        await server.stop()
    }

    @Test func theClientKnowsOfItAndEndsIt() async throws {
        let server = try await LoopbackServer.start(script: [.stall])
        let client = HTTPClient()
        let gate = Gate()
        let task = Task {
            try await client.withStream(to: "127.0.0.1", port: server.address.port) { stream in
                gate.open()
                _ = try await stream.receive()
            }
        }
        try await gate.wait()
        #expect(client.requestsUnderWay.map { $0.url.effectivePort } == [server.address.port])
        await client.invalidateAndCancel()
        await #expect(throws: StreamError.io(.cancelled)) { try await task.value }
        #expect(client.requestsUnderWay.isEmpty)
        await server.stop()
    }

    @Test func afterTheClosureItIsClosed() async throws {
        let server = try await LoopbackServer.start(script: [.echoBytes])
        let stream = try await HTTPClient().withStream(to: "127.0.0.1", port: server.address.port) { $0 }
        await #expect(throws: StreamError.io(.closed)) { try await stream.send("x") }
        await #expect(throws: StreamError.io(.closed)) { try await stream.receive() }
        try await server.waitForClosedConnections(1)
        await server.stop()
    }

    @Test func piecesAreASequence() async throws {
        let server = try await LoopbackServer.start(script: [.sendPattern(0..<200_000), .close])
        let all = try await HTTPClient().withStream(to: "127.0.0.1", port: server.address.port) { stream in
            var all: [UInt8] = []
            for try await piece in stream.pieces { all += piece }
            return all
        }
        #expect(all == BytePattern.bytes(0..<200_000))
        await server.stop()
    }

    @Test(arguments: [("", 80), ("a b", 80), ("a/b", 80), ("user@host", 80), ("a:80", 80), ("[::1]", 80), ("host", 0)])
    func whatIsNoHostIsRefused(_ host: String, _ port: UInt16) async throws {
        do {
            try await HTTPClient().withStream(to: host, port: port) { _ in }
            Issue.record("no error")
        } catch let error as HTTPClientError {
            #expect(error.phase == .prepare)
        }
    }

    @Test func aRefusedConnectionSaysSo() async throws {
        do {
            try await HTTPClient().withStream(to: "127.0.0.1", port: refusedPort) { _ in }
            Issue.record("no error")
        } catch let error as HTTPClientError {
            #expect(error.phase == .connect)
        }
    }
}
