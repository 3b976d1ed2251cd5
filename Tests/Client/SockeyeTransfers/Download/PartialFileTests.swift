import Glibc
import SockeyeFields
import SockeyeHTTP1
import SockeyeIO
import SockeyeTesting
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

    @Test("A symbolic link at the target is followed; a dangling one, or one at NAME.part, is refused")
    func links() throws {
        let folder = try TemporaryFolder()
        try folder.write("real", "old")
        #expect(symlink("real", folder.file("link")) == 0)
        let partial = try PartialFile(of: folder.file("link"), replacesExisting: true)
        #expect(partial.finalPath.hasSuffix("/real"))
        #expect(symlink("nowhere", folder.file("dangling")) == 0)
        guard case .notAFile = error(folder.file("dangling")) else {
            Issue.record("a dangling link was followed")
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
            Issue.record("a folder was accepted")
            return
        }
        #expect(mkfifo(folder.file("pipe.part"), 0o600) == 0)
        guard case .notAFile = error(folder.file("pipe")) else {
            Issue.record("a pipe was accepted")
            return
        }
        guard case .file(let missing) = error(folder.file("no/such")), missing.isMissing else {
            Issue.record("a missing folder was accepted")
            return
        }
    }

    @Test("The second of two writers of a file fails")
    func locking() throws {
        let folder = try TemporaryFolder()
        let first = try PartialFile(of: folder.file("a"), replacesExisting: true)
        guard case .busy = error(folder.file("a")) else {
            Issue.record("two have it")
            return
        }
        #expect(first.isNew)
    }

    @Test("A file that replaces another keeps its owner, group and mode", .enabled(if: getuid() == 0))
    func owners() throws {
        let folder = try TemporaryFolder()
        try folder.write("b", "old")
        #expect(chmod(folder.file("b"), 0o666) == 0 && chown(folder.file("b"), 12345, 23456) == 0)
        let partial = try PartialFile(of: folder.file("b"), replacesExisting: true)
        try partial.file.write(Array("new".utf8), at: 0)
        try partial.commit(isDurable: false)
        let facts = try FileFacts(of: folder.file("b"))
        #expect(facts?.owner == 12345 && facts?.group == 23456 && facts?.mode == 0o666 && facts?.size == 3)
    }

    @Test(
        "An empty file leaves nothing behind; a committed one keeps the mode of the one it replaced",
        arguments: [0o640, 0o600, 0o666, 0o777] as [UInt32])
    func traces(_ mode: UInt32) throws {
        let folder = try TemporaryFolder()
        do { _ = try PartialFile(of: folder.file("a"), replacesExisting: true) }
        #expect(access(folder.file("a.part"), F_OK) != 0)
        try folder.write("b", "old")
        #expect(chmod(folder.file("b"), mode) == 0)
        let partial = try PartialFile(of: folder.file("b"), replacesExisting: true)
        try partial.file.write(Array("new".utf8), at: 0)
        try partial.commit(isDurable: true, modified: 1_000_000)
        let facts = try FileFacts(of: folder.file("b"))
        #expect(facts?.mode == mode && facts?.modifiedSeconds == 1_000_000 && facts?.size == 3)
    }

    @Test("Another program's NAME.part has its name and its bytes again, whatever becomes of the download")
    func foreignPart() async throws {
        let scene = try await Scene()
        try scene.folder.write("file.bin.part", "mine")
        try scene.folder.write("file.bin.part.1", "mine too")
        _ = try await scene.download().get()
        #expect(scene.file == scene.server.bytes)
        #expect(scene.names == ["file.bin", "file.bin.part", "file.bin.part.1"])
        #expect(try scene.folder.read("file.bin.part") == Array("mine".utf8))
        #expect(unlink(scene.path) == 0)
        scene.server.setFault(.busy(times: 9, status: 404))
        guard case .failure = await scene.download() else {
            Issue.record("404 was saved")
            return
        }
        #expect(scene.names == ["file.bin.part", "file.bin.part.1"])
        // Bytes of ours that stay keep the name, and are resumed.
        scene.server.setFault(.none)
        await scene.downloadPart(bytes: 1_500_000)
        #expect(try scene.folder.read("file.bin.part.2") == Array("mine".utf8))
        #expect(try await scene.download().get().resumedBytes == 1_500_000)
        #expect(scene.file == scene.server.bytes)
        #expect(try scene.folder.read("file.bin.part.2") == Array("mine".utf8))
        #expect(try scene.folder.read("file.bin.part.1") == Array("mine too".utf8))
    }

    @Test("A part of ours is known by its mark, without a record too, until it is complete")
    func mark() throws {
        let folder = try TemporaryFolder()
        var partial: PartialFile? = try PartialFile(of: folder.file("a"), replacesExisting: true)
        try partial?.file.write(Array("begun".utf8), at: 0)
        partial = nil
        partial = try PartialFile(of: folder.file("a"), replacesExisting: true)
        #expect(partial?.isNew == false && partial?.file.isMarkedPartial == true)
        try partial?.commit(isDurable: false)
        #expect(partial?.file.isMarkedPartial == false)
        partial = nil
        #expect(try folder.fileNames == ["a"])
        // Of a run that was killed before it could mark it.
        try folder.write("b.part", "")
        partial = try PartialFile(of: folder.file("b"), replacesExisting: true)
        #expect(partial?.file.isMarkedPartial == true)
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
        "Another program's file where the record would be stays, and nothing is begun",
        arguments: ["mine", "sockeye-list 1\n", "x"], [false, true])
    func foreignRecord(contents: String, isPartial: Bool) async throws {
        let scene = try await Scene()
        if isPartial { try scene.folder.write("file.bin.part", "abc") }
        try scene.folder.write("file.bin.sockeye", contents)
        guard case .failure(.notOurs(let path, _)) = await scene.download() else {
            Issue.record("another program's file was taken for a record")
            return
        }
        #expect(path == scene.path + ".sockeye" && !scene.has("file.bin") && scene.has("file.bin.part") == isPartial)
        #expect(try scene.folder.read("file.bin.sockeye") == Array(contents.utf8))
        #expect(scene.server.server.receivedRequests.isEmpty)
    }

    /// Files that another user can put beside a name.
    enum Plant: CaseIterable, Sendable {
        case otherOwner, otherName, link, pipe, folder
    }

    @Test(
        "Another user's files beside the name are never trusted, and stay unchanged",
        .enabled(if: getuid() == 0), arguments: Plant.allCases, [".part", ".sockeye", ".sockeye.new"])
    func planted(_ plant: Plant, _ suffix: String) async throws {
        let scene = try await Scene()
        await scene.downloadPart(bytes: 1_500_000)
        let name = "file.bin" + suffix
        let path = scene.folder.file(name)
        let bytes = (try? scene.folder.read(name)) ?? Array("x".utf8)
        _ = unlink(path)
        switch plant {
        case .otherOwner:
            try scene.folder.write(name, bytes: bytes)
            #expect(chown(path, 12345, 12345) == 0)
        case .otherName:
            try scene.folder.write("other", bytes: bytes)
            #expect(Glibc.link(scene.folder.file("other"), path) == 0)
        case .link:
            try scene.folder.write("other", bytes: bytes)
            #expect(symlink("other", path) == 0)
        case .pipe: #expect(mkfifo(path, 0o600) == 0)
        case .folder: #expect(mkdir(path, 0o700) == 0)
        }
        let before = try FileFacts(of: path, followingLinks: false)
        let end = await scene.download()
        #expect(throws: DownloadError.self) { try end.get() }
        #expect(!scene.has("file.bin"))
        #expect(try FileFacts(of: path, followingLinks: false) == before)
        if plant == .otherName || plant == .link { #expect(try scene.folder.read("other") == bytes) }
    }

    @Test("A name that was given to another file meanwhile isn't taken for the verified one, nor removed")
    func swapped() throws {
        let folder = try TemporaryFolder()
        let partial = try PartialFile(of: folder.file("a"), replacesExisting: true)
        try partial.file.write([1], at: 0)
        #expect(unlink(partial.path) == 0)
        try folder.write("a.part", "evil")
        #expect(throws: DownloadError.self) { try partial.commit(isDurable: false) }
        #expect(access(folder.file("a"), F_OK) != 0)
        partial.discard()
        #expect(try folder.read("a.part") == Array("evil".utf8))
    }

    @Test("A file that took the name NAME.part stays, and no record of it", arguments: [true, false])
    func partNameTaken(_ keepsPartial: Bool) async throws {
        let scene = try await Scene()
        scene.server.setFault(.cuts(after: 1_500_000))
        let part = scene.path + ".part"
        var options = Scene.quick
        (options.retry, options.keepsPartial) = (.never, keepsPartial)
        let client = scene.client
        let end = await outcome { () throws(DownloadError) in
            try await client.download(scene.server.url, to: .file(scene.path), options: options) { progress in
                // Once bytes have come.
                guard progress.byteCount > 0, unlink(part) == 0 else { return }
                _ = try? scene.folder.write("file.bin.part", "mine")
            }
        }
        guard case .failure = end else {
            Issue.record("\(end)")
            return
        }
        #expect(try scene.folder.read("file.bin.part") == Array("mine".utf8))
        #expect(scene.names == ["file.bin.part"])
    }

    @Test("A file that took the record's name meanwhile is neither replaced nor removed")
    func recordNameTaken() throws {
        let folder = try TemporaryFolder()
        let partial = try PartialFile(of: folder.file("a"), replacesExisting: true)
        try partial.file.write([1], at: 0)
        let record = ResumeRecord(
            fileName: "a", url: "http://h/a", validator: nil, lastModified: nil, mediaType: "", total: 1, bootNumber: 1)
        try partial.save(record, isDurable: false)
        try partial.save(record, isDurable: false)
        try folder.write("a.sockeye", "other")
        #expect(throws: DownloadError.self) { try partial.save(record, isDurable: false) }
        try partial.commit(isDurable: false)
        #expect(try folder.read("a.sockeye") == Array("other".utf8) && folder.read("a") == [1])
    }

    @Test("Records and journals are readable only by their owner, and contain no password")
    func secrets() async throws {
        let scene = try await Scene()
        let url = scene.server.url.replacing("http://", with: "http://user:geheim@", maxReplacements: 1)
        scene.server.setFault(.cuts(after: 1_500_000))
        var options = Scene.quick
        options.retry = .never
        _ = try? await scene.client.download(url + "?signature=1", to: scene.path, options: options)
        let text = String(decoding: try scene.folder.read("file.bin.sockeye"), as: UTF8.self)
        #expect(text.contains("signature=1") && !text.contains("geheim") && !text.contains("user"))
        #expect(scene.folder.permissions(of: "file.bin.sockeye") == 0o600)
        try scene.folder.write("queue", "+ http://a/x \(scene.folder.file("x"))\n")
        #expect(chmod(scene.folder.file("queue"), 0o644) == 0)
        let queue = try DownloadQueue(journal: scene.folder.file("queue"))
        try queue.add("http://user:geheim@a/y", to: scene.folder.file("y"))
        try queue.add("user:geheim@host", to: scene.folder.file("z"))
        let lines = String(decoding: try scene.folder.read("queue"), as: UTF8.self)
        #expect(lines.contains("+ http://a/y ") && !lines.contains("geheim"))
        #expect(scene.folder.permissions(of: "queue") == 0o600 && queue.count == 3)
    }

    @Test("A journal of another user, or a pipe, is refused and stays", .enabled(if: getuid() == 0))
    func foreignJournal() throws {
        let folder = try TemporaryFolder()
        try folder.write("journal", "+ http://evil/x /etc/x\n")
        #expect(chown(folder.file("journal"), 12345, 12345) == 0)
        #expect(throws: DownloadError.self) { try DownloadQueue(journal: folder.file("journal")) }
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        #expect(throws: DownloadError.self) { try DownloadQueue(journal: folder.file("pipe")) }
        #expect(try folder.read("journal").count == 23)
    }

    @Test("Space reserved for bytes that never arrived is released")
    func reservation() async throws {
        let scene = try await Scene(.init(length: 300_000_000), fault: .cuts(after: 1_500_000))
        var options = Scene.quick
        options.retry = .never
        let end = await scene.download(options)
        #expect(throws: DownloadError.self) { try end.get() }
        let facts = try #require(try FileFacts(of: scene.path + ".part"))
        let received = scene.server.server.requestCount * 1_500_000
        #expect(facts.allocatedBytes <= Int64(received) + 1 << 20, "\(facts.allocatedBytes) for \(received)")
        #expect(facts.size > 0)
    }

    @Test(
        "A name from a server never ends like our own files",
        arguments: [
            ("a.part", "a.part_"), ("a.PART", "a.PART_"), ("a.sockeye", "a.sockeye_"), ("a.b.New", "a.b.New_"),
            ("x.log", "x.log_"), ("x.sockeye-upload", "x.sockeye-upload_"), ("part", "part"), ("a.parts", "a.parts"),
            ("sockeye.txt", "sockeye.txt"),
        ])
    func endings(_ name: String, _ expected: String) {
        #expect(FileName.unreserved(name) == expected)
        let long = String(repeating: "x", count: 300) + name
        #expect((FileName.unreserved(long)?.utf8.count ?? 0) + ".sockeye.new".utf8.count <= 255)
    }

    @Test(
        "A name too long for a suffix loses its end to a number in NAME.part, and the download resumes",
        arguments: [(243, false), (244, true), (250, true), (255, true)])
    func longNames(_ count: Int, isShortened: Bool) async throws {
        for letter in ["x", "é"] {
            let scene = try await Scene(fault: .cuts(after: 1_500_000))
            let last = String(repeating: letter, count: (count - 1) / letter.utf8.count)
            let name = String(repeating: "-", count: count - last.utf8.count) + last
            var options = Scene.quick
            (options.retry, options.segments) = (.never, .one)
            let path = scene.folder.file(name)
            await #expect(throws: DownloadError.self) {
                try await scene.client.download(scene.server.url, to: .file(path), options: options)
            }
            let state = try #require(try Download.partialState(at: path))
            #expect(state.byteCount > 0 && state.url != nil)
            #expect(state.path.hasSuffix(".part") && (state.path != path + ".part") == isShortened)
            let left = try scene.folder.fileNames
            #expect(left.count == 2 && left.allSatisfy { $0.utf8.count <= 255 && $0 != name }, "\(left)")
            scene.server.setFault(.none)
            options.resume = .required
            let result = try await scene.client.download(scene.server.url, to: .file(path), options: options)
            #expect(result.resumedBytes == state.byteCount)
            #expect(try scene.folder.fileNames == [name])
            #expect(try scene.folder.read(name) == scene.server.bytes)
        }
    }

    @Test("Long names that differ in their end only have files of their own; one too long by itself stays so")
    func longNamesApart() {
        let stem = "/a/" + String(repeating: "x", count: 249)
        let suffixes: [FileSuffix] = [.partial, .record, .upload]
        let paths = suffixes.flatMap { suffix in ["1", "2", "12", "21"].map { suffix.path(beside: stem + $0) } }
        #expect(Set(paths).count == 12 && paths.allSatisfy { $0.hasPrefix("/a/xxx") && $0.utf8.count <= 3 + 255 })
        #expect(FileSuffix.partial.path(beside: stem + "1234567") == stem + "1234567.part")
        #expect(FileSuffix.partial.path(beside: "") == ".part")
    }

    @Test("A server-chosen name never leads through a link; a caller's name can")
    func serverNames() async throws {
        for isCallers in [true, false] {
            let scene = try await Scene()
            try scene.folder.write("victim", "safe")
            #expect(symlink("victim", scene.path) == 0)
            var options = Scene.quick
            options.existing = .replace
            let destination = isCallers ? DownloadDestination.file(scene.path) : .folder(scene.folder.path)
            _ = try await scene.client.download(scene.server.url, to: destination, options: options)
            #expect(try scene.folder.read("victim") == (isCallers ? scene.server.bytes : Array("safe".utf8)))
            #expect(scene.file == scene.server.bytes)
        }
    }

    @Test(
        "A partial file that shrank or grew since its record is detected", arguments: [-100_000, 100_000])
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
            Issue.record("3 MB fit on 1 MiB")
        } catch {
            guard case .diskSpace(3_000_000, _, disk) = error else {
                Issue.record("\(error)")
                return
            }
        }
        // With a body of unknown length, only the write fails.
        scene.server.setFault(.closeDelimited)
        do throws(DownloadError) {
            _ = try await scene.client.download(scene.server.url, to: .file(disk + "/other"), options: Scene.quick)
            Issue.record("3 MB fit on 1 MiB")
        } catch {
            guard case .file(let error) = error, error.isDiskFull else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(access(disk + "/file.bin", F_OK) != 0 && access(disk + "/other", F_OK) != 0)
    }
}
