import Glibc
import SockeyeIO
import TestSupport
import Testing

@testable import SockeyeArchive

@Suite("Names in archives")
struct ZipNameTests {
    /// An entry, and the file that comes of it.
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var name: [UInt8]
        var flags = 0
        var system = 0
        var extra: [UInt8] = []
        /// Its octets.
        var file: [UInt8]

        init(_ what: String, _ name: [UInt8], flags: Int = 0, system: Int = 0, extra: [UInt8] = [], _ file: [UInt8]) {
            (testDescription, self.name, self.flags, self.system) = (what, name, flags, system)
            (self.extra, self.file) = (extra, file)
        }

        init(_ what: String, _ name: [UInt8], flags: Int = 0, system: Int = 0, extra: [UInt8] = [], _ file: String) {
            self.init(what, name, flags: flags, system: system, extra: extra, Array(file.utf8))
        }
    }

    @Test(
        "A zip's name is what its writer meant",
        arguments: [
            Case("ASCII", Array("a.txt".utf8), "a.txt"),
            Case("flagged", Array("é".utf8), flags: 0x800, "é"),
            Case("flagged, decomposed", Array("e\u{301}".utf8), flags: 0x800, "e\u{301}"),
            Case("code page 437", [0x81, 0x9B, 0xE1, 0xFE, 0xFF], "ü¢ß■\u{A0}"),
            Case("code page 437, made where octets are kept", [0x66, 0x81], system: 3, "fü"),
            Case("code page 437, though the octets are UTF-8", [0xC3, 0xA9], "├⌐"),
            Case("UTF-8 of Unix without the flag", Array("é".utf8), system: 3, "é"),
            Case("UTF-8 of macOS without the flag", Array("é".utf8), system: 19, "é"),
            Case("octets of Unix", [0x66, 0xE9], system: 3, extra: Zip.extra(0x7875, [1, 1, 0, 1, 0]), [0x66, 0xE9]),
            Case("the extra field", [0x3F], extra: Zip.unicodePath("é", for: [0x3F]), "é"),
            Case("an extra field of another name", [0x3F], extra: Zip.unicodePath("é", for: [0x3E]), "?"),
        ])
    func names(_ test: Case) async throws {
        var zip = Zip()
        zip.add(test.name, [1], flags: test.flags, system: test.system, extra: test.extra)
        #expect(try await Self.unpacked(zip.whole) == [test.file])
    }

    @Test("The separator of Windows leads to folders if its writer took no other") func backslashes() async throws {
        let place = try TemporaryFolder()
        var zip = Zip()
        zip.add(Array("d\\f".utf8), [1], system: 0)
        zip.add(Array("d\\e\\".utf8), mode: 0, system: 0)
        zip.add(Array("u\\v".utf8), [2], system: 3)
        try place.write("a.zip", bytes: zip.whole)
        _ = try await Archive.extract(place.file("a.zip"), to: place.file("out"))
        #expect(try place.read("out/d/f") == [1])
        #expect(place.permissions(of: "out/d/e") != nil)
        #expect(try place.read("out/u\\v") == [2])
    }

    @Test("Names that differ only in their normal form are two files, in a zip and a tar", arguments: [true, false])
    func normalForms(_ isZip: Bool) async throws {
        let names = ["e\u{301}", "\u{E9}"]
        var (zip, tar) = (Zip(), Tar())
        for name in names {
            zip.add(Array(name.utf8), [1])
            let record = "11 path=\(name)\n"
            tar.add("pax", Array("\(record.utf8.count)".utf8) + record.utf8.dropFirst(2), type: "x")
            tar.add("f", [1])
        }
        let found = try await Self.unpacked(isZip ? zip.whole : tar.whole)
        #expect(Set(found) == Set(names.map { Array($0.utf8) }))
    }

    @Test("An empty zip has no entries, also with a comment") func empty() async throws {
        for zip in [Zip().whole, Zip().whole.dropLast(2) + [3, 0] + "abc".utf8] {
            #expect(try await Self.unpacked(zip).isEmpty)
        }
    }

    @Test("What stands in front of a zip or behind it changes nothing; a zip at a tar's end doesn't make it one")
    func surroundings() async throws {
        var zip = Zip()
        zip.add([0x61], [1])
        zip.add([0x62], [2])
        for bytes in [Array("#!/bin/sh\n".utf8) + zip.whole, zip.whole + [0, 0, 0]] {
            #expect(Set(try await Self.unpacked(bytes)) == [[0x61], [0x62]])
        }
        var tar = Tar()
        tar.add("in.zip", zip.whole)
        #expect(try await Self.unpacked(tar.whole) == [Array("in.zip".utf8)])
    }

    /// The names of the files that come of an archive.
    private static func unpacked(_ bytes: [UInt8]) async throws -> [[UInt8]] {
        let place = try TemporaryFolder()
        try place.write("x.archive", bytes: bytes)
        let result = try await Archive.extract(place.file("x.archive"), to: place.file("out"))
        let names = try File(place.file("out"), [.reading, .folder]).names()
        #expect(result.entries == names.count)
        return names
    }
}
