import Testing

@testable import SockeyeWebSocket

@Suite struct WebSocketCodecTests {
    /// RFC 6455 section 5.7, with its mask 37 FA 21 3D.
    @Test func encodesTheExampleOfTheRFC() throws {
        var codec = WebSocketCodec(masks: .predictable(0x3D21_FA37))
        var output: [UInt8] = []
        try codec.encode("Hello", into: &output)
        #expect(output == hex("818537fa213d7f9f4d5158"))
    }

    @Test func aServerReadsTheExampleOfTheRFC() {
        var server = Replay(WebSocketCodec(role: .server))
        server.receive(hex("818537fa213d7f9f4d5158"))
        #expect(server.outcomes == [.text("Hello")])
        server.receive(frame(1, "unmasked"))
        #expect(server.outcomes == [.text("Hello"), .failed(1002)])
    }

    @Test func everyFrameHasItsOwnMask() throws {
        var codec = WebSocketCodec()
        var keys: Set<[UInt8]> = []
        for _ in 0..<600 {
            var output: [UInt8] = []
            try codec.encodePing(into: &output)
            keys.insert(Array(output[2...]))
        }
        #expect(keys.count > 590)
    }

    @Test func masksAnyLengthAtAnyOffset() {
        let bytes = (0..<200).map { UInt8($0) }
        for cut in 0...130 {
            var (masking, output): (Masking, [UInt8]) = (Masking(0x4433_2211), [])
            masking.append(bytes.span.bytes.extracting(first: cut), to: &output)
            masking.append(bytes.span.bytes.extracting(droppingFirst: cut), to: &output)
            #expect(output == bytes.enumerated().map { $1 ^ [0x11, 0x22, 0x33, 0x44][$0 % 4] }, "cut at \(cut)")
        }
    }

    @Test func afterACloseNothingIsSent() throws {
        var codec = WebSocketCodec()
        var output: [UInt8] = []
        try codec.encodeClose(.normal, reason: "bye", into: &output)
        let count = output.count
        #expect(throws: WebSocketError.caller(.closed)) { try codec.encode("late", into: &output) }
        #expect(throws: WebSocketError.caller(.closed)) { try codec.encodePing(into: &output) }
        #expect(throws: WebSocketError.caller(.closed)) { try codec.encodeClose(into: &output) }
        #expect(output.count == count)
        #expect(codec.phase == .closeSent)
    }

    @Test func whatComesBeforeTheAnswerIsStillRead() throws {
        var replay = Replay(WebSocketCodec())
        var output: [UInt8] = []
        try replay.codec.encodeClose(into: &output)
        replay.receive(frame(1, "late") + closeFrame(1000) + frame(1, "too late"))
        #expect(replay.outcomes == [.text("late"), .close(1000, "")])
        #expect(replay.codec.phase == .closed)
        replay.end()
        #expect(replay.outcomes.count == 2)
    }

    @Test func afterAFaultOneCloseMayTellWhy() throws {
        var replay = Replay(WebSocketCodec())
        replay.receive(frame(3))
        var output: [UInt8] = []
        try replay.codec.encodeClose(.protocolError, into: &output)
        #expect(throws: WebSocketError.caller(.closed)) { try replay.codec.encodeClose(into: &output) }
        replay.receive(frame(1, "ignored"))
        #expect(replay.outcomes == [.failed(1002)])
    }

    @Test func refusesWhatCannotBeSent() throws {
        var codec = WebSocketCodec()
        var output: [UInt8] = []
        let long = [UInt8](repeating: 0, count: 126)
        #expect(throws: WebSocketError.caller(.controlTooLong(limit: 125))) {
            try codec.encodePing(long, into: &output)
        }
        #expect(throws: WebSocketError.caller(.unsendableCloseCode(1006))) {
            try codec.encodeClose(.abnormal, into: &output)
        }
        #expect(throws: WebSocketError.caller(.controlTooLong(limit: 123))) {
            try codec.encodeClose(reason: String(repeating: "x", count: 124), into: &output)
        }
        #expect(throws: WebSocketError.caller(.notUTF8)) {
            try codec.encode(hex("c328").span.bytes, .text, into: &output)
        }
        #expect(output.isEmpty)
        try codec.encode(hex("ce").span.bytes, .text, isLast: false, into: &output)
        #expect(throws: WebSocketError.caller(.messageUnfinished)) {
            try codec.encode(hex("00").span.bytes, .binary, into: &output)
        }
        #expect(throws: WebSocketError.caller(.notUTF8)) {
            try codec.encode([UInt8]().span.bytes, .text, into: &output)
        }
        try codec.encode(hex("ba").span.bytes, .text, into: &output)
        let isOpen = codec.isSendingMessage
        #expect(!isOpen)
    }

    @Test func showsFrames() throws {
        var codec = WebSocketCodec()
        nonisolated(unsafe) var seen: [String] = []
        codec.watcher = { seen.append("\($0.isSent ? ">" : "<") \($0)") }
        var (output, content): ([UInt8], [UInt8]) = ([], [])
        try codec.encode("hi", into: &output)
        _ = try codec.receive(frame(1, "a", fin: false).span.bytes, into: &content)
        _ = try codec.receive(closeFrame(1000).span.bytes, into: &content)
        #expect(seen == ["> text, 2 bytes", "< text, 1 byte, more to come", "< close, 2 bytes"])
    }
}
