import SockeyeWebSocket
import Testing

/// Sections 9, 10, 12 and 13 of the Autobahn test suite: large messages, fragments, compression with every parameter.
@Suite struct AutobahnLoadTests {
    /// A client and a server joined by their bytes.
    private struct Pair: ~Copyable {
        var client: Replay
        var server: Replay

        init(_ compression: PerMessageDeflate? = nil) {
            client = Replay(WebSocketCodec(role: .client, compression: compression))
            server = Replay(WebSocketCodec(role: .server, compression: compression))
        }

        /// Sends a message there and back in parts of `size`, and returns what both got, with the bytes from the client.
        mutating func echo(
            _ bytes: [UInt8], _ kind: WebSocketMessage.Kind, partsOf size: Int = .max
        ) throws -> (server: Outcome?, client: Outcome?, wireBytes: Int) {
            let there = try Self.encode(bytes, kind, size, with: &client.codec)
            for piece in Self.pieces(there) { server.receive(piece) }
            let back = try Self.encode(bytes, kind, size, with: &server.codec)
            for piece in Self.pieces(back) { client.receive(piece) }
            return (server.outcomes.last, client.outcomes.last, there.count)
        }

        /// Of an odd size, so that they end anywhere in a frame.
        private static func pieces(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
            let size = bytes.count < 1 << 18 ? 997 : 65_521
            return stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min(bytes.count, $0 + size)] }
        }

        private static func encode(
            _ bytes: [UInt8], _ kind: WebSocketMessage.Kind, _ size: Int, with codec: inout WebSocketCodec
        ) throws -> [UInt8] {
            var output: [UInt8] = []
            var start = 0
            repeat {
                let end = bytes.count - start > size ? start + size : bytes.count
                try codec.encode(
                    bytes.span.bytes.extracting(start..<end), kind, isLast: end == bytes.count, into: &output)
                start = end
            } while start < bytes.count
            return output
        }
    }

    /// 9.1 and 9.2: 64 KiB to 16 MiB in one frame. 9.3 and 9.4: 4 MiB in frames of 64 bytes to 4 MiB. 10.1.1: 64 KiB in frames
    /// of 1,300 bytes.
    private static let loads: [(Int, Int)] =
        [16, 18, 20, 22, 23, 24].map { (1 << $0, Int.max) }
        + [8, 10, 12, 14, 16, 18, 20, 22].map { (1 << 22, 1 << $0) }
        + [(1 << 18, 64), (1 << 16, 1300)]

    @Test(arguments: loads)
    func largeMessages(_ count: Int, _ size: Int) throws {
        var pair = Pair()
        let bytes = [UInt8](repeating: 0x2A, count: count)
        let text = try pair.echo(bytes, .text, partsOf: size)
        #expect(text.client == .text(String(decoding: bytes, as: UTF8.self)))
        #expect(text.server == text.client)
        let binary = try pair.echo(bytes, .binary, partsOf: size)
        #expect(binary.client == .binary(bytes))
        #expect(binary.server == binary.client)
    }

    /// 13.1 to 13.7: takeover and windows, each way and together.
    private static let parameters: [PerMessageDeflate] = [
        deflate(false, false, 15, 15), deflate(true, false, 15, 15), deflate(false, true, 15, 15),
        deflate(true, true, 15, 15), deflate(false, false, 9, 15), deflate(false, false, 15, 9),
        deflate(true, true, 9, 9), deflate(false, false, 12, 10), deflate(false, false, 8, 8),
    ]

    private static func deflate(
        _ server: Bool, _ client: Bool, _ serverBits: Int, _ clientBits: Int
    ) -> PerMessageDeflate {
        var value = PerMessageDeflate()
        value.serverNoContextTakeover = server
        value.clientNoContextTakeover = client
        value.serverMaxWindowBits = serverBits
        value.clientMaxWindowBits = clientBits
        return value
    }

    /// 12.1 to 12.5: sizes from 16 bytes to 128 KiB; here of text, of JSON, and of noise.
    @Test(arguments: parameters, [16, 64, 256, 1024, 4096, 8192, 16384, 32768, 65536, 131_072])
    func compression(_ parameters: PerMessageDeflate, _ count: Int) throws {
        var pair = Pair(parameters)
        let json = Array(String(repeating: #"{"name":"Ω","id":12345,"tags":["a","b"]},"#, count: count / 40 + 1).utf8)
        let noise = (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }
        for size in [Int.max, max(1, count / 7)] {
            for _ in 0..<2 {
                let text = try pair.echo(json, .text, partsOf: size)
                #expect(text.client == .text(String(decoding: json, as: UTF8.self)))
                #expect(text.server == text.client)
                if count >= 1024, size == .max, parameters.clientMaxWindowBits > 8 {
                    #expect(text.wireBytes < json.count / 4)
                }
                let binary = try pair.echo(noise, .binary, partsOf: size)
                #expect(binary.client == .binary(noise))
                #expect(binary.server == binary.client)
                let empty = try pair.echo([], .text, partsOf: size)
                #expect(empty.client == .text(""))
            }
        }
    }

    /// The examples of RFC 7692 section 7.2.3.
    @Test(arguments: [
        ("c107f248cdc9c90700", ["Hello"]),
        // Two fragments.
        ("4103f248cd8004c9c90700", ["Hello"]),
        // Two messages that share the window.
        ("c107f248cdc9c90700c105f200110000", ["Hello", "Hello"]),
        // A block without compression.
        ("c10b000500faff48656c6c6f00", ["Hello"]),
        // A block with the final bit.
        ("c108f348cdc9c9070000", ["Hello"]),
        // The same, and a message that shares its window.
        ("c108f348cdc9c9070000c105f200110000", ["Hello", "Hello"]),
        // The same after many empty ones with the final bit.
        ("c144f348cdc9c90700" + String(repeating: "0300", count: 30) + "00c105f200110000", ["Hello", "Hello"]),
        // Two blocks in a message.
        ("c10df24805000000ffffcac9c90700", ["Hello"]),
        // An empty message.
        ("c10100", [""]),
    ])
    func examplesOfTheRFC(_ digits: String, _ texts: [String]) {
        for arrival in Arrival.allCases {
            #expect(Replay.outcomes(of: hex(digits), arrival, PerMessageDeflate()) == texts.map { .text($0) })
        }
    }

    /// Messages that end inside a block: with a fixed code, without compression, with the final bit.
    @Test(arguments: [
        "c105f248cdc9c9", "c106f248cdc9c907", "c109000500faff48656c6c", "c10a000500faff48656c6c6f", "c105f348cdc9c9",
    ])
    func cutMessages(_ digits: String) {
        for arrival in Arrival.allCases {
            #expect(Replay.outcomes(of: hex(digits), arrival, PerMessageDeflate()) == [.failed(1007)], "\(digits)")
        }
    }

    @Test func corruptDataFails() {
        for bytes in [frame(1, hex("ffffffffff"), rsv: 4), frame(2, hex("07"), rsv: 4)] {
            #expect(Replay.outcomes(of: bytes, .whole, PerMessageDeflate()) == [.failed(1007)])
        }
        // RSV1 on a continuation or a control frame.
        let (open, ping) = (frame(1, "x", fin: false), frame(9, rsv: 4))
        #expect(Replay.outcomes(of: open + frame(0, "x", rsv: 4), .whole, PerMessageDeflate()) == [.failed(1002)])
        #expect(Replay.outcomes(of: ping, .whole, PerMessageDeflate()) == [.failed(1002)])
    }

    @Test func limitsHold() throws {
        var limits = WebSocketLimits()
        limits.messageBytes = 1000
        limits.frameBytes = 2000
        let (fits, exceeds) = ([UInt8](repeating: 0, count: 1000), [UInt8](repeating: 0, count: 1001))
        #expect(Replay.outcomes(of: frame(2, fits), limits: limits) == [.binary(fits)])
        // Announced is enough.
        #expect(Replay.outcomes(of: Array(frame(2, exceeds)[..<4]), limits: limits) == [.failed(1009)])
        let parts = frame(2, fits, fin: false) + frame(0, [0])
        #expect(Replay.outcomes(of: parts, limits: limits) == [.failed(1009)])
        limits.messageBytes = 10_000
        let long = frame(2, [UInt8](repeating: 0, count: 2001))
        #expect(Replay.outcomes(of: Array(long[..<4]), limits: limits) == [.failed(1009)])
        #expect(
            Replay.outcomes(of: try bomb(100_000), .inPieces, PerMessageDeflate(), limits: limits) == [.failed(1009)])
        limits = WebSocketLimits()
        limits.ratio = 10
        #expect(
            Replay.outcomes(of: try bomb(4 << 20), .inPieces, PerMessageDeflate(), limits: limits) == [.failed(1008)])
    }

    /// The same message in frames of this length.
    private func fragments(of message: [UInt8], _ length: Int) -> [UInt8] {
        let payload = Array(message[4...])
        return stride(from: 0, to: payload.count, by: length).reduce(into: []) { frames, start in
            let end = min(start + length, payload.count)
            frames += frame(
                start == 0 ? 2 : 0, Array(payload[start..<end]), fin: end == payload.count, rsv: start == 0 ? 4 : 0)
        }
    }

    /// Compressed zeros.
    private func bomb(_ count: Int) throws -> [UInt8] {
        var server = WebSocketCodec(role: .server, compression: PerMessageDeflate())
        var output: [UInt8] = []
        try server.encode([UInt8](repeating: 0, count: count).span.bytes, .binary, into: &output)
        return output
    }

    /// The content of a message that grows is given out on the way, in one frame or in many.
    @Test(arguments: [nil, 1, 100, 4096])
    func aBombIsSeenPieceByPiece(fragment: Int?) throws {
        var limits = WebSocketLimits()
        limits.messageBytes = .max
        var client = WebSocketCodec(compression: PerMessageDeflate(), limits: limits)
        let whole = try bomb(32 << 20)
        let bytes = fragment.map { fragments(of: whole, $0) } ?? whole
        var (content, used, most, total): ([UInt8], Int, Int, Int) = ([], 0, 0, 0)
        receiving: while true {
            let (consumed, event) = try client.receive(
                bytes.span.bytes.extracting(droppingFirst: used), into: &content)
            used += consumed
            most = max(most, content.count)
            total += content.count
            content.removeAll()
            if case .message = event { break receiving }
        }
        #expect(total == 32 << 20)
        #expect(most < 6 << 20)
    }
}
