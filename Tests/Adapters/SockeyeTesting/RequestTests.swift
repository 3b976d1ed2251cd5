import SockeyeIO
import SockeyeTesting
import Testing

/// How the server handles requests, right and wrong, sent byte by byte if necessary.
struct RequestTests {
    private func answer(_ request: String) async throws -> (answer: String, log: [ReceivedRequest]) {
        let server = try await LoopbackServer.start()
        let client = try await RawClient(server)
        try await client.send(request)
        try client.socket.shutdownSending()
        let answer = try await client.receiveToEnd()
        await server.stop()
        return (answer, server.receivedRequests)
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /\r\n\r\n", "G@T / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", "GET / HTTP/1.1\nHost: a\n\n", "\u{16}\u{3}\u{1}",
        "GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n",
    ])
    func wrongRequestsAreRefused(_ request: String) async throws {
        let (answer, _) = try await answer(request)
        #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(answer.contains("\r\nConnection: close\r\n"))
    }

    @Test(arguments: [
        ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", "505"),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", "501"),
        ("GET / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\n\r\n", "417"),
        ("GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n", "404"),
    ])
    func otherRefusalsHaveTheirStatus(_ request: String, _ status: String) async throws {
        #expect(try await answer(request).answer.hasPrefix("HTTP/1.1 \(status) "))
    }

    @Test func nothingIsAddedOrDroppedInTheLog() async throws {
        let head = "PATCH http://a/echo?q=1 HTTP/1.1\r\nHost: a\r\nX-Case: One\r\nx-case:  two \t\r\nEmpty:\r\n"
        let chunks = "Transfer-Encoding: chunked\r\n\r\n"
        let body = "3\r\nabc\r\n0A;x=y\r\n0123456789\r\n0\r\nT: 1\r\n\r\n"
        let (_, log) = try await answer(head + chunks + body)
        let request = try #require(log.first)
        #expect(log.count == 1)
        #expect(request.method == "PATCH")
        #expect(request.target == "http://a/echo?q=1")
        #expect(request.query == "q=1")
        #expect(
            request.fields == [
                .init("Host", "a"), .init("X-Case", "One"), .init("x-case", "two"), .init("Empty", ""),
                .init("Transfer-Encoding", "chunked"),
            ])
        #expect(request.values("X-CASE") == ["One", "two"])
        #expect(String(decoding: request.rawHead, as: UTF8.self) == head + chunks)
        #expect(request.text == "abc0123456789")
        #expect(request.bodyLength == 13)
        #expect(request.chunkSizes == [3, 10])
        #expect(request.trailers == [.init("T", "1")])
        #expect(request.isComplete)
        #expect(request.tls == nil && request.serverName == nil)
    }

    @Test func aRequestMayComeByteByByte() async throws {
        let server = try await LoopbackServer.start()
        let client = try await RawClient(server)
        for byte in "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc".unicodeScalars
        {
            try await client.send(String(byte))
        }
        #expect(try await client.receiveToEnd().hasSuffix("\r\n\r\nabc"))
        await server.stop()
    }

    @Test func requestsMayComeAllAtOnce() async throws {
        let get = "GET /sized/0 HTTP/1.1\r\nHost: a\r\n\r\n"
        let (answer, log) = try await answer(
            get + get + "HEAD /sized/9 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + get)
        #expect(answer.components("HTTP/1.1 200 OK\r\n") == 3)
        #expect(answer.contains("Content-Length: 9\r\n") && answer.hasSuffix("\r\n\r\n"))
        #expect(log.count == 3)
    }

    @Test func aCutBodyIsNoticed() async throws {
        let (_, log) = try await answer("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
        #expect(log.first?.text == "abc")
        #expect(log.first?.isComplete == false)
    }

    /// Both versions, what they say about keeping the connection, and whether it is kept.
    @Test(arguments: [
        ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: close\r\n", false),
        ("HTTP/1.1", "Connection: x, CLOSE\r\n", false), ("HTTP/1.0", "", false),
        ("HTTP/1.0", "Connection: keep-alive\r\n", true),
    ])
    func connectionsAreKeptAsAsked(_ version: String, _ field: String, _ isKept: Bool) async throws {
        let request = "GET /sized/0 \(version)\r\nHost: a\r\n\(field)\r\n"
        let (answer, log) = try await answer(request + request)
        #expect(log.count == (isKept ? 2 : 1))
        #expect(answer.components("Connection: close\r\n") == (isKept ? 0 : 1))
    }

    @Test(
        arguments: [
            ("bytes=0-0", "206", "bytes 0-0/10", "1"), ("bytes=3-", "206", "bytes 3-9/10", "7"),
            ("bytes=-4", "206", "bytes 6-9/10", "4"), ("bytes=-99", "206", "bytes 0-9/10", "10"),
            ("bytes=5-99", "206", "bytes 5-9/10", "5"), ("bytes=10-", "416", "bytes */10", nil),
            ("bytes=-0", "416", "bytes */10", nil), ("bytes=5-4", "200", nil, "10"),
            ("bytes=1-2,4-5", "200", nil, "10"),
            ("lines=1-2", "200", nil, "10"), ("bytes=x-y", "200", nil, "10"),
            ("bytes=99999999999999999999-", "200", nil, "10"),
            ("bytes=2-3\r\nIf-Range: \"sockeye-10\"", "206", "bytes 2-3/10", "2"),
            ("bytes=2-3\r\nIf-Range: \"other\"", "200", nil, "10"),
            ("bytes=2-3\r\nIf-Range: Wed, 21 Oct 2015 07:28:00 GMT", "206", "bytes 2-3/10", "2"),
        ] as [(String, String, String?, String?)])
    func rangesAreHonoured(_ range: String, _ status: String, _ place: String?, _ length: String?) async throws {
        let (answer, _) = try await answer(
            "GET /range/10 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nRange: \(range)\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        #expect(answer.contains("Content-Range") == (place != nil))
        if let place { #expect(answer.contains("\r\nContent-Range: \(place)\r\n")) }
        if let length { #expect(answer.contains("\r\nContent-Length: \(length)\r\n")) }
    }
}

extension String {
    /// The number of occurrences of a text.
    fileprivate func components(_ text: String) -> Int {
        var rest = utf8[...]
        var count = 0
        while !rest.isEmpty {
            if rest.starts(with: text.utf8) { count += 1 }
            rest = rest.dropFirst()
        }
        return count
    }
}
