import Glibc
import HTTPTypes
import SockeyeClient
import SockeyeHTTP1
import SockeyeIO
import SockeyeTesting
import Synchronization
import TestSupport
import Testing

@testable import SockeyeTransfers

@Suite("Files that arrive with their head")
struct SmallDownloadTests {
    /// Runs work after the request is sent, before anything is received.
    private struct WhenSent: ExchangeObserver {
        let work: @Sendable () -> Void

        func observe(_ event: ClientEvent) {
            if event[.sentHead] != nil { work() }
        }
    }

    /// Runs work when a response's head has come.
    private struct WhenReceived: ExchangeObserver {
        let work: @Sendable () -> Void

        func observe(_ event: ClientEvent) {
            if event[.receivedHead] != nil { work() }
        }
    }

    private func fetch(
        _ scene: Scene, _ options: DownloadOptions, whenSent work: @escaping @Sendable () -> Void = {}
    ) async -> Result<DownloadResult, DownloadError> {
        do throws(DownloadError) {
            return .success(
                try await scene.client.download(
                    scene.server.url, to: .file(scene.path), options: options, observer: WhenSent(work: work)))
        } catch {
            return .failure(error)
        }
    }

    private var options: [DownloadOptions] {
        var (quick, durable, dated) = (Scene.quick, Scene.quick, Scene.quick)
        (quick.isDurable, durable.isDurable, dated.isDurable) = (false, true, false)
        dated.keepsModificationTime = true
        dated.resume = .never
        var batched = durable
        batched.batch = FileBatch(waitLimit: .zero)
        batched.keepsModificationTime = true
        return [quick, durable, dated, batched]
    }

    @Test("The file, its time and permissions; nothing else in the folder", arguments: 0..<4, [0, 1, 1000, 9000])
    func whole(_ index: Int, _ length: Int) async throws {
        let date = "Sun, 09 Sep 2001 01:46:40 GMT"
        let scene = try await Scene(.init(length: length, lastModified: date))
        var options = options[index]
        options.fileMode = 0o600
        let result = try await fetch(scene, options).get()
        #expect(scene.file == scene.server.bytes && result.byteCount == Int64(length) && result.notices == [])
        #expect(result.completeness == .byLength && result.head?.status == .ok)
        var facts = stat()
        #expect(stat(scene.path, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        if options.keepsModificationTime { #expect(facts.st_mtim.tv_sec == 1_000_000_000) }
        #expect(!scene.has("file.bin.part") && !scene.has("file.bin.sockeye"))
    }

    @Test("A file created meanwhile is kept or replaced, as requested", arguments: [true, false])
    func takenMeanwhile(_ replaces: Bool) async throws {
        let scene = try await Scene(.init(length: 1000))
        var options = Scene.quick
        options.existing = replaces ? .replace : .refuse
        let end = await fetch(scene, options) { [folder = scene.folder] in _ = try? folder.write("file.bin", "other") }
        if replaces {
            _ = try end.get()
            #expect(scene.file == scene.server.bytes)
        } else {
            guard case .failure(.fileExists(scene.path)) = end else {
                Issue.record("\(end)")
                return
            }
            #expect(scene.file == Array("other".utf8))
        }
        #expect(!scene.has("file.bin.part"))
    }

    @Test(
        "A link that takes a name of the server's meanwhile is replaced or kept, never followed",
        arguments: [1000, 300_000], [true, false])
    func linkedMeanwhile(_ length: Int, _ replaces: Bool) async throws {
        let name = FileServer.File(
            length: length, extra: [.init("Content-Disposition", "attachment; filename=\"named\"")])
        let scene = try await Scene(name)
        try scene.folder.write("victim", "safe")
        var options = Scene.quick
        options.existing = replaces ? .replace : .refuse
        let link = scene.folder.file("named")
        let sent = Mutex(0)
        let observer = WhenSent {
            // The first request asks for the name.
            let isFile = sent.withLock { count in
                count += 1
                return count == 2
            }
            if isFile { _ = symlink("victim", link) }
        }
        do throws(DownloadError) {
            _ = try await scene.client.download(
                scene.server.url, to: .folder(scene.folder.path), options: options, observer: observer)
            #expect(try FileFacts.found(of: link, followingLinks: false)?.kind == .regular)
            #expect(replaces && (try? scene.folder.read("named")) == scene.server.bytes)
        } catch {
            guard case .fileExists(link) = error, !replaces else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(try scene.folder.read("victim") == Array("safe".utf8))
        #expect(!scene.has("victim.part"))
    }

    @Test("A partial file that another process creates meanwhile isn't written to")
    func partialMeanwhile() async throws {
        // Long enough to need a partial file.
        let scene = try await Scene(.init(length: 300_000))
        let path = scene.path
        let other = Mutex<PartialFile?>(nil)
        let end = await fetch(scene, Scene.quick) {
            let partial = try? PartialFile(of: path, replacesExisting: true)
            other.withLock { $0 = partial }
        }
        guard case .failure(.busy(path + ".part")) = end else {
            Issue.record("\(end)")
            return
        }
        other.withLock { $0 = nil }
    }

    @Test("A digest in the response is checked, however small the file")
    func digest() async throws {
        var file = FileServer.File(length: 1000)
        file.extra = [.init("Repr-Digest", "sha-256=:\(String(repeating: "A", count: 43))=:")]
        let scene = try await Scene(file)
        guard case .failure(.digestMismatch) = await fetch(scene, Scene.quick) else {
            Issue.record("it was taken")
            return
        }
        #expect(!scene.has("file.bin") && scene.has("file.bin.part"))
    }

    @Test("A file whose request fails in the end isn't taken, nor one of zeros in its place", arguments: [0, 1])
    func unsent(_ retries: Int) async throws {
        let server = try await LoopbackServer.start(
            script: [.awaitHead, .send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc"), .stall])
        let folder = try TemporaryFolder()
        let (pieces, sender) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        var request = try Request.get(server.url("/f"))
        request.body = .stream(pieces)
        var options = Scene.quick
        options.retry = .init(count: retries, delay: .milliseconds(1))
        options.retry.includesAllErrors = true
        let observer = WhenReceived { sender.finish(throwing: DownloadError.cancelled) }
        await #expect(throws: DownloadError.self) {
            try await HTTPClient().download(request, to: folder.file("f"), options: options, observer: observer)
        }
        #expect(try FileFacts.found(of: folder.file("f")) == nil)
        await server.stop()
    }

    @Test("An error status creates no file")
    func status() async throws {
        let scene = try await Scene(.init(length: 1000), fault: .busy(times: 1, status: 404))
        guard case .failure(.refused(_, status: 404)) = await fetch(scene, Scene.quick) else {
            Issue.record("it was taken")
            return
        }
        #expect(!scene.has("file.bin") && !scene.has("file.bin.part"))
    }
}
