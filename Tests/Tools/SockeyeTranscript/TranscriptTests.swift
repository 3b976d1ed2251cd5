import HTTPTypes
import SockeyeCache
import SockeyeClient
import SockeyeIO
import SockeyeParsers
import SockeyeRecording
import SockeyeTLS
import SockeyeTesting
import SockeyeTranscript
import SockeyeURL
import TestSupport
import Testing

struct TranscriptTests {
    private static func client(
        _ server: LoopbackServer, _ transcript: Transcript,
        _ change: (inout HTTPClient.Configuration) -> Void = { _ in }
    ) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        if server.isSecure { configuration.tls.roots = [.pem(server.authorityPEM)] }
        configuration.instruments = [transcript]
        change(&configuration)
        return HTTPClient(configuration: configuration)
    }

    @Test(arguments: [false, true]) func aRedirectedCall(secure: Bool) async throws {
        let server = try await LoopbackServer.start(secure: secure)
        let transcript = Transcript()
        let client = Self.client(server, transcript)
        let call = transcript.beginCall("the call")
        _ = try await call.run { try await client.send(.get(server.url("/redirect/1")), observer: call) }
        call.end()
        let record = transcript.record
        #expect(record.calls.map(\.title) == ["the call"])
        #expect(record.calls.first?.events.map(\.name) == ["direct", "redirectFollowed", "direct"])
        for events in [record.calls.first?.events ?? [], record.attempts[0].events] {
            let decisions = events.filter { $0.clause != nil }
            #expect(!decisions.isEmpty && decisions.allSatisfy { $0.link?.hasPrefix("https://") == true })
        }
        #expect(record.attempts.map(\.outcome.status) == [302, 200])
        #expect(record.attempts.map(\.call) == [0, 0])
        #expect(record.attempts.map(\.outcome.isReused) == [false, true])
        #expect(record.attempts.map(\.outcome.closing) == ["kept", "kept"])
        #expect(record.connections.count == 1)
        #expect(record.connections.first?.security.isEmpty == !secure)
        let kinds = record.attempts[1].wire.pieces.map(\.kind)
        #expect(kinds == [.sentHead, .receivedHead, .receivedBody])
        #expect(record.attempts[0].wire.pieces.contains { $0.kind == .receivedTLS } == secure)
        let phases = record.attempts[0].time.phases
        #expect(
            phases.map(\.name) == ["connecting"] + (secure ? ["securing"] : []) + ["sending", "awaiting", "receiving"])
        #expect(zip(phases, phases.dropFirst()).allSatisfy { $0.end <= $1.start })
        await server.stop()
    }

    @Test func chunksAndTheirBody() async throws {
        let server = try await LoopbackServer.start()
        let transcript = Transcript()
        let body = try await Self.client(server, transcript).get(server.url("/chunked/1000")).body
        let wire = try #require(transcript.record.attempts.first).wire
        #expect(wire.chunks.last?.size == 0)
        #expect(wire.chunks.reduce(0) { $0 + $1.size } == 1_000)
        let raw = wire.pieces.filter { $0.kind == .receivedBody }.flatMap(\.bytes)
        let data = wire.chunks.flatMap { raw[(Int($0.offset) + $0.lineBytes)...].prefix(Int($0.size)) }
        #expect(data == body)
        await server.stop()
    }

    @Test func bodiesAreBoundedAndCounted() async throws {
        let server = try await LoopbackServer.start()
        var limits = Transcript.Limits()
        limits.bodyBytes = 1_000
        let transcript = Transcript(limits: limits)
        let sent = [UInt8](repeating: 65, count: 5_000)
        _ = try await Self.client(server, transcript).send(.post(server.url("/echo"), body: .bytes(sent)))
        let wire = try #require(transcript.record.attempts.first).wire
        #expect(wire.sentBodyBytes == 5_000 && wire.receivedBodyBytes > 5_000)
        #expect(!wire.hasWholeRequestBody && !wire.hasWholeResponseBody)
        for kind in [Transcript.Piece.Kind.sentBody, .receivedBody] {
            #expect(wire.pieces.filter { $0.kind == kind }.reduce(0) { $0 + $1.bytes.count } == 1_000)
        }
        await server.stop()
    }

    @Test("However the directions alternate, what is kept of a body has no holes", arguments: [0, 1, 2, 7, 1_000])
    func joinedPieces(_ most: Int) throws {
        var limits = Transcript.Limits()
        limits.pieces = most
        let transcript = Transcript(limits: limits)
        let observer = try #require(transcript.begin(Request(url: try HTTPURL("http://h/"))).observer)
        let (sent, received) = ((0..<50).map { "s\($0);" }, (0..<50).map { "r\($0);" })
        for (one, other) in zip(sent, received) {
            observer.observe(one.utf8.span.bytes, of: .sentBody)
            observer.observe(other.utf8.span.bytes, of: .receivedBody)
        }
        let wire = try #require(transcript.record.attempts.first).wire
        #expect(wire.hasWholeRequestBody && wire.hasWholeResponseBody)
        #expect(wire.pieces.count <= max(2, 2 * most))
        for (kind, texts) in [(Transcript.Piece.Kind.sentBody, sent), (.receivedBody, received)] {
            let bytes = wire.pieces.filter { $0.kind == kind }.flatMap(\.bytes)
            #expect(String(decoding: bytes, as: UTF8.self) == texts.joined())
        }
    }

    @Test func attemptsAndEverythingAreBounded() async throws {
        let server = try await LoopbackServer.start()
        var limits = Transcript.Limits()
        (limits.attempts, limits.totalBytes, limits.pieces) = (2, 300, .max)
        let transcript = Transcript(limits: limits)
        let client = Self.client(server, transcript)
        for _ in 0..<4 { _ = try await client.get(server.url("/sized/1000")) }
        let record = transcript.record
        #expect(record.attempts.count == 2 && record.droppedAttempts == 2)
        #expect(record.attempts.flatMap(\.wire.pieces).reduce(0) { $0 + $1.bytes.count } <= 300)
        #expect(record.attempts.allSatisfy { $0.wire.receivedBodyBytes == 1_000 })
        await server.stop()
    }

    @Test(arguments: [false, true]) func secrets(_ areKept: Bool) async throws {
        let server = try await LoopbackServer.start { _ in
            var reply = LoopbackReply.text("x")
            reply.fields.append(.init("Set-Cookie", "id=hidden1; Path=/"))
            return reply
        }
        let transcript = Transcript(keepsSecrets: areKept)
        let url = try HTTPURL("http://user:hidden2@127.0.0.1:\(server.address.port)/")
        _ = try await Self.client(server, transcript).send(
            .get(url, fields: [.cookie: "a=hidden3", .authorization: "Basic dXNlcjpoaWRkZW4y"]))
        let record = transcript.record
        for text in [String(decoding: HARWriter.bytes(of: record), as: UTF8.self), pieces(record)] {
            for secret in ["hidden1", "hidden3", "dXNlcjpoaWRkZW4y"] { #expect(text.contains(secret) == areKept) }
        }
        #expect(record.attempts.first?.url.contains("hidden2") == areKept)
        await server.stop()
    }

    private func pieces(_ record: Transcript.Record) -> String {
        String(decoding: record.attempts.flatMap(\.wire.pieces).flatMap(\.bytes), as: UTF8.self)
    }

    @Test func callsAtOnceKeepTheirAttempts() async throws {
        let server = try await LoopbackServer.start()
        let transcript = Transcript()
        let client = Self.client(server, transcript)
        await withTaskGroup { group in
            for number in 0..<8 {
                group.addTask {
                    let call = transcript.beginCall("\(number)")
                    _ = try? await call.run {
                        try await client.send(.get(server.url("/redirect/2?\(number)")), observer: call)
                    }
                    call.end()
                }
            }
        }
        let record = transcript.record
        #expect(record.attempts.count == 24)
        for call in record.calls {
            let own = record.attempts.filter { $0.call == call.id }
            #expect(own.map(\.outcome.status) == [302, 302, 200])
            #expect(call.end != nil && call.events.filter { $0.name == "redirectFollowed" }.count == 2)
        }
        #expect(Set(record.attempts.compactMap(\.outcome.connection)).count == record.connections.count)
        await server.stop()
    }

    @Test func failuresAreTold() async throws {
        let server = try await LoopbackServer.start(
            script: [.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .close])
        let transcript = Transcript()
        let client = Self.client(server, transcript)
        let call = transcript.beginCall("cut")
        await #expect(throws: HTTPClientError.self) {
            try await call.run { try await client.send(.get(server.url("/")), observer: call) }
        }
        call.end(failure: "cut short")
        call.end()
        let record = transcript.record
        #expect(record.calls.first?.failure == "cut short")
        #expect(record.attempts.first?.wire.receivedBodyBytes == 3)
        #expect(record.attempts.first?.time.phases.last?.name == "receiving")
        let refused = transcript.beginCall("refused")
        _ = try? await refused.run { try await client.send(.get("http://127.0.0.1:\(refusedPort)/")) }
        #expect(transcript.record.attempts.last?.outcome.failure != nil)
        await server.stop()
    }

    /// Why a call failed may name a URL, whose secrets are left out as everywhere.
    @Test(arguments: [false, true]) func failuresHaveNoSecrets(areKept: Bool) throws {
        let transcript = Transcript(keepsSecrets: areKept)
        transcript.beginCall("call").end(failure: "http://u:KEY@h/r?access_token=KEY&a=1 redirects again")
        let failure = try #require(transcript.record.calls.first?.failure)
        #expect(failure.contains("KEY") == areKept && failure.hasSuffix("&a=1 redirects again"))
    }

    /// An answer from the cache has no attempt, and is told all the same.
    @Test(.disabled(if: Surroundings.clockJumps, "the clock jumps over days"))
    func whatTheCacheAnswers() async throws {
        let server = try await LoopbackServer.start { _ in
            var reply = LoopbackReply.text("stored")
            reply.fields.append(.init("Cache-Control", "max-age=100"))
            return reply
        }
        let transcript = Transcript()
        let client = Self.client(server, transcript) { $0.cache = HTTPCache(store: MemoryCacheStore()) }
        for _ in 0..<2 {
            let call = transcript.beginCall("call")
            _ = try await call.run { try await client.send(.get(server.url("/")), observer: call) }
            call.end()
        }
        let record = transcript.record
        #expect(record.attempts.map(\.kind) == [.exchange, .aside])
        #expect(record.attempts.map(\.call) == [0, 1])
        let stored = try #require(record.attempts.last)
        #expect(stored.outcome.status == 200 && stored.time.end != nil)
        #expect(stored.wire.pieces.map(\.kind) == [.receivedHead, .receivedBody])
        // It is no request, so the archive hasn't it.
        let archive = try JSONValue(parsing: HARWriter.bytes(of: record))
        #expect(archive["log"]?["entries"]?.array?.count == 1)
        await server.stop()
    }
}
