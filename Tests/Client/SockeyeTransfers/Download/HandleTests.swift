import Glibc
import SockeyeClient
import SockeyeIO
import SockeyeTesting
import SockeyeURL
import TestSupport
import Testing

@testable import SockeyeTransfers

@Suite("Download handles", .timeLimit(.minutes(1)))
struct DownloadHandleTests {
    /// A download that can't finish before the server stops dawdling.
    private func slow(_ scene: Scene) throws -> Download {
        scene.server.setFault(.limps(after: 100_000))
        return try Download(
            of: scene.server.url, to: .file(scene.path), options: Scene.segmented(2), with: scene.client)
    }

    @Test("Paused and resumed, at the same URL and at another")
    func pause() async throws {
        let scene = try await Scene()
        let download = try slow(scene)
        download.start()
        for await progress in download.progress where progress.byteCount > 100_000 { break }
        await download.pause()
        scene.server.setFault(.none)
        #expect(!scene.has("file.bin") && scene.has("file.bin.sockeye"))
        // The pool's connections are idle or closed, so no request is in progress.
        let before = scene.server.server.requestCount
        download.resume(at: try HTTPURL(scene.server.server.url("/file.bin?signature=2")))
        let result = try await download.result()
        #expect(result.resumedBytes > 0 && scene.file == scene.server.bytes)
        #expect(scene.server.server.receivedRequests[before...].allSatisfy { $0.target.hasSuffix("=2") })
    }

    @Test("Cancelled, and resumed from the token")
    func cancel() async throws {
        let scene = try await Scene()
        let download = try slow(scene)
        download.start()
        for await progress in download.progress where progress.byteCount > 100_000 { break }
        let token = try #require(await download.cancel())
        scene.server.setFault(.none)
        await #expect(throws: DownloadError.self) { try await download.result() }
        let again = try #require(DownloadToken(token.description))
        #expect(again == token)
        let second = try again.download(options: Scene.quick, with: scene.client)
        second.start()
        #expect(try await second.result().resumedBytes > 0)
        #expect(scene.file == scene.server.bytes)
        #expect(await second.cancel() == nil)
    }

    @Test("Who waits for a result stops when cancelled; the download goes on")
    func cancelledWait() async throws {
        let scene = try await Scene(.init(length: 10))
        let idle = try Download(of: scene.server.url, to: scene.path, with: scene.client)
        let waiting = Task { try await idle.result() }
        waiting.cancel()
        await #expect(throws: DownloadError.self) { try await waiting.value }
        idle.start()
        #expect(try await idle.result().byteCount == 10)
        let upload = try Upload(file: scene.path, to: scene.server.url, with: scene.client)
        let alsoWaiting = Task { try await upload.result() }
        alsoWaiting.cancel()
        await #expect(throws: UploadError.self) { try await alsoWaiting.value }
    }

    @Test("A destination is a literal, a variable, or a case, wherever one is taken")
    func destinations() async throws {
        let scene = try await Scene(.init(length: 10))
        let (url, path, client) = (scene.server.url, scene.path, scene.client)
        var options = Scene.quick
        options.existing = .replace
        _ = try await client.download(url, to: path, options: options)
        _ = try await client.download(url, to: .file(path), options: options)
        _ = try await client.download(.get(url), to: path, options: options)
        let request = try Request.get(url)
        _ = try await client.download(request, to: "\(path)2")
        for download in [
            try Download(of: url, to: path + "3", with: client), Download(of: request, to: path + "4", with: client),
            try Download(of: url, to: .file(path + "5"), with: client),
        ] {
            download.start()
            _ = try await download.result()
        }
        let secret = try Download(of: "http://u:p@127.0.0.1:1/", to: "\u{301} x")
        let token = try #require(await secret.cancel())
        #expect(token.description == "http://127.0.0.1:1/ \u{301} x")
        #expect(DownloadToken(token.description) == token)
        let literal = try Download(of: "http://127.0.0.1:1/", to: "literal")
        #expect(await literal.cancel() == DownloadToken(url: "http://127.0.0.1:1/", path: "literal"))
        #expect(scene.has("file.bin") && (2...5).allSatisfy { scene.has("file.bin\($0)") })
        let blocking = try BlockingHTTPClient()
        // Relative to the base, if there is one.
        var based = HTTPClient.Configuration()
        based.baseURL = try HTTPURL(url)
        let relative = try BlockingHTTPClient(configuration: based)
        let found = try await withCheckedThrowingContinuation { continuation in
            BlockingThreads.run {
                continuation.resume(with: Result { try relative.download("?x", to: path + "7").byteCount })
            }
        }
        #expect(found == 10)
        let text = try await withCheckedThrowingContinuation { continuation in
            BlockingThreads.run {
                continuation.resume(with: Result { try blocking.download(url, to: path + "6").path })
            }
        }
        #expect(text == path + "6" && scene.has("file.bin6"))
    }

    @Test("A cancelled task keeps what arrived")
    func cancelledTask() async throws {
        let scene = try await Scene(fault: .limps(after: 100_000))
        let gate = Gate()
        let task = Task {
            _ = try await scene.client.download(scene.server.url, to: .file(scene.path), options: Scene.quick) {
                progress in
                if progress.byteCount > 100_000 { gate.open() }
            }
        }
        try await gate.wait()
        task.cancel()
        guard case .failure(let error as DownloadError) = await task.result, case .cancelled = error else {
            Issue.record("it was not cancelled")
            return
        }
        #expect(!scene.has("file.bin") && scene.has("file.bin.part"))
        scene.server.setFault(.none)
        #expect(try await scene.download().get().resumedBytes > 0)
    }
}

@Suite("The queue", .timeLimit(.minutes(1)))
struct DownloadQueueTests {
    @Test("Every file arrives, within the limits")
    func run() async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start()
        let queue = try DownloadQueue(journal: folder.file("queue"), limit: 3, perHostLimit: 2)
        for index in 1...20 { try queue.add(server.url("/sized/\(index * 1000)"), to: folder.file("f\(index)")) }
        try queue.add(server.url("/status/404"), to: folder.file("missing"))
        var ends: [DownloadQueue.End] = []
        for await end in queue.run() { ends.append(end) }
        #expect(ends.count == 21 && queue.count == 0)
        #expect(server.acceptedConnections <= 2)
        for index in 1...20 { #expect(try folder.read("f\(index)") == BytePattern.bytes(0..<index * 1000)) }
        let failed = ends.filter { if case .failure = $0.result { true } else { false } }
        #expect(failed.map(\.path) == [folder.file("missing")])
    }

    @Test("Incomplete files are queued again after a restart")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start()
        do {
            let queue = try DownloadQueue(journal: folder.file("queue"))
            for index in 1...3 { try queue.add(server.url("/sized/\(index)"), to: folder.file("f\(index)")) }
            #expect(throws: DownloadError.self) { _ = try DownloadQueue(journal: folder.file("queue")) }
        }
        let queue = try DownloadQueue(journal: folder.file("queue"))
        #expect(queue.count == 3)
        for await _ in queue.run() {}
        #expect(try folder.read("f3").count == 3)
    }

    @Test("A run after a cancelled one goes on where that one stops")
    func runAgain() async throws {
        let folder = try TemporaryFolder()
        let gate = Gate()
        let server = try await LoopbackServer.start { _ in
            LoopbackReply(fields: [.init("Content-Length", "3")], body: [.pause(until: gate), .send("abc")])
        }
        let queue = try DownloadQueue(limit: 2)
        for number in 1...4 { try queue.add(server.url("/\(number)"), to: folder.file("f\(number)")) }
        let first = Task {
            for await _ in queue.run() {}
        }
        _ = try await server.waitForRequests(2)
        first.cancel()
        await first.value
        gate.open()
        var count = 0
        for await _ in queue.run() { count += 1 }
        #expect(count == 4 && queue.count == 0)
        await server.stop()
    }

    @Test("A path that is added again while it is fetched stays in the journal")
    func addedAgain() async throws {
        let folder = try TemporaryFolder()
        let gate = Gate()
        let server = try await LoopbackServer.start(
            script: [
                .awaitRequest, .pause(until: gate), .send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nold"),
                .awaitRequest,
                .stall,
            ])
        let (path, journal) = (folder.file("f"), folder.file("queue"))
        do {
            var options = DownloadOptions()
            options.existing = .replace
            let queue = try DownloadQueue(journal: journal, limit: 1, options: options)
            try queue.add(server.url("/old"), to: path)
            let task = Task {
                for await _ in queue.run() {}
            }
            _ = try await server.waitForRequests(1)
            try queue.add(server.url("/new"), to: path)
            gate.open()
            // The first one has ended, and the process is killed before the second one does.
            _ = try await server.waitForRequests(2)
            #expect(try folder.read("f") == Array("old".utf8))
            #expect(try DownloadJournal.Contents(of: folder.read("queue")).waiting.map(\.url) == [server.url("/new")])
            task.cancel()
            await task.value
        }
        await server.stop()
    }

    @Test("A journal is emptied once nothing in it is pending, and kept until then")
    func emptied() async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start()
        for round in 1...2 {
            let queue = try await opened(folder.file("queue"))
            // The lines of the previous round, all of them done.
            #expect(try folder.read("queue").isEmpty)
            try queue.add(server.url("/sized/\(round)"), to: folder.file("f\(round)"))
            for await _ in queue.run() {}
            #expect(try folder.read("queue").count > 10)
        }
    }

    /// Opens a queue, retrying because one that just ended can hold its journal a moment longer.
    private func opened(_ path: String) async throws -> DownloadQueue {
        while true {
            do throws(DownloadError) {
                return try DownloadQueue(journal: path)
            } catch {
                guard case .busy = error else { throw error }
                await untilUnlocked(path)
            }
        }
    }

    @Test(
        "A file of something else is no journal, and stays as it is",
        arguments: ["notes\n", "- milk\n- eggs\n", "http://h/a\n out=b\n", "+ two words\n", "x"])
    func foreign(_ text: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("notes", text)
        let error = #expect(throws: DownloadError.self) { try DownloadJournal(folder.file("notes")) }
        guard case .notOurs? = error else { throw try #require(error) }
        #expect(try folder.read("notes") == Array(text.utf8))
    }

    @Test(
        "What a crash leaves of a journal is one",
        arguments: ["", "\n", "+ ht", "+ http://h/a", "\0\0\0", "\0\0 /f/a\n"])
    func remains(_ text: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("j", text)
        let journal = try DownloadJournal(folder.file("j"))
        #expect(journal.found.waiting.isEmpty)
    }

    @Test("URLs of a journal may have their scheme in capitals")
    func capitals() throws {
        let folder = try TemporaryFolder()
        let item = DownloadJournal.Item(url: "HTTP://a/x", path: "/f/x")
        do {
            let journal = try DownloadJournal(folder.file("j"))
            try journal.addComplete(item)
            try journal.flush()
        }
        #expect(try DownloadJournal(folder.file("j")).saysComplete(item))
    }

    @Test("A file that got the journal's name meanwhile isn't removed")
    func replaced() throws {
        let folder = try TemporaryFolder()
        let journal = try DownloadJournal(folder.file("j"))
        try folder.write("file", "downloaded")
        #expect(rename(folder.file("file"), folder.file("j")) == 0)
        journal.remove()
        #expect(try folder.read("j") == Array("downloaded".utf8))
    }

    @Test("A journal's completeness applies only to the same URL and path")
    func complete() throws {
        let folder = try TemporaryFolder()
        let item = DownloadJournal.Item(url: "http://a/x", path: "/f/x y")
        do {
            let journal = try DownloadJournal(folder.file("j"))
            #expect(journal.isNew && !journal.saysComplete(item))
            try journal.addComplete(item)
            try journal.addComplete(.init(url: "http://a/ b", path: "no line can hold it"))
        }
        let journal = try DownloadJournal(folder.file("j"))
        #expect(!journal.isNew && journal.saysComplete(item))
        #expect(!journal.saysComplete(.init(url: "http://b/x", path: "/f/x y")))
        #expect(journal.found.overCount == 1 && journal.found.waiting.isEmpty)
        journal.remove()
        #expect(access(folder.file("j"), F_OK) != 0)
    }

    @Test(
        "The journal",
        arguments: [
            ("", 0), ("+ http://a x\n", 1), ("+ http://a x\n+ http://b y\n- x\n", 1), ("+ http://a x y\n- x y\n", 0),
            ("+ http://a x\n+ http://b x\n", 1), ("+ http://a x\n+ http://b", 1), ("garbage\n- z\n+ one\n", 0),
        ])
    func journal(_ text: String, _ count: Int) {
        #expect(DownloadJournal.Contents(of: Array(text.utf8)).waiting.count == count)
    }
}
