import SockeyeClient
import SockeyeIO
import SockeyeTesting
import TestSupport
import Testing

/// A drained body is dropped, by the kernel where it can, with the counts, errors and connections of one that is read.
@Suite(.timeLimit(.minutes(Surroundings.isSanitized ? 5 : 1)))
struct DrainTests {
    @Test(arguments: ["/sized/", "/chunked/", "/close-delimited/"], [false, true])
    func toTheEnd(_ route: String, _ isSecure: Bool) async throws {
        let server = try await LoopbackServer.start(secure: isSecure)
        let client = HTTPClient(trusting: server)
        for count in [0, 1, 3_000_000] {
            let dropped = try await client.perform(.get(server.url(route + "\(count)"))) { response in
                try await response.body.drain()
                #expect(try await response.body.collect(limit: 1).isEmpty)
                return (response.body.receivedByteCount, response.body.decodedByteCount)
            }
            #expect(dropped == (Int64(count), Int64(count)))
            // What follows on the connection is the next answer, not the rest of this one.
            let next = try await client.get(server.url("/hello"))
            #expect(next.metrics.isConnectionReused == (route != "/close-delimited/"))
        }
        await server.stop()
    }

    @Test("Half read, then drained", arguments: [false, true])
    func theRest(_ isSecure: Bool) async throws {
        let server = try await LoopbackServer.start(secure: isSecure)
        let counts = try await HTTPClient(trusting: server).perform(.get(server.url("/sized/3000000"))) { response in
            var pieces = response.body.makeAsyncIterator()
            let first = try await pieces.next()?.count ?? 0
            try await response.body.drain()
            return (first, response.body.receivedByteCount)
        }
        #expect(counts.0 > 0 && counts.0 < 3_000_000)
        #expect(counts.1 == 3_000_000)
        await server.stop()
    }

    /// Long enough for the kernel to gather it, with an end on, before and behind the mark.
    @Test(arguments: [64 << 20, (64 << 20) - 1, (64 << 20) + 1, (65 << 20) - 1])
    func fast(_ count: Int) async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient()
        for _ in 0..<2 {
            let dropped = try await client.perform(.get(server.url("/sized/\(count)"))) { response in
                try await response.body.drain()
                return response.body.receivedByteCount
            }
            #expect(dropped == Int64(count))
        }
        #expect(try await client.get(server.url("/hello")).metrics.isConnectionReused)
        await server.stop()
    }

    /// What has come is counted, even if it is less than the kernel gathers and nothing follows.
    @Test func aFastSenderThatStops() async throws {
        let (count, sent) = (64 << 20, (62 << 20) + 5)
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n"), .sendZeros(sent), .stall,
        ])
        let observations = Observations()
        var configuration = HTTPClient.Configuration()
        configuration.timeouts.idle = .seconds(2)
        let client = HTTPClient(configuration: configuration)
        let error = try await failure {
            try await client.perform(.get(server.url()), observer: observations) { try await $0.body.drain() }
        }
        #expect(error.cause == .timedOut(.idle, after: .seconds(2)))
        #expect(observations.metrics.last?.bodyBytes == Int64(sent))
        await server.stop()
    }

    @Test("A cut body is an error that stays, and counts what came")
    func cut() async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"), .sendPattern(0..<5000), .cut,
        ])
        let observations = Observations()
        let error = try await failure {
            try await HTTPClient().perform(.get(server.url()), observer: observations) { response in
                let first = try await failure { try await response.body.drain() }
                let second = try await failure { try await response.body.drain() }
                #expect(first == second)
                throw first
            }
        }
        #expect(error.phase == .receive)
        #expect(observations.metrics.last?.bodyBytes == 5000)
        await server.stop()
    }

    @Test("Bytes behind the body close the connection")
    func beyond() async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n"), .sendPattern(0..<6000), .awaitEnd,
        ])
        let client = HTTPClient()
        for _ in 0..<2 {
            let metrics = try await client.perform(.get(server.url())) { response in
                try await response.body.drain()
                return response.metrics
            }
            #expect(!metrics.isConnectionReused)
        }
        await server.stop()
    }

    @Test("A coded body is decoded, and an error if it can't be", arguments: [false, true])
    func coded(_ isIntact: Bool) async throws {
        var coded = Compressed.gzip(BytePattern.bytes(0..<100_000))
        if !isIntact { coded[coded.count - 6] ^= 1 }
        let server = try await LoopbackServer.start(
            script: Script([
                .awaitRequest,
                .send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(coded.count)\r\n\r\n"),
                .sendBytes(coded), .close,
            ]))
        var request = try Request.get(server.url())
        request.coding = .compressed
        let outcome = try await HTTPClient().perform(request) { response in
            do throws(HTTPClientError) {
                try await response.body.drain()
                return response.body.decodedByteCount
            } catch {
                guard case .coding = error.cause else { throw error }
                return -1
            }
        }
        #expect(outcome == (isIntact ? 100_000 : -1))
        await server.stop()
    }

    @Test("The total clock and cancellation end it")
    func clocks() async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"), .sendPattern(0..<5000),
            .awaitEnd,
        ])
        var request = try Request.get(server.url())
        request.timeouts = Timeouts(total: .milliseconds(200))
        let late = try await failure {
            try await HTTPClient().perform(request) { try await $0.body.drain() }
        }
        #expect(late.cause == .timedOut(.total, after: .milliseconds(200)))
        let gate = Gate()
        let task = Task {
            try await HTTPClient().perform(.get(server.url())) { response in
                gate.open()
                try await response.body.drain()
            }
        }
        try await gate.wait()
        task.cancel()
        #expect(try await failure { try await task.value }.cause == .cancelled)
        await server.stop()
    }
}
