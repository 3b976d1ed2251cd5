import SockeyeIO
import SockeyeTesting
import TestSupport
import Testing

/// Requests with numbers as large as can be: each gets an answer, within a little memory.
struct HostileNumberTests {
    private static let huge = "\(Int.max)"

    /// What a server sends first in answer to a request.
    private func beginning(
        _ request: String, of count: Int = 1000, service: (any LoopbackService)? = nil
    ) async throws -> String {
        let server = try await LoopbackServer.start(service: service)
        let client = try await RawClient(server)
        try await client.send(request)
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try await client.socket.receive(upTo: count - bytes.count, until: patience)
            if more.isEmpty { break }
            bytes += more
        }
        client.socket.close()
        await server.stop()
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("\(Int.max - 2)", "id: \(Int.max - 1)\n", "id: \(Int.max)\n"), ("\(Int.max - 1)", "id: \(Int.max)\n", "id: "),
        ("7", "id: 8\n", "id: 10\n"),
    ])
    func eventsReachTheLargestNumber(_ last: String, _ first: String, _ second: String) async throws {
        let answer = try await beginning(
            "GET /events/\(Self.huge) HTTP/1.1\r\nHost: a\r\nConnection: close\r\nLast-Event-ID: \(last)\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains(first) && answer.contains(second))
    }

    /// The whole would take the memory of thousands of machines; its beginning has to come all the same.
    @Test(arguments: [
        "/chunked/N", "/sized/N", "/large/N", "/slow/N/0", "/close-delimited/N", "/range/N", "/headers/N",
    ])
    func bodiesWithoutEndBegin(_ path: String) async throws {
        let target = path.replacing("N", with: Self.huge)
        let answer = try await beginning("GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.utf8.count == 1000)
    }

    /// Beyond some number of chunks the rest is one, and the whole is still what was asked for.
    @Test func largeChunkedBodiesAreWhole() async throws {
        let size = 12_000_001
        let server = try await LoopbackServer.start()
        let client = try await RawClient(server)
        try await client.send("GET /chunked/\(size) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        let bytes = try await client.socket.receiveToEnd(until: patience)
        // 1000 chunks, each with a few bytes around it.
        #expect(bytes.count > size && bytes.count < size + 40_000)
        let end = String(decoding: bytes.suffix(100), as: UTF8.self)
        #expect(end.hasSuffix("\r\n0;last\r\nX-Body-Length: \(size)\r\nX-Chunks: 1000\r\n\r\n"))
        await server.stop()
    }

    private static let handshake =
        "Host: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

    @Test(arguments: ["/ws/send/N", "/ws/send/N/60000", "/ws/send/1/N", "/ws/fragments/N", "/ws/close/N"])
    func webSocketsWithoutEndBegin(_ path: String) async throws {
        let target = path.replacing("N", with: Self.huge)
        let answer = try await beginning("GET \(target) HTTP/1.1\r\n\(Self.handshake)\r\n", of: 150)
        #expect(answer.hasPrefix("HTTP/1.1 101 ") && answer.utf8.count == 150)
    }

    /// The length that the client announces, and what the server does before the bytes come.
    @Test(
        arguments: [
            // A frame of 2 to the 62nd bytes.
            [0x82, 0xFF, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            // One of a negative number of bytes.
            [0x82, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            // One of 65 MiB.
            [0x82, 0xFF, 0, 0, 0, 0, 4, 0x10, 0, 0, 0, 0, 0, 0],
        ] as [[UInt8]])
    func framesHaveALimit(_ frame: [UInt8]) async throws {
        let server = try await LoopbackServer.start()
        let client = try await RawClient(server)
        try await client.send("GET /ws/echo HTTP/1.1\r\n\(Self.handshake)\r\n")
        _ = try await client.receive(upTo: "\r\n\r\n")
        try await client.socket.send(frame, until: patience)
        #expect(try await client.receiveToEnd().contains("a frame is too long"))
        await server.stop()
    }

    /// 1009 is "too big" (RFC 6455 section 7.4.1).
    private static let tooBig = LoopbackFrame.close(1009).bytes

    @Test func messagesHaveALimit() async throws {
        let server = try await LoopbackServer.start()
        let client = try await RawClient(server)
        try await client.send("GET /ws/echo HTTP/1.1\r\n\(Self.handshake)\r\n")
        _ = try await client.receive(upTo: "\r\n\r\n")
        var piece = LoopbackFrame(.binary, [UInt8](repeating: 0, count: 1 << 20), isFinal: false)
        piece.mask = [0, 0, 0, 0]
        for number in 0..<9 {
            if number > 0 { piece.firstByte = 0 }
            try await client.socket.send(piece.bytes, until: patience)
        }
        #expect(try await client.socket.receiveToEnd(until: patience) == Self.tooBig)
        await server.stop()
    }

    /// 10 MB of zeros, compressed to a thousandth.
    @Test func compressedMessagesHaveALimit() async throws {
        let packed = try await Program.run(
            "/usr/bin/python3",
            [
                "-c",
                """
                import sys, zlib
                packer = zlib.compressobj(9, zlib.DEFLATED, -15)
                data = packer.compress(bytes(10_000_000)) + packer.flush(zlib.Z_SYNC_FLUSH)
                sys.stdout.buffer.write(data[:-4])
                """,
            ])
        try #require(packed.status == 0 && packed.output.count > 1000)
        let server = try await LoopbackServer.start()
        let client = try await RawClient(server)
        let extensions = "Sec-WebSocket-Extensions: permessage-deflate\r\n"
        try await client.send("GET /ws/echo HTTP/1.1\r\n\(Self.handshake)\(extensions)\r\n")
        _ = try await client.receive(upTo: "\r\n\r\n")
        var frame = LoopbackFrame(.binary, packed.output)
        frame.firstByte |= 0x40
        frame.mask = [0, 0, 0, 0]
        try await client.socket.send(frame.bytes, until: patience)
        #expect(try await client.socket.receiveToEnd(until: patience) == Self.tooBig)
        await server.stop()
    }

    /// zlib has no windows of these sizes, so what comes back isn't marked as compressed either (RFC 7692 section 6).
    @Test(arguments: [8, 16, -1]) func messagesThatCannotBeCompressedAreNotMarked(_ windowBits: Int) async throws {
        var echo = LoopbackEcho()
        (echo.compresses, echo.windowBits) = (true, windowBits)
        let server = try await LoopbackServer.start(script: [.acceptWebSocket(), .echoMessages(echo)])
        let client = try await RawClient(server)
        try await client.send("GET / HTTP/1.1\r\n\(Self.handshake)\r\n")
        _ = try await client.receive(upTo: "\r\n\r\n")
        var frame = LoopbackFrame(.text, "hello")
        frame.mask = [0, 0, 0, 0]
        try await client.socket.send(frame.bytes, until: patience)
        try client.socket.shutdownSending()
        #expect(try await client.socket.receiveToEnd(until: patience) == LoopbackFrame(.text, "hello").bytes)
        await server.stop()
    }

    @Test func uploadsOfAnySizeAreRefusedNotAdded() async throws {
        let service = DraftUploadService()
        let server = try await LoopbackServer.start(service: service)
        let client = try await RawClient(server)
        try await client.send(
            "POST /f HTTP/1.1\r\nHost: a\r\nUpload-Draft-Interop-Version: 8\r\nUpload-Complete: ?0\r\n"
                + "Upload-Length: 10\r\nContent-Length: 1\r\n\r\nx")
        let created = try await client.receive(upTo: "Content-Length: 0\r\n\r\n")
        #expect(created.contains("HTTP/1.1 201 ") && created.contains("/uploads/u1\r\n"))
        try await client.send(
            "PATCH /uploads/u1 HTTP/1.1\r\nHost: a\r\nContent-Type: application/partial-upload\r\n"
                + "Upload-Complete: ?1\r\nUpload-Offset: 1\r\nContent-Length: \(Self.huge)\r\n\r\n")
        #expect(try await client.receive(upTo: "\"}\n").hasPrefix("HTTP/1.1 400 "))
        client.socket.close()
        await server.stop()
    }

    @Test func trailersHaveALimit() async throws {
        let trailers = String(repeating: "A: b\r\n", count: 1001)
        let answer = try await beginning(
            "POST /continue HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\(trailers)\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 431 "))
    }
}
