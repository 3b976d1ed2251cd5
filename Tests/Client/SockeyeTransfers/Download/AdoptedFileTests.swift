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
        try await goOn(scene, isSame)
        #expect(try scene.folder.read("real") == (isSame ? scene.server.bytes : half))
        #expect(try FileFacts(of: scene.path, followingLinks: false)?.kind == .link)
        #expect(scene.names == ["real", "file.bin"])
    }

    /// Downloads, which resumes the half that is there if it is the same file's, and keeps it otherwise.
    private func goOn(_ scene: Scene, _ isSame: Bool) async throws {
        let end = await scene.download(Self.options)
        if isSame {
            #expect(try end.get().resumedBytes == 1_000_000)
        } else if case .failure(.existingKept) = end {
            return
        } else {
            Issue.record("\(end)")
        }
    }

    /// What a run leaves that is killed before a server has answered.
    private func take(_ path: String) throws {
        _ = try #require(try AdoptedFile.take(path, canResume: true))
    }

    @Test(
        "One that a killed run had taken over is the user's still: resumed, or given back",
        arguments: [true, false], [true, false])
    func killed(_ isSame: Bool, _ isLinked: Bool) async throws {
        let scene = try await Scene(.init(tag: nil))
        let half = isSame ? Array(scene.server.bytes[..<1_000_000]) : [UInt8](repeating: 7, count: 200_000)
        let name = isLinked ? "real" : "file.bin"
        try scene.folder.write(name, bytes: half)
        if isLinked { #expect(symlink("real", scene.path) == 0) }
        try take(scene.folder.file(name))
        #expect(!scene.has(name) && scene.has("\(name).part") && scene.has("\(name).sockeye"))
        try await goOn(scene, isSame)
        #expect(try scene.folder.read(name) == (isSame ? scene.server.bytes : half))
        #expect(scene.names == (isLinked ? ["real", "file.bin"] : ["file.bin"]))
    }

    @Test("No run drops what a killed one had taken over, and none takes it from a run that has it")
    func notDropped() async throws {
        let scene = try await Scene(.init(tag: nil))
        let mine = [UInt8](repeating: 7, count: 200_000)
        try scene.folder.write("file.bin", bytes: mine)
        try take(scene.path)
        do {
            let other = try PartialFile(of: scene.path, replacesExisting: true)
            defer { other.release() }
            guard case .failure(.busy) = await scene.download(Self.options) else {
                Issue.record("not busy")
                return
            }
        }
        #expect(scene.names == ["file.bin.part", "file.bin.sockeye"])
        guard case .failure(.refused) = await scene.download() else {
            Issue.record("dropped")
            return
        }
        #expect(try scene.folder.read("file.bin.part") == mine)
    }
}
