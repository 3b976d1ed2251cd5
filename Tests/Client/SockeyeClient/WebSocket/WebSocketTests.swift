import HTTPTypes
import SockeyeCache
import SockeyeHTTP1
import SockeyeIO
import SockeyeTesting
import SockeyeURL
import SockeyeWebSocket
import Synchronization
import TestSupport
import Testing

@testable import SockeyeClient

@Suite struct WebSocketTests {
    private static func url(_ server: LoopbackServer, _ path: String) -> String {
        "ws" + server.url(path).dropFirst(4)
    }

    private static func echo(_ server: LoopbackServer, _ path: String = "/ws/echo") -> String { url(server, path) }

    /// A server that plays `steps` after the handshake.
    private static func server(_ steps: [Step]) async throws -> LoopbackServer {
        try await LoopbackServer.start(script: Script([.acceptWebSocket()] + steps))
    }

    private static let messages: [WebSocketMessage] = [
        .text("hello"), .text(""), .binary([]), .binary([0, 1, 255]), .text("κόσμε 🐟"),
        .text(String(repeating: "long ", count: 40_000)), .binary([UInt8](repeating: 7, count: 3 << 20)),
    ]

    @Test(arguments: [false, true], ["/ws/echo", "/ws/echo?plain", "/ws/fragments/1000", "/ws/fragments/7?plain"])
    func echoes(secure: Bool, path: String) async throws {
        let server = try await LoopbackServer.start(secure: secure)
        let client = HTTPClient(trusting: server)
        try await client.withWebSocket(Self.url(server, path)) { socket in
            #expect((socket.compression == nil) == path.hasSuffix("plain"))
            // Fragments of seven bytes: not of megabytes.
            for message in path.contains("/7") ? Array(Self.messages.prefix(5)) : Self.messages {
                try await socket.send(message)
                #expect(try await socket.receive() == message)
            }
            #expect(socket.closeCode == nil)
        }
        let request = try #require(server.receivedRequests.first)
        #expect(request["Sec-WebSocket-Version"] == "13")
        #expect(request["Connection"] == "Upgrade")
        await server.stop()
    }

    @Test("A handshake is for the server, whatever a cache holds for its URL")
    func theCacheIsPassedBy() async throws {
        let server = try await LoopbackServer.start { _ in
            var reply = LoopbackReply.text("page")
            reply.fields.append(.init("Cache-Control", "max-age=1000"))
            return reply
        }
        let client = HTTPClient(trusting: server) { $0.cache = .memory() }
        for _ in 0..<2 { _ = try await client.get(server.url("/")) }
        #expect(server.receivedRequests.count == 1)
        await #expect(throws: UpgradeRefusal.self) { try await client.withWebSocket(Self.url(server, "/")) { _ in } }
        #expect(server.receivedRequests.map { $0["Upgrade"] } == [nil, "websocket"])
        await server.stop()
    }

    @Test(arguments: [(true, 15), (false, 9), (true, 10)])
    func compressesAsAgreed(forgets: Bool, bits: Int) async throws {
        let server = try await LoopbackServer.start()
        var options = WebSocketOptions()
        options.compression?.serverNoContextTakeover = forgets
        options.compression?.serverMaxWindowBits = bits
        try await HTTPClient().withWebSocket(Self.echo(server), options: options) { socket in
            #expect(socket.compression?.serverNoContextTakeover == forgets)
            #expect(socket.compression?.serverMaxWindowBits == bits)
            for _ in 0..<4 {
                try await socket.send(Self.messages[5])
                #expect(try await socket.receive() == Self.messages[5])
            }
        }
        await server.stop()
    }

    @Test func largeMessagesGoInPiecesBothWays() async throws {
        let server = try await LoopbackServer.start()
        var options = WebSocketOptions()
        options.compression = nil
        let pieces = (0..<64).map { [UInt8](repeating: UInt8($0), count: 64 * 1024) }
        try await HTTPClient().withWebSocket(Self.echo(server), options: options) { socket in
            async let sent: Void = socket.send(
                .binary,
                pieces: AsyncStream { continuation in
                    for piece in pieces { continuation.yield(piece) }
                    continuation.finish()
                })
            var (received, count): ([UInt8], Int) = ([], 0)
            while let piece = try await socket.receivePiece() {
                #expect(piece.kind == .binary)
                received += piece.bytes
                count += 1
                if piece.isLast { break }
            }
            try await sent
            #expect(received == pieces.flatMap { $0 })
            #expect(count > 1)
        }
        await server.stop()
    }

    @Test func aBaseCounts() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server) { $0.baseURL = try? HTTPURL(server.url("/ws/")) }
        let reply = try await client.withWebSocket("echo") { socket in
            try await socket.send(.text("hi"))
            return try await socket.receive()
        }
        #expect(reply == .text("hi"))
        // Without withWebSocket there is none.
        let error = await #expect(throws: HTTPClientError.self) { try await client.get(Self.echo(server)) }
        #expect(error?.cause == .webSocket(.caller(.notOpened)))
        #expect(server.receivedRequests.count == 1)
        await server.stop()
    }

    /// A loop of receives with a timeout must not grow while the server is quiet.
    @Test func aCancelledReceiveIsForgotten() async throws {
        let server = try await LoopbackServer.start()
        try await HTTPClient().withWebSocket(Self.echo(server)) { socket in
            for _ in 0..<20 {
                let receiving = Task { try await socket.receive() }
                try await eventually { !socket.link.exclusively { socket.link.receivers.isEmpty } }
                receiving.cancel()
                await #expect(throws: HTTPClientError.self) { try await receiving.value }
                #expect(socket.link.exclusively { socket.link.receivers.isEmpty })
            }
        }
        await server.stop()
    }

    @Test func messagesOfManyTasksDoNotMix() async throws {
        let server = try await LoopbackServer.start()
        try await HTTPClient().withWebSocket(Self.echo(server)) { socket in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for sender in 0..<8 {
                    group.addTask {
                        for _ in 0..<10 {
                            try await socket.send(
                                .binary([UInt8](repeating: UInt8(sender), count: sender * 30_000 + 5)))
                        }
                    }
                }
                group.addTask {
                    for _ in 0..<80 {
                        guard case .binary(let bytes)? = try await socket.receive() else {
                            Issue.record("no message")
                            return
                        }
                        let sender = Int(bytes[0])
                        #expect(bytes.count == sender * 30_000 + 5)
                        #expect(bytes.allSatisfy { $0 == bytes[0] })
                    }
                }
                try await group.waitForAll()
            }
        }
        await server.stop()
    }

    @Test func subprotocolsAreOfferedInOrder() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient()
        try await client.withWebSocket(Self.echo(server), protocols: ["chat.v2", "chat.v1"]) { socket in
            #expect(socket.subprotocol == "chat.v2")
        }
        #expect(server.receivedRequests.first?["Sec-WebSocket-Protocol"] == "chat.v2, chat.v1")
        for bad in [["a", "a"], ["a b"], [""]] {
            await #expect {
                try await client.withWebSocket(Self.echo(server), protocols: bad) { _ in }
            } throws: { error in
                guard case .webSocket(.caller(.malformedProtocol)) = (error as? HTTPClientError)?.cause else {
                    return false
                }
                return true
            }
        }
        await server.stop()
    }

    // MARK: The handshake

    @Test func aRefusalComesBackAsAResponse() async throws {
        let server = try await LoopbackServer.start()
        do {
            try await HTTPClient().withWebSocket(Self.url(server, "/status/403")) { _ in }
            Issue.record("it was opened")
        } catch let refusal as UpgradeRefusal {
            #expect(refusal.response.status == .forbidden)
            #expect(refusal.response.text() == "status 403\n")
        }
        await server.stop()
    }

    /// However long the page is, and whatever is wrong with it, the status is told. Its connection isn't reused.
    @Test(arguments: [
        ("Content-Length: 900000\r\n\r\n", 200_000, Step.stall), ("Content-Length: 200000\r\n\r\n", 10, .cut),
        ("Transfer-Encoding: chunked\r\n\r\n", 10, .cut),
        ("Content-Encoding: gzip\r\nContent-Length: 10\r\n\r\n", 10, .close),
    ])
    func aBodyHidesNoRefusal(_ fields: String, _ count: Int, _ end: Step) async throws {
        let refusal: [Step] = [
            .awaitRequest, .send("HTTP/1.1 403 Forbidden\r\n\(fields)"),
            .sendBytes([UInt8](repeating: UInt8(ascii: "x"), count: count)), end,
        ]
        let server = try await LoopbackServer.start(script: Script(refusal))
        let client = HTTPClient()
        for _ in 0..<2 {
            do {
                try await client.withWebSocket(Self.url(server, "/")) { _ in }
                Issue.record("it was opened")
            } catch let refusal as UpgradeRefusal {
                #expect(refusal.response.status == .forbidden)
                #expect(refusal.response.body.count <= 65_536)
                if count > 65_536 { #expect(refusal.response.body.count == 65_536) }
            }
        }
        #expect(server.acceptedConnections == 2)
        await server.stop()
    }

    @Test func HTTP10CannotSwitch() async throws {
        var request = try Request.get("ws://127.0.0.1:\(refusedPort)/")
        request.version = .http10
        await #expect {
            try await HTTPClient().withWebSocket(request) { _ in }
        } throws: { ($0 as? HTTPClientError)?.cause == .webSocket(.caller(.oldVersion)) }
        for other in [
            Request(method: .post, url: request.url), Request(method: .get, url: request.url, body: .bytes([1])),
        ] {
            await #expect {
                try await HTTPClient().withWebSocket(other) { _ in }
            } throws: { ($0 as? HTTPClientError)?.cause == .webSocket(.caller(.needsGet)) }
        }
        let server = try await LoopbackServer.start(
            script: [
                .awaitRequest,
                .send("HTTP/1.0 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
                .awaitEnd,
            ])
        await #expect {
            try await HTTPClient().withWebSocket(Self.url(server, "/")) { _ in }
        } throws: { ($0 as? HTTPClientError)?.cause == .webSocket(.handshake(.oldVersion)) }
        await server.stop()
    }

    @Test(arguments: [
        (
            "Upgrade: h2c\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n",
            WebSocketError.HandshakeFault.notUpgraded
        ),
        ("Upgrade: websocket\r\nConnection: close\r\n", .notUpgraded),
        ("Upgrade: websocket\r\nConnection: Upgrade\r\n", .wrongAccept),
        (
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n",
            .wrongAccept
        ),
    ])
    func aBadAnswerIsRefused(_ fields: String, _ fault: WebSocketError.HandshakeFault) async throws {
        let server = try await LoopbackServer.start(
            script: [.awaitRequest, .send("HTTP/1.1 101 Switching Protocols\r\n\(fields)\r\n"), .awaitEnd])
        await #expect {
            try await HTTPClient().withWebSocket(Self.url(server, "/")) { _ in }
        } throws: { ($0 as? HTTPClientError)?.cause == .webSocket(.handshake(fault)) }
        await server.stop()
    }

    @Test(arguments: [
        ("Sec-WebSocket-Protocol: other\r\n", WebSocketError.HandshakeFault.unofferedProtocol("other")),
        ("Sec-WebSocket-Extensions: x-gzip\r\n", .unusableExtension("x-gzip")),
        (
            "Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99\r\n",
            .unusableExtension("permessage-deflate; server_max_window_bits=99")
        ),
    ])
    func whatWasNotOfferedIsRefused(_ line: String, _ fault: WebSocketError.HandshakeFault) async throws {
        let server = try await LoopbackServer.start(script: [.acceptWebSocket(lines: line), .awaitEnd])
        await #expect {
            try await HTTPClient().withWebSocket(Self.url(server, "/")) { _ in }
        } throws: { ($0 as? HTTPClientError)?.cause == .webSocket(.handshake(fault)) }
        await server.stop()
    }

    @Test(arguments: [false, true]) func theHandshakeFollowsRedirectsAndAnswersChallenges(whole: Bool) async throws {
        let server = try await LoopbackServer.start { request in
            switch request.path {
            case "/moved":
                let place = whole ? "ws://\(request["Host"] ?? "")" : ""
                return LoopbackReply(
                    status: 307, fields: [.init("Location", place + "/ws/echo"), .init("Content-Length", "0")])
            case "/ws/echo" where request["Authorization"] == nil:
                return LoopbackReply(
                    status: 401,
                    fields: [.init("WWW-Authenticate", "Basic realm=\"x\""), .init("Content-Length", "0")])
            default: return nil
            }
        }
        var request = try Request.get(Self.url(server, "/moved"))
        request.credential = .password(user: "user", "secret")
        request.authentication = AuthenticationOptions()
        try await HTTPClient().withWebSocket(request) { socket in
            try await socket.send(.text("in"))
            #expect(try await socket.receive() == .text("in"))
        }
        await server.stop()
    }

    // MARK: The end

    @Test(arguments: [(1000, "as asked"), (1011, "as asked"), (4999, "as asked")])
    func theServersCloseEndsTheMessages(_ code: Int, _ reason: String) async throws {
        let server = try await LoopbackServer.start()
        try await HTTPClient().withWebSocket(Self.url(server, "/ws/close/\(code)")) { socket in
            for try await _ in socket.messages { Issue.record("a message") }
            #expect(socket.closeCode?.rawValue == UInt16(code))
            #expect(socket.closeReason == reason)
            await #expect(throws: HTTPClientError.self) { try await socket.send(.text("late")) }
        }
        await server.stop()
    }

    @Test func allMessagesBeforeTheCloseAreReceived() async throws {
        let server = try await LoopbackServer.start()
        try await HTTPClient().withWebSocket(Self.url(server, "/ws/send/5000/1000")) { socket in
            var count = 0
            for try await message in socket.messages {
                #expect(message.bytes.count == 1000)
                count += 1
            }
            #expect(count == 5000)
        }
        await server.stop()
    }

    @Test func whatComesAfterEndSendingIsReceived() async throws {
        let server = try await LoopbackServer.start()
        try await HTTPClient().withWebSocket(Self.echo(server)) { socket in
            for index in 0..<100 { try await socket.send(.text("\(index)")) }
            try socket.endSending()
            var received: [WebSocketMessage] = []
            for try await message in socket.messages { received.append(message) }
            #expect(received == (0..<100).map { .text("\($0)") })
            #expect(socket.closeCode == .normal)
        }
        await server.stop()
    }

    @Test(arguments: [[], [Step.sendBytes(LoopbackFrame(.text, "Hel", isFinal: false).bytes)]])
    func aCutIsAnError(_ steps: [Step]) async throws {
        let server = try await Self.server(steps + [.cut])
        await #expect {
            try await HTTPClient().withWebSocket(Self.url(server, "/")) { socket in
                for try await _ in socket.messages { Issue.record("a message") }
            }
        } throws: { error in
            guard case .webSocket(.peer(.cut, _)) = (error as? HTTPClientError)?.cause else { return false }
            return true
        }
        await server.stop()
    }

    @Test(
        arguments: [
            ([0x83, 0x00], WebSocketError.PeerFault.unknownOpcode(3)), ([0x81, 0x01, 0xFF], .notUTF8),
            ([0x81, 0x81, 0, 0, 0, 0, 0x61], .masked), ([0xC1, 0x01, 0x61], .reservedBits(0x40)),
        ] as [([UInt8], WebSocketError.PeerFault)])
    func aFaultIsToldToTheServer(_ bytes: [UInt8], _ fault: WebSocketError.PeerFault) async throws {
        let told = Gate()
        let server = try await Self.server([.sendBytes(bytes), .awaitFrame, .open(told), .close])
        var options = WebSocketOptions()
        options.compression = nil
        await #expect {
            try await HTTPClient().withWebSocket(Self.url(server, "/"), options: options) { socket in
                do {
                    _ = try await socket.receive()
                } catch {
                    try await told.wait()
                    throw error
                }
            }
        } throws: { error in
            guard case .webSocket(.peer(let found, _)) = (error as? HTTPClientError)?.cause else { return false }
            return found == fault
        }
        await server.stop()
    }

    @Test func aServerThatNeverAnswersTheCloseIsAnError() async throws {
        let server = try await Self.server([.stall])
        var options = WebSocketOptions()
        options.closeTimeout = .milliseconds(50)
        await #expect {
            try await HTTPClient().withWebSocket(Self.url(server, "/"), options: options) { _ in }
        } throws: { ($0 as? HTTPClientError)?.cause == .timedOut(.closing, after: .milliseconds(50)) }
        await server.stop()
    }

    /// Whatever it is doing: receiving, sending to a server that takes nothing, or not taking what comes.
    @Test(arguments: ["receive", "send", "idle", "flood", "close"]) func theTotalTimeEndsIt(_ way: String) async throws
    {
        let frame = LoopbackFrame(.binary, [UInt8](repeating: 1, count: 1 << 20)).bytes
        let server = try await Self.server(
            way == "idle" || way == "flood" ? [Step](repeating: .sendBytes(frame), count: 8_000) : [.stall])
        var options = WebSocketOptions()
        options.totalTime = .milliseconds(300)
        let start = ContinuousClock.now
        await #expect {
            try await HTTPClient().withWebSocket(Self.url(server, "/"), options: options) { socket in
                switch way {
                case "receive": _ = try await socket.receive()
                case "send": while true { try await socket.send(.binary([UInt8](repeating: 0, count: 1 << 20))) }
                case "close": try await socket.close()
                case "flood": while try await socket.receive() != nil {}
                default:
                    // Nothing is received until the time is up, which is the subject.
                    try await Task.sleep(for: .milliseconds(600))
                    while try await socket.receive() != nil {}
                }
            }
        } throws: { ($0 as? HTTPClientError)?.cause == .timedOut(.total, after: .milliseconds(300)) }
        // Not when the server's patience ends and it closes.
        #expect(start.duration(to: .now) < .seconds(20))
        await server.stop()
    }

    /// A server that closes, and then takes nothing more of what is being sent.
    @Test func aServerThatClosesAndReadsNothingEndsTheSending() async throws {
        let server = try await Self.server([.sendBytes(LoopbackFrame.close(1000).bytes), .stall])
        var options = WebSocketOptions()
        options.closeTimeout = .milliseconds(100)
        let start = ContinuousClock.now
        await #expect {
            try await HTTPClient().withWebSocket(Self.url(server, "/"), options: options) { socket in
                // More than any buffers hold; the close frame comes meanwhile.
                try await socket.send(.binary([UInt8](repeating: 0, count: 64 << 20)))
            }
        } throws: {
            guard let error = $0 as? HTTPClientError else { return false }
            return error.cause == .timedOut(.closing, after: .milliseconds(100))
                || error.cause == .webSocket(.caller(.closed))
        }
        #expect(start.duration(to: .now) < .seconds(20))
        await server.stop()
    }

    @Test func theLongestSilenceEndsIt() async throws {
        let server = try await Self.server([
            .delay(.milliseconds(200)), .sendBytes(LoopbackFrame(.text, "1").bytes), .delay(.milliseconds(200)),
            .sendBytes(LoopbackFrame(.text, "2").bytes), .stall,
        ])
        var options = WebSocketOptions()
        options.silenceLimit = .milliseconds(1_000)
        await #expect {
            try await HTTPClient().withWebSocket(Self.url(server, "/"), options: options) { socket in
                for text in ["1", "2"] { #expect(try await socket.receive() == .text(text)) }
                _ = try await socket.receive()
            }
        } throws: { ($0 as? HTTPClientError)?.cause == .timedOut(.idle, after: .milliseconds(1_000)) }
        await server.stop()
    }

    @Test func theTraceSaysWhyTheConnectionIsClosed() async throws {
        let server = try await LoopbackServer.start()
        let observations = Observations()
        try await HTTPClient().withWebSocket(Self.echo(server), observer: observations) { _ in }
        #expect(observations.closing == .protocolSwitched)
        await server.stop()
    }

    // MARK: Pings

    @Test func pingsAreAnswered() async throws {
        let server = try await Self.server(
            [
                .sendBytes(LoopbackFrame(.ping, "are you there").bytes), .awaitFrame,
                .sendBytes(LoopbackFrame.close(1000).bytes),
            ]
                + [.awaitFrame, .close])
        try await HTTPClient().withWebSocket(Self.url(server, "/")) { socket in
            let end = try await socket.receive()
            #expect(end == nil)
        }
        await server.stop()
    }

    @Test func aPingMeasuresTheWay() async throws {
        let server = try await LoopbackServer.start()
        try await HTTPClient().withWebSocket(Self.echo(server)) { socket in
            #expect(try await socket.ping() > .zero)
            async let first = socket.ping()
            async let second = socket.ping()
            _ = try await (first, second)
        }
        await server.stop()
    }

    @Test func aMissingPongNamesItsClock() async throws {
        let server = try await Self.server([.stall])
        var options = WebSocketOptions()
        options.pingInterval = .milliseconds(20)
        options.pongTimeout = .milliseconds(30)
        await #expect {
            try await HTTPClient().withWebSocket(Self.url(server, "/"), options: options) { socket in
                _ = try await socket.receive()
            }
        } throws: { error in
            guard let error = error as? HTTPClientError else { return false }
            return error.cause == .timedOut(.pong, after: .milliseconds(30)) && "\(error)".contains("answer to a ping")
        }
        await server.stop()
    }

    // MARK: Back-pressure and cancellation

    /// The server sends 64 MiB that nobody takes: it has to wait. Then all of it comes.
    @Test func aSlowReaderSlowsTheServer() async throws {
        let frame = LoopbackFrame(.binary, [UInt8](repeating: 1, count: 1 << 20)).bytes
        let sent = Gate()
        let server = try await Self.server(
            [Step](repeating: .sendBytes(frame), count: 64) + [
                .open(sent), .sendBytes(LoopbackFrame.close(1000).bytes),
            ]
                + [.awaitFrame, .close])
        try await HTTPClient().withWebSocket(Self.url(server, "/")) { socket in
            _ = try await socket.receive()
            await #expect(throws: (any Error).self) { try await sent.wait(until: .after(.milliseconds(100))) }
            var count = 1
            for try await _ in socket.messages { count += 1 }
            #expect(count == 64)
        }
        await server.stop()
    }

    @Test func cancellationEndsEveryWait() async throws {
        let server = try await Self.server([.stall])
        let client = HTTPClient()
        for way in 0..<3 {
            let isOpen = Gate()
            let task = Task {
                try await client.withWebSocket(Self.url(server, "/")) { socket in
                    isOpen.open()
                    switch way {
                    case 0: _ = try await socket.receive()
                    case 1: while true { try await socket.send(.binary([UInt8](repeating: 0, count: 1 << 20))) }
                    default: try await socket.ping()
                    }
                }
            }
            try await isOpen.wait()
            task.cancel()
            await #expect { try await task.value } throws: { ($0 as? HTTPClientError)?.cause == .cancelled }
        }
        await server.stop()
    }

    @Test func afterItsScopeTheSocketIsOver() async throws {
        let server = try await LoopbackServer.start()
        let socket = try await HTTPClient().withWebSocket(Self.echo(server)) { $0 }
        for call in 0..<2 {
            await #expect {
                if call == 0 { try await socket.send(.text("late")) } else { _ = try await socket.receive() }
            } throws: { ($0 as? HTTPClientError)?.cause == .webSocket(.caller(.outOfScope)) }
        }
        await server.stop()
    }

    @Test func observersSeeFrames() async throws {
        final class Frames: ExchangeObserver {
            let seen = Mutex<[String]>([])
            func observe(_ event: ClientEvent) {
                if let frame = event[.frame] {
                    seen.withLock { $0.append("\(frame.isSent ? ">" : "<") \(frame)") }
                }
            }
        }
        let server = try await LoopbackServer.start()
        let frames = Frames()
        try await HTTPClient().withWebSocket(Self.echo(server, "/ws/echo?plain"), observer: frames) { socket in
            try await socket.send(.text("hello"))
            _ = try await socket.receive()
        }
        #expect(
            frames.seen.withLock { $0 } == [
                "> text, 5 bytes", "< text, 5 bytes", "> close, 2 bytes", "< close, 2 bytes",
            ])
        await server.stop()
    }
}
