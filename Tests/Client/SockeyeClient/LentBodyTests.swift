import Dispatch
import SockeyeClient
import SockeyeTesting
import Testing

/// What a closure may do while bytes of the response's body are lent to it, with a request that a second task sends.
@Suite(.timeLimit(.minutes(1)))
struct LentBodyTests {
    /// One write doesn't send these.
    private static let count = 70_000

    @Test(arguments: ["/continue", "/sized/65537", "/chunked/300001", "/close-delimited/70001"])
    func theResponseTellsHowTheRequestWent(_ path: String) async throws {
        let server = try await LoopbackServer.start()
        let request = try Request.post(server.url(path), body: .bytes(BytePattern.bytes(0..<Self.count)))
        try await HTTPClient(trusting: server).perform(request) { response in
            try await response.finishSending()
            var lent: Int64 = 0
            try await response.body.forEachChunk { bytes in
                lent += Int64(bytes.byteCount)
                #expect(response.isRequestSent)
                #expect(response.requestBodyBytesSent == Int64(Self.count))
                #expect(response.requestBytesSent > Int64(Self.count))
                #expect(response.timings.firstByte != nil)
                #expect(response.metrics.requestBodyBytes == Int64(Self.count))
            }
            #expect(lent > 0)
            #expect(lent == response.body.receivedByteCount)
        }
        await server.stop()
    }

    /// Gives a signal once the whole body of the request is sent.
    private final class SentBody: ExchangeObserver {
        let isWhole = DispatchSemaphore(value: 0)

        func observe(_ event: ClientEvent) {
            if let (bytes, total) = event[.sentBody], bytes == total { isWhole.signal() }
        }
    }

    @Test(arguments: [false, true])
    func aSlowClosureDoesNotHoldUpTheSending(_ secure: Bool) async throws {
        let server = try await LoopbackServer.start(
            secure: secure,
            script: [
                .awaitHead, .send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab"), .receiveBody, .send("cd"),
            ])
        let sent = SentBody()
        // More than the kernel's buffers hold.
        let request = try Request.post(server.url(), body: .bytes(BytePattern.bytes(0..<32_000_000)))
        let body = try await HTTPClient(trusting: server).perform(request, observer: sent) { response in
            var all: [UInt8] = []
            try await response.body.forEachChunk { bytes in
                if all.isEmpty { #expect(sent.isWhole.wait(timeout: .now() + 20) == .success) }
                bytes.withUnsafeBytes { all += $0 }
            }
            return all
        }
        #expect(body == Array("abcd".utf8))
        await server.stop()
    }

    private struct Enough: Error {}

    @Test func whatTheClosureThrowsEndsTheRequest() async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitHead, .send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab"), .awaitEnd,
        ])
        let never = RequestBody.stream(
            AsyncThrowingStream<[UInt8], any Error> { _ = $0.yield([1]) }, length: 2)
        await #expect(throws: Enough.self) {
            try await HTTPClient().perform(.post(server.url(), body: never)) { response in
                try await response.body.forEachChunk { _ in throw Enough() }
            }
        }
        try await server.waitForClosedConnections(1)
        await server.stop()
    }
}
