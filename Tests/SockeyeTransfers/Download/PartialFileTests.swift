import Glibc
import SockeyeIO
import SockeyeLoopback
import TestSupport
import Testing

@testable import SockeyeTransfers

@Suite("Partial files")
struct PartialFileTests {
    static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws {
        try File(path, [.writing, .creating, .emptied]).write(bytes, at: 0)
    }

    private func error(_ path: String, replaces: Bool = true) -> DownloadError? {
        do throws(DownloadError) {
            _ = try PartialFile(of: path, replacesExisting: replaces)
            return nil
        } catch {
            return error
        }
    }

    @Test("A symbolic link at the target is followed, one that leads nowhere is refused, one at NAME.part too")
    func links() throws {
        let folder = try TemporaryFolder()
        try folder.write("real", "old")
        #expect(symlink("real", folder.file("link")) == 0)
        let partial = try PartialFile(of: folder.file("link"), replacesExisting: true)
        #expect(partial.finalPath.hasSuffix("/real"))
        #expect(symlink("nowhere", folder.file("dangling")) == 0)
        guard case .notAFile = error(folder.file("dangling")) else {
            Issue.record("a link to nothing was followed")
            return
        }
        try folder.write("victim", "safe")
        #expect(symlink("victim", folder.file("a.part")) == 0)
        guard case .file = error(folder.file("a")) else {
            Issue.record("a link at NAME.part was followed")
            return
        }
        #expect(try folder.read("victim") == Array("safe".utf8))
    }

    @Test("Folders, pipes and missing folders are refused by name")
    func others() throws {
        let folder = try TemporaryFolder()
        guard case .isFolder = error(folder.path) else {
            Issue.record("a folder was taken")
            return
        }
        #expect(mkfifo(folder.file("pipe.part"), 0o600) == 0)
        guard case .notAFile = error(folder.file("pipe")) else {
            Issue.record("a pipe was taken")
            return
        }
        guard case .file(let missing) = error(folder.file("no/such")), missing.isMissing else {
            Issue.record("a missing folder was taken")
            return
        }
    }

    @Test("Two writers of one file: the second is told")
    func locking() throws {
        let folder = try TemporaryFolder()
        let first = try PartialFile(of: folder.file("a"), replacesExisting: true)
        guard case .busy = error(folder.file("a")) else {
            Issue.record("two have it")
            return
        }
        #expect(first.isNew)
    }

    @Test("What is empty leaves nothing behind; what was committed keeps the mode of what it replaced")
    func traces() throws {
        let folder = try TemporaryFolder()
        do { _ = try PartialFile(of: folder.file("a"), replacesExisting: true) }
        #expect(access(folder.file("a.part"), F_OK) != 0)
        try folder.write("b", "old")
        #expect(chmod(folder.file("b"), 0o640) == 0)
        let partial = try PartialFile(of: folder.file("b"), replacesExisting: true)
        try partial.file.write(Array("new".utf8), at: 0)
        try partial.commit(isDurable: true, modified: 1_000_000)
        let facts = try FileFacts(of: folder.file("b"))
        #expect(facts?.mode == 0o640 && facts?.modifiedSeconds == 1_000_000 && facts?.size == 3)
    }

    @Test("A record of zeros, of another file or of garbage stops the download, and nothing is lost", arguments: 0..<3)
    func records(_ kind: Int) async throws {
        let scene = try await Scene()
        await scene.downloadPart(bytes: 1_500_000)
        let record = try scene.folder.read("file.bin.sockeye")
        let other = ResumeRecord(
            fileName: "other", url: "", validator: nil, lastModified: nil, mediaType: "", total: 5, bootNumber: 1)
        let bad = [[UInt8](repeating: 0, count: record.count), other.bytes, Array(record.dropLast())][kind]
        try bad.withUnsafeBytes { try Self.write($0, to: scene.folder.file("file.bin.sockeye")) }
        guard case .failure(.recordRefused(let path, _)) = await scene.download() else {
            Issue.record("a bad record was relied on")
            return
        }
        #expect(path == scene.path + ".sockeye" && !scene.has("file.bin"))
        #expect(try scene.folder.read("file.bin.part").count == 1_500_000)
        try record.withUnsafeBytes { try Self.write($0, to: scene.folder.file("file.bin.sockeye")) }
        #expect(try await scene.download().get().resumedBytes == 1_500_000)
        #expect(scene.file == scene.server.bytes)
    }

    @Test(
        "A partial file that was cut or grew since its record is taken for what it is", arguments: [-100_000, 100_000])
    func tampered(_ change: Int) async throws {
        let scene = try await Scene()
        await scene.downloadPart(bytes: 1_500_000)
        #expect(truncate(scene.path + ".part", 1_500_000 + change) == 0)
        _ = try await scene.download().get()
        #expect(scene.file == scene.server.bytes)
    }

    @Test("A full disk is a clear error", .enabled(if: TemporaryDisk.isAllowed, "may not mount"))
    func fullDisk() async throws {
        let scene = try await Scene()
        let mounted = try TemporaryDisk(megabytes: 1)
        defer { withExtendedLifetime(mounted) {} }
        let disk = mounted.path
        do throws(DownloadError) {
            _ = try await scene.client.download(scene.server.url, to: .file(disk + "/file.bin"), options: Scene.quick)
            Issue.record("3 MB fitted on 1 MiB")
        } catch {
            guard case .diskSpace(3_000_000, _, disk) = error else {
                Issue.record("\(error)")
                return
            }
        }
        // A body of unknown length finds out by writing.
        scene.server.setFault(.closeDelimited)
        do throws(DownloadError) {
            _ = try await scene.client.download(scene.server.url, to: .file(disk + "/other"), options: Scene.quick)
            Issue.record("3 MB fitted on 1 MiB")
        } catch {
            guard case .file(let error) = error, error.isDiskFull else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(access(disk + "/file.bin", F_OK) != 0 && access(disk + "/other", F_OK) != 0)
    }
}
