import HTTPTypes
import SockeyeClient
import SockeyeHTTP1
import SockeyeTesting
import Testing

/// Caller input can't break out of its field: it is refused, encoded or made harmless.
@Suite(.timeLimit(.minutes(1)))
struct InjectionTests {
    private static let breaks = [
        "\r\nX-Evil: 1", "\nX-Evil: 1", "\rX-Evil: 1", "\r\n\r\nGET /evil HTTP/1.1\r\n\r\n", "\0",
    ]

    /// Performs the request, refused or not, and checks what the server received.
    private static func made(by make: (String) throws -> Request, _ url: String) throws(HTTPClientError) -> Request {
        do {
            return try make(url)
        } catch let error as HTTPClientError {
            throw error
        } catch {
            throw HTTPClientError(.prepare, origin: nil, cause: .interceptor("\(error)"))
        }
    }

    private static func expectHarmless(
        _ make: (String) throws -> Request, change: (inout HTTPClient.Configuration) -> Void = { _ in },
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server, change)
        var wasRefused = false
        do throws(HTTPClientError) {
            _ = try await client.send(try Self.made(by: make, server.url("/echo")))
        } catch {
            #expect(error.party == .caller, sourceLocation: sourceLocation)
            #expect(error.phase == .prepare, sourceLocation: sourceLocation)
            #expect(error.requestBytesSent == 0, sourceLocation: sourceLocation)
            #expect(!"\(error)".contains { $0.isNewline || $0 == "\0" }, sourceLocation: sourceLocation)
            wasRefused = true
        }
        // The client still works.
        #expect(try await client.get(server.url("/hello")).status == .ok, sourceLocation: sourceLocation)
        #expect(server.requestCount == (wasRefused ? 1 : 2), sourceLocation: sourceLocation)
        for received in server.receivedRequests {
            #expect(received["X-Evil"] == nil, sourceLocation: sourceLocation)
            #expect(received.path == "/echo" || received.path == "/hello", sourceLocation: sourceLocation)
            #expect(!received.rawHead.contains(0), sourceLocation: sourceLocation)
        }
        #expect(server.connectionFailures == [], sourceLocation: sourceLocation)
        await server.stop()
    }

    /// The currency types refuse them in methods, which the client relies on.
    @Test(arguments: breaks)
    func throughTheMethod(_ text: String) {
        for method in ["GET\(text)", "\(text)GET", "GET / HTTP/1.1\(text)", "", "GET "] {
            #expect(HTTPRequest.Method(method) == nil, "\(method.debugDescription)")
        }
    }

    @Test(arguments: breaks)
    func throughTheTarget(_ text: String) async throws {
        let targets: [RequestTarget] = [
            .origin("/\(text)"), .origin(text), .origin("/a b"), .absolute("http://x/\(text)"),
            .authority("x:1\(text)"),
        ]
        for target in targets {
            try await Self.expectHarmless { url in
                var request = try Request.get(url)
                request.target = target
                return request
            }
        }
    }

    @Test(arguments: breaks)
    func throughFields(_ text: String) async throws {
        try await Self.expectHarmless { try .get($0, fields: [.accept: "a\(text)"]) }
        try await Self.expectHarmless { try .get($0, fields: [.accept: text]) }
        #expect(HTTPField.Name("X\(text)") == nil)
        #expect(throws: HTTP1Error.self) { try HTTPField(checkedName: "X\(text)", value: "1") }
        try await Self.expectHarmless({ try .get($0) }, change: { $0.defaultFields[.userAgent] = "a\(text)" })
        #expect(throws: HTTP1Error.self) { try HTTPField(checkedName: "X", value: "a\(text)b") }
    }

    @Test(arguments: breaks)
    func throughTheHost(_ text: String) async throws {
        let name = try #require(HTTPField.Name("Host"))
        try await Self.expectHarmless { try .get($0, fields: [name: "localhost\(text)"]) }
    }

    @Test(arguments: breaks)
    func throughTheForm(_ text: String) async throws {
        try await Self.expectHarmless { try .post($0, form: ["a\(text)": "b\(text)"]) }
    }

    /// In a URL, line breaks are dropped and everything else is encoded, as in the URL Standard; NUL in a host is
    /// refused.
    @Test(arguments: breaks)
    func throughTheURL(_ text: String) async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        for url in [
            server.url("/a\(text)"), server.url("/a?\(text)"), "http://127.0.0.1\(text):\(server.port)/",
            "http://user\(text):pass\(text)@127.0.0.1:\(server.port)/a",
        ] {
            _ = try? await client.get(url)
        }
        for request in server.receivedRequests {
            #expect(request["X-Evil"] == nil)
            #expect(request.values("Host") == [server.authority])
            #expect(request.method == "GET")
        }
        #expect(server.connectionFailures == [])
        await server.stop()
    }

    @Test(arguments: breaks)
    func throughTheCurrencyType(_ text: String) async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        let requests = [
            HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: "/a\(text)"),
            HTTPRequest(method: .get, scheme: "http", authority: server.authority + text, path: "/a"),
            HTTPRequest(method: .get, scheme: "http\(text)", authority: server.authority, path: "/a"),
        ]
        for request in requests { _ = try? await client.send(Request(request)) }
        for received in server.receivedRequests { #expect(received["X-Evil"] == nil) }
        #expect(server.connectionFailures == [])
        await server.stop()
    }

    /// RFC 9110 section 4.2.4: the user information must not be disclosed.
    @Test func userInformationIsNotSent() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        #expect(try await client.get("http://user:secret@\(server.authority)/hello#part").status == .ok)
        let request = try await server.nextRequest()
        let head = String(decoding: request.rawHead, as: UTF8.self)
        #expect(!head.contains("secret") && !head.contains("user:") && !head.contains("part"))
        #expect(request.values("Host") == [server.authority])
        await server.stop()
    }

    @Test func framingThatContradictsTheBodyIsRefused() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        let length = try #require(HTTPField.Name("Content-Length"))
        let coding = try #require(HTTPField.Name("Transfer-Encoding"))
        for fields: HTTPFields in [[length: "5"], [coding: "chunked"], [length: "x"]] {
            let error = try await failure {
                try await client.post(server.url("/echo"), body: .text("abc"), fields: fields)
            }
            guard case .http(.caller(.conflictingField)) = error.cause else {
                Issue.record("\(error)")
                continue
            }
        }
        #expect(server.requestCount == 0)
        await server.stop()
    }
}
