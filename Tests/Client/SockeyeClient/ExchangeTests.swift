import HTTPTypes
import SockeyeClient
import SockeyeHTTP1
import SockeyeTesting
import SockeyeURL
import TestSupport
import Testing

/// Everyday use of the client.
struct ExchangeTests {
    static let bodies = [
        "/sized/0", "/sized/1", "/sized/65537", "/sized/1500001", "/chunked/0", "/chunked/1", "/chunked/300001",
        "/close-delimited/0", "/close-delimited/70001", "/range/4099",
    ]

    @Test(arguments: bodies, [false, true])
    func aBodyArrivesTheSameInEveryWay(_ path: String, _ secure: Bool) async throws {
        let server = try await LoopbackServer.start(secure: secure)
        let client = HTTPClient(trusting: server)
        let count = try #require(Int(path.split(separator: "/")[1]))
        let expected = BytePattern.bytes(0..<count)

        #expect(try await client.get(server.url(path)).body == expected)
        let pieces = try await client.perform(.get(server.url(path))) { response in
            var all: [UInt8] = []
            for try await piece in response.body {
                #expect(!piece.isEmpty)
                all += piece
            }
            #expect(response.body.receivedByteCount == Int64(all.count))
            return all
        }
        #expect(pieces == expected)
        let lent = try await client.perform(.get(server.url(path))) { response in
            var all: [UInt8] = []
            try await response.body.forEachChunk { bytes in bytes.withUnsafeBytes { all += $0 } }
            return all
        }
        #expect(lent == expected)
        await server.stop()
    }

    @Test func everyConvenience() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        let url = server.url("/echo?a=b")
        let fields: HTTPFields = [.accept: "text/x"]

        _ = try await client.get(url, fields: fields)
        let head = try await client.head(url, fields: fields)
        _ = try await client.post(url, body: .text("one"), fields: fields)
        _ = try await client.post(url)
        _ = try await client.put(url, body: .bytes([50]), fields: fields)
        _ = try await client.patch(url, body: .text("three"), fields: fields)
        _ = try await client.delete(url, fields: fields)
        _ = try await client.options(url, fields: fields)

        let requests = server.receivedRequests
        #expect(requests.map(\.method) == ["GET", "HEAD", "POST", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
        #expect(requests.map(\.text) == ["", "", "one", "", "2", "three", "", ""])
        #expect(requests.map { $0["Content-Length"] } == [nil, nil, "3", "0", "1", "5", nil, nil])
        for (index, request) in requests.enumerated() {
            #expect(request.target == "/echo?a=b")
            #expect(request.values("Accept") == [index == 3 ? "*/*" : "text/x"])
            #expect(request.values("Host") == [server.authority])
            #expect(request["User-Agent"] == HTTPClient.userAgent)
            #expect(request.values("Transfer-Encoding").isEmpty)
        }
        #expect(head.body.isEmpty)
        #expect(head.fields[.contentLength] != nil)
        #expect(server.acceptedConnections == 1)
        await server.stop()
    }

    @Test func aFormIsEncoded() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        let form: Form = ["user": "张三", "a b": "1&2=3+4", "user": "\r\nX: y"]
        _ = try await client.send(.post(server.url("/echo"), form: form))
        let request = try await server.nextRequest()
        #expect(request["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(request.text == "user=%E5%BC%A0%E4%B8%89&a+b=1%262%3D3%2B4&user=%0D%0AX%3A+y")
        await server.stop()
    }

    @Test func oneConnectionServesManyRequests() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        for number in 0..<50 {
            let observations = Observations()
            let path = ["/hello", "/sized/5000", "/chunked/5000", "/status/204", "/status/304"][number % 5]
            let request: Request = number % 7 == 0 ? try .head(server.url(path)) : try .get(server.url(path))
            _ = try await client.send(request, observer: observations)
            #expect(observations.count("connectionReused") == (number == 0 ? 0 : 1))
            #expect(observations.closing == nil)
        }
        #expect(server.acceptedConnections == 1)
        await server.stop()
    }

    @Test(arguments: [("/sized/1001", true), ("/chunked/1001", false), ("/close-delimited/1001", false)])
    func sendKeepsNoMoreThanItsLimit(_ path: String, _ isLengthKnown: Bool) async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server) { $0.bufferedBodyLimit = 1000 }
        let error = try await failure { try await client.get(server.url(path)) }
        #expect(error.cause == .bodyTooLarge(limit: 1000))
        #expect(error.phase == .receive)
        #expect(error.party == .caller)
        #expect(error.origin == "http://\(server.authority)")

        let whole = try await client.perform(.get(server.url(path))) { response in
            #expect((response.body.expectedByteCount == 1001) == isLengthKnown)
            return try await response.body.collect(limit: 1001)
        }
        #expect(whole == BytePattern.bytes(0..<1001))
        #expect(try await client.get(server.url("/sized/1000")).body.count == 1000)
        await server.stop()
    }

    @Test func aLimitIsForWhatIsLeft() async throws {
        let gate = Gate()
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabcdef"), .pause(until: gate),
            .send("ghij"),
        ])
        let client = HTTPClient(trusting: server)
        let rest = try await client.perform(.get(server.url())) { response in
            var iterator = response.body.makeAsyncIterator()
            var first: [UInt8] = []
            while first.count < 6 { first += try await iterator.next() ?? [] }
            gate.open()
            return try await response.body.collect(limit: 4)
        }
        #expect(rest == Array("ghij".utf8))
        await server.stop()
    }

    /// A length beyond any memory is refused or waited for, never reserved.
    @Test func anAnnouncedLengthIsNotReserved() async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nabc"), .cut,
        ])
        let client = HTTPClient(trusting: server)
        let error = try await failure {
            try await client.perform(.get(server.url())) { try await $0.buffered(limit: .max).body }
        }
        #expect(error.cause == .http(.server(.closedInBody(received: 3, missing: .max - 3), offset: 59)))
        await server.stop()
    }

    @Test func interimResponsesAreToldAndTrailersDelivered() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        let observations = Observations()
        let reply = try await client.send(.get(server.url("/informational")), observer: observations)
        #expect(reply.status == .ok)
        #expect(observations.informational.map(\.status.code) == [103])
        #expect(observations.informational.first?.fields.first?.value == "</style.css>; rel=preload")

        let chunked = try await client.get(server.url("/chunked/70000"))
        #expect(chunked.trailers?[try #require(HTTPField.Name("X-Body-Length"))] == "70000")
        #expect(try await client.get(server.url("/sized/1")).trailers == nil)
        #expect(server.acceptedConnections == 1)
        await server.stop()
    }

    @Test func trailersAreThereAfterTheEndAndNotBefore() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        try await client.perform(.get(server.url("/chunked/70000"))) { response in
            #expect(response.trailers == nil)
            for try await _ in response.body {}
            #expect(response.trailers?.count == 2)
        }
        await server.stop()
    }

    @Test func anHTTP10ReplyClosesUnlessItSaysKeepAlive() async throws {
        let keep = "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok"
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .send(keep), .awaitRequest, .send("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok"),
            .awaitEnd,
        ])
        let client = HTTPClient(trusting: server)
        let observations = Observations()
        for _ in 0..<2 {
            let reply = try await client.send(.get(server.url()), observer: observations)
            #expect(reply.text() == "ok")
            #expect(reply.head.version == .http10)
        }
        #expect(observations.count("connectionReused") == 1)
        #expect(observations.closing == .noKeepAlive)
        try await server.waitForClosedConnections(1)
        await server.stop()
    }

    @Test func theTimelineIsInOrder() async throws {
        let server = try await LoopbackServer.start(secure: true)
        let client = HTTPClient(trusting: server)
        let first = try await client.get(server.url("/informational", host: "localhost")).timings
        let line = [
            first.started, try #require(first.resolved), try #require(first.connected), try #require(first.secured),
            try #require(first.sending), try #require(first.sent), try #require(first.firstByte),
            try #require(first.finished),
        ]
        #expect(line == line.sorted())
        let second = try await client.get(server.url("/hello", host: "localhost")).timings
        #expect(second.resolved == nil && second.connected == nil && second.secured == nil)
        await server.stop()
    }

    @Test func textIsDecodedByItsCharset() async throws {
        let server = try await LoopbackServer.start { request in
            switch request.path {
            case "/latin": .bytes([0xE9, 0x41], type: "text/plain; charset=ISO-8859-1")
            case "/odd": .bytes([0xE9, 0x41], type: "text/plain; foo; charset = windows-1252 ;=")
            default: .bytes([0xE9, 0x41], type: "text/plain")
            }
        }
        let client = HTTPClient(trusting: server)
        #expect(try await client.get(server.url("/latin")).text() == "éA")
        #expect(try await client.get(server.url("/odd")).text() == "éA")
        #expect(try await client.get(server.url("/other")).text() == "\u{FFFD}A")
        await server.stop()
    }

    @Test func aUnixSocketAndAnOverrideLeadElsewhere() async throws {
        var place = LoopbackConfiguration()
        let folder = try TemporaryFolder()
        let path = folder.file("socket")
        place.endpoint = .unix(path: path)
        let local = try await LoopbackServer.start(configuration: place)
        let client = HTTPClient(trusting: local) { $0.unixSocketPath = path }
        #expect(try await client.get("http://anything.invalid/hello").status == .ok)
        #expect(try await local.nextRequest()["Host"] == "anything.invalid")
        await local.stop()

        let server = try await LoopbackServer.start()
        let other = HTTPClient(trusting: server) {
            $0.hostOverrides = [HostOverride(host: "over.invalid", port: server.port, addresses: ["127.0.0.1"])]
        }
        #expect(try await other.get("http://over.invalid:\(server.port)/hello").status == .ok)
        await server.stop()
    }
}
