import HTTPTypes
import Sockeye
import SockeyeTesting
import Synchronization
import Testing

/// The client against servers that recover.
struct RetryTests {
    private static let quick = RetryPolicy(attempts: 4, firstDelay: .milliseconds(1))

    private func busyServer(_ busyAnswers: Int) -> MemoryServer {
        let count = Mutex(0)
        return MemoryServer { request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number <= busyAnswers ? .text("later", status: 503) : .text("now \(request.text)")
        }
    }

    @Test func succeedsInTheEnd() async throws {
        let server = busyServer(2)
        var request = try Request.get(server.url())
        request.retry = Self.quick
        let reply = try await HTTPClient(over: server).send(request)
        #expect(reply.text() == "now ")
        #expect(server.requestCount == 3)
        #expect(server.acceptedConnections == 1)
    }

    @Test func givesTheLastAnswer() async throws {
        let server = busyServer(99)
        var request = try Request.get(server.url())
        request.retry = Self.quick
        #expect(try await HTTPClient(over: server).send(request).status == .serviceUnavailable)
        #expect(server.requestCount == 4)
        request.method = .post
        #expect(try await HTTPClient(over: server).send(request).status == .serviceUnavailable)
        #expect(server.requestCount == 5)
    }

    /// A delay that ends after the request's time is not waited for: the caller gets the answer at once.
    @Test func nothingIsRepeatedAfterTheRequestsTime() async throws {
        let server = busyServer(99)
        var request = try Request.get(server.url())
        request.retry = RetryPolicy(attempts: 3, firstDelay: .seconds(100), jitter: 0)
        request.timeouts = Timeouts(total: .seconds(50))
        #expect(try await HTTPClient(over: server).send(request).status == .serviceUnavailable)
        #expect(server.requestCount == 1)
    }

    @Test func cutConnectionsAreTriedAgain() async throws {
        let server = try await LoopbackServer.start(
            script: Script(connections: [[.awaitRequest, .cut], [.awaitRequest, .cut], [.serve(requests: nil)]]))
        var request = try Request.get(server.url("/hello"))
        request.retry = Self.quick
        #expect(try await HTTPClient().send(request).status == .ok)
        #expect(server.acceptedConnections == 3)
        await server.stop()
    }

    @Test func handlerFailuresAreNot() async throws {
        let server = MemoryServer(script: [
            .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), .cut,
        ])
        var request = try Request.get(server.url())
        request.retry = Self.quick
        await #expect(throws: HTTPClientError.self) { try await HTTPClient(over: server).send(request) }
        #expect(server.acceptedConnections == 1)
    }
}
