import SockeyeIO
import SockeyeTesting
import TestSupport
import Testing

@testable import SockeyeInspect

/// What a program and a server see of the proxy, byte for byte.
struct ProxyTests {
    private static var patience: Deadline { .after(.seconds(30)) }

    private struct Setting {
        let server: LoopbackServer
        let proxy: InspectProxy

        func stop() async {
            await proxy.stop()
            await server.stop()
        }
    }

    private func start(
        _ script: Script? = nil, _ change: (inout InspectConfiguration) -> Void = { _ in }
    ) async throws -> Setting {
        let server = try await LoopbackServer.start(script: script)
        var configuration = InspectConfiguration()
        change(&configuration)
        return Setting(server: server, proxy: try InspectProxy.start(configuration))
    }

    /// What comes back until the proxy closes.
    private func ask(_ proxy: InspectProxy, _ text: String) async throws -> String {
        let socket = try await Socket.connect(host: "127.0.0.1", port: proxy.port, until: Self.patience)
        try await socket.send(text, until: Self.patience)
        let bytes = try await socket.receiveToEnd(until: Self.patience)
        socket.close()
        return String(decoding: bytes, as: UTF8.self)
    }

    private func ended(_ proxy: InspectProxy, _ count: Int = 1) async throws -> [InspectedExchange] {
        try await eventually { proxy.exchanges.count(where: { $0.time.duration != nil }) >= count }
        return proxy.exchanges
    }

    @Test func forwardsARequestAsItIs() async throws {
        let setting = try await start()
        let answer = try await ask(
            setting.proxy,
            "GET \(setting.server.url("/echo/../a%2fb?x=%20'y"))#f HTTP/1.1\r\nhOsT: elsewhere\r\nX-One:  two \r\nuser-agent:me\r\nx-one:\tthree\r\n"
                + "Connection: close, X-Hop\r\nX-Hop: 1\r\nKeep-Alive: 5\r\nProxy-Authorization: Basic eDp5\r\nTE: trailers\r\n\r\n"
        )
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.contains("\r\nVia: 1.1 sockeye-inspect\r\n"))
        let request = try #require(setting.server.receivedRequests.first)
        #expect(
            String(decoding: request.rawHead, as: UTF8.self)
                == "GET /echo/../a%2fb?x=%20'y HTTP/1.1\r\nHost: \(setting.server.authority)\r\nX-One:  two \r\nuser-agent:me\r\n"
                + "x-one:\tthree\r\nVia: 1.1 sockeye-inspect\r\n\r\n")
        let exchange = try #require(try await ended(setting.proxy).first)
        #expect(exchange.status == 200 && exchange.failure == nil && exchange.kind == .forwarded)
        #expect(exchange.notes.contains { $0.contains("x-hop") })
        await setting.stop()
    }

    @Test func octetsStayOctets() async throws {
        let setting = try await start([
            .awaitRequest,
            .sendBytes(
                Array("HTTP/1.1 200 \u{e9}\r\nX: ".utf8) + [0xE9, 0xFF] + Array("\r\nContent-Length: 0\r\n\r\n".utf8)),
        ])
        let socket = try await Socket.connect(host: "127.0.0.1", port: setting.proxy.port, until: Self.patience)
        try await socket.send(
            Array("GET \(setting.server.url("/")) HTTP/1.1\r\nHost: h\r\nConnection: close\r\nY: ".utf8) + [0xE4, 0x80]
                + Array("\r\n\r\n".utf8), until: Self.patience)
        let answer = try await socket.receiveToEnd(until: Self.patience)
        #expect(Array(answer).firstRange(of: [0x58, 0x3A, 0x20, 0xE9, 0xFF, 13, 10]) != nil)
        let head = try #require(setting.server.receivedRequests.first).rawHead
        #expect(head.firstRange(of: [0x59, 0x3A, 0x20, 0xE4, 0x80, 13, 10]) != nil)
        await setting.stop()
    }

    @Test(arguments: [
        ("/sized/200000", "HTTP/1.1", false), ("/chunked/200000", "HTTP/1.1", true),
        ("/close-delimited/200000", "HTTP/1.1", true), ("/chunked/200000", "HTTP/1.0", false),
        ("/close-delimited/200000", "HTTP/1.0", false),
    ])
    func framesBodiesForTheProgram(_ path: String, _ version: String, _ isChunked: Bool) async throws {
        let setting = try await start()
        let answer = try await ask(
            setting.proxy, "GET \(setting.server.url(path)) \(version)\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(answer.contains("Transfer-Encoding: chunked\r\n") == isChunked)
        let start = try #require(answer.firstRange(of: "\r\n\r\n")).upperBound
        if isChunked {
            #expect(answer.hasSuffix("\r\n0\r\n\r\n") || answer.contains("\r\n0\r\nX-Body-Length: 200000\r\nX-Chunks:"))
        } else {
            #expect(answer[start...].utf8.elementsEqual(BytePattern.bytes(0..<200_000)))
        }
        #expect(try await ended(setting.proxy).first?.received.bodyBytes == 200_000)
        await setting.stop()
    }

    @Test func manyRequestsOnOneConnection() async throws {
        let setting = try await start()
        let one = "GET \(setting.server.url("/hello")) HTTP/1.1\r\nHost: h\r\n\r\n"
        let last = "HEAD \(setting.server.url("/hello")) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
        let answer = try await ask(setting.proxy, one + one + last)
        #expect(answer.split(separator: "HTTP/1.1 200 OK\r\n").count == 3)
        #expect(answer.hasSuffix("\r\n\r\n"))
        #expect(setting.server.acceptedConnections == 1)
        await setting.stop()
    }

    @Test(arguments: [
        ("Content-Length: 5\r\n", "abcde", []),
        ("Transfer-Encoding: chunked\r\n", "3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nT: v\r\n\r\n", ["T"]),
        ("Content-Length: 0\r\n", "", []),
    ])
    func sendsBodiesOn(_ framing: String, _ body: String, _ trailers: [String]) async throws {
        let setting = try await start()
        let answer = try await ask(
            setting.proxy,
            "POST \(setting.server.url("/continue")) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\(framing)\r\n\(body)")
        #expect(answer.hasSuffix("received \(body.isEmpty ? 0 : 5) bytes\n"), "\(answer)")
        let request = try #require(setting.server.receivedRequests.first)
        #expect(request.text == (body.isEmpty ? "" : "abcde") && request.trailers.map(\.name) == trailers)
        #expect(request.values("Transfer-Encoding").isEmpty == framing.hasPrefix("Content"))
        await setting.stop()
    }

    @Test func waitsToBeToldToContinue() async throws {
        for (path, isWanted) in [("/continue", true), ("/continue/413", false)] {
            let setting = try await start()
            let socket = try await Socket.connect(host: "127.0.0.1", port: setting.proxy.port, until: Self.patience)
            try await socket.send(
                "PUT \(setting.server.url(path)) HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n",
                until: Self.patience)
            let first = String(decoding: try await socket.receive(until: Self.patience), as: UTF8.self)
            if isWanted {
                #expect(first == "HTTP/1.1 100 Continue\r\n\r\n")
                try await socket.send("abc", until: Self.patience)
                let second = String(decoding: try await socket.receive(until: Self.patience), as: UTF8.self)
                #expect(second.hasPrefix("HTTP/1.1 200 "))
            } else {
                #expect(first.hasPrefix("HTTP/1.1 413 "))
            }
            socket.close()
            await setting.stop()
        }
    }

    @Test func passesInterimResponsesOn() async throws {
        let setting = try await start()
        for (version, isPassed) in [("HTTP/1.1", true), ("HTTP/1.0", false)] {
            let answer = try await ask(
                setting.proxy,
                "GET \(setting.server.url("/informational")) \(version)\r\nHost: h\r\nConnection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 103 Early Hints\r\nLink: ") == isPassed)
            #expect(answer.hasSuffix("This followed a 103.\n"))
        }
        await setting.stop()
    }

    @Test func countsForwards() async throws {
        let setting = try await start()
        let ask = { (count: Int) in
            try await self.ask(
                setting.proxy,
                "OPTIONS \(setting.server.url("")) HTTP/1.1\r\nHost: h\r\nConnection: close\r\nMax-Forwards: \(count)\r\n\r\n"
            )
        }
        #expect(try await ask(0).contains("ends at this proxy"))
        #expect(setting.server.requestCount == 0)
        #expect(try await ask(3).contains("Allow: "))
        let request = try #require(setting.server.receivedRequests.first)
        #expect(request.target == "*" && request["Max-Forwards"] == "2")
        await setting.stop()
    }

    @Test func aCutBodyIsCutForTheProgramToo() async throws {
        for framing in ["Content-Length: 10\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\na\r\nabc"] {
            let setting = try await start([.awaitRequest, .send("HTTP/1.1 200 OK\r\n\(framing)"), .cut])
            let answer = try await ask(setting.proxy, "GET \(setting.server.url("/")) HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && !answer.contains("0\r\n\r\n"))
            #expect(try await ended(setting.proxy).first?.failure != nil)
            await setting.stop()
        }
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "421"), ("GET http://[ HTTP/1.1\r\nHost: h\r\n\r\n", "400"),
        ("GET ftp://h/ HTTP/1.1\r\nHost: h\r\n\r\n", "400"), ("CONNECT h HTTP/1.1\r\nHost: h\r\n\r\n", "400"),
        ("CONNECT h:0 HTTP/1.1\r\nHost: h\r\n\r\n", "400"), ("CONNECT :1 HTTP/1.1\r\nHost: h\r\n\r\n", "400"),
        ("GET http://h/ HTTP/2.0\r\nHost: h\r\n\r\n", "505"), ("\u{16}\u{3}\u{1}", "400"),
        ("GET http://h/ HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "400"),
        ("POST http://127.0.0.1:1/ HTTP/1.1\r\nHost: h\r\nX: \(String(repeating: "x", count: 200_000))\r\n\r\n", "431"),
        ("GET http://h/ HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n", "501"),
        ("GET http://h/ HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n", "400"),
    ])
    func refuses(_ request: String, _ status: String) async throws {
        let setting = try await start()
        let text = request.replacing("\r\n\r\n", with: "\r\nConnection: close\r\n\r\n")
        #expect(try await ask(setting.proxy, text).hasPrefix("HTTP/1.1 \(status) "))
        await setting.stop()
    }

    @Test func saysWhyAServerCannotBeAsked() async throws {
        let setting = try await start()
        let port = refusedPort
        for request in ["GET http://127.0.0.1:\(port)/", "CONNECT 127.0.0.1:\(port)"] {
            let answer = try await ask(setting.proxy, "\(request) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n") && answer.contains("refused"), "\(answer)")
        }
        await setting.stop()
    }

    @Test func doesNotGoInCircles() async throws {
        let setting = try await start()
        let other = try InspectProxy.start()
        let answer = try await ask(
            setting.proxy,
            "GET \(setting.server.url("/")) HTTP/1.1\r\nHost: h\r\nVia: 1.1 sockeye-inspect\r\nConnection: close\r\n\r\n"
        )
        #expect(answer.hasPrefix("HTTP/1.1 508 "))
        await other.stop()
        await setting.stop()
    }

    @Test func carriesTunnelsUnread() async throws {
        let setting = try await start([.echoBytes])
        let bytes = BytePattern.bytes(0..<300_000)
        let socket = try await Socket.connect(host: "127.0.0.1", port: setting.proxy.port, until: Self.patience)
        let head = "CONNECT \(setting.server.authority) HTTP/1.1\r\nHost: h\r\n\r\n"
        try await socket.send(Array(head.utf8) + bytes.prefix(100), until: Self.patience)
        async let sent: Void = Self.feed(socket, Array(bytes.dropFirst(100)))
        let all = try await socket.receiveToEnd(until: Self.patience)
        try await sent
        #expect(all == Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8) + bytes)
        let exchange = try #require(try await ended(setting.proxy).first)
        #expect(exchange.kind == .tunnel && exchange.url == setting.server.authority)
        #expect(exchange.sent.bodyBytes == 300_000 && exchange.received.bodyBytes == 300_000)
        #expect(exchange.sent.body.isEmpty && exchange.received.body.isEmpty)
        #expect(exchange.sent.moments.body >= exchange.track.start)
        #expect(exchange.received.moments.body >= exchange.sent.moments.body)
        socket.close()
        await setting.stop()
    }

    private static func feed(_ socket: Socket, _ bytes: [UInt8]) async throws {
        try await socket.send(bytes, until: patience)
        try socket.shutdownSending()
    }

    @Test func upgradesToAnotherProtocol() async throws {
        let setting = try await start([
            .awaitRequest,
            .send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: chat\r\nConnection: Upgrade\r\nX: y\r\n\r\n"),
            .echoBytes,
        ])
        let socket = try await Socket.connect(host: "127.0.0.1", port: setting.proxy.port, until: Self.patience)
        try await socket.send(
            "GET \(setting.server.url("/")) HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\nhello",
            until: Self.patience)
        try socket.shutdownSending()
        let text = String(decoding: try await socket.receiveToEnd(until: Self.patience), as: UTF8.self)
        #expect(
            text.hasPrefix("HTTP/1.1 101 Switching Protocols\r\nX: y\r\nVia: 1.1 sockeye-inspect\r\n")
                && text.hasSuffix("\r\n\r\nhello"), "\(text)"
        )
        #expect(try await ended(setting.proxy).first?.kind == .upgraded)
        socket.close()
        await setting.stop()
    }

    @Test func anUpgradeMayBeDeclined() async throws {
        let setting = try await start()
        let answer = try await ask(
            setting.proxy,
            "GET \(setting.server.url("/hello")) HTTP/1.1\r\nHost: h\r\nConnection: Upgrade, close\r\nUpgrade: chat\r\n\r\n"
        )
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix("server.\n"))
        await setting.stop()
    }

    @Test func answersFromFiles() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a.json", "{}")
        let path = folder.file("a.json")
        let setting = try await start { configuration in
            configuration.rules = [
                .init(answering: Glob("*/hello*"), from: path), .init(answering: Glob("*/none"), from: path + "x"),
            ]
        }
        let ask = { (path: String) in
            try await self.ask(
                setting.proxy, "GET \(setting.server.url(path)) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        }
        let answer = try await ask("/hello?x=y")
        #expect(answer.contains("Content-Type: application/json\r\n") && answer.hasSuffix("\r\n\r\n{}"))
        #expect(try await ask("/none").hasPrefix("HTTP/1.1 500 "))
        #expect(setting.server.requestCount == 0)
        #expect(try await ask("/other").hasPrefix("HTTP/1.1 404 "))
        #expect(try await ended(setting.proxy, 3).map(\.kind) == [.replaced, .refused, .forwarded])
        await setting.stop()
    }

    @Test func slowsDown() async throws {
        let setting = try await start { configuration in
            configuration.bytesPerSecond = 20_000
            configuration.latency = .milliseconds(200)
        }
        let start = ContinuousClock.now
        _ = try await ask(
            setting.proxy, "GET \(setting.server.url("/sized/20000")) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(.now - start > .milliseconds(1000))
        await setting.stop()
    }

    @Test func givesUpWhenTheProgramGoes() async throws {
        let setting = try await start([.awaitRequest, .awaitEnd])
        let socket = try await Socket.connect(host: "127.0.0.1", port: setting.proxy.port, until: Self.patience)
        try await socket.send("GET \(setting.server.url("/")) HTTP/1.1\r\nHost: h\r\n\r\n", until: Self.patience)
        _ = try await setting.server.waitForRequests(1)
        socket.close()
        #expect(try await ended(setting.proxy).first?.failure != nil)
        try await setting.server.waitForClosedConnections(1)
        await setting.stop()
    }

    @Test func forgetsTheOldest() async throws {
        let setting = try await start { configuration in
            configuration.limits.exchanges = 3
            configuration.limits.bodyBytes = 10
        }
        for _ in 1...5 {
            _ = try await ask(
                setting.proxy,
                "GET \(setting.server.url("/sized/100")) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        }
        try await eventually { setting.proxy.exchanges.map(\.id) == [3, 4, 5] }
        #expect(setting.proxy.exchanges.allSatisfy { $0.received.body.count == 10 && $0.received.bodyBytes == 100 })
        await setting.stop()
    }
}
