import SockeyeHTTP1
import TestSupport
import Testing

/// Mutated fixtures: whatever the bytes, cuts must not change the meaning, and nothing may trap.
///
/// The same invariant as Tests/Fuzz/ResponseFuzzer, but repeatable: the generator is seeded.
@Suite("Mutated responses")
struct ResponseMutationTests {
    /// Bytes significant in the grammar.
    private static let meaningful = Array("\r\n \t:;,\"\\0159afFgx=-+\0\u{7F}".utf8) + [0x80, 0xFF]

    @Test("Pieces do not change the meaning", arguments: 0..<UInt64(16))
    func pieces(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<250 {
            let fixture = try #require(Fixture.all.randomElement(using: &generator))
            let bytes = mutated(fixture.bytes, &generator)
            var exchange = try fixture.exchange()
            let whole = Transcript(&exchange, pieces: [bytes[...]])
            for _ in 0..<3 {
                exchange = try fixture.exchange()
                let cut = Transcript(&exchange, pieces: pieces(of: bytes, &generator))
                #expect(cut.text == whole.text, "\(fixture.title), seed \(seed): \(Transcript.escaped(bytes))")
            }
            // A prefix may yield fewer events or be truncated, but never different events.
            exchange = try fixture.exchange()
            let prefix = bytes[..<Int.random(in: 0...bytes.count, using: &generator)]
            let partial = Transcript(&exchange, pieces: [prefix])
            if whole.isEnded, exchange.responseBodyLength != .untilClose {
                #expect(partial.isEnded == (prefix.count >= whole.consumed))
            }
        }
    }

    private func mutated(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let place = Int.random(in: 0...bytes.count, using: &generator)
            let byte = Self.meaningful.randomElement(using: &generator) ?? 0
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes.insert(byte, at: place)
            case 1 where place < bytes.count: bytes[place] = byte
            case 2 where place < bytes.count: bytes.remove(at: place)
            case 3 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            default:
                let length = Int.random(in: 0...min(20, bytes.count - place), using: &generator)
                bytes.insert(contentsOf: bytes[place..<(place + length)], at: place)
            }
        }
        return bytes
    }

    private func pieces(of bytes: [UInt8], _ generator: inout SeededGenerator) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + Int.random(in: 0...12, using: &generator))
            pieces.append(bytes[start..<end])
            start = end
        }
        return pieces
    }
}
