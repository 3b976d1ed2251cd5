import SockeyeClient
import SockeyeIO
import SockeyeTransfers
import TestSupport
import Testing

@Suite("Files that get to the disk together", .timeLimit(.minutes(1)))
struct BatchTests {
    private static let names = (1...9).map { "file\($0)" }

    /// A download to this name, with its end.
    private func fetch(
        _ name: String, _ scene: Scene, _ batch: FileBatch, existing: DownloadOptions.Existing = .refuse,
        onReceived: @escaping @Sendable () -> Void = {}
    ) async -> Result<DownloadResult, DownloadError> {
        var options = Scene.quick
        (options.isDurable, options.batch, options.existing) = (true, batch, existing)
        options.onReceived = onReceived
        do throws(DownloadError) {
            return .success(
                try await scene.client.download(scene.server.url, to: scene.folder.file(name), options: options))
        } catch {
            return .failure(error)
        }
    }

    @Test("None has its name before the last one is received", arguments: [1000, 300_000], [true, false])
    func waits(_ length: Int, _ hurries: Bool) async throws {
        let scene = try await Scene(.init(length: length))
        let most = hurries ? 100 : Self.names.count
        let batch = FileBatch(fileLimit: most, waitLimit: .seconds(3600))
        let (received, sender) = AsyncStream<Void>.makeStream()
        await withTaskGroup(of: Void.self) { group in
            func start(_ name: String) {
                group.addTask {
                    let end = await fetch(name, scene, batch) { sender.yield() }
                    #expect(scene.folder.file(name) == (try? end.get())?.path)
                }
            }
            let (last, others) = (Self.names[0], Self.names.dropFirst())
            for name in others { start(name) }
            var count = 0
            for await _ in received {
                count += 1
                if count == others.count { break }
            }
            #expect(Self.names.allSatisfy { !scene.has($0) })
            if hurries { batch.hurry() }
            start(last)
            await group.waitForAll()
        }
        for name in Self.names {
            #expect(try File(scene.folder.file(name), .reading).read(length + 1, at: 0) == scene.server.bytes)
        }
        #expect(scene.names == Set(Self.names))
    }

    @Test(
        "A file whose name is taken meanwhile fails alone, or replaces the other", arguments: [1000, 300_000],
        [true, false])
    func taken(_ length: Int, _ replaces: Bool) async throws {
        let scene = try await Scene(.init(length: length))
        let batch = FileBatch(fileLimit: 2, waitLimit: .seconds(3600))
        let existing = replaces ? DownloadOptions.Existing.replace : .refuse
        let whole = Task { await fetch("whole", scene, batch) }
        let end = await fetch("taken", scene, batch, existing: existing) { [folder = scene.folder] in
            _ = try? folder.write("taken", "other")
        }
        _ = try await whole.value.get()
        let bytes = try File(scene.folder.file("taken"), .reading).read(length + 1, at: 0)
        if replaces {
            _ = try end.get()
            #expect(bytes == scene.server.bytes)
        } else {
            guard case .failure(.fileExists) = end else {
                Issue.record("\(end)")
                return
            }
            #expect(bytes == Array("other".utf8))
        }
    }

    @Test("Many more transfers than descriptors: each has its file, its line and its end", arguments: [40, 4096])
    func program(_ descriptors: Int) async throws {
        let scene = try await Scene(.init(length: 1000))
        let names = (0..<300).map { "file\($0)" }
        let list = names.map { "\(scene.server.url)\n  out=\(scene.folder.file($0))\n" }.joined()
        try scene.write(Array((list + "http://127.0.0.1:1/\n  out=\(scene.folder.file("none"))\n").utf8), "list")
        let command = "ulimit -n \(descriptors); exec \"$0\" \"$@\""
        let outcome = try await Program.run(
            "/bin/bash",
            [
                "-c", command, CommandLineProgram.path, "-s", "-Z", "--parallel-max", "4", "-w",
                "%{filename_effective}\\n",
                "--input-file", scene.folder.file("list"),
            ])
        #expect(outcome.status == 7, "\(outcome.errorText)")
        // The journal stays for the one that failed.
        #expect(scene.names == Set(names + ["list", "list.sockeye"]))
        let lines = Set(outcome.text.split(separator: "\n").map(String.init))
        #expect(lines.isSuperset(of: names.map { scene.folder.file($0) }), "\(outcome.text)")
    }
}
