// What tests are made of.

import Sockeye
import SockeyeTesting

func tests() async throws {
    try await mockClient()
    try await loopbackReply()
    try await loopbackConfiguration()
    try await script()
    try await gate()
    try await loopbackEcho()
}

/// ``MockClient``: answers by a table, for code that is written against `any RequestPerformer`.
func mockClient() async throws {
    struct Weather {
        var client: any RequestPerformer

        func today() async throws -> String { try await client.get("https://example.com/user").text() }
    }
    let json = #"{"name":"Ada"}"#
    let client = MockClient()
    try client.on(.get, "https://example.com/user") { _ in SyntheticResponse(body: json) }
    client.on(path: "/gone") { _ in throw HTTPClientError(.connect, origin: nil, cause: .cancelled) }
    let weather = Weather(client: client)
    try expect(try await weather.today() == json)
    try expect(client.requests.map(\.url.path) == ["/user"])
}

/// ``LoopbackReply``, ``ReceivedRequest.Field``: what a handler answers, true or not.
func loopbackReply() async throws {
    let server = try await LoopbackServer.start { request in
        let lie = ReceivedRequest.Field("Content-Length", "10")
        return LoopbackReply(status: 200, fields: [lie], body: [.send("short"), .cut])
    }
    let reply = try? await HTTPClient.shared.get(server.url())
    try expect(reply == nil && server.receivedRequests.first?["Host"] == server.authority)
    await server.stop()
}

/// ``LoopbackConfiguration``: where a server listens, and what is wrong with its certificate.
func loopbackConfiguration() async throws {
    var setup = LoopbackConfiguration()
    setup.certificate = .expired
    let server = try await LoopbackServer.start(secure: true, configuration: setup)
    var configuration = HTTPClient.Configuration()
    configuration.tls.roots = [.pem(server.authorityPEM)]
    let reply = try? await HTTPClient(configuration: configuration).get(server.url())
    try await server.waitForClosedConnections(1)
    try expect(reply == nil && server.handshakeFailures.count == 1)
    await server.stop()
}

/// ``Script``: a server that does the same on every connection, right or wrong.
func script() async throws {
    let server = try await LoopbackServer.start(
        script: [.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .cut])
    let reply = try? await HTTPClient.shared.get(server.url())
    try expect(reply == nil)
    await server.stop()

    let script = Script(connections: [[.awaitRequest, .reset], [.serve(requests: nil)]])
    let flaky = try await LoopbackServer.start(script: script)
    var configuration = HTTPClient.Configuration()
    configuration.retry.attempts = 2
    try expect(try await HTTPClient(configuration: configuration).get(flaky.url("/hello")).status == .ok)
    await flaky.stop()
}

/// ``Gate``: an order between a script and a test, without a sleep.
func gate() async throws {
    let reply = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
    let gate = Gate()
    let server = try await LoopbackServer.start(script: [.awaitRequest, .pause(until: gate), .send(reply)])
    async let answer = HTTPClient.shared.get(server.url())
    _ = try await server.nextRequest()
    gate.open()
    try expect(try await answer.status == .ok)
    await server.stop()
}

/// ``LoopbackEcho``: how a server returns the messages of a WebSocket.
func loopbackEcho() async throws {
    var echo = LoopbackEcho()
    echo.fragmentBytes = 2
    let server = try await LoopbackServer.start(script: [.acceptWebSocket(), .echoMessages(echo)])
    try await HTTPClient.shared.withWebSocket(server.url()) { socket in
        try await socket.send(.text("hello"))
        try expect(try await socket.receive() == .text("hello"))
    }
    await server.stop()
}
