import SockeyeIO
import TestSupport
import Testing

@testable import SockeyeClient

/// The decoders: every case whole, byte by byte, and cut at every byte.
struct BodyDecoderTests {
    private static let text = Array("The quick brown fox jumps over the lazy dog, twice.".utf8)

    private static let cases: [(String, [String], [UInt8], [UInt8])] = [
        ("gzip", ["gzip"], Compressed.gzip(text), text),
        ("a long header", ["gzip"], Compressed.gzipWithFullHeader(text), text),
        (
            "long headers, two members", ["gzip"],
            Compressed.gzipWithFullHeader(text) + Compressed.gzipWithFullHeader(text), text + text
        ),
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

    /// "The quick brown fox jumps over the lazy dog, twice. " three times, by the brotli and zstd libraries at their
    /// best level.
    private static let pangrams = Array(
        String(repeating: "The quick brown fox jumps over the lazy dog, twice. ", count: 3).utf8)
    private static let brotliPangrams: [UInt8] = [
        0x1B, 0x9B, 0x00, 0xE0, 0x2D, 0x92, 0xC7, 0xB5, 0xAF, 0xC5, 0x28, 0xB4, 0x43, 0x5F, 0x52, 0x95, 0xA1, 0x25,
        0x99,
        0x19, 0x5B, 0x83, 0x9C, 0xE1, 0xE9, 0xA9, 0xB0, 0xB7, 0x06, 0x61, 0x99, 0xCB, 0x0B, 0x1B, 0x70, 0xE0, 0x90,
        0x40,
        0xFE, 0x82, 0x8B, 0xD3, 0xE0, 0x21, 0x6B, 0xE9, 0x3B, 0x51, 0x55, 0x47, 0x08, 0x3B, 0x28, 0x4D, 0x71, 0x47,
        0xBB,
        0xFB, 0xB4, 0x17, 0x45, 0x17, 0x20,
    ]
    private static let zstdPangrams: [UInt8] = [
        0x28, 0xB5, 0x2F, 0xFD, 0x04, 0x68, 0xD5, 0x01, 0x00, 0x42, 0x43, 0x0C, 0x11, 0x90, 0x7D, 0x50, 0xFA, 0x43,
        0xE9,
        0x0F, 0xAD, 0x74, 0x5B, 0x66, 0x16, 0xC2, 0x4D, 0xEE, 0x90, 0x03, 0x1E, 0xBE, 0x28, 0x5C, 0x1D, 0x20, 0x68,
        0x5C,
        0xEF, 0xD1, 0xFC, 0x53, 0xF5, 0xF9, 0x17, 0x3A, 0x8D, 0xCE, 0x2E, 0xCF, 0xF0, 0xF8, 0xC3, 0x70, 0x12, 0x67,
        0x45,
        0x59, 0xE9, 0x9F, 0x44, 0x01, 0x00, 0x54, 0x6E, 0xAA, 0xA0, 0x5D, 0x30, 0x2C, 0x39,
    ]

    /// Cases of optional codings.
    private static let optionalCases: [(String, [String], [UInt8], [UInt8])] = [
        ("brotli", ["br"], brotliPangrams, pangrams),
        ("brotli, uncompressed", ["br"], Compressed.brotli(text), text),
        (
            "brotli, many blocks", ["BR"], Compressed.brotli([UInt8](repeating: 7, count: 200_000)),
            [UInt8](repeating: 7, count: 200_000)
        ),
        ("empty brotli", ["br"], Compressed.brotli([]), []),
        ("zstd", ["zstd"], zstdPangrams, pangrams),
        ("zstd, raw", ["zstd"], Compressed.zstd(text), text),
        ("empty zstd", ["zstd"], Compressed.zstd([]), []),
        ("a skippable frame", ["zstd"], [0x50, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 1, 2] + Compressed.zstd(text), text),
        ("zstd, two members", ["zstd"], Compressed.zstd(text) + zstdPangrams, text + pangrams),
        ("brotli in gzip", ["br", "gzip"], Compressed.gzip(brotliPangrams), pangrams),
        ("zstd in brotli", ["zstd", "br"], Compressed.brotli(zstdPangrams), pangrams),
        ("gzip in zstd", ["gzip", "zstd"], Compressed.zstd(Compressed.gzip(text)), text),
    ].filter { $0.1.allSatisfy { ContentCoding(name: $0) != nil } }

    /// With the traits, the libraries are available and all cases run; without, the names are unknown.
    @Test func traitsAreOnTogetherWithTheirCases() {
        for name in ["br", "zstd"] {
            if let coding = ContentCoding(name: name) {
                #expect(coding.isAvailable)
                #expect(CodingOptions.compressed.contentCodings.contains(coding))
                #expect(Self.optionalCases.contains { $0.1 == [name] })
            } else {
                #expect(failure([name], [[1]]) == .unknownCoding(name))
            }
        }
        #if Brotli && Zstd
            #expect(Self.optionalCases.count == 12)
            #expect(ContentCoding.allCases.map(\.rawValue) == ["deflate", "gzip", "br", "zstd"])
        #endif
    }

    @Test func optionalCodings() throws {
        for (name, codings, coded, plain) in Self.optionalCases {
            #expect(try decode(codings, [coded]) == plain, "\(name), whole")
            guard coded.count < 1_000 else { continue }
            #expect(try decode(codings, coded.map { [$0] }) == plain, "\(name), byte by byte")
            let memberEnds =
                name.contains("member") ? [Compressed.zstd(Self.text).count] : name.contains("skip") ? [10] : []
            for count in coded.indices.dropFirst() where !memberEnds.contains(count) {
                guard case .truncated? = failure(codings, [Array(coded[..<count])]) else {
                    Issue.record("\(name), cut at \(count), must be truncated")
                    return
                }
            }
            let coding = codings.count == 1 ? ContentCoding(name: codings[0]) : nil
            guard let coding else { continue }
            for tail in [[0], Array("garbage".utf8)] as [[UInt8]] {
                #expect(failure(codings, [coded + tail]) == .trailingBytes(coding), "\(name)")
                #expect(failure(codings, (coded + tail).map { [$0] }) == .trailingBytes(coding), "\(name)")
            }
        }
    }

    #if Zstd
        @Test func zstdIsHeldToItsWindowChecksumAndRatio() throws {
            #expect(try decode(["zstd"], [Compressed.zstd(Self.text, windowLog: 23)]) == Self.text)
            guard case .corrupt(.zstd, _)? = failure(["zstd"], [Compressed.zstd(Self.text, windowLog: 24)]) else {
                Issue.record("RFC 9659: no window above 8 MiB")
                return
            }
            var broken = Self.zstdPangrams
            broken[broken.count - 1] ^= 1
            guard case .corrupt(.zstd, _)? = failure(["zstd"], [broken]) else {
                Issue.record("a wrong checksum must be seen")
                return
            }
            // 128 MiB of zeros from 4 KiB followed by noise are fine; continuing beyond 1 GiB is a bomb.
            let zeros = Compressed.zstdZeros(blocks: 1_024)
            #expect(try count(["zstd"], [zeros, Compressed.zstd(Self.text)]) == 128 << 20 + Int64(Self.text.count))
            let error = #expect(throws: ContentCodingError.self) {
                try count(["zstd"], Array(repeating: zeros, count: 9))
            }
            #expect(error == .ratioExceeded(limit: 1_100))
            // The threshold can be lowered.
            let strict = CodingOptions(ratioThreshold: 1 << 20)
            #expect(failure(["zstd"], [zeros], strict) == .ratioExceeded(limit: 1_100))
        }

        /// libzstd decodes some of them too, with windows of any size.
        @Test(arguments: [0x1E, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27] as [UInt8])
        func formatsBeforeTheStandardAreRefused(first: UInt8) {
            let refusal = ContentCodingError.corrupt(.zstd, reason: "Unknown frame descriptor")
            let frame: [UInt8] = [
                first, 0xB5, 0x2F, 0xFD, 4, 0x58, 0, 4, 0x53, 0x65, 0x74, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
            ]
            #expect(failure(["zstd"], [frame]) == refusal)
            #expect(failure(["zstd"], frame.map { [$0] }) == refusal)
        }
    #endif

    #if Brotli
        @Test func brokenBrotliIsSeen() {
            guard case .corrupt(.brotli, let reason)? = failure(["br"], [Array("this is no brotli".utf8)]) else {
                Issue.record("no brotli must be seen as such")
                return
            }
            #expect(!reason.isEmpty)
        }
    #endif

    private func decode(
        _ codings: [String], _ pieces: [[UInt8]], _ options: CodingOptions = .compressed
    ) throws -> [UInt8] {
        let decoder = try BodyDecoder(undoing: codings, options)
        var result: [UInt8] = []
        for piece in pieces { try decoder.decode(piece.span.bytes) { result.append(copying: $0) } }
        try decoder.finish()
        return result
    }

    /// The number of decoded bytes.
    private func count(_ codings: [String], _ pieces: [[UInt8]]) throws -> Int64 {
        let decoder = try BodyDecoder(undoing: codings, .compressed)
        for piece in pieces { try decoder.decode(piece.span.bytes) { _ in } }
        try decoder.finish()
        return decoder.decodedBytes
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
        // A cut between two members can't be detected.
        let memberEnds = [
            0, Compressed.gzip(Self.text).count, Compressed.gzip(Self.text).count + Compressed.gzip([]).count,
        ]
        let longMemberEnds = [0, Compressed.gzipWithFullHeader(Self.text).count]
        let ends = name.hasPrefix("long headers") ? longMemberEnds : name.contains("member") ? memberEnds : [0]
        for count in coded.indices where !ends.contains(count) {
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
                // Time, system and flags in the header carry no data; any other change alters the text or fails.
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
        #expect(failure(["gzip"], [coded], CodingOptions(decodedLimit: 1_000)) == .sizeExceeded(limit: 1_000))
        // A gzip stream with one megabyte of zeros per kilobyte, made by repeating one deflate block of zeros.
        let bomb = Self.deflatedZeros(blocks: 64)
        let strict = CodingOptions(ratioLimit: 100, ratioThreshold: 1 << 20)
        #expect(failure(["deflate"], [bomb], strict) == .ratioExceeded(limit: 100))
    }

    /// Codings within codings that give nothing, or bytes one by one, take as long as what is between them.
    @Test(arguments: ["", "x"]) func workWithinIsLimited(content: String) async throws {
        let place = try TemporaryFolder()
        try place.write("content", content)
        let script = """
            gzip -cn content > one; for n in 1 2 3 4 5 6 7 8; do cat one one one one > two; mv two one; done
            gzip -cn one | gzip -cn > nested
            """
        let made = try await Program.run("/bin/sh", ["-c", "cd \(place.path); \(script)"])
        #expect(made.status == 0, "\(made.errorText)")
        let nested = try SmallFile.read(place.file("nested"))
        #expect(failure(["gzip", "gzip", "gzip"], [nested]) == .ratioExceeded(limit: 100))
        #expect(failure(["gzip", "gzip", "gzip"], [nested], CodingOptions(ratioLimit: 1 << 30)) == nil)
        // Of one layer each byte was sent.
        let members = try SmallFile.read(place.file("one"))
        #expect(try decode(["gzip"], [members]).count == content.utf8.count << 16)
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
