import SockeyeDigest
import TestSupport
import Testing

@testable import SockeyeTransfers

@Suite("After bytes with another digest", .timeLimit(.minutes(1)))
struct DigestMismatchTests {
    private func options(_ scene: Scene, segments: Int = 1) throws -> DownloadOptions {
        var options = segments == 1 ? Scene.quick : Scene.segmented(segments)
        options.checksum = Checksum(.sha256, try Digest.sha256(of: scene.server.bytes).bytes)
        return options
    }

    /// Damages the first byte of a file, which no overlap of a resume shows.
    private func damage(_ name: String, in folder: TemporaryFolder) throws {
        var bytes = try folder.read(name)
        bytes[0] ^= 1
        try folder.write(name, bytes: bytes)
    }

    private func isMismatch(_ end: Ending) -> Bool {
        if case .failure(.digestMismatch) = end { true } else { false }
    }

    @Test(
        "The next run begins anew, even if the server says that nothing has changed", arguments: [1, 3],
        [DownloadOptions.Existing.replace, .continueFrom])
    func nextRun(_ segments: Int, _ existing: DownloadOptions.Existing) async throws {
        let scene = try await Scene()
        var options = try options(scene, segments: segments)
        options.existing = existing
        // Other bytes of the same length and with the same ETag.
        scene.server.change { $0.base = 7 }
        #expect(isMismatch(await scene.download(options)))
        #expect(!scene.has("file.bin") && !scene.has("file.bin.sockeye"))
        #expect(try scene.folder.read("file.bin.part") == scene.server.bytes)
        scene.server.change { $0.base = 0 }
        let result = try await scene.download(options).get()
        #expect(scene.file == scene.server.bytes && result.resumedBytes == 0)
        #expect(!scene.has("file.bin.part") && !scene.has("file.bin.sockeye"))
    }

    @Test(
        "What an earlier run left damaged is fetched again in the same run", arguments: [1, 3],
        [1_500_000, 3_000_000])
    func earlierBytes(_ segments: Int, _ present: Int) async throws {
        let scene = try await Scene()
        let options = try options(scene, segments: segments)
        if present < 3_000_000 {
            await scene.downloadPart(bytes: present)
        } else {
            // Cut between the last byte and the name.
            await scene.downloadPart(bytes: present - 1)
            let record = try ResumeRecord(try scene.folder.read("file.bin.sockeye"), fileName: "file.bin")
            var whole = record
            (whole.written, whole.durable) = (ByteRangeSet([0..<3_000_000]), ByteRangeSet([0..<3_000_000]))
            try scene.folder.write("file.bin.part", bytes: scene.server.bytes)
            try scene.folder.write("file.bin.sockeye", bytes: whole.bytes)
        }
        try damage("file.bin.part", in: scene.folder)
        let result = try await scene.download(options).get()
        #expect(scene.file == scene.server.bytes && result.resumedBytes == 0)
        #expect(result.notices.contains { $0.contains("another sha256 digest") })
        #expect(!scene.has("file.bin.part") && !scene.has("file.bin.sockeye"))
    }

    @Test("It starts over once: what the server has isn't fetched a third time")
    func once() async throws {
        let scene = try await Scene()
        var options = Scene.quick
        options.checksum = .sha256(String(repeating: "0", count: 64))
        await scene.downloadPart(bytes: 1_500_000)
        let before = scene.server.ranges.count
        #expect(isMismatch(await scene.download(options)))
        #expect(scene.server.ranges.count == before + 2 && scene.server.ranges.last == .some(nil))
        #expect(scene.has("file.bin.part") && !scene.has("file.bin.sockeye"))
    }

    @Test("If a resume is required, nothing is dropped in the same run")
    func required() async throws {
        let scene = try await Scene()
        var options = try options(scene)
        options.resume = .required
        await scene.downloadPart(bytes: 1_500_000)
        try damage("file.bin.part", in: scene.folder)
        let before = scene.server.ranges.count
        #expect(isMismatch(await scene.download(options)))
        #expect(scene.server.ranges.count == before + 1)
        _ = try await scene.download(options).get()
        #expect(scene.file == scene.server.bytes)
    }

    @Test("Another program's file is given back as it was")
    func adopted() async throws {
        let scene = try await Scene()
        var options = try options(scene)
        options.existing = .continueFrom
        let begun = Array(scene.server.bytes[..<1_500_000])
        try scene.folder.write("file.bin", bytes: begun)
        try damage("file.bin", in: scene.folder)
        let before = scene.file
        guard case .failure(.existingKept(scene.path, let reason)) = await scene.download(options) else {
            Issue.record("it was taken, or not given back")
            return
        }
        #expect(reason.contains("digest") && scene.file == before)
        #expect(!scene.has("file.bin.part") && !scene.has("file.bin.sockeye"))
    }
}
