import HTTPTypes
import Sockeye
import SockeyeTesting
import TestSupport
import Testing

internal import Glibc

/// The blocking client, on threads of its own.
struct BlockingTests {
    /// Runs `body` on a new thread and returns its result.
    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let job = Job { continuation.resume(with: Result { try body() }) }
            var thread = pthread_t()
            // SAFETY: the job is retained for the thread, which releases it exactly once.
            pthread_create(
                &thread, nil,
                { context in
                    if let context { Unmanaged<Job>.fromOpaque(context).takeRetainedValue().run() }
                    return nil
                }, Unmanaged.passRetained(job).toOpaque())
            pthread_detach(thread)
        }
    }

    private final class Job: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    @Test func connectionsAreKeptBetweenCalls() async throws {
        let server = try await LoopbackServer.start()
        let url = server.url("/hello")
        let texts = try await onThread {
            let client = try BlockingHTTPClient()
            return try (0..<3).map { _ in try client.get(url).text() }
        }
        #expect(Set(texts).count == 1 && texts[0].hasPrefix("Hello"))
        #expect(server.acceptedConnections == 1)
        await server.stop()
    }

    @Test func everyMethodAndError() async throws {
        let server = try await LoopbackServer.start { request in
            .text("\(request.method) \(request.text)", status: request.path == "/no" ? 404 : 200)
        }
        let url = server.url("/x")
        let port = refusedPort
        let lines = try await onThread {
            let client = try BlockingHTTPClient()
            #expect(try client.head(url).body == [])
            #expect(throws: HTTPClientError.self) { try client.get("http://127.0.0.1:\(port)/") }
            #expect(throws: HTTPClientError.self) { try client.get("no url") }
            return [
                try client.post(url, body: .text("a")).text(), try client.put(url, body: .text("b")).text(),
                try client.delete(url).text(), try client.send(.options(url)).text(),
            ]
        }
        #expect(lines == ["POST a", "PUT b", "DELETE ", "OPTIONS "])
        await server.stop()
    }

    @Test func bodiesAreLentAndFilesFetched() async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        let path = folder.path + "/file"
        let url = server.url("/sized/500000")
        let count = try await onThread {
            let client = try BlockingHTTPClient()
            var count = 0
            let reply = try client.receive(.get(url)) { count += $0.byteCount }
            #expect(reply.status == .ok && reply.body.isEmpty)
            struct Enough: Error {}
            #expect(throws: Enough.self) { try client.receive(.get(url)) { _ in throw Enough() } }
            let file = try client.download(url, to: .file(path))
            #expect(file.byteCount == 500_000)
            return count
        }
        #expect(count == 500_000)
        #expect(try folder.read("file").count == 500_000)
        await server.stop()
    }

    @Test func threadsTakeTurns() async throws {
        let server = try await LoopbackServer.start()
        let url = server.url("/hello")
        let client = try BlockingHTTPClient()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await onThread {
                        try (0..<5).map { _ in try client.get(url).status.code }.filter { $0 == 200 }.count
                    }
                }
            }
            for try await count in group { #expect(count == 5) }
        }
        #expect(server.requestCount == 20)
        await server.stop()
    }

    /// On the loop's thread a call would deadlock.
    @Test func isRefusedOnALoop() async throws {
        let server = try await LoopbackServer.start()
        let url = server.url("/hello")
        try await onThread {
            let client = try BlockingHTTPClient()
            _ = try client.receive(.get(url)) { _ in
                #expect {
                    try client.get(url)
                } throws: {
                    ($0 as? HTTPClientError)?.cause == .calledOnEventLoop
                }
            }
        }
        await server.stop()
    }
}
