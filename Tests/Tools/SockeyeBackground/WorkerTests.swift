import Glibc
import HTTPTypes
import SockeyeClient
import SockeyeIO
import SockeyeTesting
import SockeyeURL
import TestSupport
import Testing

@testable import SockeyeBackground
@testable import SockeyeTransfers

@Suite("A worker in this process", .timeLimit(.minutes(1)))
struct WorkerTests {
    @Test("Downloads and uploads are done, each once, and told in the file, over the socket and by status()")
    func done() async throws {
        let scene = try await BackgroundScene { request in
            request.method == "PUT" || request.method == "POST" ? .text("stored", status: 201) : nil
        }
        let file = try scene.folder.write("up", "what is sent")
        let transfers = scene.transfers
        let fetched = try await transfers.download(
            scene.server.url("/range/300000"), to: scene.folder.file("down"), label: "mine")
        let put = try await transfers.upload(file, to: scene.server.url("/put"), fields: [.authorization: "Bearer x"])
        let posted = try await transfers.upload(file, to: scene.server.url("/post"), .init(method: .post))
        #expect(try transfers.status().transfers.map(\.state) == [.queued, .queued, .queued])
        #expect(try !transfers.status().isWorking)
        let watching = Task {
            var seen: [String: [BackgroundTransfer]] = [:]
            for try await transfer in transfers.updates() { seen[transfer.id, default: []].append(transfer) }
            return seen
        }
        let isDone = try await scene.work()
        #expect(isDone)
        let seen = try await watching.value
        #expect(try scene.folder.read("down") == BytePattern.bytes(0..<300_000))
        for id in [fetched, put, posted] {
            let status = try #require(try transfers.status()[id])
            #expect(status.state == .done && status.byteCount == status.total && status.byteCount > 0)
            #expect(try scene.timesDone(id) == 1)
            // The file that others read says the same.
            let told = StatusText.transfers(in: try scene.folder.read("queue/status.json"))
            #expect(told.first { $0.id == id } == status)
            #expect(seen[id]?.last == status)
        }
        #expect(try transfers.status()[fetched]?.label == "mine" && transfers.status()[put]?.status == 201)
        #expect(scene.requests("/put").map(\.body) == [Array("what is sent".utf8)])
        #expect(scene.requests("/put").first?["Authorization"] == "Bearer x")
        #expect(scene.requests("/post").map(\.method) == ["POST"])
        // Another worker finds nothing to do.
        let count = scene.server.requestCount
        try await scene.work()
        #expect(scene.server.requestCount == count)
        let removed = try await transfers.removeFinished()
        #expect(removed.count == 3)
        #expect(try transfers.status().transfers.isEmpty)
    }

    @Test("A failure is told with its cause, and done when it is resumed")
    func failed() async throws {
        let isThere = Gate()
        let scene = try await BackgroundScene { _ in isThere.isOpen ? nil : .text("no", status: 404) }
        let url = scene.server.url("/range/10")
        let id = try await scene.transfers.download(url, to: scene.folder.file("x"))
        let wrong = try await scene.transfers.download(
            url, to: scene.folder.file("y"), .init(checksum: .sha256(String(repeating: "0", count: 64))))
        let missing = try await scene.transfers.upload(scene.folder.file("none"), to: url)
        try await scene.work()
        #expect(try scene.transfers.status()[id]?.status == 404)
        #expect(try "\(scene.state(id) ?? .queued)".hasPrefix("failed: ") && scene.state(missing)?.name == "failed")
        isThere.open()
        try await scene.transfers.resume(id)
        try await scene.transfers.resume(wrong)
        try await scene.work()
        #expect(try scene.state(id) == .done)
        #expect(try "\(scene.state(wrong) ?? .queued)".contains("digest"))
        #expect(try scene.folder.read("x") == BytePattern.bytes(0..<10))
        await #expect(throws: BackgroundError.unknown("nobody")) { try await scene.transfers.cancel("nobody") }
    }

    @Test("Paused, resumed and cancelled while it runs")
    func commands() async throws {
        let scene = try await BackgroundScene()
        let url = try scene.server.url("/slow/100/30000").httpURL()
        let ids = try await scene.transfers.add(["a", "b", "c"].map { .download(url, to: scene.folder.file($0)) })
        try await scene.transfers.setLimits(BackgroundLimits(jobs: 3, jobsPerHost: 3))
        let work = Task { try await scene.work() }
        for id in ids { try await scene.reach("running", id) }
        try await scene.transfers.pause(ids[0])
        try await scene.transfers.cancel(ids[1])
        try await scene.transfers.remove(ids[2])
        try await scene.reach("paused", ids[0])
        try await scene.reach("cancelled", ids[1])
        try await scene.transfers.resume(ids[0])
        try await scene.reach("running", ids[0])
        #expect(try scene.transfers.status().isWorking)
        try await scene.transfers.cancel(ids[0])
        #expect(try await work.value)
        #expect(try scene.state(ids[2]) == nil && !scene.transfers.status().isWorking)
    }

    @Test("A job for the file of one that was removed while it runs waits until that one has ended")
    func replaced() async throws {
        let scene = try await BackgroundScene()
        let slow = try scene.server.url("/slow/100/30000").httpURL()
        let path = scene.folder.file("f")
        let first = try await scene.transfers.add(.download(slow, to: path))
        let work = Task { try await scene.work() }
        try await scene.reach("running", first)
        // Both at once, so that the worker reads them together.
        let second = try scene.server.url("/range/100000").httpURL()
        try scene.transfers.folder.journal.append([
            .told(first, .remove), .added("second", .download(second, to: path)),
        ])
        #expect(try await work.value)
        #expect(try scene.state(first) == nil && scene.state("second") == .done)
        #expect(try scene.folder.read("f") == BytePattern.bytes(0..<100_000))
    }

    @Test("A resumable upload goes on by its protocol", arguments: ResumableProtocol.allCases)
    func resumable(_ uploadProtocol: ResumableProtocol) async throws {
        let service: any LoopbackService = uploadProtocol == .tus ? TusService() : DraftUploadService()
        let store = (service as? TusService)?.store ?? (service as? DraftUploadService)?.store
        let scene = try await BackgroundScene(service: service)
        let bytes = BytePattern.bytes(0..<200_000)
        try scene.folder.write("up", bytes: bytes)
        let id = try await scene.transfers.upload(
            scene.folder.file("up"), to: scene.server.url("/files/x"), .init(resumption: .from(uploadProtocol)))
        try await scene.work()
        #expect(try scene.state(id) == .done)
        #expect(store?.finished["/files/x"] == bytes)
    }

    @Test(
        "A file that was complete before the journal said so isn't fetched again; another file isn't taken for it",
        arguments: [false, true], [false, true])
    func completeBefore(isSame: Bool, replaces: Bool) async throws {
        let scene = try await BackgroundScene()
        let bytes = BytePattern.bytes(0..<100_000)
        let url = try scene.server.url("/range/100000").httpURL()
        let id = try await scene.transfers.add(
            .download(url, to: scene.folder.file("f"), .init(replacesExisting: replaces)))
        try scene.transfers.folder.journal.append([.begun(id, was: FileMark.nothing)])
        let found = isSame ? bytes : Array(bytes.reversed())
        try scene.folder.write("f", bytes: found)
        try await scene.work()
        let state = try scene.state(id)
        #expect((state == .done) == (isSame || replaces), "\(String(describing: state))")
        #expect(try scene.folder.read("f") == (isSame || replaces ? bytes : found))
        // The whole was asked for only where it had to be.
        let whole = scene.server.receivedRequests.count { $0.method == "GET" && $0["Range"] == nil }
        #expect(isSame ? whole == 0 : true, "\(scene.server.receivedRequests.map { ($0.method, $0["Range"]) })")
    }

    @Test("An upload that was cut by the worker's end is sent again only if that is safe", arguments: [false, true])
    func interruptedUpload(isRepeatable: Bool) async throws {
        let scene = try await BackgroundScene { _ in .text("stored") }
        let file = try scene.folder.write("up", "x")
        let id = try await scene.transfers.upload(
            file, to: scene.server.url("/"), .init(method: .post, isRepeatable: isRepeatable))
        try scene.transfers.folder.journal.append([.begun(id, was: "1:1")])
        try await scene.work()
        #expect(try scene.state(id)?.name == (isRepeatable ? "done" : "failed"))
        #expect(scene.server.requestCount == (isRepeatable ? 1 : 0))
        try await scene.transfers.resume(id)
        try await scene.work()
        #expect(try scene.state(id) == .done)
        #expect(scene.server.requestCount == 1)
    }

    @Test("What is known of an upload to another server doesn't make it safe", arguments: [false, true])
    func otherUpload(isOfThisOne: Bool) async throws {
        let scene = try await BackgroundScene { request in
            request.path == "/x" ? .text("stored", status: 201) : .text("gone", status: 404)
        }
        let file = try scene.folder.write("up", "x")
        let url = scene.server.url("/x")
        let id = try await scene.transfers.upload(file, to: url, .init(method: .post, resumption: .from(.ietf)))
        try scene.transfers.folder.journal.append([.begun(id, was: "1:1")])
        let target = try (isOfThisOne ? url : scene.server.url("/other")).httpURL()
        let record = UploadRecord(
            spoken: .ietf, target: target, place: try scene.server.url("/gone").httpURL(),
            file: .init(try #require(try FileFacts(of: file))), acknowledged: 0)
        try scene.folder.write("up.sockeye-upload", bytes: record.bytes)
        try await scene.work()
        #expect(try scene.state(id)?.name == (isOfThisOne ? "done" : "failed"))
        #expect(scene.requests("/x").map(\.method) == (isOfThisOne ? ["POST"] : []))
    }

    @Test("A cancelled worker stops its jobs, and the next one goes on")
    func cancelled() async throws {
        let scene = try await BackgroundScene()
        let id = try await scene.transfers.download(scene.server.url("/slow/100/30000"), to: scene.folder.file("a"))
        let work = Task { try await scene.work() }
        try await scene.reach("running", id)
        work.cancel()
        _ = await work.result
        #expect(try scene.state(id) == .queued && !scene.transfers.status().isWorking)
    }

    @Test("Without a worker, updates() waits for one, and waitUntilDone() too")
    func waits() async throws {
        let scene = try await BackgroundScene()
        let id = try await scene.transfers.download(scene.server.url("/range/10"), to: scene.folder.file("a"))
        let waiting = Task { try await scene.transfers.waitUntilDone() }
        try await scene.work()
        let status = try await waiting.value
        #expect(status[id]?.state == .done)
        // One that is removed meanwhile is over, although the worker stays.
        let slow = try await scene.transfers.download(scene.server.url("/slow/100/30000"), to: scene.folder.file("b"))
        let work = Task { try await BackgroundTransfers.work(in: scene.queue, grace: .seconds(3600)) }
        try await scene.reach("running", slow)
        let watching = Task { try await scene.transfers.waitUntilDone() }
        try await scene.transfers.remove(slow)
        #expect(try await watching.value[slow] == nil)
        work.cancel()
        _ = await work.result
        // Nothing to wait for.
        var count = 0
        for try await _ in scene.transfers.updates() { count += 1 }
        #expect(count == 1)
    }
}

@Suite("The queue's folder", .timeLimit(.minutes(1)))
struct BackgroundFolderTests {
    @Test("It is its owner's alone; one that others may write to is refused")
    func modes() async throws {
        let folder = try TemporaryFolder()
        let transfers = try BackgroundTransfers(folder: folder.file("q"))
        try await transfers.download("http://127.0.0.1:1/", to: "/x")
        #expect(folder.permissions(of: "q") == 0o700 && folder.permissions(of: "q/journal") == 0o600)
        #expect(chmod(folder.file("q"), 0o777) == 0)
        #expect(throws: BackgroundError.self) { try BackgroundTransfers(folder: folder.file("q")) }
        #expect(chmod(folder.file("q"), 0o700) == 0)
        try folder.write("f", "")
        #expect(throws: BackgroundError.self) { try BackgroundTransfers(folder: folder.file("f")) }
        #expect(throws: BackgroundError.self) { try BackgroundTransfers(folder: folder.file("no/such")) }
        #expect(throws: BackgroundError.self) { try BackgroundTransfers(folder: "a\0b") }
        #expect(throws: BackgroundError.self) { try BackgroundTransfers(existing: folder.path) }
        #expect(try folder.entries().map(\.name).sorted() == ["f", "q"])
    }

    @Test("A journal that is a link, a newer version's or damaged is left alone")
    func refused() async throws {
        let folder = try TemporaryFolder()
        let transfers = try BackgroundTransfers(folder: folder.file("q"))
        try folder.write("q/journal", "{\"sockeye-background\":9}\n")
        let newer = BackgroundError.newer(path: transfers.folder.journal.path)
        #expect(throws: newer) { try transfers.status() }
        await #expect(throws: newer) { try await transfers.download("http://127.0.0.1:1/", to: "/x") }
        await #expect(throws: newer) { try await BackgroundTransfers.work(in: transfers.path, grace: .zero) }
        #expect(try folder.read("q/journal").count == 25)
        let damaged = "{\"sockeye-background\":1}\n{\"e\":\"add\",\"id\":\"a\",\"fields\":[[\"a\"]]}\n"
        try folder.write("q/journal", damaged)
        let unreadable = BackgroundError.unreadable(path: transfers.folder.journal.path, line: 2)
        #expect(throws: unreadable) { try transfers.status() }
        await #expect(throws: unreadable) { try await BackgroundTransfers.work(in: transfers.path, grace: .zero) }
        #expect(try folder.read("q/journal") == Array(damaged.utf8))
        #expect(unlink(folder.file("q/journal")) == 0)
        try folder.write("other", "")
        #expect(symlink(folder.file("other"), folder.file("q/journal")) == 0)
        await #expect(throws: BackgroundError.self) { try await transfers.download("http://127.0.0.1:1/", to: "/x") }
        #expect(try folder.read("other").isEmpty)
    }

    @Test("A line that a crash cut off doesn't spoil the next")
    func torn() async throws {
        let folder = try TemporaryFolder()
        let transfers = try BackgroundTransfers(folder: folder.file("q"))
        let first = try await transfers.download("http://127.0.0.1:1/", to: "/x")
        let whole = try folder.read("q/journal")
        try folder.write("q/journal", bytes: whole + Array("{\"e\":\"done\",\"id\":\"\(first)\"".utf8))
        let second = try await transfers.download("http://127.0.0.1:1/", to: "relative")
        #expect(try transfers.status().transfers.map(\.id) == [first, second])
        #expect(try transfers.status()[second]?.path.hasPrefix("/") == true)
        #expect(try transfers.status()[first]?.state == .queued)
    }

    @Test("What was removed leaves the journal", arguments: [10, 200])
    func shortened(_ count: Int) async throws {
        let folder = try TemporaryFolder()
        let transfers = try BackgroundTransfers(folder: folder.file("q"))
        let url = try "http://127.0.0.1:1/".httpURL()
        let ids = try await transfers.add((0..<count).map { .download(url, to: "/\($0)") })
        try await transfers.pause(ids[0])
        let before = try folder.read("q/journal").count
        try transfers.folder.journal.append(ids.dropFirst().map { .told($0, .remove) })
        try transfers.folder.journal.compact()
        #expect(try transfers.status().transfers.map(\.id) == [ids[0]])
        #expect(try transfers.status().transfers.map(\.state) == [.paused])
        #expect(try (folder.read("q/journal").count < before) == (count == 200))
        #expect(folder.permissions(of: "q/journal") == 0o600)
    }

    @Test("A path that is too long for a socket's address has a worker all the same")
    func longPath() async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start()
        let transfers = try BackgroundTransfers(folder: folder.file(String(repeating: "q", count: 150)))
        let id = try await transfers.download(server.url("/range/10"), to: folder.file("a"))
        let work = Task { try await BackgroundTransfers.work(in: transfers.path, grace: .zero) }
        var last: BackgroundTransfer?
        for try await transfer in transfers.updates() { last = transfer }
        #expect(last?.id == id && last?.state == .done)
        #expect(try await work.value)
    }

    @Test(
        "Jobs that can't be done are refused where they are handed over",
        arguments: [("http://h/", ""), ("http://h/", "a/"), ("http://h/", "a\0"), ("ftp://h/", "a"), ("", "a")])
    func invalid(url: String, path: String) async throws {
        let folder = try TemporaryFolder()
        let transfers = try BackgroundTransfers(folder: folder.file("q"))
        await #expect(throws: BackgroundError.self) { try await transfers.download(url, to: path) }
        await #expect(throws: BackgroundError.self) {
            try await transfers.download("http://h/", to: "a", .init(segments: .fixed(0)))
        }
        #expect(try transfers.status().transfers.isEmpty)
    }
}
