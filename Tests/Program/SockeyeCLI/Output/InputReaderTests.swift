import Glibc
import SockeyeIO
import Testing

@testable import SockeyeCLI

struct InputReaderTests {
    /// Another program that shares it may have made the standard input one that doesn't block.
    @Test func aPipeThatDoesNotBlockIsWaitedFor() async throws {
        let folder = TemporaryFolder()
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let writer = open(path, O_RDWR | O_CLOEXEC)
        try #require(writer >= 0)
        // It waits, for as long as it may.
        #expect(throws: InputError.self) {
            var reader = try InputReader(path, .own, on: SystemMachine(), until: .after(.milliseconds(20)))
            return try reader.next()
        }
        let reading = Task.detached {
            var reader = try InputReader(path, .own, on: SystemMachine())
            return try reader.next()
        }
        #expect(write(writer, "abc", 3) == 3)
        #expect(try await reading.value == Array("abc".utf8))
        close(writer)
        withExtendedLifetime(folder) {}
    }
}
