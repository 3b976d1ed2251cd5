import HTTPTypes
import Sockeye
import SockeyeClient
import SockeyeIO
import SockeyeTesting
import TestSupport
import Testing

/// The metrics of an attempt.
struct MetricsTests {
    @Test func aFirstRequestAndASecondOne() async throws {
        let server = try await LoopbackServer.start(secure: true)
        let client = HTTPClient(trusting: server)
        let first = try await client.get(server.url("/hello")).metrics
        #expect(first.status == .ok)
        #expect(!first.isConnectionReused)
        #expect(first.connection?.peerAddress?.port == server.port)
        #expect(first.connection?.tls?.version.hasPrefix("TLSv1.") == true)
        #expect(first.connection?.tls?.cipher.isEmpty == false)
        let phases = first.durations
        // An address isn't resolved; there was no wait and no tunnel.
        #expect(phases.resolve == nil && phases.pool == nil && phases.tunnel == nil)
        #expect(phases.connect != nil && phases.handshake != nil && phases.send != nil)
        #expect(phases.firstByte != nil && phases.receive != nil)
        // They do not overlap.
        let finished = try #require(first.timings.finished)
        #expect(phases.total <= finished.duration(since: first.timings.started))

        let second = try await client.get(server.url("/hello")).metrics
        #expect(second.isConnectionReused)
        #expect(second.connection?.number == first.connection?.number)
        #expect(second.durations.connect == nil && second.durations.handshake == nil)
        #expect(second.durations.firstByte != nil)
        await server.stop()
    }

    /// A spliced body that is cut fails like any other, and stays failed.
    @Test func aBodyCutWhileItIsSplicedHasItsFailure() async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"), .sendPattern(0..<5000), .cut,
        ])
        let folder = try TemporaryFolder()
        let file = try File(folder.file("part"), [.writing, .creating])
        let pipe = try SplicePipe()
        let observations = Observations()
        let error = try await failure {
            try await HTTPClient().perform(.get(server.url()), observer: observations) { response in
                var count: Int64 = 0
                while count < 100_000 {
                    // Bytes that arrived with the head, if any, are read as usual.
                    if response.body.canSplice {
                        count += Int64(
                            try await response.body.spliceNext(
                                through: pipe, into: file, at: count, atMost: 100_000))
                    } else {
                        _ = try await response.body.lendNext { count += Int64($0.byteCount) }
                    }
                    #expect(count <= 5000)
                }
            }
        }
        #expect(error.phase == .receive)
        #expect(observations.metrics.last?.failure == error)
        #expect(observations.metrics.last?.bodyBytes == 5000)
        await server.stop()
    }

    @Test func bytesAreCountedOnTheWireAndDecoded() async throws {
        let plain = BytePattern.bytes(0..<100_000)
        let coded = Compressed.gzip(plain)
        let chunk = String(coded.count, radix: 16) + "\r\n"
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
        let server = try await LoopbackServer.start(
            script: Script([
                .awaitRequest, .send(head), .send(chunk), .sendBytes(coded), .send("\r\n0\r\n\r\n"), .close,
            ]))
        var request = try Request.post(server.url(), body: .text("hello"))
        request.coding = .compressed
        let observations = Observations()
        let reply = try await HTTPClient().send(request, observer: observations)
        #expect(reply.body == plain)
        for metrics in [reply.metrics, try #require(observations.metrics.last)] {
            #expect(metrics.requestBodyBytes == 5)
            #expect(metrics.requestBytes > 5 + 40)
            #expect(metrics.responseHeadBytes == head.utf8.count)
            #expect(metrics.bodyBytes == Int64(coded.count))
            #expect(metrics.decodedBodyBytes == Int64(plain.count))
            let wire = head.utf8.count + chunk.utf8.count + coded.count + 7
            #expect(metrics.responseBytes == Int64(wire))
        }
        await server.stop()
    }

    @Test func everyAttemptIsTold() async throws {
        let server = try await LoopbackServer.start()
        let observations = Observations()
        let reply = try await HTTPClient().send(.get(server.url("/redirect/2")), observer: observations)
        #expect(observations.metrics.map(\.url.path) == ["/redirect/2", "/redirect/1", "/hello"])
        #expect(observations.metrics.map(\.isConnectionReused) == [false, true, true])
        #expect(reply.history.map(\.metrics.status) == [.found, .found])
        #expect(reply.history.allSatisfy { $0.metrics.durations.firstByte != nil })
        #expect(observations.names.last == "ended")
        #expect(reply.metrics.decodedBodyBytes == nil)
        await server.stop()

        let refused = Observations()
        let port = refusedPort
        await #expect(throws: HTTPClientError.self) {
            try await HTTPClient().send(.get("http://127.0.0.1:\(port)/"), observer: refused)
        }
        let metrics = try #require(refused.metrics.first)
        #expect(metrics.connection == nil && metrics.status == nil)
        #expect(metrics.failure?.phase == .connect)
        #expect(metrics.durations.connect == nil && metrics.durations.send == nil)
        #expect(refused.names.last == "ended")
    }

    @Test func waitingForATurnIsAPhase() async throws {
        let gate = Gate()
        let server = try await LoopbackServer.start(
            script: Script([
                .awaitRequest, .pause(until: gate), .send("HTTP/1.1 204 No Content\r\n\r\n"), .awaitRequest,
                .send("HTTP/1.1 204 No Content\r\n\r\n"), .close,
            ]))
        let client = HTTPClient(trusting: server) { $0.pool.perOrigin = 1 }
        async let first = client.get(server.url())
        _ = try await server.waitForRequests(1)
        let observations = Observations(.reasons)
        async let second = client.send(.get(server.url()), observer: observations)
        try await observations.wait(for: "connectionAwaited")
        gate.open()
        #expect(try await first.metrics.durations.pool == nil)
        let metrics = try await second.metrics
        #expect(metrics.durations.pool != nil)
        #expect(metrics.isConnectionReused)
        await server.stop()
    }
}

/// The progress of a request as a sequence.
struct RequestProgressTests {
    @Test func stepsGrowAndEnd() async throws {
        let server = try await LoopbackServer.start()
        let progress = RequestProgress()
        let body = RequestBody.bytes([UInt8](repeating: 7, count: 3_000_000))
        let request = try Request.post(server.url("/sized/2000000"), body: body)
        async let reply = HTTPClient().send(request, observer: progress)
        var steps: [RequestProgress.Step] = []
        for await step in progress { steps.append(step) }
        #expect(try await reply.body.count == 2_000_000)
        let last = try #require(steps.last)
        #expect(last.sent == 3_000_000 && last.toSend == 3_000_000)
        #expect(last.received == 2_000_000 && last.expected == 2_000_000)
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.sent <= $1.sent && $0.received <= $1.received })
        #expect(progress.current == last)
        // A late reader gets the last figures and the end.
        var late: [RequestProgress.Step] = []
        for await step in progress { late.append(step) }
        #expect(late == [last])
        await server.stop()
    }

    /// What HEAD and 304 say of a length is of a body that doesn't come.
    @Test(
        arguments: [(.head, 200, 0), (.get, 304, 0), (.get, 200, 5), (.head, 404, 0)]
            as [(HTTPRequest.Method, Int, Int64)])
    func expectsNothingWhereNothingComes(_ method: HTTPRequest.Method, _ status: Int, _ expected: Int64) async throws {
        let body = expected > 0 ? "12345" : ""
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .send("HTTP/1.1 \(status) X\r\nContent-Length: 5\r\n\r\n" + body), .awaitEnd,
        ])
        let progress = RequestProgress()
        var request = try Request.get(server.url("/"))
        request.method = method
        _ = try await HTTPClient().send(request, observer: progress)
        #expect(progress.current.expected == expected && progress.current.received == expected)
        await server.stop()
    }

    @Test func endsWithTheCallAndWithItsTask() async throws {
        let port = refusedPort
        let progress = RequestProgress()
        let call = Task { try await HTTPClient().send(.get("http://127.0.0.1:\(port)/"), observer: progress) }
        for await step in progress { Issue.record("nothing was moved: \(step)") }
        await #expect(throws: HTTPClientError.self) { try await call.value }

        let idle = RequestProgress()
        let reader = Task { for await _ in idle {} }
        reader.cancel()
        await reader.value
    }
}
