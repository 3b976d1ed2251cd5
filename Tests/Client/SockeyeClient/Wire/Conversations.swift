import HTTPTypes
import SockeyeClient
import SockeyeTesting

extension Conversation {
    static let all = answers + bodies + rounds

    private static func answer(_ fields: String, _ body: String = "", status: String = "200 OK") -> Step {
        .send("HTTP/1.1 \(status)\r\n\(fields)\r\n\r\n\(body)")
    }

    private static let ok = answer("Content-Length: 2", "ok")

    private static func post(_ framing: String, _ body: String = "", path: String = "/a") -> String {
        "POST \(path) HTTP/1.1\r\nHost: server.test\r\n\(framing)\r\n\r\n\(body)"
    }

    // MARK: The forms of an answer

    private static let answers: [Conversation] = [
        Conversation(
            "length", [[.awaitRequest, answer("Content-Length: 5", "hello")]], "200 hello", sent: [getHead]),
        Conversation("empty", [[.awaitRequest, answer("Content-Length: 0")]], "200 ", sent: [getHead]),
        Conversation(
            "chunked",
            [[.awaitRequest, answer("Transfer-Encoding: chunked", "2\r\nhe\r\n3;a=\"b\"\r\nllo\r\n0\r\n\r\n")]],
            "200 hello", sent: [getHead]),
        Conversation(
            "trailers",
            [
                [
                    .awaitRequest,
                    answer("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\nX-Sum: 5\r\nX-More: y\r\n\r\n"),
                ]
            ],
            "200 hello 5", sent: [getHead]
        ) { client in
            try await client.perform(.get(url)) { response in
                let text = try await describe(response)
                return "\(text) \(response.trailers?.first { $0.name.canonicalName == "x-sum" }?.value ?? "none")"
            }
        },
        Conversation(
            "until close", [[.awaitRequest, answer("Server: x", "hello"), .close]], "200 hello", sent: [getHead],
            isUntilClose: true),
        Conversation(
            "length and close", [[.awaitRequest, answer("Content-Length: 5\r\nConnection: close", "hello")]],
            "200 hello", sent: [getHead], isReusable: false),
        Conversation(
            "HTTP/1.0", [[.awaitRequest, .send("HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello")]], "200 hello",
            sent: [getHead], isReusable: false),
        Conversation(
            "HEAD", [[.awaitRequest, answer("Content-Length: 5")]], "200 ",
            sent: ["HEAD /a HTTP/1.1\r\nHost: server.test\r\n\r\n"], ask: request { try .head(url) }),
        Conversation(
            "204", [[.awaitRequest, answer("Server: x", status: "204 No Content")]], "204 ", sent: [getHead]),
        Conversation(
            "304", [[.awaitRequest, answer("Content-Length: 5", status: "304 Not Modified")]], "304 ",
            sent: [getHead]),
        Conversation(
            "interim heads",
            [
                [
                    .awaitRequest,
                    .send(
                        "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n"
                            + "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
                ]
            ], "200 hello", sent: [getHead]),
        Conversation(
            "gzip", [[.awaitRequest, coded("Content-Length: \(packed.count)")]], "200 hello", ask: compressed),
        Conversation(
            "gzip until close", [[.awaitRequest, coded("Server: x"), .close]], "200 hello", isReusable: false,
            ask: compressed),
    ]

    private static let packed = Compressed.gzip(Array("hello".utf8))
    private static let compressed = request {
        var request = try Request.get(url)
        request.coding = .compressed
        return request
    }

    private static func coded(_ framing: String) -> Step {
        .sendBytes(Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\(framing)\r\n\r\n".utf8) + packed)
    }

    // MARK: The forms of a request's body

    /// Larger than what is copied behind the head.
    private static let large = String(repeating: "0123456789abcdef", count: 6_000)
    private static let streamed = post(
        "Transfer-Encoding: chunked", "3\r\none\r\n5\r\nthree\r\n0\r\n\r\n")

    private static func stream() -> RequestBody {
        .stream(
            AsyncThrowingStream { stream in
                stream.yield(Array("one".utf8))
                stream.yield(Array("three".utf8))
                stream.finish()
            })
    }

    private static func expecting(_ body: @escaping @Sendable () -> RequestBody) -> @Sendable () throws -> Request {
        {
            var request = try Request.post(url, body: body())
            request.expectsContinue = true
            return request
        }
    }

    private static let expected = post("Content-Length: 3\r\nExpect: 100-continue", "abc")
    private static let abc: @Sendable () -> RequestBody = { .bytes(Array("abc".utf8)) }

    private static let bodies: [Conversation] = [
        Conversation(
            "POST small", [[.awaitRequest, ok]], "200 ok", sent: [post("Content-Length: 3", "abc")],
            ask: request { try .post(url, body: abc()) }),
        Conversation(
            "POST large", [[.awaitRequest, ok]], "200 ok", sent: [post("Content-Length: \(large.utf8.count)", large)],
            ask: request { try .post(url, body: .bytes(Array(large.utf8))) }),
        Conversation(
            "POST streamed", [[.awaitRequest, ok]], "200 ok", sent: [streamed],
            ask: request { try .post(url, body: stream()) }),
        Conversation(
            "100 awaited", [[.awaitHead, .send("HTTP/1.1 100 Continue\r\n\r\n"), .receiveBody, ok]], "200 ok",
            sent: [expected], ask: request(expecting(abc))),
        Conversation(
            "100 awaited for a stream", [[.awaitHead, .send("HTTP/1.1 100 Continue\r\n\r\n"), .receiveBody, ok]],
            "200 ok", ask: request(expecting(stream))),
        Conversation(
            "100 never comes", [[.awaitHead, .delay(.seconds(30)), .receiveBody, ok]], "200 ok", sent: [expected],
            ask: request(expecting(abc))),
        Conversation(
            "417", [[.awaitHead, answer("Content-Length: 0", status: "417 No")], [.awaitRequest, ok]], "200 ok",
            sent: [post("Content-Length: 3\r\nExpect: 100-continue"), post("Content-Length: 3", "abc")],
            ask: request(expecting(abc))),
        Conversation(
            "refused instead of 100", [[.awaitHead, answer("Content-Length: 2", "no", status: "413 Too Large")]],
            "413 no", sent: [post("Content-Length: 3\r\nExpect: 100-continue")], isReusable: false,
            ask: request(expecting(abc))),
        Conversation(
            "answered before the body", [[.awaitHead, ok, .receiveBody]], "200 ok",
            sent: [post("Content-Length: \(large.utf8.count)", large)],
            ask: request { try .post(url, body: .bytes(Array(large.utf8))) }),
    ]

    // MARK: More than one exchange

    private static func login(_ credential: Credential) -> @Sendable (HTTPClient) async throws -> String {
        request {
            var request = try Request.get(url)
            request.credential = credential
            return request
        }
    }

    private static func challenge(_ text: String) -> Step {
        answer("Content-Length: 4\r\nWWW-Authenticate: \(text)", "who?", status: "401 Unauthorized")
    }

    private static func moved(_ status: Int) -> Step {
        answer("Content-Length: 4\r\nLocation: /b", "gone", status: "\(status) Moved")
    }

    private static let rounds: [Conversation] = [
        Conversation(
            "302 of a POST", [[.awaitRequest, moved(302), .awaitRequest, ok]], "200 ok",
            sent: [post("Content-Length: 3", "abc") + "GET /b HTTP/1.1\r\nHost: server.test\r\n\r\n"],
            ask: request { try .post(url, body: abc()) }),
        Conversation(
            "307 of a POST", [[.awaitRequest, moved(307), .awaitRequest, ok]], "200 ok",
            sent: [post("Content-Length: 3", "abc") + post("Content-Length: 3", "abc", path: "/b")],
            ask: request { try .post(url, body: abc()) }),
        Conversation(
            "Basic", [[.awaitRequest, challenge("Basic realm=\"r\""), .awaitRequest, ok]], "200 ok",
            ask: login(.password(user: "u", "p"))),
        Conversation(
            "Digest",
            [[.awaitRequest, challenge("Digest realm=\"r\", nonce=\"n\", qop=\"auth\""), .awaitRequest, ok]],
            "200 ok", ask: login(.password(user: "u", "p"))),
        Conversation(
            "503 and again",
            [[.awaitRequest, answer("Content-Length: 4", "busy", status: "503 Busy"), .awaitRequest, ok]], "200 ok",
            sent: [getHead + getHead],
            ask: request {
                var request = try Request.get(url)
                request.retry = RetryPolicy(attempts: 2, firstDelay: .nanoseconds(1))
                return request
            }),
        Conversation(
            "three on one connection",
            [
                [
                    .awaitRequest, answer("Content-Length: 1", "1"), .awaitRequest,
                    answer("Transfer-Encoding: chunked", "1\r\n2\r\n0\r\n\r\n"), .awaitRequest,
                    answer("Content-Length: 1", "3"),
                ]
            ], "200 1, 200 2, 200 3", sent: [getHead + getHead + getHead]
        ) { client in
            "\(try await get(client)), \(try await get(client)), \(try await get(client))"
        },
        Conversation(
            "a kept connection that dies",
            [[.awaitRequest, answer("Content-Length: 1", "1"), .awaitRequest, .cut], [.awaitRequest, ok]],
            "200 1, 200 ok", sent: [getHead + getHead, getHead]
        ) { client in
            "\(try await get(client)), \(try await get(client))"
        },
    ]
}
