import Glibc
import HTTPTypes
import SockeyeClient
import SockeyeDigest
import SockeyeIO
import SockeyeTesting
import SockeyeTransfers
import SockeyeURL
import Synchronization
import TestSupport
import Testing

/// A response in hand becomes a file; what an unfinished download left is readable.
@Suite(.timeLimit(.minutes(1)))
struct SavingTests {
    private let image = BytePattern.bytes(0..<300_000)

    private func server() async throws -> LoopbackServer {
        try await LoopbackServer.start { [image] request in
            switch request.path {
            case "/a.iso": .bytes(image)
            case "/named":
                LoopbackReply(
                    fields: [
                        .init("Content-Disposition", "attachment; filename=\"../x/b.bin\""),
                        .init("Content-Length", "300000"),
                    ], body: [.sendBytes(image)])
            case "/gone": LoopbackReply(status: 404, fields: [.init("Content-Length", "4")], body: [.send("page")])
            case "/part":
                LoopbackReply(
                    status: 206, fields: [.init("Content-Range", "bytes 0-3/1000"), .init("Content-Length", "4")],
                    body: [.send("part")])
            default: nil
            }
        }
    }

    @Test func aResponseIsSaved() async throws {
        let (server, folder, client) = (try await server(), try TemporaryFolder(), HTTPClient())
        let path = folder.path + "/a"
        let result = try await client.perform(.get(server.url("/a.iso"))) { response in
            #expect(response.suggestedFilename == "a.iso")
            return try await response.save(to: path)
        }
        #expect(result.path == path && result.byteCount == 300_000 && result.completeness == .byLength)
        #expect(try folder.read("a") == image)
        #expect(try folder.fileNames == ["a"])
        // Nothing is replaced unasked.
        await #expect(throws: DownloadError.self) {
            try await client.perform(.get(server.url("/a.iso"))) { try await $0.save(to: path) }
        }
        var options = DownloadOptions(existing: .replace)
        options.checksum = .sha256(String(repeating: "0", count: 64))
        await #expect(throws: DownloadError.self) {
            try await client.perform(.get(server.url("/a.iso"))) { try await $0.save(to: path, options: options) }
        }
        #expect(try folder.fileNames == ["a", "a.part"])
        await server.stop()
    }

    @Test(
        "What NAME.part holds stays until there are bytes in its place, and another program's file stays then too",
        arguments: [true, false])
    func earlier(isOurs: Bool) async throws {
        let (folder, client) = (try TemporaryFolder(), HTTPClient())
        let server = try await LoopbackServer.start(
            script: [
                .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"), .close,
            ])
        try folder.write("a.part", "earlier")
        let part = try File(folder.file("a.part"), .writing)
        if isOurs { part.isMarkedPartial = true }
        await #expect(throws: DownloadError.self) {
            try await client.perform(.get(server.url("/"))) { try await $0.save(to: folder.file("a")) }
        }
        #expect(try folder.read("a.part") == Array("earlier".utf8))
        await server.stop()
        let empty = try await LoopbackServer.start { _ in .text("") }
        try await client.perform(.get(empty.url("/"))) { response in _ = try await response.save(to: folder.file("a")) }
        #expect(try folder.read("a").isEmpty && folder.fileNames == (isOurs ? ["a"] : ["a", "a.part"]))
        await empty.stop()
    }

    @Test func aFileThatIsThereIsOnlyReplacedIfAsked() async throws {
        let (server, folder, client) = (try await server(), try TemporaryFolder(), HTTPClient())
        let path = try folder.write("a", "mine")
        for existing in [DownloadOptions.Existing.refuse, .continueFrom] {
            await #expect(throws: DownloadError.self) {
                try await client.perform(.get(server.url("/a.iso"))) {
                    try await $0.save(to: path, options: .init(existing: existing))
                }
            }
        }
        #expect(try folder.read("a") == Array("mine".utf8))
        await server.stop()
    }

    @Test(arguments: [(true, 200), (false, 200), (false, 404)])
    func whatTheServerPromisesIsChecked(isRight: Bool, status: Int) async throws {
        let (folder, client) = (try TemporaryFolder(), HTTPClient())
        let digest = try Digest.sha256(of: Array((isRight ? "hello" : "other").utf8)).base64
        let server = try await LoopbackServer.start { _ in
            var reply = LoopbackReply.text("hello")
            reply.status = status
            reply.fields.append(.init("Repr-Digest", "sha-256=:\(digest):"))
            return reply
        }
        var options = DownloadOptions()
        options.acceptedStatuses = 200...404
        let save = { [options] () async throws -> DownloadResult in
            try await client.perform(.get(server.url("/"))) {
                try await $0.save(to: folder.file("a"), options: options)
            }
        }
        if isRight {
            let checksum = try #require(Checksum("sha256:\(Digest.sha256(of: Array("hello".utf8)).hex)"))
            #expect(try await save().completeness == .verified(checksum))
        } else {
            let error = await #expect(throws: DownloadError.self) { _ = try await save() }
            guard case .digestMismatch(.sha256, _, _, folder.file("a.part")) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
        await server.stop()
    }

    @Test func aReaderThatIsGoneIsAnErrorAndNoSignal() async throws {
        let (server, client) = (try await server(), HTTPClient())
        // As in a program that leaves SIGPIPE as it is.
        let before = signal(SIGPIPE, SIG_DFL)
        defer { signal(SIGPIPE, before) }
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        let error = await #expect(throws: FileError.self) {
            try await client.perform(.get(server.url("/a.iso"))) { try await $0.body.write(toDescriptor: ends[1]) }
        }
        #expect(error?.errorNumber == EPIPE)
        close(ends[1])
        await server.stop()
    }

    @Test func aPipeThatDoesNotBlockIsWaitedFor() async throws {
        let (server, client) = (try await server(), HTTPClient())
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        for end in ends { #expect(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
        let reading = Task.detached { [end = ends[0]] () -> Int in
            var (total, buffer) = (0, [UInt8](repeating: 0, count: 4096))
            while true {
                var ready = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
                poll(&ready, 1, -1)
                let count = read(end, &buffer, buffer.count)
                if count <= 0 { return total }
                total += count
            }
        }
        let written = try await client.perform(.get(server.url("/a.iso"))) {
            try await $0.body.write(toDescriptor: ends[1])
        }
        close(ends[1])
        #expect(written == 300_000)
        #expect(await reading.value == 300_000)
        close(ends[0])
        await server.stop()
    }

    @Test func theServerNamesTheFile() async throws {
        let (server, folder, client) = (try await server(), try TemporaryFolder(), HTTPClient())
        let result = try await client.perform(.get(server.url("/named"))) { try await $0.saved(in: folder.path) }
        #expect(result.path == folder.path + "/b.bin")
        #expect(try folder.read("b.bin") == image)
        await server.stop()
    }

    @Test func whatIsNoFileIsRefused() async throws {
        let (server, folder, client) = (try await server(), try TemporaryFolder(), HTTPClient())
        await #expect(throws: DownloadError.self) {
            try await client.perform(.get(server.url("/gone"))) { try await $0.save(to: folder.path + "/a") }
        }
        let request = try Request.get(server.url("/part"), fields: [.range: "bytes=0-3"])
        await #expect(throws: DownloadError.self) {
            try await client.perform(request) { try await $0.save(to: folder.path + "/a") }
        }
        var options = DownloadOptions()
        options.byteLimit = 1000
        await #expect(throws: DownloadError.self) {
            try await client.perform(.get(server.url("/a.iso"))) {
                try await $0.save(to: folder.path + "/a", options: options)
            }
        }
        #expect(try folder.fileNames == [])
        await server.stop()
    }

    @Test func aBodyIsWrittenToADescriptor() async throws {
        let (server, folder, client) = (try await server(), try TemporaryFolder(), HTTPClient())
        let file = try File(folder.path + "/a", [.writing, .creating])
        let count = try await client.perform(.get(server.url("/a.iso"))) {
            try await $0.body.write(toDescriptor: file.number)
        }
        #expect(count == 300_000)
        #expect(try folder.read("a") == image)
        await server.stop()
    }

    // MARK: What an unfinished download left

    @Test func thePartialStateIsReadable() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/big"
        #expect(try Download.partialState(at: path) == nil)
        let total = 8 << 20
        let head = "HTTP/1.1 200 OK\r\nETag: \"v\"\r\nAccept-Ranges: bytes\r\nContent-Length: \(total)\r\n\r\n"
        let server = try await LoopbackServer.start(
            script: Script(connections: [
                [.awaitRequest, .send(head), .sendPattern(0..<5 << 20), .cut], [.serve(requests: nil)],
            ])
        ) { request in
            guard let range = request["range"], let first = Int(range.dropFirst(6).prefix { $0 != "-" }) else {
                return nil
            }
            return LoopbackReply(
                status: 206,
                fields: [
                    .init("ETag", "\"v\""), .init("Content-Range", "bytes \(first)-\(total - 1)/\(total)"),
                    .init("Content-Length", "\(total - first)"),
                ],
                body: [.sendPattern(first..<total)])
        }
        let client = HTTPClient()
        var options = DownloadOptions()
        options.retry = .never
        let resumed = Mutex<[[Int64]]>([])
        options.onResume = { offset, total in resumed.withLock { $0.append([offset, total ?? -1]) } }
        await #expect(throws: DownloadError.self) {
            try await client.download(server.url("/big"), to: path, options: options)
        }
        let state = try #require(try Download.partialState(at: path))
        #expect(state.byteCount == 5 << 20 && state.total == Int64(total) && state.fraction == 0.625)
        #expect(state.url == server.url("/big"))
        #expect(resumed.withLock { $0 } == [])
        let result = try await client.download(server.url("/big"), to: path, options: options)
        #expect(result.byteCount == Int64(total) && result.resumedBytes == 5 << 20)
        #expect(resumed.withLock { $0 } == [[5 << 20, Int64(total)]])
        #expect(try folder.read("big") == BytePattern.bytes(0..<total))
        await server.stop()
    }
}

extension TemporaryFolder {
    var fileNames: [String] {
        get throws { try entries().map(\.name).sorted() }
    }
}
