import Testing

@testable import SockeyeClient

/// The decoders alone: every case whole, byte by byte, and cut at every byte.
struct BodyDecoderTests {
    private static let text = Array("The quick brown fox jumps over the lazy dog, twice.".utf8)

    private static let cases: [(String, [String], [UInt8], [UInt8])] = [
        ("gzip", ["gzip"], Compressed.gzip(text), text),
        ("its old name", ["x-gzip"], Compressed.gzip(text), text),
        ("empty gzip", ["gzip"], Compressed.gzip([]), []),
        ("two members", ["gzip"], Compressed.gzip(text) + Compressed.gzip(text), text + text),
        (
            "an empty member between", ["gzip"], Compressed.gzip(text) + Compressed.gzip([]) + Compressed.gzip(text),
            text + text
        ),
        ("deflate in zlib", ["deflate"], Compressed.zlib(text), text),
        ("deflate alone", ["deflate"], Compressed.deflate(text), text),
        ("gzip in gzip", ["gzip", "gzip"], Compressed.gzip(Compressed.gzip(text)), text),
        ("deflate in gzip", ["deflate", "gzip"], Compressed.gzip(Compressed.zlib(text)), text),
        ("nothing at all", ["gzip"], [], []),
    ]

    private func decode(
        _ codings: [String], _ pieces: [[UInt8]], _ options: CodingOptions = .compressed
    ) throws -> [UInt8] {
        let decoder = try BodyDecoder(undoing: codings, options)
        var result: [UInt8] = []
        for piece in pieces { try decoder.decode(piece.span.bytes) { result.append(copying: $0) } }
        try decoder.finish()
        return result
    }

    private func failure(
        _ codings: [String], _ pieces: [[UInt8]], _ options: CodingOptions = .compressed
    ) -> ContentCodingError? {
        do {
            _ = try decode(codings, pieces, options)
            return nil
        } catch {
            return error as? ContentCodingError
        }
    }

    @Test(arguments: cases.indices)
    func decodes(_ index: Int) throws {
        let (name, codings, coded, plain) = Self.cases[index]
        #expect(try decode(codings, [coded]) == plain, "\(name), whole")
        #expect(try decode(codings, coded.map { [$0] }) == plain, "\(name), byte by byte")
    }

    @Test(arguments: cases.indices)
    func cutAnywhereIsAnError(_ index: Int) {
        let (name, codings, coded, _) = Self.cases[index]
        // Between two members a cut cannot be known.
        let memberEnds = [
            0, Compressed.gzip(Self.text).count, Compressed.gzip(Self.text).count + Compressed.gzip([]).count,
        ]
        for count in coded.indices where !(name.contains("member") ? memberEnds : [0]).contains(count) {
            let error = failure(codings, [Array(coded[..<count])])
            #expect(error == .truncated(.gzip) || error == .truncated(.deflate), "\(name), cut at \(count)")
        }
    }

    @Test(arguments: [
        (["gzip"], Compressed.gzip(text), ContentCodingError.trailingBytes(.gzip)),
        (["deflate"], Compressed.zlib(text), .trailingBytes(.deflate)),
        (["deflate"], Compressed.deflate(text), .trailingBytes(.deflate)),
    ])
    func trailingBytesAreAnError(_ codings: [String], _ coded: [UInt8], _ expected: ContentCodingError) {
        for tail in [[0], [0, 0, 0, 0, 0, 0, 0, 0], Array("garbage".utf8)] as [[UInt8]] {
            #expect(failure(codings, [coded + tail]) == expected)
            #expect(failure(codings, [coded, tail]) == expected)
            #expect(failure(codings, (coded + tail).map { [$0] }) == expected)
        }
    }

    @Test func everyFlippedBitIsSeenOrHarmless() {
        let coded = Compressed.gzip(Self.text)
        for index in coded.indices {
            for bit in 0..<8 {
                var broken = coded
                broken[index] ^= 1 << bit
                // In the header, time, system and flags carry no data; anything else changes the text or fails.
                guard let plain = try? decode(["gzip"], [broken]) else { continue }
                #expect(plain == Self.text, "byte \(index), bit \(bit)")
            }
        }
    }

    @Test func namesAndNumberOfLayers() {
        #expect(failure(["lzw"], [[1]]) == .unknownCoding("lzw"))
        #expect(failure(Array(repeating: "gzip", count: 6), [[1]]) == .tooManyCodings(limit: 5))
    }

    @Test func bombsAreDefused() {
        let zeros = [UInt8](repeating: 0, count: 4 << 20)
        let coded = Compressed.gzip(zeros)
        #expect(failure(["gzip"], [coded], CodingOptions(mostDecodedBytes: 1_000)) == .sizeExceeded(limit: 1_000))
        // A gzip stream of one megabyte of zeros a kilobyte, made by repeating one deflate block of zeros.
        let bomb = Self.deflatedZeros(blocks: 64)
        #expect(failure(["deflate"], [bomb], CodingOptions(largestRatio: 100)) == .ratioExceeded(limit: 100))
    }

    /// Raw deflate of zeros with the fixed codes: one literal, then as many matches of 258 at distance 1 (RFC 1951
    /// section 3.2.6). Length 258 is code 285, 8 bits 11000101; distance 1 is code 0, 5 bits; end of block 7 bits.
    private static func deflatedZeros(blocks: Int) -> [UInt8] {
        var bits: [Bool] = []
        func add(_ code: Int, _ count: Int) {
            for index in (0..<count).reversed() { bits.append(code >> index & 1 == 1) }
        }
        for block in 0..<blocks {
            bits.append(block == blocks - 1)
            bits += [true, false]
            add(0b0011_0000, 8)
            for _ in 0..<1_000 {
                add(0b1100_0101, 8)
                add(0, 5)
            }
            add(0, 7)
        }
        var bytes = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
        for (index, bit) in bits.enumerated() where bit { bytes[index / 8] |= 1 << (index % 8) }
        return bytes
    }
}
