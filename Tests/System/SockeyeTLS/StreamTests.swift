@testable import SockeyeIO
import SockeyeTLS
import SockeyeTesting
import SockeyeTransport
import Testing

/// Data over TLS after the handshake, and how it ends.
struct StreamTests {
    private static let answer = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nall of it"

    private func fetch(_ steps: [Step], versions: ClosedRange<Int>) async throws -> Result<String, StreamError> {
        let server = try await LoopbackServer.secure(
            script: Script([.awaitRequest, .send(Self.answer)] + steps), versions: versions)
        let socket = try await server.connect()
        try await socket.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let bytes = await outcome { () throws(StreamError) in try await socket.receiveToEnd(until: patience) }
        await server.stop()
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [12...12, 13...13])
    func closeNotifyIsAnEnd(_ versions: ClosedRange<Int>) async throws {
        #expect(try await fetch([.close], versions: versions) == .success(Self.answer))
        #expect(try await fetch([.shutdownSending, .awaitEnd], versions: versions) == .success(Self.answer))
    }

    @Test(arguments: [12...12, 13...13])
    func aCutIsNone(_ versions: ClosedRange<Int>) async throws {
        #expect(try await fetch([.cut], versions: versions) == .failure(.tls(.truncated)))
    }

    @Test(arguments: [12...12, 13...13])
    func aResetIsNone(_ versions: ClosedRange<Int>) async throws {
        let outcome = try await fetch([.reset], versions: versions)
        #expect(outcome == .failure(.tls(.system(errorNumber: ErrorNumber.connectionReset))))
        #expect(outcome.description == "send or recv: Connection reset by peer")
    }

    @Test func bytesBeforeACutArriveFirst() async throws {
        let server = try await LoopbackServer.secure(script: [.sendPattern(0..<100_000), .cut])
        let socket = try await server.connect()
        var bytes: [UInt8] = []
        await #expect(throws: StreamError.tls(.truncated)) {
            while true {
                let piece = try await socket.receive(until: patience)
                if piece.isEmpty { break }
                bytes += piece
            }
        }
        #expect(bytes == BytePattern.bytes(0..<100_000))
        await server.stop()
    }

    /// More than both ends buffer, in both directions at once.
    @Test(arguments: [12...12, 13...13])
    func largeBodiesGoThrough(_ versions: ClosedRange<Int>) async throws {
        let server = try await LoopbackServer.secure(versions: versions)
        let socket = try await server.connect()
        let body = BytePattern.bytes(0..<2_000_000)
        let head =
            "POST /echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: \(body.count)\r\n\r\n"
        try await socket.send(head, until: patience)
        try await socket.send(body, until: patience)
        let answer = try await socket.receiveToEnd(until: patience)
        #expect(answer.suffix(body.count) == body[...])
        #expect(try await server.nextRequest().body == body)
        await server.stop()
    }

    /// OpenSSL would send what the first call left in place of the second's bytes, and call those sent.
    @Test func nothingFollowsASendThatStoppedMidway() async throws {
        let server = try await LoopbackServer.secure(script: [.stall])
        let socket = try await server.connect()
        await #expect(throws: StreamError.io(.timedOut)) {
            try await socket.send([UInt8](repeating: 0, count: 1 << 26), until: .after(.milliseconds(100)))
        }
        await #expect(throws: StreamError.io(.closed)) { try await socket.send("more", until: patience) }
        await server.stop()
    }

    @Test(arguments: [12...12, 13...13])
    func sessionsAreResumed(_ versions: ClosedRange<Int>) async throws {
        let server = try await LoopbackServer.secure(versions: versions)
        let context = try TLSContext(client: TLSConfiguration(roots: [.pem(server.authorityPEM)]))
        var ticket: TLSTicket?
        for round in 0..<3 {
            let stream = try await connect(server, context, ticket)
            #expect(stream.tlsDetails?.wasResumed == (round > 0))
            // The certificate comes from the session; it was verified when the session was made.
            #expect(stream.tlsDetails?.certificate?.subject == "CN = localhost")
            try await stream.sendAll(Array("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8), until: patience)
            #expect(try await stream.receive(upTo: 5, until: patience) == Array("HTTP/".utf8))
            ticket = stream.takeTicket()
            #expect(ticket != nil)
            stream.close()
        }
        let requests = try await server.waitForRequests(3)
        #expect(requests.map { $0.tls?.wasResumed } == [false, true, true])
        #expect(requests.map(\.serverName) == ["localhost", "localhost", "localhost"])
        await server.stop()
    }

    private func connect(
        _ server: LoopbackServer, _ context: TLSContext, _ ticket: TLSTicket?
    ) async throws -> ByteStream {
        try await ByteStream.client(
            over: try await Socket.connect(host: "127.0.0.1", port: server.port), context: context,
            host: "localhost", isAddress: false, resuming: ticket, until: patience)
    }

    /// A resumed session brings no stapled status, so none is resumed where one is required, straight or through a proxy.
    @Test(arguments: [12...12, 13...13])
    func noSessionIsResumedWithoutItsStatus(_ versions: ClosedRange<Int>) async throws {
        let server = try await LoopbackServer.secure(versions: versions)
        var configuration = TLSConfiguration(roots: [.pem(server.authorityPEM)])
        let stream = try await connect(server, try TLSContext(client: configuration), nil)
        try await stream.sendAll(Array("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8), until: patience)
        _ = try await stream.receive(upTo: 5, until: patience)
        let ticket = try #require(stream.takeTicket())
        configuration.requiresStapledStatus = true
        let demanding = try TLSContext(client: configuration)
        await #expect(throws: StreamError.tls(.certificateStatus(.absent))) {
            try await connect(server, demanding, ticket)
        }
        await server.stop()
    }

    /// A wildcard is a whole label, the leftmost one (RFC 9525 section 6.3).
    @Test(arguments: [
        ("*.b.example", "a.b.example", true), ("*.b.example", "x.y.b.example", false),
        ("*.b.example", "b.example", false),
        ("a*.b.example", "ax.b.example", false), ("*a.b.example", "xa.b.example", false),
        ("x*z.b.example", "xyz.b.example", false), ("b.example", "B.Example", true),
    ])
    func wildcards(_ name: String, _ host: String, _ isRight: Bool) async throws {
        let authority = try ThrowawayCertificate.authority()
        // The common name isn't consulted.
        let leaf = try ThrowawayCertificate(commonName: host, alternativeNames: "DNS:\(name)", issuer: authority)
        let server = try await LoopbackServer.secure(.given(chain: leaf.certificate, key: leaf.key))
        let context = try TLSContext(client: TLSConfiguration(roots: [.pem(authority.certificate)]))
        let socket = try await Socket.connect(host: "127.0.0.1", port: server.port)
        do throws(StreamError) {
            _ = try await ByteStream.client(
                over: socket, context: context, host: host, isAddress: false, until: patience)
            #expect(isRight, "\(name) was taken for \(host)")
        } catch {
            #expect(!isRight, "\(name) wasn't taken for \(host): \(error)")
        }
        await server.stop()
    }

    /// A ticket unknown to the server leads to a full handshake, not to a failure.
    @Test(arguments: [12...12, 13...13])
    func aForeignTicketIsIgnored(_ versions: ClosedRange<Int>) async throws {
        let (first, second) = (
            try await LoopbackServer.secure(versions: versions), try await LoopbackServer.secure(versions: versions)
        )
        let roots = [first, second].map { TLSConfiguration.Roots.pem($0.authorityPEM) }
        let context = try TLSContext(client: TLSConfiguration(roots: roots))
        let stream = try await connect(first, context, nil)
        try await stream.sendAll(Array("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8), until: patience)
        _ = try await stream.receive(upTo: 5, until: patience)
        let ticket = try #require(stream.takeTicket())
        let other = try await connect(second, context, ticket)
        #expect(other.tlsDetails?.wasResumed == false)
        await first.stop()
        await second.stop()
    }

    @Test(arguments: [12...12, 13...13])
    func anIdleConnectionIsQuietUntilTheServerEnds(_ versions: ClosedRange<Int>) async throws {
        let gate = Gate()
        let server = try await LoopbackServer.secure(
            script: [.serve(requests: 1), .pause(until: gate), .close], versions: versions)
        let context = try TLSContext(client: TLSConfiguration(roots: [.pem(server.authorityPEM)]))
        let stream = try await connect(server, context, nil)
        try await stream.sendAll(Array("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8), until: patience)
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
            head += try await stream.receive(upTo: 1000, until: patience)
        }
        #expect(stream.isQuiet)
        #expect(stream.isQuiet)
        gate.open()
        #expect(try await stream.receive(upTo: 1, until: patience) == [])
        #expect(!stream.isQuiet)
        await server.stop()
    }
}

extension Result where Failure == StreamError {
    fileprivate var description: String {
        switch self {
        case .success: "success"
        case .failure(let error): error.description
        }
    }
}
