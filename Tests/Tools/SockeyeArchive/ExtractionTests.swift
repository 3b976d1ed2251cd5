import Glibc
import SockeyeIO
import TestSupport
import Testing

@testable import SockeyeArchive

@Suite("Unpacking", .timeLimit(.minutes(2)))
struct ExtractionTests {
    private static let hello = Array("hello".utf8)

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
        #expect(try place.names(in: "out") == ["a"])
        #expect(try place.names(in: "out/a") == ["x"])
        await #expect(throws: ArchiveError.self) {
            try await Archive.extract(place.file("1.tar"), to: place.file("2.tar"))
        }
        await #expect(throws: ArchiveError.self) {
            try await Archive.extract(place.file("1.tar"), to: place.file("no/such"))
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
        #expect(try place.names(in: "out") == names)
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

extension TemporaryFolder {
    /// The names in a folder below this one, sorted.
    func names(in folder: String) throws -> [String] {
        try File(file(folder), [.reading, .folder]).names().map { String(decoding: $0, as: UTF8.self) }.sorted()
    }
}
