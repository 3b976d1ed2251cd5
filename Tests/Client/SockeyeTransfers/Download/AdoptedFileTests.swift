import Glibc
import SockeyeIO
import TestSupport
import Testing

@testable import SockeyeTransfers

@Suite("Files of other programs that are gone on with", .timeLimit(.minutes(1)))
struct AdoptedFileTests {
    private static var options: DownloadOptions {
        var options = Scene.quick
        options.existing = .continueFrom
        return options
    }

    @Test("Through a symbolic link the file that it leads to is resumed, or stays as it is", arguments: [true, false])
    func linked(_ isSame: Bool) async throws {
        let scene = try await Scene(.init(tag: nil))
        let half = isSame ? Array(scene.server.bytes[..<1_000_000]) : Array("mine".utf8)
        try scene.folder.write("real", bytes: half)
        #expect(symlink("real", scene.path) == 0)
        let end = await scene.download(Self.options)
        if isSame {
            #expect(try end.get().resumedBytes == 1_000_000)
        } else {
            guard case .failure(.existingKept) = end else {
                Issue.record("\(end)")
                return
            }
        }
        #expect(try scene.folder.read("real") == (isSame ? scene.server.bytes : half))
        #expect(try FileFacts(of: scene.path, followingLinks: false)?.kind == .link)
        #expect(scene.names == ["real", "file.bin"])
    }
}
