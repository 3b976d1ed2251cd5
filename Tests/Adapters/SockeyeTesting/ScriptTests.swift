@testable import SockeyeIO
import SockeyeTesting
import Testing

struct ScriptTests {
    private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func stepsRunInOrder() async throws {
        let (arrived, release) = (Gate(), Gate())
        let server = try await LoopbackServer.start(script: [
            .awaitHead, .open(arrived), .send("first"), .pause(until: release), .receiveBody, .sendBytes([33, 34]),
            .sendPattern(5..<9), .sendZeros(3), .shutdownSending, .awaitEnd,
        ])
        let client = try await RawClient(server)
        try await client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n")
        try await arrived.wait()
        #expect(try await client.receive(upTo: "first") == "first")
        #expect(client.socket.isQuiet, "the gate is closed")
        #expect(server.receivedRequests.map(\.isComplete) == [false])
        release.open()
        try await client.send("body")
        #expect(try await server.nextRequest().text == "body")
        let rest = try await client.socket.receiveToEnd(until: patience)
        #expect(rest == [33, 34] + BytePattern.bytes(5..<9) + [0, 0, 0])
        await server.stop()
    }

    @Test func eachConnectionHasItsSteps() async throws {
        let server = try await LoopbackServer.start(
            script: Script(connections: [[.send("one")], [.send("two")], [.send("more")]]))
        for expected in ["one", "two", "more", "more"] {
            let client = try await RawClient(server)
            #expect(try await client.receiveToEnd() == expected)
        }
        #expect(server.acceptedConnections == 4)
        await server.stop()
    }

    @Test func aScriptCanRunForEachRequest() async throws {
        let server = try await LoopbackServer.start(
            script: [.forEachRequest([.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n!")])])
        let client = try await RawClient(server)
        for _ in 0..<3 {
            try await client.send(get)
            #expect(try await client.receive(upTo: "!").hasPrefix("HTTP/1.1 200 OK"))
        }
        try client.socket.shutdownSending()
        #expect(try await client.receiveToEnd() == "")
        #expect(server.requestCount == 3)
        await server.stop()
    }

    @Test func servingAFewThenGoingOn() async throws {
        let server = try await LoopbackServer.start(script: [.serve(requests: 2), .awaitRequest, .send("!"), .cut])
        let client = try await RawClient(server)
        try await client.send(get + get + get)
        let answer = try await client.receiveToEnd()
        #expect(answer.hasSuffix("</html>\n!"))
        #expect(server.requestCount == 3)
        await server.stop()
    }

    @Test(arguments: [(Step.cut, false), (.close, false), (.reset, true)])
    func endsDiffer(_ end: Step, _ isReset: Bool) async throws {
        // The request stays unread on purpose: a careless close would turn every end into a reset.
        let server = try await LoopbackServer.start(script: [.receive(1), .send("partial"), end])
        let client = try await RawClient(server)
        try await client.send(get)
        if isReset {
            let error = await #expect(throws: IOError.self) { try await client.socket.receiveToEnd(until: patience) }
            #expect(error == .system(call: "recv", errorNumber: ErrorNumber.connectionReset))
        } else {
            #expect(try await client.receiveToEnd() == "partial")
        }
        await server.stop()
    }

    @Test func aStallLastsUntilTheServerStops() async throws {
        let server = try await LoopbackServer.start(script: [.awaitRequest, .stall])
        let client = try await RawClient(server)
        try await client.send(get)
        _ = try await server.nextRequest()
        #expect(client.socket.isQuiet)
        await server.stop()
        #expect(try await client.receiveToEnd() == "")
    }

    @Test func patienceEndsAStall() async throws {
        var configuration = LoopbackConfiguration()
        configuration.patience = .milliseconds(10)
        let server = try await LoopbackServer.start(script: [.stall], configuration: configuration)
        let client = try await RawClient(server)
        #expect(try await client.receiveToEnd() == "")
        client.socket.close()
        try await server.waitForClosedConnections(1)
        await server.stop()
    }

    @Test func gatesTimeOutAndStayOpen() async throws {
        let gate = Gate()
        await #expect(throws: IOError.timedOut) { try await gate.wait(until: .after(.milliseconds(2))) }
        let waiting = Task { try await gate.wait() }
        waiting.cancel()
        await #expect(throws: IOError.cancelled) { try await waiting.value }
        #expect(!gate.isOpen)
        gate.open()
        gate.open()
        try await gate.wait(until: .after(.seconds(-1)))
        #expect(gate.isOpen)
    }
}
