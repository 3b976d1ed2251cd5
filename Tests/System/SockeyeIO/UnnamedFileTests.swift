import Glibc
import SockeyeIO
import TestSupport
import Testing

@Suite("Files that have no name until they are complete")
struct UnnamedFileTests {
    /// Whether the folder's file system has such files.
    private static func isPossible(in folder: TemporaryFolder) -> Bool {
        // O_TMPFILE, which Glibc's module leaves out, holds O_DIRECTORY.
        let descriptor = open(folder.path, O_RDWR | 0o20_000_000 | O_DIRECTORY, 0o600)
        defer { if descriptor >= 0 { close(descriptor) } }
        return descriptor >= 0
    }

    @Test("The file appears complete, with the requested contents", arguments: [0, 1, 10_240, 200_000])
    func made(_ count: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("name")
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let file = try UnnamedFile.make(for: path, of: bytes, permissions: 0o640, modified: 1_000_000_000)
        #expect(try FileFacts(of: path) == nil)
        #expect((file != nil) == Self.isPossible(in: folder))
        guard let file else { return }
        #expect(try file.link(as: path))
        let facts = try #require(try FileFacts(of: path))
        #expect(facts.mode & 0o600 == 0o600 && facts.mode & 0o007 == 0 && facts.modifiedSeconds == 1_000_000_000)
        #expect(try File(path, .reading).read(count + 1, at: 0) == bytes)
    }

    @Test("A taken name keeps its file")
    func taken() throws {
        let folder = try TemporaryFolder()
        try folder.write("name", "old")
        let file = try UnnamedFile.make(for: folder.file("name"), of: [1], permissions: 0o666, modified: nil)
        #expect((file != nil) == Self.isPossible(in: folder))
        if let file { #expect(try !file.link(as: folder.file("name"))) }
        #expect(try File(folder.file("name"), .reading).read(9, at: 0) == Array("old".utf8))
    }

    @Test("A missing folder is an error")
    func noFolder() throws {
        let folder = try TemporaryFolder()
        #expect(throws: FileError.self) {
            try UnnamedFile.make(for: folder.file("none/name"), of: [1], permissions: 0o666, modified: nil)
        }
    }
}
