import HTTPTypes
import SockeyeClient
import SockeyeHTTP1
import SockeyeIO
import SockeyeLoopback
import SockeyeStream
import SockeyeStreams
import Testing

/// `withUpgrade`: another protocol on the connection of a request.
struct UpgradeTests {
    private static func answer(_ protocols: String, _ rest: String = "") -> Step {
        .send("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n\(protocols)\r\n\(rest)")
    }

    @Test func bytesBehindTheAnswerBelongToTheNewProtocol() async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, Self.answer("Upgrade: echo/2\r\n", "welcome"), .echoBytes,
        ])
        try await HTTPClient().withUpgrade(.get(server.url("/x")), to: ["ECHO/2", "echo/1"]) { stream in
            let chosen = stream.head?.fields[.upgrade]
            #expect(chosen == "echo/2")
            #expect(try await stream.receive(upTo: 3) == Array("wel".utf8))
            #expect(try await stream.receive() == Array("come".utf8))
            try await stream.send("hello")
            #expect(try await stream.receive() == Array("hello".utf8))
            stream.endSending()
            #expect(try await stream.receive().isEmpty)
        }
        let request = try #require(server.receivedRequests.first)
        #expect(request["Upgrade"] == "ECHO/2, echo/1")
        #expect(request["Connection"] == "Upgrade")
        await server.stop()
    }

    @Test func aRefusalIsAResponse() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient()
        do {
            try await client.withUpgrade(.get(server.url("/hello")), to: ["echo"]) { _ in }
            Issue.record("no error")
        } catch let refusal as UpgradeRefusal {
            #expect(refusal.response.status == .ok)
            #expect(refusal.response.text().contains("Hello"))
        }
        // The connection is still good.
        _ = try await client.get(server.url("/hello"))
        #expect(server.acceptedConnections == 1)
        await server.stop()
    }

    @Test(arguments: ["", "Upgrade: other\r\n", "Upgrade: echo, other\r\n", "Upgrade: /1\r\n"])
    func whatWasNotOfferedIsRefused(_ field: String) async throws {
        let server = try await LoopbackServer.start(script: [.awaitRequest, Self.answer(field), .echoBytes])
        await #expect(throws: HTTPClientError.self) {
            try await HTTPClient().withUpgrade(.get(server.url("/x")), to: ["echo"]) { _ in }
        }
        await server.stop()
    }

    @Test func redirectsAreFollowedFirst() async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .send("HTTP/1.1 307 There\r\nLocation: /y\r\nContent-Length: 0\r\n\r\n"), .awaitRequest,
            Self.answer("Upgrade: echo\r\n"), .echoBytes,
        ])
        try await HTTPClient().withUpgrade(.get(server.url("/x")), to: ["echo"]) { stream in
            try await stream.send("a")
            #expect(try await stream.receive() == Array("a".utf8))
        }
        #expect(server.receivedRequests.map(\.target) == ["/x", "/y"])
        await server.stop()
    }
}
