import SockeyeClient
import SockeyeIO
import SockeyeTesting
import SockeyeTransfers
import TestSupport
import Testing

@Suite("Downloads from a stalled server", .timeLimit(.minutes(1)))
struct StalledDownloadTests {
    /// A server that sends the first bytes of a file, opens `begun`, and then stalls.
    private func stalled(_ begun: Gate) async throws -> LoopbackServer {
        try await LoopbackServer.start(
            script: [
                .awaitRequest,
                .send("HTTP/1.1 200 OK\r\nContent-Length: 3000000\r\nETag: \"v\"\r\nAccept-Ranges: bytes\r\n\r\nabc"),
                .open(begun), .stall,
            ])
    }

    private static func fetch(_ url: String, _ path: String, _ client: HTTPClient, _ isWatched: Bool) async throws {
        if isWatched {
            _ = try await client.download(url, to: path) { _ in }
        } else {
            _ = try await client.download(url, to: path)
        }
    }

    @Test("A cancelled download returns at once, with and without progress", arguments: [true, false])
    func cancelled(_ isWatched: Bool) async throws {
        let begun = Gate()
        let server = try await stalled(begun)
        let folder = try TemporaryFolder()
        let client = HTTPClient(configuration: .init())
        let url = server.url("/file")
        let path = folder.file("file")
        let task = Task { try await Self.fetch(url, path, client, isWatched) }
        try await begun.wait()
        let clock = ContinuousClock()
        let elapsed = await clock.measure {
            task.cancel()
            guard case .failure(let error as DownloadError) = await task.result, case .cancelled = error else {
                Issue.record("it was not cancelled")
                return
            }
        }
        #expect(elapsed < .seconds(10))
        #expect(server.requestCount == 1)
        await server.stop()
    }

    @Test("A queue whose reader is cancelled ends, and keeps its files")
    func queue() async throws {
        let begun = Gate()
        let server = try await stalled(begun)
        let folder = try TemporaryFolder()
        let queue = try DownloadQueue(with: HTTPClient(configuration: .init()))
        try queue.add(server.url("/file"), to: folder.file("file"))
        let task = Task { for await _ in queue.run() {} }
        try await begun.wait()
        task.cancel()
        await task.value
        // The run ends after its reader, and then has let go of the file, which is pending again.
        await untilUnlocked(folder.file("file.part"))
        #expect(queue.count == 1)
        #expect(server.requestCount == 1)
        await server.stop()
    }

    @Test("A server that only sends bytes on disk already is eventually given up", arguments: [1, 4])
    func nothingNew(_ segments: Int) async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start { request in
            guard let range = request["Range"], range != "bytes=0-",
                let first = Int(range.dropFirst(6).prefix { $0 != "-" })
            else {
                var reply = LoopbackReply(
                    status: 200, fields: [.init("Content-Length", "3000000"), .init("ETag", "\"v\"")],
                    body: [.sendPattern(0..<1_500_000), .cut])
                reply.closes = true
                return reply
            }
            // No longer than the bytes that are requested again for comparison.
            return LoopbackReply(
                status: 206,
                fields: [
                    .init("Content-Length", "1000"), .init("ETag", "\"v\""),
                    .init("Content-Range", "bytes \(first)-\(first + 999)/3000000"),
                ], body: [.sendPattern(first..<first + 1000)])
        }
        var options = Scene.segmented(segments)
        options.retry.count = 2
        let client = HTTPClient(configuration: .init())
        let ending: Ending
        do throws(DownloadError) {
            ending = .success(try await client.download(server.url("/f"), to: folder.file("f"), options: options))
        } catch {
            ending = .failure(error)
        }
        #expect(throws: DownloadError.self) { try ending.get() }
        #expect(server.requestCount < 20)
    }
}
