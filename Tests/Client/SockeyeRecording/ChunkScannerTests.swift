import SockeyeRecording
import Testing

struct ChunkScannerTests {
    private static let body = Array("5\r\nhello\r\n0a;name=value\r\n0123456789\r\n0\r\nTrailer: 1\r\n\r\n".utf8)
    private static let chunks: [(offset: Int64, line: Int, size: Int64)] = [(0, 3, 5), (10, 15, 10), (37, 3, 0)]

    /// However the bytes come, the chunks are the same.
    @Test(arguments: 1...20) func pieces(ofLength length: Int) {
        var scanner = ChunkScanner()
        var found: [ChunkScanner.Chunk] = []
        for start in stride(from: 0, to: Self.body.count, by: length) {
            found += scanner.scan(Array(Self.body[start..<min(start + length, Self.body.count)]))
        }
        #expect(found.map(\.offset) == Self.chunks.map(\.offset))
        #expect(found.map(\.lineBytes) == Self.chunks.map(\.line))
        #expect(found.map(\.size) == Self.chunks.map(\.size))
    }

    @Test(
        arguments: [
            ("5\r\nhello\r\n1;x=y\r\n\n\r\n0\r\n\r\n", [5, 1, 0]), ("A\nxxxxxxxxxx\r\n0\r\n", [10, 0]),
            ("zz\r\n5\r\n", []), ("-1\r\n0\r\n", []), ("7FFFFFFFFFFFFFFF\r\n", []), ("\r\n", []), ("3\r\nabc", [3]),
        ] as [(String, [Int64])])
    func sizes(_ body: String, _ sizes: [Int64]) {
        let bytes = Array(body.utf8)
        for step in 1...bytes.count {
            var scanner = ChunkScanner()
            var found: [ChunkScanner.Chunk] = []
            for start in stride(from: 0, to: bytes.count, by: step) {
                found += scanner.scan(Array(bytes[start..<min(start + step, bytes.count)]))
            }
            #expect(found.map(\.size) == sizes, "\(step) bytes at a time")
            #expect((scanner.end != nil) == (sizes.last == 0))
            #expect(!found.contains { $0.line.contains(0x0D) || $0.line.contains(0x0A) })
        }
    }

    @Test(arguments: ["zz\r\nx", "-1\r\n", "1234567890123456\r\n", " 5\r\n"]) func whatIsNoChunkEndsIt(_ text: String) {
        var scanner = ChunkScanner()
        #expect(scanner.scan(Array(text.utf8)).isEmpty)
        #expect(scanner.scan(Array("5\r\nhello\r\n".utf8)).isEmpty)
    }

    @Test func anEndlessLineIsNotKept() {
        var scanner = ChunkScanner()
        for _ in 0..<100 { #expect(scanner.scan([UInt8](repeating: UInt8(ascii: "1"), count: 1_000)).isEmpty) }
    }
}
