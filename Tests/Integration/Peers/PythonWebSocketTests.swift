import Glibc
import Sockeye
import SockeyeTesting
import SockeyeWebSocket
import TestSupport
import Testing

/// Python's two WebSocket implementations as peers, in both roles.
@Suite struct PythonWebSocketTests {
    private static let python = "/usr/bin/python3"

    /// Whether Python has the module.
    static func has(_ module: String) async -> Bool {
        guard access(python, X_OK) == 0 else { return false }
        return (try? await Program.run(python, ["-c", "import \(module)"]).status) == 0
    }

    private static let messages: [WebSocketMessage] =
        [.text("hello"), .text(""), .binary([]), .text("κόσμε 🐟")]
        + [125, 126, 127, 65535, 65536, 1 << 20].flatMap { count in
            [
                WebSocketMessage.text(String(repeating: "Fisch ", count: count / 6 + 1)),
                .binary((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }),
            ]
        }

    /// Our client speaks to a Python server that echoes.
    private func echo(_ script: String, compressed: Bool) async throws {
        let program = try Program(Self.python, ["-c", script], seconds: 120)
        let text = await program.waitForText(" ready", inErrors: true)
        let port = try #require(
            text.split(separator: "\n").compactMap { line in
                line.hasPrefix("port ") ? UInt16(line.dropFirst(5).prefix { $0 != " " }) : nil
            }.first, "\(text)")
        for offer in compressed ? [nil, PerMessageDeflate(), small] : [nil, PerMessageDeflate()] {
            var options = WebSocketOptions(protocols: ["echo"])
            options.compression = offer
            try await HTTPClient().withWebSocket("ws://127.0.0.1:\(port)/", options: options) { socket in
                #expect(socket.subprotocol == "echo")
                if compressed { #expect((socket.compression == nil) == (offer == nil)) }
                for message in Self.messages {
                    try await socket.send(message)
                    let received = try await socket.receive()
                    #expect(received == message)
                }
                try await socket.ping()
                try await socket.send(
                    .text,
                    pieces: AsyncStream { continuation in
                        for piece in ["one, ", "two, ", "three"] { continuation.yield(Array(piece.utf8)) }
                        continuation.finish()
                    })
                #expect(try await socket.receive() == .text("one, two, three"))
                try await socket.close(WebSocketCloseCode(rawValue: 4001), reason: "done")
                #expect(socket.closeCode?.rawValue == 4001)
            }
        }
        program.stop()
        _ = await program.finish()
    }

    /// Windows of 512 bytes, and none kept.
    private var small: PerMessageDeflate {
        var offer = PerMessageDeflate()
        offer.serverMaxWindowBits = 9
        offer.clientMaxWindowBits = 10
        offer.serverNoContextTakeover = true
        offer.clientNoContextTakeover = true
        return offer
    }

    @Test(.enabled("python3-websockets is not installed") { await PythonWebSocketTests.has("websockets") })
    func aServerOfWebsockets() async throws {
        try await echo(Self.websocketsServer, compressed: true)
    }

    @Test(.enabled("python3-wsproto is not installed") { await PythonWebSocketTests.has("wsproto") })
    func aServerOfWsproto() async throws {
        try await echo(Self.wsprotoServer, compressed: true)
    }

    /// Python's client speaks to the loopback server, so that the tests' server is judged by others too.
    @Test(
        .enabled("python3-websockets is not installed") { await PythonWebSocketTests.has("websockets") },
        arguments: ["/ws/echo", "/ws/echo?plain", "/ws/fragments/100"])
    func aClientOfWebsockets(_ path: String) async throws {
        let server = try await LoopbackServer.start()
        let url = "ws" + server.url(path).dropFirst(4)
        let outcome = try await Program.run(Self.python, ["-c", Self.websocketsClient, url])
        #expect(outcome.status == 0, "\(outcome)")
        await server.stop()
    }

    @Test(
        .enabled("python3-wsproto is not installed") { await PythonWebSocketTests.has("wsproto") },
        arguments: ["/ws/echo", "/ws/echo?plain", "/ws/fragments/100"])
    func aClientOfWsproto(_ path: String) async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await Program.run(Self.python, ["-c", Self.wsprotoClient, "\(server.port)", path])
        #expect(outcome.status == 0, "\(outcome)")
        await server.stop()
    }

    private static let websocketsServer = """
        import asyncio, sys, websockets
        async def echo(socket):
            async for message in socket:
                await socket.send(message)
        async def main():
            async with websockets.serve(echo, '127.0.0.1', 0, subprotocols=['echo'], max_size=None) as server:
                print('port %d ready' % server.sockets[0].getsockname()[1], file=sys.stderr, flush=True)
                await asyncio.Future()
        asyncio.run(main())
        """

    private static let websocketsClient = """
        import asyncio, sys, websockets
        messages = ['hello', '', b'', 'κόσμε 🐟', 'x' * 126, b'y' * 65535, 'z' * 65536, b'\\x00\\xff' * 50000]
        async def main():
            async with websockets.connect(sys.argv[1], max_size=None) as socket:
                for message in messages:
                    await socket.send(message)
                    assert await socket.recv() == message, len(message)
                await socket.send(['one, ', 'two'])
                assert await socket.recv() == 'one, two'
                await (await socket.ping())
            assert socket.close_code == 1000, socket.close_code
        asyncio.run(main())
        """

    private static let wsprotoServer = """
        import socket, sys, threading
        from wsproto import WSConnection, ConnectionType
        from wsproto.events import *
        from wsproto.extensions import PerMessageDeflate
        def serve(peer):
            ws = WSConnection(ConnectionType.SERVER)
            text, data = [], []
            while True:
                received = peer.recv(65536)
                ws.receive_data(received or None)
                if not received: return
                for event in ws.events():
                    if isinstance(event, Request):
                        peer.sendall(ws.send(AcceptConnection(subprotocol='echo', extensions=[PerMessageDeflate()])))
                    elif isinstance(event, TextMessage):
                        text.append(event.data)
                        if event.message_finished:
                            peer.sendall(ws.send(TextMessage(''.join(text))))
                            text = []
                    elif isinstance(event, BytesMessage):
                        data.append(bytes(event.data))
                        if event.message_finished:
                            peer.sendall(ws.send(BytesMessage(b''.join(data))))
                            data = []
                    elif isinstance(event, (Ping, CloseConnection)):
                        peer.sendall(ws.send(event.response()))
                        if isinstance(event, CloseConnection): return peer.close()
        listener = socket.create_server(('127.0.0.1', 0))
        print('port %d ready' % listener.getsockname()[1], file=sys.stderr, flush=True)
        while True:
            threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
        """

    private static let wsprotoClient = """
        import socket, sys
        from wsproto import WSConnection, ConnectionType
        from wsproto.events import *
        from wsproto.extensions import PerMessageDeflate
        peer = socket.create_connection(('127.0.0.1', int(sys.argv[1])))
        ws = WSConnection(ConnectionType.CLIENT)
        peer.sendall(ws.send(Request(host='127.0.0.1', target=sys.argv[2], extensions=[PerMessageDeflate()])))
        queue = []
        def next_event():
            while not queue:
                ws.receive_data(peer.recv(65536) or None)
                queue.extend(ws.events())
            return queue.pop(0)
        def next_message():
            data = None
            while True:
                event = next_event()
                data = event.data if data is None else data + event.data
                if event.message_finished: return data
        assert isinstance(next_event(), AcceptConnection)
        for message in ['hello', '', 'κόσμε 🐟', 'x' * 126, 'z' * 65536]:
            peer.sendall(ws.send(TextMessage(message)))
            assert next_message() == message
        for message in [b'', b'y' * 65535, b'\\x00\\xff' * 50000]:
            peer.sendall(ws.send(BytesMessage(message)))
            assert next_message() == message
        peer.sendall(ws.send(Ping(b'x')))
        event = next_event()
        assert isinstance(event, Pong) and bytes(event.payload) == b'x', event
        peer.sendall(ws.send(CloseConnection(1000)))
        event = next_event()
        assert isinstance(event, CloseConnection) and event.code == 1000, event
        """
}
