import Glibc
import SockeyeBytes
import SockeyeIO
import TestSupport
import Testing

@testable import SockeyeArchive

@Suite("Hostile and damaged archives", .timeLimit(.minutes(2)))
struct HostileArchiveTests {
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
            if folder == "there" { #expect(try place.names(in: "there") == ["kept"]) }
        }
    }

    /// Runs tar(1) in the folder.
    private static func runTar(_ place: TemporaryFolder, _ words: [String]) async throws {
        let made = try await Program.run("/usr/bin/env", ["tar", "-C", place.path] + words)
        #expect(made.status == 0, "\(made.errorText)")
    }

    @Test("A bomb of zeros ends at its ratio", arguments: [["-czf"], ["--zstd", "-cf"], ["-cJf"]])
    func bombs(_ options: [String]) async throws {
        let place = try TemporaryFolder()
        try place.write("zeros", bytes: [UInt8](repeating: 0, count: 8 << 20))
        try await Self.runTar(place, options + [place.file("b.tar"), "zeros"])
        let limits = ExtractionLimits(ratioLimit: 50, freeBytes: 1 << 20)
        await #expect(throws: ArchiveError.limitExceeded("ratioLimit", 50)) {
            try await Archive.extract(place.file("b.tar"), limits: limits)
        }
        #expect(try place.entries().map(\.name).sorted() == ["b.tar", "zeros"])
        // The default lets so little through.
        #expect(try await Archive.extract(place.file("b.tar")).bytes == 8 << 20)
    }

    /// `tar --lzma` may call a program that makes xz.
    private static let lzma = "--use-compress-program=xz --format=lzma"

    /// A file that is damaged, or lacks its end, behind the tar's own end too.
    @Test(arguments: ["--gzip", "--bzip2", "--xz", "--zstd", lzma], [0, 20])
    func theCompressionsChecksumCounts(option: String, blocks: Int) async throws {
        let place = try TemporaryFolder()
        try place.write("a", bytes: (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) })
        try await Self.runTar(place, ["-b", "\(blocks + 1)", option, "-cf", place.file("whole"), "a"])
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

    /// Any larger one, even of a file that isn't LZMA, would be allocated before the first byte is unpacked.
    @Test(
        arguments: [([0, 0, 0, 0x40], true), ([0, 0, 0, 0x41], false), ([0, 0, 0x10, 0xD7], false)] as [([UInt8], Bool)]
    )
    func aDictionaryIsOneGibibyteAtMost(size: [UInt8], isRead: Bool) async throws {
        let place = try TemporaryFolder()
        try place.write("a", "hello")
        try await Self.runTar(place, [Self.lzma, "-cf", place.file("whole"), "a"])
        var bytes = try SmallFile.read(place.file("whole"))
        bytes.replaceSubrange(1..<5, with: size)
        try place.write("whole", bytes: bytes)
        if isRead {
            #expect(try await Archive.extract(place.file("whole"), to: place.file("out")).entries == 1)
        } else {
            await #expect(throws: ArchiveError.self) { try await Archive.extract(place.file("whole")) }
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
}
