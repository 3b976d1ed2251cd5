import HTTPTypes
import SockeyeIO
import SockeyeTesting
import SockeyeURL
import TestSupport
import Testing

@testable import SockeyeClient

/// What ends requests from outside, and what a client forgets.
@Suite(.timeLimit(.minutes(1)))
struct ClientLifeTests {
    /// Starts a request that hangs where `script` says, and returns its task.
    private func hanging(
        _ client: HTTPClient, _ url: String, label: String? = nil, observer: Observations? = nil
    ) throws -> Task<HTTPClientError.Cause?, Never> {
        var request = try Request.get(url)
        request.label = label
        return Task { [request] in
            do throws(HTTPClientError) {
                _ = try await client.send(request, observer: observer)
                return nil
            } catch {
                return error.cause
            }
        }
    }

    @Test(arguments: [false, true]) func invalidatingCancelsWhatIsUnderWay(_ secure: Bool) async throws {
        let server = try await LoopbackServer.start(
            secure: secure,
            script: [.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .stall])
        let client = HTTPClient(trusting: server)
        let tasks = try (0..<3).map { _ in try hanging(client, server.url("/")) }
        _ = try await server.waitForRequests(3)
        #expect(client.requestsUnderWay.count == 3)
        await client.invalidateAndCancel()
        for task in tasks { #expect(await task.value == .cancelled) }
        #expect(client.requestsUnderWay.isEmpty && client.pool.load == (0, 0, 0))
        let late = try hanging(client, server.url("/"))
        #expect(await late.value == .clientClosed)
        await server.stop()
    }

    /// Nobody accepts the connection, so the request hangs before it has one.
    @Test func aRequestWithoutAConnectionIsCancelledToo() async throws {
        let blackhole = try Blackhole()
        let client = HTTPClient()
        let observations = Observations()
        let task = try hanging(client, "http://127.0.0.1:\(blackhole.port)/", observer: observations)
        try await observations.wait(for: "connecting")
        #expect(client.requestsUnderWay.count == 1)
        await client.invalidateAndCancel()
        #expect(await task.value == .cancelled)
    }

    @Test func aRequestThatWaitsForAPlaceIsCancelled() async throws {
        let server = try await LoopbackServer.start(script: [.awaitRequest, .stall])
        let client = HTTPClient(trusting: server) { $0.pool = PoolLimits(perOrigin: 1) }
        let observations = Observations(.reasons)
        let tasks = try ["first", "second"].map {
            try hanging(client, server.url("/"), label: $0, observer: observations)
        }
        try await observations.wait(for: "connectionAwaited")
        #expect(client.requestsUnderWay.count == 2 && client.pool.load.waiting == 1)
        let waiting = try #require(client.requestsUnderWay.last)
        #expect(client.cancel(waiting))
        let ended = await (waiting.label == "first" ? tasks[0] : tasks[1]).value
        #expect(ended == .cancelled)
        #expect(!client.cancel(waiting) && client.requestsUnderWay.count == 1)
        await client.invalidateAndCancel()
        await server.stop()
    }

    @Test(arguments: [false, true]) func aRequestThatWaitsForARetryIsCancelled(all: Bool) async throws {
        let server = try await LoopbackServer.start(
            script: [.awaitRequest, .send("HTTP/1.1 503 No\r\nRetry-After: 3000\r\nContent-Length: 0\r\n\r\n")])
        let client = HTTPClient(trusting: server) {
            $0.retry = RetryPolicy(attempts: 3, delayLimit: .seconds(4000))
        }
        let observations = Observations()
        let task = try hanging(client, server.url("/"), label: "images", observer: observations)
        // It was answered, and its connection is idle or closed: what is under way is the wait.
        try await observations.wait(for: "retryPlanned")
        #expect(server.requestCount == 1 && client.requestsUnderWay.count == 1)
        if all { await client.invalidateAndCancel() } else { #expect(client.cancelRequests(labelled: "images") == 1) }
        #expect(await task.value == .cancelled)
        #expect(client.requestsUnderWay.isEmpty)
        await server.stop()
    }

    @Test func onlyTheLabelledOnesAreCancelled() async throws {
        let gate = Gate()
        let server = try await LoopbackServer.start(
            script: [
                .awaitRequest, .pause(until: gate), .send("HTTP/1.1 204 No Content\r\n\r\n"), .serve(requests: nil),
            ])
        let client = HTTPClient(trusting: server)
        let images = try (0..<2).map { _ in try hanging(client, server.url("/image"), label: "images") }
        let page = try hanging(client, server.url("/page"), label: "page")
        _ = try await server.waitForRequests(3)
        #expect(
            Set(client.requestsUnderWay.map { "\($0.label ?? "") \($0.url.path)" }) == ["images /image", "page /page"])
        #expect(client.cancelRequests(labelled: "images") == 2)
        for image in images { #expect(await image.value == .cancelled) }
        gate.open()
        #expect(await page.value == nil)
        // The cancelled ones' connections are closed, the other is kept, and the client works on.
        #expect(client.pool.load == (0, 1, 0))
        #expect(try await client.get(server.url("/hello")).status == .ok)
        await server.stop()
    }

    @Test func aHandlerThatReadsSlowlyIsCancelled() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        await #expect(throws: HTTPClientError.self) {
            try await client.perform(.get(server.url("/sized/5000000"))) { response in
                for try await _ in response.body { client.pool.underWay.invalidate() }
            }
        }
        #expect(client.pool.load == (0, 0, 0))
        await server.stop()
    }

    @Test func idleConnectionsAreClosedOnDemand() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        #expect(try await client.get(server.url("/hello")).status == .ok)
        #expect(client.pool.load == (0, 1, 0))
        client.closeIdleConnections()
        #expect(client.pool.load == (0, 0, 0))
        try await server.waitForClosedConnections(1)
        #expect(try await client.get(server.url("/hello")).status == .ok)
        #expect(server.acceptedConnections == 2)
        await server.stop()
    }

    @Test func aResetForgets() async throws {
        let server = try await LoopbackServer.start()
        let (jar, store) = (CookieJar(), HSTSStore())
        let client = HTTPClient(trusting: server) { ($0.cookies, $0.strictTransportSecurity) = (jar, store) }
        let url = try HTTPURL("http://example.com/")
        #expect(jar.receive("a=1", from: url) && jar.receive("b=2", from: url))
        store.insert("example.com", includingSubdomains: true)
        store.insert("example.org", includingSubdomains: false)
        store.remove("EXAMPLE.org.")
        #expect(store.hosts == [".example.com"])
        jar.removeAll { $0.name == "a" }
        #expect(jar.cookies.map(\.name) == ["b"])
        #expect(try await client.get(server.url("/hello")).status == .ok)
        client.reset()
        #expect(jar.cookies.isEmpty && store.hosts.isEmpty && client.pool.load == (0, 0, 0))
        await server.stop()
    }
}
