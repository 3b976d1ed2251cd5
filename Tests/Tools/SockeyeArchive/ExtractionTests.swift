import Glibc
import SockeyeBytes
import SockeyeIO
import TestSupport
import Testing

@testable import SockeyeArchive

@Suite("Unpacking", .timeLimit(.minutes(2)))
struct ExtractionTests {
    private static let hello = Array("hello".utf8)

    /// A hostile or odd archive, and what must come of it.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        /// A part of the error's text.
        var error: String
        var limits = ExtractionLimits()
        var testDescription: String { name }

        static func tar(
            _ name: String, _ error: String, _ limits: ExtractionLimits = ExtractionLimits(),
            _ make: (inout Tar) -> Void
        ) -> Case {
            var tar = Tar()
            make(&tar)
            return Case(name: name, bytes: tar.whole, error: error, limits: limits)
        }

        static func zip(
            _ name: String, _ error: String, _ limits: ExtractionLimits = ExtractionLimits(),
            _ make: (inout Zip) -> Void
        ) -> Case {
            var zip = Zip()
            make(&zip)
            return Case(name: name, bytes: zip.whole, error: error, limits: limits)
        }
    }

    private static let fewLinks: ExtractionLimits = {
        var limits = ExtractionLimits()
        limits.linkBytesLimit = 300
        return limits
    }()

    private static let hostile: [Case] = [
        .tar("a name that leads out", "points outside") {
            $0.add("ok", hello); $0.add("../evil", hello)
        },
        .tar("an absolute name", "absolute") { $0.add("/tmp/evil", hello) },
        .tar("a link that leads out", "points outside") { $0.add("x", type: "2", link: "/etc") },
        .tar("a link up", "may point outside") { $0.add("x", type: "2", link: "../..") },
        .tar("a link, then a file through it", "twice") {
            $0.add("x", type: "2", link: "y"); $0.add("x/evil", hello)
        },
        .tar("a link, then a file of its name", "twice") {
            $0.add("x", type: "2", link: "y"); $0.add("x", hello)
        },
        .tar("links that lead out together", "may point outside") {
            $0.add("d/e/a", type: "2", link: "../..")
            $0.add("d/e/b", type: "2", link: "a/../..")
        },
        .tar("a hard link out", "points outside") { $0.add("x", type: "1", link: "../../etc/passwd") },
        .tar("a hard link to nothing", "isn't a file of the archive") { $0.add("x", type: "1", link: "y") },
        .tar("a hard link to a folder", "isn't a file of the archive") {
            $0.add("d/", type: "5"); $0.add("x", type: "1", link: "d")
        },
        .tar("a hard link to a link", "isn't a file of the archive") {
            $0.add("l", type: "2", link: "y"); $0.add("x", type: "1", link: "l")
        },
        .tar("a device", "device") { $0.add("null", type: "3") },
        .tar("a pipe", "pipe") { $0.add("fifo", type: "6") },
        .tar("two files of one name", "twice") {
            $0.add("a", hello); $0.add("a", Array("other".utf8))
        },
        .tar("a file, then one below it", "isn't a folder") {
            $0.add("a", hello); $0.add("a/b", hello)
        },
        .tar("a folder, then a file of its name", "twice") {
            $0.add("a/b", hello); $0.add("a", hello)
        },
        .tar("many entries", "entryLimit, 3", ExtractionLimits(entryLimit: 3)) {
            for n in 0..<4 { $0.add("\(n)", hello) }
        },
        .tar("many bytes", "byteLimit, 7", ExtractionLimits(byteLimit: 7)) {
            $0.add("a", hello); $0.add("b", hello)
        },
        .tar("a size that is announced", "byteLimit", ExtractionLimits(byteLimit: 1 << 30)) {
            $0.add("a", hello, size: 0o77777777777); $0.add("b")
        },
        .tar("links that fill the memory", "linkBytesLimit, 300", fewLinks) {
            for n in 0..<3 { $0.add("\(n)", type: "2", link: "target") }
        },
        .tar("a deep path", "depthLimit", ExtractionLimits(depthLimit: 2)) { $0.add("a/b/c", hello) },
        .zip("a name that leads out of a zip", "points outside") { $0.add(Array("../../evil".utf8), hello) },
        .zip("a drive", "drive of Windows") { $0.add(Array("C:/evil".utf8), hello) },
        .zip("a name that isn't the UTF-8 that it is said to be", "flagged as UTF-8") { $0.add([0x61, 0xE9], hello) },
        .tar("a time", "longer than allowed", ExtractionLimits(timeLimit: .zero)) { $0.add("a", hello) },
        .zip("a link of a zip", "points outside") { $0.add(Array("x".utf8), Array("/etc".utf8), mode: 0o120777) },
        .zip("two entries of one name", "twice") {
            $0.add(Array("a".utf8), hello); $0.add(Array("a".utf8), hello)
        },
        .zip("two entries at one place", "overlaps") {
            for name in ["a", "b"] { $0.add(Array("a".utf8), hello, local: Array(name.utf8), at: 0) }
        },
        .zip("a thousand entries at one place", "overlaps") {
            for _ in 0..<1000 { $0.add(Array("a".utf8), hello, at: 0) }
        },
        .zip("entries one in the other", "overlaps") {
            var inner = Zip()
            inner.add(Array("in".utf8), hello)
            $0.add(Array("out".utf8), Array(inner.whole.prefix(37)))
            $0.add(Array("in".utf8), hello, at: 33)
        },
        .zip("another name in front of the content", "different name in its local header") {
            $0.add(Array("shown".utf8), hello, local: Array("other".utf8))
        },
        .zip("a shorter name in front of the content", "different name in its local header") {
            $0.add(Array("shown".utf8), hello, local: Array("show".utf8))
        },
        .zip("a name with a NUL", "control character") { $0.add(Array("a\0b".utf8), hello) },
        .zip("a name with a NUL in an extra field", "control character") {
            $0.add(Array("a".utf8), hello, extra: Zip.unicodePath("a\0b", for: Array("a".utf8)))
        },
        .zip("a link with a NUL", "a link to an invalid name") {
            $0.add(Array("x".utf8), Array("y\0z".utf8), mode: 0o120777)
        },
        .zip("more entries than the limit in the directory", "entryLimit, 3", ExtractionLimits(entryLimit: 3)) {
            for n in 0..<4 { $0.add(Array("\(n)".utf8), hello) }
        },
        Case(name: "an end that counts fewer", bytes: miscounted, error: "counts 1 entries, its directory has 2"),
        Case(name: "an end without its directory", bytes: withoutDirectory, error: "its directory is empty"),
        .zip("an encrypted entry", "encrypted") { $0.add(Array("a".utf8), hello + hello + hello, flags: 0x801) },
        .zip("a wrong checksum", "damaged") { $0.add(Array("a".utf8), hello, crc: 7) },
        Case(name: "no archive", bytes: Array("<html>not found</html>".utf8), error: "not a zip or tar"),
        Case(name: "an empty file", bytes: [], error: "not a zip or tar"),
        .init(name: "a cut tar", bytes: cutTar, error: "damaged"),
    ]

    private static func names(in path: String) throws -> [String] {
        try File(path, [.reading, .folder]).names().map { String(decoding: $0, as: UTF8.self) }.sorted()
    }

    private static var miscounted: [UInt8] {
        var zip = Zip()
        for name in ["a", "b"] { zip.add(Array(name.utf8), hello) }
        var bytes = zip.whole
        for place in [bytes.count - 14, bytes.count - 12] { bytes[place] = 1 }
        return bytes
    }

    private static var withoutDirectory: [UInt8] {
        var zip = Zip()
        zip.add(Array("a".utf8), hello)
        return Array(zip.whole.prefix(36)) + Array(Zip().whole.dropLast(6)) + [36, 0, 0, 0, 0, 0]
    }

    private static var cutTar: [UInt8] {
        var tar = Tar()
        tar.add("a", [UInt8](repeating: 7, count: 5000))
        return Array(tar.bytes.prefix(2000))
    }

    @Test("Hostile archives are refused as a whole, and nothing is left", arguments: hostile)
    func hostileArchives(_ test: Case) async throws {
        for folder in ["new", "there"] {
            let place = try TemporaryFolder()
            try place.write("x.archive", bytes: test.bytes)
            if folder == "there" {
                #expect(mkdir(place.file("there"), 0o755) == 0)
                try place.write("there/kept", bytes: [1])
            }
            let error = await #expect(throws: ArchiveError.self) {
                try await Archive.extract(place.file("x.archive"), to: place.file(folder), limits: test.limits)
            }
            #expect(error?.description.contains(test.error) == true, "\(String(describing: error))")
            let left = try place.entries().map(\.name).sorted()
            #expect(left == (folder == "there" ? ["there", "x.archive"] : ["x.archive"]))
            if folder == "there" { #expect(try Self.names(in: place.file("there")) == ["kept"]) }
        }
    }

    @Test func whatIsUnpacked() async throws {
        var tar = Tar()
        tar.add("./", type: "5")
        tar.add("top/", type: "5", mode: 0o000)
        tar.add("top/run", Self.hello, mode: 0o6755)
        tar.add("top/plain", [], mode: 0o000)
        tar.add("top/deep/er/file", [UInt8](repeating: 9, count: 100_000))
        tar.add("top/link", type: "2", link: "deep/er/file")
        tar.add("top/deep/up", type: "2", link: "../run")
        tar.add("top/same", type: "1", link: "top/run")
        let place = try TemporaryFolder()
        try place.write("top.tar", bytes: tar.whole)
        let result = try await Archive.extract(place.file("top.tar"))
        // The only folder has the archive's name, so it isn't wrapped again.
        #expect(result == ExtractionResult(folder: place.file("top"), entries: 8, bytes: 100_005))
        #expect(try place.read("top/run") == Self.hello)
        #expect(try place.read("top/same") == Self.hello)
        #expect(try place.read("top/deep/up") == Self.hello)
        #expect(try place.read("top/link").count == 100_000)
        #expect((place.permissions(of: "top/run") ?? 0) & 0o7000 == 0)
        #expect((place.permissions(of: "top/run") ?? 0) & 0o100 == 0o100)
        #expect((place.permissions(of: "top/plain") ?? 0) & 0o600 == 0o600)
        #expect(try place.entries().allSatisfy { !$0.name.contains(".sockeye") })
        await #expect(throws: ArchiveError.exists(place.file("top"))) {
            try await Archive.extract(place.file("top.tar"))
        }
    }

    @Test("A link to the top keeps the folder wrapped: unwrapped, it would lead beside it")
    func wrapped() async throws {
        var tar = Tar()
        tar.add("top/up", type: "2", link: "..")
        let place = try TemporaryFolder()
        try place.write("top.tar", bytes: tar.whole)
        _ = try await Archive.extract(place.file("top.tar"))
        var target = [CChar](repeating: 0, count: 10)
        #expect(readlink(place.file("top/top/up"), &target, 9) == 2)
    }

    @Test("Folders that exist get new names alone") func merging() async throws {
        let place = try TemporaryFolder()
        var first = Tar()
        first.add("a/x", Self.hello)
        var second = Tar()
        second.add("b", Self.hello)
        second.add("a/y", Self.hello)
        try place.write("1.tar", bytes: first.whole)
        try place.write("2.tar", bytes: second.whole)
        _ = try await Archive.extract(place.file("1.tar"), to: place.file("out/"))
        await #expect(throws: ArchiveError.exists(place.file("out/") + "/a")) {
            try await Archive.extract(place.file("2.tar"), to: place.file("out/"))
        }
        #expect(try place.entries().map(\.name).sorted() == ["1.tar", "2.tar", "out"])
        #expect(try Self.names(in: place.file("out")) == ["a"])
        #expect(try Self.names(in: place.file("out/a")) == ["x"])
        await #expect(throws: ArchiveError.self) {
            try await Archive.extract(place.file("1.tar"), to: place.file("2.tar"))
        }
        await #expect(throws: ArchiveError.self) {
            try await Archive.extract(place.file("1.tar"), to: place.file("no/such"))
        }
    }

    @Test("A bomb of zeros ends at its ratio", arguments: [["-czf"], ["--zstd", "-cf"], ["-cJf"]])
    func bombs(_ options: [String]) async throws {
        let place = try TemporaryFolder()
        try place.write("zeros", bytes: [UInt8](repeating: 0, count: 8 << 20))
        let made = try await Program.run(
            "/usr/bin/env", ["tar", "-C", place.path] + options + [place.file("b.tar"), "zeros"])
        #expect(made.status == 0, "\(made.errorText)")
        let limits = ExtractionLimits(ratioLimit: 50, freeBytes: 1 << 20)
        await #expect(throws: ArchiveError.limitExceeded("ratioLimit", 50)) {
            try await Archive.extract(place.file("b.tar"), limits: limits)
        }
        #expect(try place.entries().map(\.name).sorted() == ["b.tar", "zeros"])
        // The default lets so little through.
        #expect(try await Archive.extract(place.file("b.tar")).bytes == 8 << 20)
    }

    /// A file that is damaged, or lacks its end, behind the tar's own end too.
    @Test(arguments: ["--gzip", "--bzip2", "--xz", "--zstd", "--lzma"], [0, 20])
    func theCompressionsChecksumCounts(option: String, blocks: Int) async throws {
        let place = try TemporaryFolder()
        try place.write("a", bytes: (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) })
        let made = try await Program.run(
            "/usr/bin/env", ["tar", "-C", place.path, "-b", "\(blocks + 1)", option, "-cf", place.file("whole"), "a"])
        #expect(made.status == 0, "\(made.errorText)")
        let whole = try SmallFile.read(place.file("whole"))
        _ = try await Archive.extract(place.file("whole"), to: place.file("good"))
        var wrong = whole
        wrong[whole.count - 6] ^= 1
        for (name, bytes) in [("cut", whole.dropLast(3)), ("wrong", wrong[...])] {
            try place.write(name, bytes: Array(bytes))
            await #expect(throws: ArchiveError.self, "\(option) \(name)") {
                try await Archive.extract(place.file(name), to: place.file(name + ".d"))
            }
        }
    }

    /// What compress(1) made of a tar with the file `a`.
    private static let compressed = """
        H52QYQAIHEiwoMGDCBMqXMiwIUIYEGHYoEEDQMSLFi9CzKgxYg2LN2bQsFGDRo2IFmPEkBHjIwgYDmPKnEmzJoA6c+iEkZNRzps3dGwi9AlU6MGO\
        MJEaXcq0qdOnQtGUYcPmDdSrWLNq3cq1q9evYMOKHUu2rNmzaNOqXcu2rdu3cOPKnUu3rt27NAE=
        """

    @Test func compress() async throws {
        let place = try TemporaryFolder()
        let whole = try Base64.decode(Self.compressed)
        try place.write("x.tar.Z", bytes: whole)
        _ = try await Archive.extract(place.file("x.tar.Z"), to: place.file("out"))
        #expect(try place.read("out/a") == Self.hello)
        // The first code is that of 1F, which begins what is compressed once more.
        var nested = whole
        nested[3] = 0x1F
        for (index, bytes) in [nested, [0x1F, 0x9D, 0x90, 0, 0], [0x1F, 0x9D, 0x90], [0x1F, 0x9D]].enumerated() {
            try place.write("\(index).Z", bytes: bytes)
            await #expect(throws: ArchiveError.self) { try await Archive.extract(place.file("\(index).Z")) }
        }
    }

    /// Two kilobytes that decompress to nothing for hours.
    @Test func nestedCompressionsAreRefused() async throws {
        let place = try TemporaryFolder()
        try place.write("empty", "")
        let script =
            "gzip -cn empty > one; for n in 1 2 3 4 5 6; do cat one one one one > two; mv two one; done;"
            + "gzip -cn one | gzip -cn | gzip -cn > nested.tar.gz"
        let made = try await Program.run("/bin/sh", ["-c", "cd \(place.path); \(script)"])
        #expect(made.status == 0, "\(made.errorText)")
        await #expect(throws: ArchiveError.self) { try await Archive.extract(place.file("nested.tar.gz")) }
    }

    /// What a zip's directory tells comes last: modes and links. Without it no entry is as it was.
    @Test func aZipWithoutItsEndIsDamaged() async throws {
        let place = try TemporaryFolder()
        #expect(mkdir(place.file("d"), 0o755) == 0)
        try place.write("d/run", bytes: Self.hello)
        #expect(symlink("run", place.file("d/link")) == 0)
        try await Archive.create(place.file("a.zip"), of: [place.file("d")])
        let whole = try place.read("a.zip")
        for missing in [1, 10, 22, 60, whole.count - 30] {
            try place.write("cut.zip", bytes: Array(whole.dropLast(missing)))
            await #expect(throws: ArchiveError.self, "\(missing)") { try await Archive.extract(place.file("cut.zip")) }
            #expect(try !place.entries().contains { $0.name == "cut" })
        }
        #expect(try await Archive.extract(place.file("a.zip"), to: place.file("out")).entries == 3)
    }

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
                #expect(String(decoding: entry, as: UTF8.self).hasSuffix("text"), "\(name)")
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

    @Test("Extractions at once into a folder that is missing meet there") func atOnce() async throws {
        let place = try TemporaryFolder()
        let names = (0..<8).map { "\($0)" }
        for name in names {
            var tar = Tar()
            tar.add(name + "/f", Self.hello)
            try place.write(name + ".tar", bytes: tar.whole)
        }
        try await withThrowingTaskGroup { group in
            for name in names {
                let (path, folder) = (place.file(name + ".tar"), place.file("out"))
                group.addTask { _ = try await Archive.extract(path, to: folder) }
            }
            try await group.waitForAll()
        }
        #expect(try Self.names(in: place.file("out")) == names)
    }

    @Test("Whether an archive is unpacked is told by what is first in it") func extracted() async throws {
        let place = try TemporaryFolder()
        for (name, entries) in [("plain", ["a", "b/c"]), ("own", ["./", "own/", "own/x"]), ("bare", ["bare/y"])] {
            var tar = Tar()
            for entry in entries { tar.add(entry, type: entry.hasSuffix("/") ? "5" : "0") }
            let path = place.file(name + ".tar")
            try place.write(name + ".tar", bytes: tar.whole)
            for folder in [nil, place.file("out"), place.file("out")] {
                #expect(try await !Archive.isExtracted(path, to: folder) || folder != nil)
                if try await Archive.isExtracted(path, to: folder) { continue }
                _ = try await Archive.extract(path, to: folder)
                #expect(try await Archive.isExtracted(path, to: folder))
            }
        }
        // A folder of the archive's name alone doesn't say so, nor does one at the archive's top.
        var tar = Tar()
        tar.add("mine/f")
        let path = place.file("mine.tar")
        try place.write("mine.tar", bytes: tar.whole)
        #expect(mkdir(place.file("mine"), 0o755) == 0)
        #expect(try await !Archive.isExtracted(path))
        #expect(try await !Archive.isExtracted(path, to: place.path))
        await #expect(throws: ArchiveError.self) {
            try await Archive.isExtracted(place.file("none.tar"), to: place.path)
        }
    }

    @Test(
        "An extraction that was refused, since other files have some of the names, isn't taken for one that succeeded",
        arguments: [
            ["src/"], ["src/", "src/a"], ["src/", "src/a", "src/sub/"], ["src/", "src/a", "src/sub"],
            ["src/", "src/a", "src/sub/", "src/sub/b/"], ["src/", "src/a", "src/sub/", "src/sub/b"],
        ], [true, false])
    func refused(_ found: [String], _ isBeside: Bool) async throws {
        let place = try TemporaryFolder()
        var tar = Tar()
        for name in ["src/", "src/a", "src/sub/", "src/sub/b"] { tar.add(name, type: name.hasSuffix("/") ? "5" : "0") }
        let path = place.file("src.tar")
        try place.write("src.tar", bytes: tar.whole)
        for name in found {
            if name.hasSuffix("/") {
                #expect(mkdir(place.file(name), 0o755) == 0)
            } else {
                try place.write(name, bytes: [])
            }
        }
        // By default, a folder of the archive's name is the one that it holds.
        let folder = isBeside ? nil : place.path
        await #expect(throws: ArchiveError.self) { try await Archive.extract(path, to: folder) }
        #expect(try await Archive.isExtracted(path, to: folder) == (found.last == "src/sub/b"))
    }

    @Test("What is first is moved last, so that it tells the truth after a crash") func order() throws {
        let place = try TemporaryFolder()
        for name in ["a", "first", "z"] { try place.write(name, bytes: []) }
        var tree = ExtractionTree(try File(place.path, [.reading, .folder]))
        let first = Array("first".utf8)
        tree.note(try EntryPath(first, limits: ExtractionLimits()))
        tree.note(try EntryPath(Array("z".utf8), limits: ExtractionLimits()))
        #expect(try tree.top().last == first)
        #expect(try tree.top().count == 3)
    }

    @Test("Where one call can't tell what got lost, every file and folder is synced, and a failure is told")
    func syncing() throws {
        let place = try TemporaryFolder()
        #expect(mkdir(place.file("d"), 0o755) == 0 && mkdir(place.file("d/e"), 0o755) == 0)
        for name in ["a", "d/b", "d/e/c"] { try place.write(name, bytes: []) }
        #expect(symlink("none", place.file("d/link")) == 0 && mkfifo(place.file("d/pipe"), 0o600) == 0)
        let tree = ExtractionTree(try .opened(open(place.path, O_RDONLY), "top"))
        var synced: [String] = []
        func sync(_ descriptor: Int32, failing: String? = nil) -> Int32 {
            let path = realpath("/proc/self/fd/\(descriptor)", nil)
            defer { free(path) }
            let name = path.map { String(String(cString: $0).dropFirst(place.path.count)) } ?? "?"
            synced.append(name)
            return name == failing ? -EIO : 0
        }
        try tree.syncEach { sync($0) }
        #expect(synced.sorted() == ["", "/a", "/d", "/d/b", "/d/e", "/d/e/c"])
        #expect(try #require(synced.firstIndex(of: "/d/e/c")) < #require(synced.firstIndex(of: "/d/e")))
        #expect(throws: ArchiveError.file("top/d/e/c", .system(call: "fsync", errorNumber: EIO))) {
            try tree.syncEach { sync($0, failing: "/d/e/c") }
        }
        try tree.sync()
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

    @Test("A cancelled extraction leaves nothing") func cancelling() async throws {
        let place = try TemporaryFolder()
        var tar = Tar()
        for number in 0..<2000 { tar.add("\(number)/f", Self.hello) }
        try place.write("a.tar", bytes: tar.whole)
        let path = place.file("a.tar")
        let task = Task { try await Archive.extract(path) }
        task.cancel()
        let result = await task.result
        if case .failure(let error) = result { #expect(error as? ArchiveError == .cancelled) }
        #expect(throws: (any Error).self) { try result.get() }
        #expect(try place.entries().map(\.name) == ["a.tar"])
    }
}
