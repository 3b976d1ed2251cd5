import Glibc
import SockeyeIO
import Testing

@testable import SockeyeCLI

/// The files of `-D`.
@Suite("Files of heads")
struct SharedHeadsTests {
    /// Copying what is there for each transfer would take ever longer.
    @Test("A file is begun once, and then grows in its place")
    func growing() throws {
        let folder = TemporaryFolder()
        folder.write("heads", "old")
        let (heads, path) = (SharedHeads(SystemMachine()), folder.path("heads"))
        try heads.append(Array("a".utf8), to: path)
        #expect(folder.text("heads") == "a")
        var (before, after) = (stat(), stat())
        try #require(stat(path, &before) == 0)
        try heads.append(Array("b".utf8), to: folder.path("./heads"))
        #expect(folder.text("heads") == "ab")
        #expect(stat(path, &after) == 0 && after.st_ino == before.st_ino)
        heads.begin(path)
        #expect(folder.text("heads") == "ab")
        try heads.append(Array("c".utf8), to: path)
        #expect(folder.text("heads") == "c")
    }
}
