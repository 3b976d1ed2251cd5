import Glibc
import SockeyeIO
import TestSupport
import Testing

/// Whole small files, replaced atomically.
struct SmallFileTests {
    /// Another program that shares it may have made the standard input one that doesn't block.
    @Test func aPipeThatDoesNotBlockIsWaitedFor() async throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
        let (readEnd, writeEnd) = (ends[0], ends[1])
        let file = try File(duplicating: readEnd, path: "pipe")
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        async let bytes = onFileThread { () throws(FileError) in
            begin.finish()
            return try file.readNext(10)
        }
        for await _ in begun {}
        #expect(write(writeEnd, "abc", 3) == 3)
        #expect(try await bytes == Array("abc".utf8))
        close(writeEnd)
        close(readEnd)
    }

    @Test func replacesAFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/file"
        try SmallFile.replace(path, with: [1, 2, 3])
        try SmallFile.replace(path, with: [4])
        #expect(try SmallFile.read(path) == [4])
        #expect(throws: IOError.self) { try SmallFile.replace(folder.path + "/absent/file", with: [1]) }
        #expect(throws: IOError.limitExceeded(0)) { try SmallFile.read(path, limit: 0) }
    }

    /// Beside a name that is as long as a name may be there is no longer one.
    @Test func replacesAFileOfALongName() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/" + String(repeating: "n", count: 255)
        for bytes in [[1, 2], [3]] as [[UInt8]] {
            try SmallFile.replace(path, with: bytes)
            #expect(try SmallFile.read(path) == bytes)
        }
        #expect(try folder.entries().count == 1)
    }

    /// What may not be written isn't replaced; what can only be written in place is.
    @Test(.enabled(if: getuid() != 0, "root may write everything"), arguments: [0o755, 0o555])
    func whatItsOwnerProtects(folderMode: mode_t) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/file"
        try SmallFile.replace(path, with: [1, 2, 3])
        chmod(folder.path, folderMode)
        defer { chmod(folder.path, 0o755) }
        try SmallFile.replace(path, with: [4])
        chmod(path, 0o644)
        try SmallFile.replace(path, with: [4])
        #expect(try FileFacts(of: path)?.mode == 0o600)
        chmod(path, 0o444)
        #expect(throws: IOError.self) { try SmallFile.replace(path, with: [5]) }
        #expect(try SmallFile.read(path) == [4])
    }

    /// A device or pipe with that name must not be replaced by a file: as root, /dev/null would be.
    @Test func writesToWhatIsNoFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        #expect(reader >= 0)
        defer { close(reader) }
        try SmallFile.replace(path, with: [1, 2, 3])
        var bytes = [UInt8](repeating: 0, count: 8)
        #expect(read(reader, &bytes, 8) == 3)
        #expect(bytes.prefix(3) == [1, 2, 3])
        var facts = stat()
        #expect(stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFIFO)
    }
}
