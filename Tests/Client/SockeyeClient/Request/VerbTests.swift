import HTTPTypes
import SockeyeClient
import SockeyeHTTP1
import SockeyeTesting
import SockeyeURL
import Testing

/// The one-line calls: what they send, and what they refuse.
struct VerbTests {
    private typealias Call = @Sendable (HTTPClient, String) async throws -> BufferedResponse

    private static let given = ["X-One": "1", "accept": "text/html"]

    private static let calls: [(String, Call)] = [
        ("GET", { try await $0.get($1, query: ["q": 1], headers: given, timeout: .seconds(30)) }),
        ("HEAD", { try await $0.head($1, headers: given, timeout: .seconds(30)) }),
        ("POST", { try await $0.post($1, body: .text("b"), headers: given, timeout: .seconds(30)) }),
        ("POST", { try await $0.post($1, form: ["b": 1], headers: given, timeout: .seconds(30)) }),
        ("PUT", { try await $0.put($1, body: .text("b"), headers: given, timeout: .seconds(30)) }),
        ("PATCH", { try await $0.patch($1, body: .text("b"), headers: given, timeout: .seconds(30)) }),
        ("DELETE", { try await $0.delete($1, headers: given, timeout: .seconds(30)) }),
        ("OPTIONS", { try await $0.options($1, headers: given, timeout: .seconds(30)) }),
    ]

    @Test(arguments: calls.indices)
    func headersAreSent(_ index: Int) async throws {
        let server = try await LoopbackServer.start { _ in .text("ok") }
        let (method, call) = Self.calls[index]
        let reply = try await call(HTTPClient(trusting: server), server.url("/x"))
        #expect(reply.statusCode == 200)
        let request = try await server.nextRequest()
        #expect(request.method == method && request["X-One"] == "1" && request["Accept"] == "text/html")
        #expect(request.query == (method == "GET" ? "q=1" : nil))
        #expect(["POST", "PUT", "PATCH"].contains(method) == request.text.contains("b"))
        await server.stop()
    }

    @Test func blockingCallsAreTheSame() async throws {
        let server = try await LoopbackServer.start { _ in .text("ok") }
        let url = server.url("/x")
        try await Task.detached {
            let client = try BlockingHTTPClient()
            let replies = [
                try client.get(url, query: ["q": 1], headers: Self.given),
                try client.head(url, headers: Self.given), try client.post(url, form: ["b": 1], headers: Self.given),
                try client.put(url, body: .text("b"), headers: Self.given),
                try client.patch(url, body: .text("b"), headers: Self.given),
                try client.delete(url, headers: Self.given), try client.options(url, headers: Self.given),
            ]
            #expect(replies.allSatisfy { $0.statusCode == 200 })
        }.value
        #expect(server.receivedRequests.map(\.method) == ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
        #expect(server.receivedRequests.allSatisfy { $0["X-One"] == "1" })
        await server.stop()
    }

    /// Ordered by name; each replaces the fields of its name, and two spellings of a name stay two fields.
    @Test(
        arguments: [
            (["b": "2", "a": "1"], [:], ["a: 1", "b: 2"]),
            (["accept": "x"], [.accept: "y", .date: "d"], ["Date: d", "accept: x"]),
            (["a": "1", "A": "2"], [:], ["A: 2", "a: 1"]), ([:], [.accept: "y"], ["Accept: y"]),
            (["X": " v\t"], [:], ["X: v"]), (["X": ""], [:], ["X: "]),
        ] as [([String: String], HTTPFields, [String])])
    func headersJoinTheFields(_ headers: [String: String], _ fields: HTTPFields, _ expected: [String]) throws {
        let request = try Request.get("http://a/", fields: fields, headers: headers)
        #expect(request.fields.map { "\($0.name.rawName): \($0.value)" } == expected)
    }

    @Test(
        arguments: [
            ("a b", "1", .illegalByte(.fieldName, byte: 0x20, offset: 1)), ("", "1", .emptyPart(.fieldName)),
            ("a:", "1", .illegalByte(.fieldName, byte: 0x3A, offset: 1)),
            ("é", "1", .illegalByte(.fieldName, byte: 0xC3, offset: 0)),
            ("X", "1\r\nY: 2", .illegalByte(.fieldValue(name: "X"), byte: 0x0D, offset: 1)),
            ("X", "\0", .illegalByte(.fieldValue(name: "X"), byte: 0, offset: 0)),
        ] as [(String, String, HTTP1Error.CallerFault)])
    func badHeadersAreErrors(_ name: String, _ value: String, _ fault: HTTP1Error.CallerFault) async throws {
        let error = try await failure { try await HTTPClient.shared.get("http://127.0.0.1:1/", headers: [name: value]) }
        #expect(error.cause == .http(.caller(fault)) && error.phase == .prepare && error.party == .caller)
    }

    @Test(
        arguments: [
            (nil, nil, nil, nil), (5, nil, nil, 5), (nil, 7, nil, 7), (nil, nil, 9, 9), (5, 7, nil, 5), (7, 5, nil, 5),
            (5, nil, 9, 5), (5, 7, 3, 5), (nil, 7, 3, 7),
        ] as [(Int?, Int?, Int?, Int?)])
    func theShorterLimitHolds(_ own: Int?, _ ofRequest: Int?, _ ofClient: Int?, _ expected: Int?) throws {
        var request = try Request.get("http://a/", timeout: own.map { .seconds($0) })
        if let ofRequest { request.timeouts = Timeouts(total: .seconds(ofRequest)) }
        let ofClients = Timeouts(connect: .seconds(1), total: ofClient.map { .seconds($0) })
        let timeouts = request.timeouts(or: ofClients)
        #expect(timeouts.total == expected.map { .seconds($0) })
        // Without timeouts of its own the request keeps the client's other clocks.
        #expect(timeouts.connect == (ofRequest == nil ? .seconds(1) : .seconds(60)))
    }

    @Test func theTimeoutEndsARequest() async throws {
        let server = try await LoopbackServer.start(script: Script([.awaitRequest, .stall]))
        let error = try await failure {
            try await HTTPClient(trusting: server).get(server.url("/"), timeout: .milliseconds(50))
        }
        #expect(error.cause == .timedOut(.total, after: .milliseconds(50)))
        await server.stop()
    }

    /// Streams that can't fail, that fail as they like, and of a type of one's own.
    @Test func anyStreamIsABody() async throws {
        let server = try await LoopbackServer.start { .bytes($0.body) }
        let (endless, sender) = AsyncStream<[UInt8]>.makeStream()
        for piece in [[1, 2], [], [3]] as [[UInt8]] { sender.yield(piece) }
        sender.finish()
        let client = HTTPClient(trusting: server)
        #expect(try await client.post(server.url("/"), body: .stream(endless)).body == [1, 2, 3])
        #expect(try await client.post(server.url("/"), body: .stream(Countdown(count: 3))).body == [3, 2, 1])
        let error = try await failure {
            try await client.post(server.url("/"), body: .stream(Countdown(count: 3, fails: true)))
        }
        #expect(error.cause == .requestBodyFailed("Stopped()"))
        let answer = SyntheticResponse(pieces: Countdown(count: 2))
        #expect(try await HTTPClient(answering: answer).get("http://a/").body == [2, 1])
        await server.stop()
    }

    @Test func textsAndJSONAreAnswers() async throws {
        #expect(try await HTTPClient(answering: SyntheticResponse(body: "zwölf")).get("http://a/").text() == "zwölf")
        let reply = try await HTTPClient(answering: .json(Array("[1]".utf8))).get("http://a/")
        #expect(reply.body == Array("[1]".utf8) && reply.fields[.contentType] == "application/json")
        #expect(
            try await HTTPClient(answering: SyntheticResponse(status: .notFound)).get("http://a/").statusCode == 404)
    }
}

private struct Countdown: AsyncSequence, Sendable {
    struct Stopped: Error {}

    var count: UInt8
    var fails = false

    func makeAsyncIterator() -> Iterator { Iterator(left: count, fails: fails) }

    struct Iterator: AsyncIteratorProtocol {
        var left: UInt8
        var fails: Bool

        mutating func next() async throws(Stopped) -> [UInt8]? {
            if left == 1, fails { throw Stopped() }
            defer { left -= left > 0 ? 1 : 0 }
            return left > 0 ? [left] : nil
        }
    }
}

extension HTTPClient {
    /// A client that gets this answer to everything.
    fileprivate convenience init(answering answer: SyntheticResponse) {
        struct Answering: RequestInterceptor {
            let answer: SyntheticResponse
            func prepare(_ request: Request) async throws -> Interception { .answer(answer) }
        }
        var configuration = Configuration()
        configuration.interceptors = [Answering(answer: answer)]
        self.init(configuration: configuration)
    }
}
