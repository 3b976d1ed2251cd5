import SockeyeClient
import SockeyeHTTP1
import SockeyeIO
import SockeyeTLS
import SockeyeTesting
import Testing

/// Every framing cut at every byte: an error each time, never a short success.
struct CutTests {
    struct Framing: Sendable, CustomTestStringConvertible {
        var name: String
        var head: String
        var body: String
        var content = "hello, world"

        var testDescription: String { name }
        var bytes: [UInt8] { Array((head + body).utf8) }
        var endsWithTheConnection: Bool { body == content && !head.contains("Content-Length") }
    }

    static let framings = [
        Framing(name: "length", head: "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n", body: "hello, world"),
        Framing(
            name: "chunked", head: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            body: "5\r\nhello\r\n7;a=b\r\n, world\r\n0\r\n\r\n"),
        Framing(
            name: "chunked with trailers", head: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            body: "c\r\nhello, world\r\n0\r\nX-Sum: 12\r\nX-More: yes\r\n\r\n"),
        Framing(
            name: "after an interim response",
            head: "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n",
            body: "hello, world"),
        Framing(name: "until close", head: "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", body: "hello, world"),
    ]

    @Test(arguments: framings, [false, true])
    func everyCutIsAnError(_ framing: Framing, _ secure: Bool) async throws {
        let bytes = framing.bytes
        let server = try await LoopbackServer.start(
            secure: secure,
            script: Script(
                connections: (0..<bytes.count).map { [.awaitRequest, .sendBytes(Array(bytes[..<$0])), .cut] }))
        let client = HTTPClient(trusting: server)
        for cut in 0..<bytes.count {
            do {
                let reply = try await client.get(server.url())
                // The one exception: on a plain connection the truncation of a close-delimited body can't be detected.
                let isExcused = framing.endsWithTheConnection && !secure && cut >= framing.head.utf8.count
                #expect(isExcused, "cut at \(cut): \(reply.text())")
                #expect(reply.body == Array(bytes[framing.head.utf8.count..<cut]))
            } catch {
                #expect(Self.isCut(error.cause), "cut at \(cut): \(error)")
                // Where the framing tells, TLS is no reason of its own.
                if cut > framing.head.utf8.count, !framing.endsWithTheConnection {
                    #expect(error.cause != .tls(.truncated), "cut at \(cut)")
                }
                #expect(error.party == .server)
            }
        }
        #expect(server.acceptedConnections == bytes.count)
        #expect(server.connectionFailures == [])
        await server.stop()
    }

    /// The same bytes uncut succeed, so the cuts above are the cause; `close` sends `close_notify` over TLS.
    @Test(arguments: framings, [false, true])
    func theWholeIsWhole(_ framing: Framing, _ secure: Bool) async throws {
        let server = try await LoopbackServer.start(
            secure: secure, script: [.awaitRequest, .sendBytes(framing.bytes), .close])
        let client = HTTPClient(trusting: server)
        #expect(try await client.get(server.url()).text() == framing.content)
        await server.stop()
    }

    /// The same, byte by byte: the size of reads must not matter.
    @Test(arguments: framings)
    func whereTheReadsEndDoesNotMatter(_ framing: Framing) async throws {
        let steps = framing.bytes.flatMap { [Step.sendBytes([$0]), .delay(.microseconds(1))] }
        let server = try await LoopbackServer.start(script: Script([.awaitRequest] + steps + [.close]))
        let client = HTTPClient(trusting: server)
        #expect(try await client.get(server.url()).text() == framing.content)
        await server.stop()
    }

    /// A close-delimited body that ends with a reset is truncated, over a plain connection too.
    @Test func aResetIsNoEnd() async throws {
        let gate = Gate()
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello"), .pause(until: gate), .reset,
        ])
        let client = HTTPClient(trusting: server)
        let error = try await failure {
            try await client.perform(.get(server.url())) { response in
                for try await _ in response.body { gate.open() }
            }
        }
        #expect(error.cause == .network(.system(call: "recv", errorNumber: 104)))
        await server.stop()
    }

    private static func isCut(_ cause: HTTPClientError.Cause) -> Bool {
        switch cause {
        case .http(.server(.closedBeforeResponse, _)), .http(.server(.closedBeforeFinalResponse, _)),
            .http(.server(.closedInHead, _)),
            .http(.server(.closedInBody, _)),
            .http(.server(.closedInChunkedBody, _)), .tls(.truncated):
            true
        default: false
        }
    }
}
