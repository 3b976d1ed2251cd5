import SockeyeClient
import SockeyeTesting
import SockeyeTransfers
import TestSupport
import Testing

@Suite("HEAD first", .timeLimit(.minutes(1)))
struct HeadProbeTests {
    private static func options(_ count: Int) -> DownloadOptions {
        var options = Scene.segmented(count)
        options.asksHeadFirst = true
        return options
    }

    @Test("The length is known before the first GET, which requests only its own part")
    func parts() async throws {
        let scene = try await Scene()
        _ = try await scene.download(Self.options(4)).get()
        #expect(scene.file == scene.server.bytes)
        #expect(scene.server.methods.first == "HEAD" && scene.server.methods.filter { $0 == "HEAD" }.count == 1)
        let first = try #require(scene.server.server.receivedRequests.first { $0.method == "GET" })
        #expect(first["Range"] == "bytes=0-750000" && first["If-Range"] == "\"v1\"")
    }

    @Test("A single stream is requested as usual")
    func one() async throws {
        let scene = try await Scene()
        _ = try await scene.download(Self.options(1)).get()
        #expect(scene.server.methods == ["HEAD", "GET"] && scene.server.ranges == [nil, nil])
        #expect(scene.file == scene.server.bytes)
    }

    @Test("If HEAD is refused, GET decides", arguments: [403, 404, 405, 500, 501], [1, 4])
    func refused(_ status: Int, _ count: Int) async throws {
        let scene = try await Scene(fault: .refusesHead(status: status))
        _ = try await scene.download(Self.options(count)).get()
        #expect(scene.file == scene.server.bytes)
    }

    @Test(
        "A wrong length in HEAD changes nothing", arguments: [0, 1, 2_999_999, 3_000_001, 1 << 40], [1, 4])
    func lies(_ length: Int, _ count: Int) async throws {
        let scene = try await Scene(fault: .liesInHead(length: length))
        if length == 1 << 40 {
            // No disk has that much space, which is reported before any byte is requested.
            guard case .failure(.diskSpace(1_099_511_627_776, _, _)) = await scene.download(Self.options(count)) else {
                Issue.record("the missing disk space went unnoticed")
                return
            }
            #expect(scene.server.methods == ["HEAD"] && !scene.has("file.bin.part"))
            return
        }
        _ = try await scene.download(Self.options(count)).get()
        #expect(scene.file == scene.server.bytes)
    }

    @Test("The name comes from HEAD, without a GET of the first byte")
    func name() async throws {
        let file = FileServer.File(extra: [.init("Content-Disposition", "attachment; filename=\"../a b.iso\"")])
        let scene = try await Scene(file)
        let result = try await scene.client.download(
            scene.server.url, to: .folder(scene.folder.path), options: Self.options(1))
        #expect(result.path == scene.folder.path + "/a b.iso" || result.path.hasPrefix(scene.folder.path + "/"))
        #expect(!result.path.contains("/../") && scene.server.methods == ["HEAD", "GET"])
    }

    @Test("If a resume is required, a server without validators is refused before the body")
    func required() async throws {
        let scene = try await Scene(.init(tag: nil))
        var options = Self.options(1)
        options.resume = .required
        guard case .failure(.refused) = await scene.download(options) else {
            Issue.record("it was not refused")
            return
        }
        #expect(scene.server.methods == ["HEAD"])
    }

    @Test("A download of an earlier run resumes as without HEAD")
    func resumed() async throws {
        let scene = try await Scene()
        await scene.downloadPart(bytes: 1_500_000)
        #expect(try await scene.download(Self.options(1)).get().resumedBytes == 1_500_000)
        #expect(scene.file == scene.server.bytes)
    }

    @Test("A download that is paused while the name is asked for can be resumed", arguments: [true, false])
    func pausedBeforeTheName(_ asksHeadFirst: Bool) async throws {
        let (folder, gate) = (try TemporaryFolder(), Gate())
        let server = try await LoopbackServer.start { request in
            var reply = LoopbackReply.pattern(10)
            if request.method == "HEAD" || request["Range"] != nil { reply.interim = [.pause(until: gate)] }
            return reply
        }
        var options = Scene.quick
        options.asksHeadFirst = asksHeadFirst
        let download = try Download(
            of: server.url("/a.bin"), to: .folder(folder.path), options: options, with: HTTPClient())
        download.start()
        _ = try await server.waitForRequests(1)
        await download.pause()
        gate.open()
        download.resume()
        #expect(try await download.result().path == folder.file("a.bin"))
        #expect(try folder.read("a.bin") == BytePattern.bytes(0..<10))
    }
}
