import SockeyeIO
import SockeyeTesting
import TestSupport
import Testing

struct ServerTests {
    private let get = "GET /sized/0 HTTP/1.1\r\nHost: a\r\n\r\n"

    /// At a name, not at a port, which another test's server may get as soon as it is free.
    @Test func stopClosesEverything() async throws {
        let folder = try TemporaryFolder()
        var configuration = LoopbackConfiguration()
        configuration.endpoint = .abstractUnix(name: folder.path)
        let server = try await LoopbackServer.start(configuration: configuration)
        var clients: [RawClient] = []
        for _ in 0..<10 { clients.append(try await RawClient(server)) }
        try await server.waitForConnections(10)
        #expect(server.openConnections == 10)
        await server.stop()
        await server.stop()
        #expect(server.openConnections == 0)
        for client in clients { #expect(try await client.receiveToEnd() == "") }
        await #expect(throws: IOError.self) { try await Socket.connect(to: server.address) }
    }

    @Test func droppingTheServerStopsIt() async throws {
        var server: LoopbackServer? = try await LoopbackServer.start()
        let client = try await RawClient(try #require(server))
        try await server?.waitForConnections(1)
        server = nil
        #expect(try await client.receiveToEnd() == "")
    }

    /// A server that was stopped leaves its path alone, whatever has been put there since.
    @Test func stoppedServersLeaveTheirPathToOthers() async throws {
        let folder = try TemporaryFolder()
        var configuration = LoopbackConfiguration()
        configuration.endpoint = .unix(path: folder.file("socket"))
        var old: LoopbackServer? = try await LoopbackServer.start(configuration: configuration)
        await old?.stop()
        let new = try await LoopbackServer.start(configuration: configuration)
        await old?.stop()
        old = nil
        _ = try await RawClient(new)
        await new.stop()
        await #expect(throws: IOError.self) { try await Socket.connect(to: new.address) }
    }

    @Test func idleConnectionsAreClosedOnRequest() async throws {
        let gate = Gate()
        let server = try await LoopbackServer.start { request in
            if request.path == "/busy" { try? await gate.wait() }
            return nil
        }
        let (idle, busy) = (try await RawClient(server), try await RawClient(server))
        try await idle.send(get)
        _ = try await idle.receive(upTo: "\r\n\r\n")
        try await busy.send("GET /busy HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        _ = try await server.waitForRequests(2)
        try await server.waitForIdleConnections(1)
        try await server.closeIdleConnections()
        #expect(try await idle.receiveToEnd() == "")
        #expect(server.openConnections == 1)
        gate.open()
        #expect(try await busy.receiveToEnd().hasPrefix("HTTP/1.1 404 "))
        #expect(server.connectionFailures == [])
        await server.stop()
    }

    @Test func handlersComeBeforeRoutes() async throws {
        let server = try await LoopbackServer.start { request in
            guard request.path == "/mine" else { return nil }
            var reply = LoopbackReply.text("mine \(request.method)", status: 299)
            reply.fields.append(.init("X-Mine", "yes"))
            return reply
        }
        let client = try await RawClient(server)
        try await client.send("GET /mine HTTP/1.1\r\nHost: a\r\n\r\n")
        let answer = try await client.receive(upTo: "mine GET")
        #expect(answer.hasPrefix("HTTP/1.1 299 Status 299\r\nServer: sockeye-loopback\r\nDate: "))
        #expect(answer.contains("\r\nX-Mine: yes\r\n"))
        try await client.send("GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(try await client.receiveToEnd().hasSuffix("Hello from Sockeye's loopback server.\n"))
        await server.stop()
    }

    @Test func aLimitOfRequestsEndsConnections() async throws {
        var configuration = LoopbackConfiguration()
        configuration.requestsPerConnection = 2
        let server = try await LoopbackServer.start(configuration: configuration)
        let client = try await RawClient(server)
        try await client.send(get + get)
        let answer = try await client.receiveToEnd()
        #expect(!answer.contains("Connection: close"), "it is not announced")
        #expect(server.requestCount == 2)
        await server.stop()
    }

    @Test func theLogHasLimits() async throws {
        var configuration = LoopbackConfiguration()
        configuration.recordedRequests = 2
        configuration.recordedBodyBytes = 3
        let server = try await LoopbackServer.start(configuration: configuration)
        let client = try await RawClient(server)
        for _ in 0..<3 {
            try await client.send("POST /continue HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcde")
            _ = try await client.receive(upTo: "received 5 bytes\n")
        }
        #expect(server.requestCount == 3)
        #expect(server.receivedRequests.map(\.text) == ["abc", "abc"])
        #expect(server.receivedRequests.map(\.bodyLength) == [5, 5])
        await server.stop()
    }

    @Test func waitingForWhatDoesNotComeTimesOut() async throws {
        let server = try await LoopbackServer.start()
        let soon = Deadline.after(.milliseconds(2))
        await #expect(throws: IOError.timedOut) { try await server.nextRequest(until: soon) }
        await #expect(throws: IOError.timedOut) { try await server.waitForConnections(1, until: soon) }
        await server.stop()
    }

    @Test func manyConnectionsAtOnce() async throws {
        let server = try await LoopbackServer.start()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let client = try await RawClient(server)
                    try await client.send("GET /sized/\(number) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                    let bytes = try await client.socket.receiveToEnd(until: patience)
                    #expect(bytes.suffix(number) == BytePattern.bytes(0..<number)[...])
                }
            }
            try await group.waitForAll()
        }
        #expect(server.requestCount == 100)
        #expect(server.acceptedConnections == 100)
        await server.stop()
    }

    @Test func patternBytesTellTheirOffset() {
        let bytes = BytePattern.bytes(0..<10_000)
        #expect(BytePattern.bytes(100..<200) == Array(bytes[100..<200]))
        #expect(bytes.indices.allSatisfy { BytePattern.byte(at: $0) == bytes[$0] })
        // Digits and line feeds coincide when shifted by whole lines; the letters must differ.
        for shift in 1..<300 {
            let same = zip(bytes, bytes.dropFirst(shift)).count { $0 == $1 }
            #expect(same < 2500, "a shift by \(shift) leaves \(same) bytes in place")
        }
        #expect(BytePattern.bytes(-5..<3) == Array(bytes[0..<3]))
        #expect(BytePattern.bytes(Int.max - 100..<Int.max).count == 100)
    }

    @Test func patternIsReadable() {
        let text = String(decoding: BytePattern.bytes(0..<6400), as: UTF8.self)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 100)
        #expect(lines[99].hasPrefix("0000006336 "))
        #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
        #expect(Set(lines.map { $0.dropFirst(11) }).count > 40)
    }

    @Test func theAuthorityIsWritten() async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start(secure: true)
        try server.writeAuthority(to: folder.file("ca.pem"))
        #expect(try String(decoding: folder.read("ca.pem"), as: UTF8.self) == server.authorityPEM)
        #expect(server.authorityPEM.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
        #expect(server.url("/a?b").hasPrefix("https://127.0.0.1:"))
        #expect(server.url("/a", host: "localhost") == "https://localhost:\(server.port)/a")
        #expect(throws: IOError.self) { try server.writeAuthority(to: folder.file("none/ca.pem")) }
        await server.stop()
    }
}
