import Sockeye
import SockeyeDigest
import Testing

@testable import SockeyeCLI

@Suite("Metalink documents")
struct MetalinkTests {
    private static let url = "<url>http://h/f</url>"

    /// A document of version 4 with one file.
    private static func four(_ checks: String) -> String {
        "<metalink xmlns=\"urn:ietf:params:xml:ns:metalink\"><file name=\"f\">\(checks)\(url)</file></metalink>"
    }

    /// The same of version 3.
    private static func three(_ checks: String, size: String = "") -> String {
        """
        <metalink version="3.0" xmlns="http://www.metalinker.org/"><files><file name="f">\(size)
        <verification>\(checks)</verification><resources maxconnections="1">\(url)</resources></file></files></metalink>
        """
    }

    private static func hex(_ algorithm: Digest.Algorithm, _ digit: Character = "a") -> String {
        String(repeating: digit, count: 2 * algorithm.length)
    }

    @Test(
        "Each spelling of a digest is known",
        arguments: [
            ("sha-256", .sha256), ("sha256", .sha256), ("SHA256", .sha256), ("SHA-256", .sha256), ("sha-224", .sha224),
            ("sha1", .sha1), ("sha-1", .sha1), ("SHA", .sha1), ("MD5", .md5), ("sha-512", .sha512), ("sha384", .sha384),
        ] as [(String, Digest.Algorithm)])
    func spellings(_ type: String, _ algorithm: Digest.Algorithm) throws {
        let hash = "<hash type=\"\(type)\"> \(Self.hex(algorithm))\n</hash>"
        for text in [Self.four(hash), Self.three(hash)] {
            let metalink = try Metalink(Array(text.utf8))
            #expect(metalink.targets[0].checksum?.algorithm == algorithm)
            #expect(metalink.warnings.isEmpty)
            #expect(metalink.targets[0].isNamedByOthers)
        }
    }

    @Test("Elements of other namespaces say nothing about a file (RFC 5854 section 5)")
    func foreign() throws {
        let foreign = "<x:url xmlns:x=\"urn:other\">http://other/</x:url><x:size xmlns:x=\"urn:other\">1</x:size>"
        for text in [Self.four(foreign), Self.four(foreign).replacing("urn:ietf:params:xml:ns:metalink", with: "")] {
            let target = try #require(try Metalink(Array(text.utf8)).targets.first)
            #expect(target.url?.contains("other") == false && target.mirrors.isEmpty && target.expectedBytes == nil)
        }
    }

    @Test(
        "A check that can't be made is told",
        arguments: [
            ("<hash type=\"blake3\">00</hash>", "digest"), ("<hash>00</hash>", "digest"),
            ("<pieces type=\"crc\" length=\"1\"><hash>00</hash></pieces>", "digests of pieces"),
            ("<signature type=\"pgp\">x</signature>", "signature"),
        ])
    func unknown(_ check: String, _ word: String) throws {
        for text in [Self.four(check), Self.three(check)] {
            let metalink = try Metalink(Array(text.utf8))
            #expect(metalink.warnings.count == 1 && metalink.warnings[0].contains("\(word) of 'f'"))
            #expect(!metalink.targets[0].isVerified)
        }
    }

    @Test(
        "What is malformed or contradicts itself is refused",
        arguments: [
            "<hash type=\"sha256\">00</hash>", "<hash type=\"md5\">x</hash>", "<hash type=\"md5\"/>", "<size>x</size>",
            "<size>-1</size>", "<size>+1</size>", "<size/>", "<size>99999999999999999999</size>",
            "<size>1</size><size>2</size>",
            "<hash type=\"sha1\">\(hex(.sha1))</hash><hash type=\"sha-1\">\(hex(.sha1, "b"))</hash>",
            "<pieces type=\"sha1\" length=\"0\"><hash>\(hex(.sha1))</hash></pieces>",
            "<pieces type=\"sha1\"><hash>\(hex(.sha1))</hash></pieces>", "<pieces type=\"sha1\" length=\"9\"/>",
            "<pieces type=\"sha1\" length=\"9\"><hash>\(hex(.md5))</hash></pieces>",
            "<pieces type=\"sha1\" length=\"9\"><hash piece=\"1\">\(hex(.sha1))</hash></pieces>",
            "<pieces type=\"sha1\" length=\"9\"><hash piece=\"-1\">\(hex(.sha1))</hash></pieces>",
            "<size>10</size><pieces type=\"sha1\" length=\"9\"><hash>\(hex(.sha1))</hash></pieces>",
        ])
    func refused(_ checks: String) {
        #expect(throws: OptionFault.self) { try Metalink(Array(Self.four(checks).utf8)) }
    }

    @Test("Version 3 is read: the highest preference first, pieces by number, no torrents")
    func versionThree() throws {
        let (one, two) = (Self.hex(.sha1, "1"), Self.hex(.sha1, "2"))
        let text = """
            <?xml version="1.0"?><metalink version="3.0" xmlns="http://www.metalinker.org/" xmlns:mm0="http://m/">
            <files><file name="f"><mm0:alternates><size>9</size></mm0:alternates><size>7</size><verification>
            <hash type="md5">\(Self.hex(.md5))</hash><hash type="sha256">\(Self.hex(.sha256))</hash>
            <pieces length="4" type="sha1"><hash piece="1">\(two)</hash><hash piece="0">\(one)</hash></pieces>
            </verification><resources><url type="rsync" preference="100">rsync://r/f</url>
            <url type="http" preference="20">http://a/f</url><url type="https" preference="100">https://b/f</url>
            <url type="bittorrent" preference="100">http://t/f.torrent</url><url>http://c/f</url></resources></file>
            </files></metalink>
            """
        let target = try #require(Metalink(Array(text.utf8)).targets.first)
        #expect(target.url == "https://b/f" && target.mirrors == ["http://a/f", "http://c/f"])
        #expect(target.checksum?.algorithm == .sha256 && target.expectedBytes == 7)
        #expect(target.pieces?.pieceBytes == 4)
        #expect(target.pieces?.values.map(Hex.encode) == [one, two])
    }

    @Test("The strongest pieces count")
    func pieces() throws {
        let lists = [Digest.Algorithm.md5, .sha256, .sha1].map {
            "<pieces length=\"4\" type=\"\($0)\"><hash>\(Self.hex($0))</hash></pieces>"
        }
        let metalink = try Metalink(Array(Self.four("<size>4</size>" + lists.joined()).utf8))
        #expect(metalink.targets[0].pieces?.algorithm == .sha256 && metalink.targets[0].checksum == nil)
    }
}
