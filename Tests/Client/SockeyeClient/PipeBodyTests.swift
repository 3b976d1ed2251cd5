import Glibc
import SockeyeClient
import SockeyeIO
import SockeyeTesting
import TestSupport
import Testing

/// Bodies from pipes whose writers take their time: they hold nothing that others need, and end with their task.
@Suite(.timeLimit(.minutes(1)))
struct PipeBodyTests {
    /// Who has the other end of the pipe.
    enum Writer: CaseIterable {
        case nobody, silent
    }

    private static func pipe(_ folder: TemporaryFolder, _ name: String) throws -> String {
        let path = folder.file(name)
        try #require(mkfifo(path, 0o600) == 0)
        return path
    }

    /// Opens the writing end without waiting for a reader.
    private static func writer(_ path: String) throws -> File { try File(path, [.reading, .writing]) }

    @Test(arguments: Writer.allCases)
    func requestsThatWaitForAPipeCanBeCancelled(_ writer: Writer) async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server) { $0.pool = PoolLimits(perOrigin: 100) }
        let paths = try (0..<20).map { try Self.pipe(folder, "pipe\($0)") }
        let writers = writer == .silent ? try paths.map(Self.writer) : []
        let stuck = paths.map { path in
            Task { try await client.put(server.url("/continue"), body: .file(path: path)) }
        }
        let honest = try Self.pipe(folder, "honest")
        let end = try Self.writer(honest)
        async let reply = client.put(server.url("/continue"), body: .file(path: honest, length: 5))
        try end.append(Array("hello".utf8))
        #expect(try await reply.text() == "received 5 bytes\n")
        for task in stuck { task.cancel() }
        for task in stuck {
            let error = try await failure { try await task.value }
            #expect(error.cause == .cancelled)
        }
        withExtendedLifetime(writers) {}
        await server.stop()
    }

    /// There are 64 threads for files.
    @Test(arguments: Writer.allCases)
    func moreReadersThanThreads(_ writer: Writer) async throws {
        let folder = try TemporaryFolder()
        let path = try Self.pipe(folder, "pipe")
        let end = writer == .silent ? try Self.writer(path) : nil
        let waiting = Tally()
        var readers: [Task<[UInt8]?, any Error>] = []
        for _ in 0..<65 {
            let reader = try #require(try await PipeReader.open(path))
            readers.append(
                Task {
                    waiting.count()
                    return try await reader.next(1)
                })
        }
        await waiting.wait(for: 65)
        #expect(await onFileThread { 1 } == 1)
        for reader in readers { reader.cancel() }
        for reader in readers { #expect(try await reader.value == nil) }
        withExtendedLifetime(end) {}
    }

    @Test(arguments: Writer.allCases)
    func theTotalTimeEndsThem(_ writer: Writer) async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        let path = try Self.pipe(folder, "pipe")
        let end = writer == .silent ? try Self.writer(path) : nil
        var request = try Request.put(server.url("/continue"), body: .file(path: path))
        request.timeouts = Timeouts(total: .milliseconds(80))
        let error = try await failure { try await client.send(request) }
        #expect(error.cause == .timedOut(.total, after: .milliseconds(80)))
        withExtendedLifetime(end) {}
        await server.stop()
    }

    /// Pieces come with pauses, in which nothing is read.
    @Test func aSlowWriterIsHeardToItsEnd() async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start(
            script: [
                .awaitHead, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n"), .receive(8),
                .send("1\r\nb\r\n"), .receive(8), .send("0\r\n\r\n"), .receiveBody,
            ])
        let client = HTTPClient(trusting: server)
        let path = try Self.pipe(folder, "pipe")
        let text = try await client.perform(.put(server.url(), body: .file(path: path))) { response in
            var end: File?
            var text = ""
            for try await piece in response.body {
                // Only now somebody opens the pipe.
                if end == nil {
                    // It can't be opened before the client has.
                    end = await onThread { try? File(path, [.writing]) }
                }
                try end?.append(Array("one".utf8))
                text += String(decoding: piece, as: UTF8.self)
            }
            return text
        }
        #expect(text == "ab")
        await server.stop()
    }

    /// A pipe whose writer says nothing is an empty body.
    @Test func aWriterThatLeavesIsTheEnd() async throws {
        let folder = try TemporaryFolder()
        let path = try Self.pipe(folder, "pipe")
        let reader = try #require(try await PipeReader.open(path))
        do {
            let end = try File(path, [.writing, .withoutWaiting])
            try end.append([1, 2, 3])
        }
        #expect(try await reader.next(2) == [1, 2])
        #expect(try await reader.next(2) == [3])
        #expect(try await reader.next(2) == [])
    }
}
