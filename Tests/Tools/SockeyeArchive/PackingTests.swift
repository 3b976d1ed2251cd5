import Glibc
import SockeyeBytes
import SockeyeIO
import TestSupport
import Testing

@testable import SockeyeArchive

@Suite("Packing", .timeLimit(.minutes(2)))
struct PackingTests {
    private static let hello = Array("hello".utf8)

    @Test func whatNobodyCouldUnpackIsNotPacked() async throws {
        let place = try TemporaryFolder()
        for folder in ["one", "two"] {
            #expect(mkdir(place.file(folder), 0o755) == 0)
            try place.write("\(folder)/x", bytes: Self.hello)
        }
        let twice = await #expect(throws: ArchiveError.self) {
            try await Archive.create(place.file("a.zip"), of: [place.file("one/x"), place.file("two/x")])
        }
        #expect(twice?.description.contains("'x' would be in the archive twice") == true)
        let contents = await #expect(throws: ArchiveError.self) {
            try await Archive.create(place.file("a.zip"), of: [place.file("one/."), place.file("two/.")])
        }
        #expect(contents?.description.contains("twice") == true)
        #expect(try place.entries().map(\.name).sorted() == ["one", "two"])
        _ = try await Archive.create(place.file("a.zip"), of: [place.file("one"), place.file("two")])
        // C would read "a.zip" for the first of these.
        for path in ["a.zip\0b", "b\0.zip"] {
            await #expect(throws: ArchiveError.self) { try await Archive.extract(place.file(path)) }
            await #expect(throws: ArchiveError.self) { try await Archive.isExtracted(place.file(path)) }
            await #expect(throws: ArchiveError.self) {
                try await Archive.create(place.file(path), of: [place.file("one")])
            }
        }
        await #expect(throws: ArchiveError.self) {
            try await Archive.extract(place.file("a.zip"), to: place.file("o\0p"))
        }
        await #expect(throws: ArchiveError.self) {
            try await Archive.create(place.file("c.zip"), of: [place.file("one\0")])
        }
        #expect(try place.entries().map(\.name).sorted() == ["a.zip", "one", "two"])
    }

    @Test func packedAndUnpacked() async throws {
        let place = try TemporaryFolder()
        #expect(mkdir(place.file("d"), 0o755) == 0 && mkdir(place.file("d/empty"), 0o755) == 0)
        try place.write("d/é 🚀.txt", bytes: Self.hello)
        try place.write("d/run", bytes: [UInt8](repeating: 3, count: 700_000))
        #expect(chmod(place.file("d/run"), 0o755) == 0)
        #expect(symlink("run", place.file("d/link")) == 0)
        try place.write("single", bytes: [])
        let made = try await Archive.create(place.file("a.zip"), of: [place.file("d"), place.file("single")])
        #expect(made.entries == 6 && made.bytes == 700_005)
        _ = try await Archive.create(place.file("d/self.zip"), of: [place.file("d")])
        let result = try await Archive.extract(place.file("a.zip"), to: place.file("out"))
        #expect(result.entries == 6)
        #expect(try place.read("out/d/é 🚀.txt") == Self.hello)
        #expect(try place.read("out/d/link").count == 700_000)
        #expect(place.permissions(of: "out/d/run") == 0o755)
        #expect(try place.read("out/single").isEmpty)
        await #expect(throws: ArchiveError.exists(place.file("a.zip"))) {
            try await Archive.create(place.file("a.zip"), of: ["/"])
        }
        let missing = await #expect(throws: ArchiveError.self) {
            try await Archive.create(place.file("b.zip"), of: [place.file("no")])
        }
        #expect(missing?.description.contains("/no:") == true)
        #expect(try !place.entries().contains { $0.name.contains("b.zip") || $0.name.contains(".sockeye") })
    }

    @Test func encrypted() async throws {
        let place = try TemporaryFolder()
        #expect(mkdir(place.file("d"), 0o755) == 0)
        try place.write("d/text", bytes: [UInt8](repeating: 65, count: 300_000))
        try place.write("d/empty", bytes: [])
        #expect(symlink("text", place.file("d/link")) == 0)
        try await Archive.create(place.file("aes.zip"), of: [place.file("d")], password: "süß 🔑")
        // The encryption of old zips, by a program that shares nothing with libarchive.
        let zipped = try await Program.run(
            "/usr/bin/zip", ["-q", "-r", "-j", "-P", "süß 🔑", place.file("old.zip"), place.file("d")])
        #expect(zipped.status == 0, "\(zipped.errorText)")
        for name in ["aes", "old"] {
            for wrong in [nil, "süß", ""] {
                let error = await #expect(throws: ArchiveError.self) {
                    try await Archive.extract(place.file("\(name).zip"), password: wrong)
                }
                guard case .encrypted(let entry)? = error else {
                    Issue.record("\(name): \(String(describing: error))")
                    continue
                }
                // zip takes them as the folder has them.
                let first = name == "aes" ? ["text"] : ["text", "link"]
                let entryName = String(decoding: entry, as: UTF8.self)
                #expect(first.contains { entryName.hasSuffix($0) }, "\(name): \(entryName)")
            }
            #expect(try !place.entries().contains { $0.name == name || $0.name.contains(".sockeye") })
            let result = try await Archive.extract(place.file("\(name).zip"), to: place.file(name), password: "süß 🔑")
            #expect(result.bytes >= 300_000)
            let inner = name == "aes" ? "aes/d" : "old"
            #expect(try place.read("\(inner)/text") == [UInt8](repeating: 65, count: 300_000))
            #expect(try place.read("\(inner)/link") == place.read("\(inner)/text"))
            #expect(try place.read("\(inner)/empty").isEmpty)
        }
    }

    @Test("Names that aren't UTF-8 stay as they are, and the zip doesn't say they are") func octets() async throws {
        let place = try TemporaryFolder()
        let name: [UInt8] = [0x63, 0xE9]
        #expect(mkdir(place.file("d"), 0o755) == 0)
        let folder = try File(place.file("d"), [.reading, .folder])
        let made = openat(folder.number, name.cString, O_WRONLY | O_CREAT, 0o644)
        #expect(made >= 0 && close(made) == 0)
        try await Archive.create(place.file("a.zip"), of: [place.file("d")])
        let bytes = try place.read("a.zip")
        let header = try #require(bytes.firstRange(of: Array("d/".utf8) + name)).lowerBound - 30
        #expect(bytes[header + 7] & 0x08 == 0)
        _ = try await Archive.extract(place.file("a.zip"), to: place.file("out"))
        #expect(try File(place.file("out/d"), [.reading, .folder]).names() == [name])
    }
}
