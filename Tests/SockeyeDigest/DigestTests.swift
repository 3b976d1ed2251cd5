import SockeyeDigest
import Testing

@Suite("Digests")
struct DigestTests {
    @Test(
        "The published values for \"abc\"",
        arguments: [
            (Digest.Algorithm.md5, "900150983cd24fb0d6963f7d28e17f72"),
            (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                .sha384,
                "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
            ),
            (
                .sha512,
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                    + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
            ),
        ])
    func published(_ algorithm: Digest.Algorithm, _ hex: String) {
        #expect(ByteText.hex(Digest.of(Array("abc".utf8), algorithm)) == hex)
        var pieces = Digest(algorithm)
        pieces.update([UInt8(ascii: "a")])
        #expect(pieces.value.count == algorithm.byteCount)
        pieces.update(Array("bc".utf8))
        #expect(ByteText.hex(pieces.value) == hex)
    }

    @Test(
        "Base64 as in RFC 4648 section 10",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func base64(_ plain: String, _ coded: String) {
        #expect(ByteText.base64(Array(plain.utf8)) == coded)
        #expect(ByteText.bytes(base64: coded) == Array(plain.utf8))
    }

    @Test("What is not base64", arguments: ["Z", "Zg", "Zg=", "Zg===", "Zh==", "=Zg=", "Zg==Zg==", "Z g=", "Zm9_"])
    func notBase64(_ text: String) {
        #expect(ByteText.bytes(base64: text) == nil)
    }

    @Test("Hexadecimal digits both ways, and what is none")
    func hex() {
        #expect(ByteText.bytes(hex: "00fFA9") == [0, 255, 169])
        #expect(ByteText.bytes(hex: "0") == nil && ByteText.bytes(hex: "0g") == nil)
        #expect(ByteText.hex([0, 255, 169]) == "00ffa9")
    }
}
