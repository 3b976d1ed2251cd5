import SockeyeWebSocket

/// What came of received bytes, in a form to compare.
enum Outcome: Hashable {
    case text(String)
    case binary([UInt8])
    case ping([UInt8])
    case pong([UInt8])
    case close(UInt16, String)
    /// The connection failed, with the code to tell the peer.
    case failed(UInt16)
}

/// How bytes arrive.
enum Arrival: CaseIterable {
    case whole, byteByByte, inPieces

    func pieces(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        let size =
            switch self {
            case .whole: max(1, bytes.count)
            case .byteByByte: 1
            case .inPieces: 997
            }
        return stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min(bytes.count, $0 + size)] }
    }
}

/// Feeds bytes to a codec and notes its events.
struct Replay: ~Copyable {
    var codec: WebSocketCodec
    private(set) var outcomes: [Outcome] = []
    private var content: [UInt8] = []

    init(_ codec: consuming WebSocketCodec) {
        self.codec = codec
    }

    mutating func receive(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        var used = 0
        do throws(WebSocketError) {
            while true {
                let (consumed, event) = try codec.receive(
                    bytes.span.bytes.extracting(droppingFirst: used), into: &content)
                used += consumed
                if case .needMore = event { return }
                note(event)
            }
        } catch {
            fail(error)
        }
    }

    mutating func end() {
        do throws(WebSocketError) {
            try codec.receiveEnd()
        } catch {
            fail(error)
        }
    }

    private mutating func fail(_ error: WebSocketError) {
        let outcome = Outcome.failed(error.closeCode.rawValue)
        if outcomes.last != outcome { outcomes.append(outcome) }
    }

    private mutating func note(_ event: WebSocketCodec.Event) {
        switch event {
        case .needMore, .content: break
        case .message(.text): outcomes.append(.text(String(decoding: content, as: UTF8.self)))
        case .message(.binary): outcomes.append(.binary(content))
        case .ping(let bytes): outcomes.append(.ping(bytes))
        case .pong(let bytes): outcomes.append(.pong(bytes))
        case .close(let code, let reason): outcomes.append(.close(code.rawValue, reason))
        }
        if case .message = event { content = [] }
    }

    /// The outcomes of a server's bytes, however they arrive.
    static func outcomes(
        of bytes: [UInt8], _ arrival: Arrival = .whole, _ compression: PerMessageDeflate? = nil,
        limits: WebSocketLimits = WebSocketLimits()
    ) -> [Outcome] {
        var replay = Replay(WebSocketCodec(compression: compression, limits: limits))
        for piece in arrival.pieces(bytes) { replay.receive(piece) }
        return replay.outcomes
    }
}

/// A frame of a server, right or wrong.
func frame(_ opcode: UInt8, _ payload: [UInt8] = [], fin: Bool = true, rsv: UInt8 = 0) -> [UInt8] {
    var bytes = [(fin ? 0x80 : 0) | rsv << 4 | opcode]
    switch payload.count {
    case ...125: bytes.append(UInt8(payload.count))
    case ...65535: bytes += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default: bytes += [127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
    }
    return bytes + payload
}

func frame(_ opcode: UInt8, _ payload: String, fin: Bool = true, rsv: UInt8 = 0) -> [UInt8] {
    frame(opcode, Array(payload.utf8), fin: fin, rsv: rsv)
}

func closeFrame(_ code: UInt16, _ reason: [UInt8] = []) -> [UInt8] {
    frame(8, [UInt8(code >> 8), UInt8(code & 0xFF)] + reason)
}

/// The bytes that hexadecimal digits say.
func hex(_ text: String) -> [UInt8] {
    let digits = Array(text.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
    }
}
