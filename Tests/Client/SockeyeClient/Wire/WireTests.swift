import HTTPTypes
import SockeyeHTTP1
import SockeyeIO
import SockeyeTesting
import SockeyeTransport
import SockeyeURL
import Testing

@testable import SockeyeClient

/// Every conversation whole, in pieces, cut everywhere and with bytes behind its end.
@Suite(.timeLimit(.minutes(2)))
struct WireTests {
    private static let wires: [MemoryServer.Wire] =
        [.init()]
        + [1, 2, 7].flatMap { count -> [MemoryServer.Wire] in
            [.init(arrivals: count), .init(reads: count), .init(writes: count)]
        } + [.init(arrivals: 2, reads: 1, writes: 3)]

    private static func client(_ server: MemoryServer, _ timeouts: Timeouts = Timeouts()) -> HTTPClient {
        HTTPClient(over: server) {
            $0.defaultFields = [:]
            $0.timeouts = timeouts
        }
    }

    /// Where reads and writes end must not matter.
    @Test(arguments: Conversation.all)
    func inPieces(_ conversation: Conversation) async throws {
        for wire in Self.wires {
            // A large body byte by byte is slow and shows nothing that a larger step doesn't.
            var wire = wire
            if conversation.name.contains("large") || conversation.name.contains("before the body") {
                wire.writes = max(wire.writes, 1009)
            }
            let server = MemoryServer(script: Script(connections: conversation.connections), wire: wire)
            let client = Self.client(server)
            #expect(try await conversation.ask(client) == conversation.outcome, "\(wire)")
            #expect(server.acceptedConnections == conversation.connections.count, "\(wire)")
            if !conversation.sent.isEmpty { #expect(server.sent == conversation.sent, "\(wire)") }
            #expect(server.closed.last == !conversation.isReusable, "\(wire)")
        }
    }

    /// The last message cut at every byte: an error that names the cut, never a short success.
    @Test(arguments: Conversation.all)
    func cutEverywhere(_ conversation: Conversation) async throws {
        let message = conversation.lastMessage
        for end in 0..<message.count {
            let connections = conversation.connections(endingWith: Array(message[..<end]), [.cut])
            // A kept connection that dies before an answer is replaced once.
            let server = MemoryServer(script: Script(connections: connections + [[.awaitRequest, .cut]]))
            let client = Self.client(server)
            let head = String(decoding: message[..<end], as: UTF8.self)
            if conversation.isUntilClose, let headEnd = head.firstRange(of: "\r\n\r\n") {
                // Nobody can know where a body until close should have ended.
                #expect(try await conversation.ask(client) == "200 \(head[headEnd.upperBound...])", "cut at \(end)")
                continue
            }
            if conversation.name == "gzip until close", head.hasSuffix("\r\n\r\n") {
                // No byte of a coded body is an empty body.
                #expect(try await conversation.ask(client) == "200 ")
                continue
            }
            let error = try await failure { try await conversation.ask(client) }
            #expect(Self.isCut(error.cause), "cut at \(end): \(error)")
            #expect(error.party == .server, "cut at \(end)")
        }
    }

    /// Bytes behind an answer aren't the next one.
    @Test(arguments: Conversation.all.filter { !$0.isUntilClose && $0.name != "gzip until close" })
    func bytesBehindTheEnd(_ conversation: Conversation) async throws {
        let garbage = Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad".utf8)
        for count in [1, 17, garbage.count] {
            for wire in Self.wires where wire.arrivals == .max && wire.writes == .max {
                let server = MemoryServer(
                    script: Script(
                        connections: conversation.connections(
                            endingWith: conversation.lastMessage + garbage[..<count], [])
                            + [[.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnext")]]),
                    wire: wire)
                let client = Self.client(server)
                #expect(try await conversation.ask(client) == conversation.outcome)
                let sent = server.sent
                #expect(try await Conversation.get(client) == "200 next")
                // The connection isn't even tried.
                #expect(server.sent == sent + [Conversation.getHead])
            }
        }
    }

    /// A server that refuses a large body and takes no more of it: its answer counts, and nobody waits for the rest.
    @Test(arguments: [StreamError?.none, .io(.system(call: "send", errorNumber: 32))])
    func anEarlyRefusalEndsTheSending(_ refusal: StreamError?) async throws {
        let server = MemoryServer(
            script: [
                .awaitHead, .send("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno"), .close,
            ], wire: .init(capacity: 5_000, refusal: refusal))
        // In memory a write that has to wait runs into its deadline at once, before the answer may have been read.
        let reply = try await Self.client(server, Timeouts(idle: nil)).put(
            Conversation.url, body: .bytes([UInt8](repeating: 1, count: 300_000)))
        #expect(reply.status == .contentTooLarge)
        #expect(reply.text() == "no")
        #expect(server.closed == [true])
    }

    /// A body that ends with the connection, after a failed send: the end may be a reset's, so the body may be cut.
    @Test(arguments: [true, false])
    func theEndAfterAFailedSendIsNoEnd(_ hasFailed: Bool) async throws {
        let url = try HTTPURL(Conversation.url)
        let answer = "HTTP/1.1 413 Too Large\r\nConnection: close\r\n\r\npart"
        let connection = Connection(
            origin: Origin(url), transport: MemoryTransport(arrived: Array(answer.utf8)) { _ in .end },
            details: ConnectionDetails(number: 0, host: url.host, port: 80))
        let head = RequestHead(method: .put, target: .origin("/"), fields: [.hostField: url.host])
        let wire = Wire(
            Exchange(request: head, bodyFraming: .contentLength(10)), over: connection,
            Deadlines(Timeouts(), startedAt: .now), Timings(started: .now), nil)
        var written: [UInt8] = []
        try wire.codec.encodeHead(into: &written)
        let lost = HTTPClientError.Cause.network(.system(call: "send", errorNumber: 32))
        if hasFailed { wire.sendingEnded(HTTPClientError(.send, origin: url.origin, cause: lost)) }
        var heads = HeadReader(wire)
        #expect(try await heads.receiveHead().status == .contentTooLarge)
        let reader = ResponseReader(wire, leftover: heads.leftover)
        if hasFailed {
            let error = try await failure { try await ResponseBody(reader).collect(limit: 100) }
            #expect(error.cause == lost)
        } else {
            #expect(try await ResponseBody(reader).collect(limit: 100) == Array("part".utf8))
        }
    }

    /// An answer below 300 to a request that couldn't be sent whole is no success.
    @Test func successOfAPartIsNone() async throws {
        let server = MemoryServer(
            script: [.awaitHead, .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), .close],
            wire: .init(capacity: 5_000, refusal: .io(.system(call: "send", errorNumber: 32))))
        let error = try await failure {
            try await Self.client(server).put(
                Conversation.url, body: .bytes([UInt8](repeating: 1, count: 300_000)))
        }
        #expect(error.phase == .send)
        #expect(error.cause == .network(.system(call: "send", errorNumber: 32)))
        #expect(error.requestBytesSent == 5_000)
    }

    private static func isCut(_ cause: HTTPClientError.Cause) -> Bool {
        switch cause {
        case .http(.server(.closedBeforeResponse, _)), .http(.server(.closedBeforeFinalResponse, _)),
            .http(.server(.closedInHead, _)), .http(.server(.closedInBody, _)),
            .http(.server(.closedInChunkedBody, _)), .coding(.truncated):
            true
        default: false
        }
    }
}
