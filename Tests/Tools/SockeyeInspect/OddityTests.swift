import SockeyeIO
import SockeyeTesting
import SockeyeTranscript
import TestSupport
import Testing

@testable import SockeyeInspect

/// What others would refuse or lose: a proxy that shows traffic passes it on, or shows it and says why not.
struct OddityTests {
    private static var patience: Deadline { .after(.seconds(30)) }

    private func start(
        _ script: Script? = nil, _ change: (inout InspectConfiguration) -> Void = { _ in }
    ) async throws -> (server: LoopbackServer, proxy: InspectProxy) {
        let server = try await LoopbackServer.start(script: script)
        var configuration = InspectConfiguration()
        change(&configuration)
        return (server, try InspectProxy.start(configuration))
    }

    private func connect(_ proxy: InspectProxy, _ bytes: [UInt8]) async throws -> Socket {
        let socket = try await Socket.connect(host: "127.0.0.1", port: proxy.port, until: Self.patience)
        try await socket.send(bytes, until: Self.patience)
        return socket
    }

    private func ask(_ proxy: InspectProxy, _ text: String) async throws -> String {
        let socket = try await connect(proxy, Array(text.utf8))
        defer { socket.close() }
        return String(decoding: try await socket.receiveToEnd(until: Self.patience), as: UTF8.self)
    }

    private func ended(_ proxy: InspectProxy) async throws -> InspectedExchange {
        try await eventually { proxy.exchanges.contains { $0.time.duration != nil } }
        return try #require(proxy.exchanges.first)
    }

    @Test func octetsOfATargetPass() async throws {
        // What comes back is no response, and so is shown as it came.
        let (server, proxy) = try await start([.echoBytes])
        let head = Array("GET \(server.url("/caf"))".utf8) + [0xE9, 0x3F, 0xFF]
        let socket = try await connect(proxy, head + Array(" HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n".utf8))
        _ = try await socket.receiveToEnd(until: Self.patience)
        let exchange = try await ended(proxy)
        #expect(exchange.received.head.starts(with: Array("GET /caf".utf8) + [0xE9, 0x3F, 0xFF, 0x20]))
        #expect(exchange.url.hasSuffix("/caf\\xE9?\\xFF") && exchange.path == "/caf\\xE9?\\xFF")
        socket.close()
        await proxy.stop()
        await server.stop()
    }

    @Test(arguments: [
        ("garbage\r\n\r\n", "?", "malformed request line (RFC 9112 section 3)"),
        ("GET http://h/ HTTP/1.1\nHost: h\n\n", "GET", "(RFC 9112 section 2.2)"),
        ("\u{16}\u{3}\u{1}", "?", "cannot begin with byte 22"),
        ("GET / HTTP/1.1\r\nHost : h\r\n\r\n", "GET", "section 5)"),
        ("PUT http://h/ HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "PUT", "different"),
        ("GET http://h/ HTTP/1.1\r\nHost: h\r\nContent-Length: 5 5\r\n\r\n", "GET", "malformed Content-Length"),
    ])
    func whatIsNoRequestIsShown(_ text: String, _ method: String, _ reason: String) async throws {
        let (server, proxy) = try await start()
        #expect(try await ask(proxy, text).contains(reason))
        let exchange = try await ended(proxy)
        #expect(exchange.kind == .refused && exchange.status == 400 && exchange.method == method)
        #expect(exchange.failure?.contains(reason) == true && exchange.sent.head == Array(text.utf8))
        await proxy.stop()
        await server.stop()
    }

    @Test(arguments: [
        ("HTP/1.1 200 OK\r\n\r\n", "HTP/1.1 200 OK\r\n\r\n", "section 2.3)"),
        ("HTTP/1.1 200 OK\r\nA: b\r\nBad header\r\n", "HTTP/1.1 200 OK\r\nA: b\r\nBad header\r\n", "section 5.1)"),
        ("HTTP/1.1 200 OK\r\nA: b\r\nCut", "HTTP/1.1 200 OK\r\nA: b\r\nCut", "RFC 9112 section 8)"),
        ("HTTP/1.1 103 Hints\r\n\r\nnonsense\r\n", "nonsense\r\n", "section 2.3)"),
    ])
    func whatIsNoResponseIsShown(_ response: String, _ shown: String, _ reason: String) async throws {
        let (server, proxy) = try await start([.awaitRequest, .send(response), .cut])
        let answer = try await ask(proxy, "GET \(server.url("/")) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(answer.contains("HTTP/1.1 502 ") && answer.contains(reason))
        let exchange = try await ended(proxy)
        #expect(String(decoding: exchange.received.head, as: UTF8.self) == shown)
        #expect(exchange.failure?.contains(reason) == true)
        await proxy.stop()
        await server.stop()
    }

    @Test func interimResponsesPassAtOnce() async throws {
        let gate = Gate()
        let (server, proxy) = try await start([
            .awaitRequest, .send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"), .pause(until: gate),
            .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
        ])
        let socket = try await connect(proxy, Array("GET \(server.url("/")) HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
        let first = String(decoding: try await socket.receive(until: Self.patience), as: UTF8.self)
        #expect(first == "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nVia: 1.1 sockeye-inspect\r\n\r\n")
        gate.open()
        let second = String(decoding: try await socket.receive(until: Self.patience), as: UTF8.self)
        #expect(second.hasPrefix("HTTP/1.1 200 "))
        socket.close()
        await proxy.stop()
        await server.stop()
    }

    /// Each is a change of the log, under the lock that all connections share.
    @Test func aFloodOfInterimResponsesDelaysNobody() async throws {
        let flood = String(repeating: "HTTP/1.1 103 E\r\n\r\n", count: 40_000)
        let (server, proxy) = try await start([
            .awaitRequest, .send(flood), .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
        ])
        let answer = try await ask(proxy, "GET \(server.url("/")) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(answer.hasSuffix("\r\n\r\nok"))
        let exchange = try await ended(proxy)
        #expect(exchange.status == 200 && exchange.notes.count == 200)
        #expect(exchange.notes.last == "further notes are left out")
        await proxy.stop()
        await server.stop()
    }

    @Test(arguments: [("GET", "200 OK", 300_000), ("HEAD", "200 OK", 0), ("GET", "304 Not Modified", 0)])
    func aDeclinedUpgradeIsAnOrdinaryAnswer(_ method: String, _ status: String, _ count: Int) async throws {
        let (server, proxy) = try await start([
            .awaitRequest, .send("HTTP/1.1 \(status)\r\nContent-Length: 300000\r\n\r\n"), .sendPattern(0..<count),
            .awaitEnd,
        ])
        let fields = "Host: h\r\nConnection: upgrade, close\r\nUpgrade: chat"
        let answer = try await ask(proxy, "\(method) \(server.url("/")) HTTP/1.1\r\n\(fields)\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 \(status)\r\nContent-Length: 300000\r\n"))
        let end = try #require(answer.firstRange(of: "\r\n\r\n")).upperBound
        #expect(answer[end...].utf8.elementsEqual(BytePattern.bytes(0..<count)))
        await proxy.stop()
        await server.stop()
    }

    @Test func aProgramThatGoesAfterItsBodyIsNoticed() async throws {
        let (server, proxy) = try await start([.awaitRequest, .awaitEnd])
        let socket = try await connect(
            proxy, Array("POST \(server.url("/")) HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc".utf8))
        _ = try await server.waitForRequests(1)
        socket.close()
        #expect(try await ended(proxy).failure != nil)
        try await server.waitForClosedConnections(1)
        await proxy.stop()
        await server.stop()
    }

    @Test func aProgramThatOnlyEndsItsSideIsAnswered() async throws {
        let gate = Gate()
        let (server, proxy) = try await start([
            .awaitRequest, .pause(until: gate), .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
        ])
        let socket = try await connect(proxy, Array("GET \(server.url("/")) HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
        try socket.shutdownSending()
        _ = try await server.waitForRequests(1)
        gate.open()
        let answer = String(decoding: try await socket.receiveToEnd(until: Self.patience), as: UTF8.self)
        #expect(answer.hasSuffix("\r\n\r\nok"))
        socket.close()
        await proxy.stop()
        await server.stop()
    }

    @Test func aCutAnswerWithoutLengthLooksCut() async throws {
        let gate = Gate()
        let (server, proxy) = try await start([
            .awaitRequest, .send("HTTP/1.0 200 OK\r\n\r\npart"), .pause(until: gate), .reset,
        ])
        let socket = try await connect(proxy, Array("GET \(server.url("/")) HTTP/1.0\r\n\r\n".utf8))
        var text = ""
        while !text.hasSuffix("part") {
            text += String(decoding: try await socket.receive(until: Self.patience), as: UTF8.self)
        }
        gate.open()
        await #expect(throws: IOError.self) { try await socket.receiveToEnd(until: Self.patience) }
        #expect(try await ended(proxy).failure != nil)
        socket.close()
        await proxy.stop()
        await server.stop()
    }

    @Test func dropsTrailersThatMustNotFollowABody() async throws {
        let (server, proxy) = try await start()
        let answer = try await ask(
            proxy,
            "POST \(server.url("/continue")) HTTP/1.1\r\nHost: h\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nabc\r\n0\r\nContent-Length: 9\r\nX-Sum: 1\r\n\r\n")
        #expect(answer.hasSuffix("received 3 bytes\n"))
        #expect(server.receivedRequests.first?.trailers.map(\.name) == ["X-Sum"])
        let exchange = try await ended(proxy)
        #expect(exchange.notes.contains { $0.contains("Content-Length") && $0.contains("6.5.1") })
        #expect(exchange.sent.bodyBytes == 3 && exchange.sent.wireBytes > 40)
        await proxy.stop()
        await server.stop()
    }

    @Test func octetsOfTrailersPass() async throws {
        let address = try #require(SocketAddress(numericHost: "127.0.0.1", port: 0))
        let listener = try Listener(on: address)
        let proxy = try InspectProxy.start()
        let field = Array("X-T: caf".utf8) + [0xE9, 0x20, 0xFF] + Array("\r\n\r\n".utf8)
        let head =
            "POST http://127.0.0.1:\(listener.address.port)/ HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
        let socket = try await connect(proxy, Array("\(head)3\r\nabc\r\n0\r\n".utf8) + field)
        let server = try #require(await listener.next())
        var bytes: [UInt8] = []
        while bytes.firstRange(of: Array("\r\n0\r\n".utf8) + field) == nil {
            let more = try await server.receive(until: Self.patience)
            try #require(!more.isEmpty && bytes.firstRange(of: "\r\n0\r\n\r\n".utf8) == nil)
            bytes += more
        }
        server.close()
        socket.close()
        listener.close()
        await proxy.stop()
    }

    /// HTTP/1.0 has no interim responses, and what goes on is not HTTP/1.0.
    @Test(arguments: [false, true], ["HTTP/1.0", "HTTP/1.1"])
    func onlyHTTP11IsToldToContinue(_ isReplaced: Bool, _ version: String) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a", "x")
        let (server, proxy) = try await start { configuration in
            if isReplaced { configuration.rules = [.init(answering: Glob("*"), from: path)] }
        }
        let answer = try await ask(
            proxy,
            "PUT \(server.url("/continue")) \(version)\r\nHost: h\r\nConnection: close\r\nExpect: 100-Continue\r\n"
                + "Content-Length: 3\r\n\r\nabc")
        #expect(answer.hasPrefix("HTTP/1.1 100 Continue\r\n\r\n") == (version == "HTTP/1.1"))
        #expect(answer.contains("HTTP/1.1 200 "))
        #expect((server.receivedRequests.first?["Expect"] != nil) == (version == "HTTP/1.1" && !isReplaced))
        await proxy.stop()
        await server.stop()
    }

    @Test func anAbandonedRequestLeavesNothing() async throws {
        let log = try await logOfAnAbandonedRequest()
        try await eventually { log() == nil }
    }

    private func logOfAnAbandonedRequest() async throws -> @Sendable () -> InspectLog? {
        let (server, proxy) = try await start([.awaitRequest, .awaitEnd])
        let socket = try await connect(proxy, Array("GET \(server.url("/")) HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
        _ = try await server.waitForRequests(1)
        socket.close()
        _ = try await ended(proxy)
        await proxy.stop()
        await server.stop()
        return { [weak log = proxy.shared.log] in log }
    }

    @Test("Heads are kept as long as they may be, and a shorter limit is told", arguments: [nil, 1_000])
    func longHeads(_ limit: Int?) async throws {
        let long = (0..<2).map { "X-\($0): \(String(repeating: "x", count: 45_000))\r\n" }.joined()
        let response = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\(long)\(long)\r\n"
        let (server, proxy) = try await start([.awaitRequest, .send(response)]) { configuration in
            if let limit { configuration.limits.headBytes = limit }
        }
        let request = "GET \(server.url("/")) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\(long)\r\n"
        #expect(try await ask(proxy, request).hasPrefix("HTTP/1.1 200 OK\r\n"))
        let exchange = try await ended(proxy)
        #expect(exchange.sent.head == Array(request.utf8.prefix(limit ?? .max)))
        #expect(exchange.received.head == Array(response.utf8.prefix(limit ?? .max)))
        let archive = String(decoding: HARWriter.bytes(of: proxy.record()), as: UTF8.self)
        #expect(archive.ranges(of: "\"_truncated\":true").count == (limit == nil ? 0 : 2))
        await proxy.stop()
        await server.stop()
    }

    @Test func equalLengthsBecomeOne() async throws {
        let (server, proxy) = try await start([
            .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\nContent-Length: 2\r\n\r\nok"),
        ])
        let answer = try await ask(
            proxy,
            "POST \(server.url("/")) HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 3, 3\r\n"
                + "Content-Length: 3\r\n\r\nabc")
        #expect(answer.ranges(of: "Content-Length").count == 1 && answer.contains("Content-Length: 2\r\n"))
        #expect(server.receivedRequests.first?.values("Content-Length") == ["3"])
        await proxy.stop()
        await server.stop()
    }

    /// However many others come and go, what is under way is reported once it ends.
    @Test func whatIsUnderWayIsNotForgotten() async throws {
        let gate = Gate()
        let (server, proxy) = try await start(
            Script(connections: [[.awaitRequest, .pause(until: gate)], [.serve(requests: nil)]])
        ) { $0.limits.exchanges = 2 }
        let long = try await connect(proxy, Array("GET \(server.url("/hello")) HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
        _ = try await server.waitForRequests(1)
        for _ in 0..<4 {
            _ = try await ask(proxy, "GET \(server.url("/hello")) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        }
        try await eventually { proxy.exchanges.count { $0.time.duration != nil } == 1 && proxy.exchanges.last?.id == 5 }
        #expect(proxy.exchanges.first?.id == 1)
        long.close()
        try await eventually { proxy.exchanges.allSatisfy { $0.time.duration != nil } }
        gate.open()
        await proxy.stop()
        await server.stop()
    }
}
