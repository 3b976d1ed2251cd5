import Foundation
import SockeyeDigest
import Testing

@Suite struct DigestTests {
    /// The digests of "abc", from the standards of the algorithms.
    @Test(arguments: [
        (Digest.Algorithm.md5, "900150983cd24fb0d6963f7d28e17f72"), (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (.sha224, "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
        (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            .sha384,
            "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
        ),
        (
            .sha512,
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ), (.sha512_256, "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
    ])
    func standardVectors(algorithm: Digest.Algorithm, hex: String) throws {
        #expect(try Digest(algorithm, of: "abc".utf8).hex == hex)
        var hasher = try DigestHasher(algorithm)
        for byte in "abc".utf8 { try hasher.update(CollectionOfOne(byte)) }
        try hasher.update([UInt8]())
        #expect(try hasher.finish() == Digest(algorithm, hex: hex.uppercased()))
        #expect(Digest(algorithm, hex: String(hex.dropLast(2))) == nil)
    }

    /// RFC 4231 test cases 1, 2 and 6 (a key longer than a block), RFC 2202 for MD5, and an empty key.
    @Test(arguments: [
        (
            Digest.Algorithm.sha256, [UInt8](repeating: 0x0B, count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            .sha256, Array("Jefe".utf8), "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            .sha256, [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (.md5, Array("Jefe".utf8), "what do ya want for nothing?", "750c783e6ab0b503eaa86e310a5db738"),
        (.sha256, [], "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
    ])
    func hmac(algorithm: Digest.Algorithm, key: [UInt8], text: String, hex: String) throws {
        #expect(try Digest.hmac(algorithm, key: key, of: text.utf8).hex == hex)
    }

    @Test func files() throws {
        let path = NSTemporaryDirectory() + "/sockeye-digest-\(UInt64.random(in: 0 ... .max))"
        let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try Digest(.sha256, ofFile: path) == Digest.sha256(of: bytes))
        #expect(throws: DigestError.file(path: path + "x", errno: 2)) { try Digest(.md5, ofFile: path + "x") }
    }

    @Test(arguments: ["sha256", "SHA-256", "sha_256"]) func names(name: String) {
        #expect(Digest.Algorithm(name: name) == .sha256)
    }

    @Test func comparison() {
        #expect(Digest.Algorithm(name: "SHA-512/256") == .sha512_256)
        #expect(Digest.Algorithm(name: "crc32") == nil)
        #expect(equalInConstantTime([1, 2], [1, 2]))
        #expect(!equalInConstantTime([1, 2], [1, 3]))
        #expect(!equalInConstantTime([1, 2], [1]))
        #expect(equalInConstantTime([], []))
    }

    @Test func randomness() throws {
        #expect(try randomBytes(0) == [])
        let (first, second) = (try randomBytes(32), try randomBytes(32))
        #expect(first.count == 32)
        #expect(first != second)
    }

    /// RFC 4648 section 10.
    @Test(arguments: [
        ("", "", ""), ("f", "Zg==", "66"), ("fo", "Zm8=", "666f"), ("foo", "Zm9v", "666f6f"),
        ("foob", "Zm9vYg==", "666f6f62"), ("fooba", "Zm9vYmE=", "666f6f6261"), ("foobar", "Zm9vYmFy", "666f6f626172"),
    ])
    func base64AndHex(text: String, base64: String, hex: String) throws {
        let bytes = Array(text.utf8)
        #expect(Base64.encode(bytes) == base64)
        #expect(try Base64.decode(base64) == bytes)
        let unpadded = base64.filter { $0 != "=" }
        #expect(Base64.encode(bytes, .url) == unpadded)
        #expect(try Base64.decode(unpadded, .url) == bytes)
        #expect(try Base64.decode(base64, .url) == bytes)
        #expect(Hex.encode(bytes) == hex)
        #expect(Hex.decode(hex.uppercased()) == bytes)
    }

    @Test(arguments: ["Z", "Zg", "Zg=", "Zg===", "=", "Zh==", "Zm9=", "Zg==Zg==", "Z g=", "Zm9v\n", "-_=="])
    func noBase64(text: String) {
        #expect(throws: Base64Error.self) { try Base64.decode(text) }
    }

    @Test(arguments: 1...7) func base64InPieces(size: Int) throws {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for variant in [Base64.standard, .url] {
            var encoder = Base64Encoder(variant)
            var text: [UInt8] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                text += encoder.encode(bytes[start..<min(start + size, bytes.count)])
            }
            text += encoder.finish()
            #expect(String(decoding: text, as: UTF8.self) == Base64.encode(bytes, variant))
            var decoder = Base64Decoder(variant)
            var decoded: [UInt8] = []
            for start in stride(from: 0, to: text.count, by: size) {
                decoded += try decoder.decode(text[start..<min(start + size, text.count)])
            }
            decoded += try decoder.finish()
            #expect(decoded == bytes)
        }
        #expect(Base64.encode(bytes) == Data(bytes).base64EncodedString())
        #expect(Hex.decode("0") == nil)
        #expect(Hex.decode("0g") == nil)
    }
}
