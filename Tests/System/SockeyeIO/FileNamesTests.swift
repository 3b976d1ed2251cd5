import SockeyeIO
import TestSupport
import Testing

/// Folders, locks and descriptors of others.
struct FileNamesTests {
    @Test func aFolderIsMadeOnce() throws {
        let folder = try TemporaryFolder()
        for _ in 0..<2 { try FileNames.makeFolder(folder.file("f"), permissions: 0o700) }
        #expect(folder.permissions(of: "f") == 0o700)
        #expect(throws: FileError(call: "mkdir", path: folder.file("a/b"), errorNumber: ErrorNumber.noSuchFile)) {
            try FileNames.makeFolder(folder.file("a/b"), permissions: 0o700)
        }
        #expect(throws: FileError(call: "mkdir", path: "a\0b", errorNumber: ErrorNumber.invalidArgument)) {
            try FileNames.makeFolder("a\0b", permissions: 0o700)
        }
    }

    @Test(.timeLimit(.minutes(1))) func aLockIsWaitedForUntilTheDeadline() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("f", "")
        let (first, second) = (try File(path, .writing), try File(path, .writing))
        try first.lock()
        #expect(#expect(throws: FileError.self) { try second.lock() }?.isLocked == true)
        let start = Deadline.now
        let late = #expect(throws: FileError.self) { try second.lock(until: start.advanced(by: .milliseconds(30))) }
        #expect(late?.isLocked == true)
        #expect(Deadline.now.duration(since: start) >= .milliseconds(30))
        async let locked: Void = onFileThread { () throws(FileError) in try second.lock(until: .never) }
        first.unlock()
        try await locked
        #expect(#expect(throws: FileError.self) { try first.lock() }?.isLocked == true)
    }

    @Test func aFailedCallOwnsNoDescriptor() throws {
        #expect(throws: FileError(call: "openat", path: "x", errorNumber: ErrorNumber.noSuchFile)) {
            try File(owning: -ErrorNumber.noSuchFile, of: "openat", path: "x")
        }
    }
}
