import HTTPTypes
import SockeyeClient
import SockeyeHTTP1
import SockeyeTesting
import Testing

/// RFC 9112 section 6.1: no chunked body goes to a server that is known to be HTTP/1.0.
struct OldServerTests {
    private struct Pieces: AsyncSequence, Sendable {
        struct AsyncIterator: AsyncIteratorProtocol {
            var isOver = false

            mutating func next() async throws -> [UInt8]? {
                defer { isOver = true }
                return isOver ? nil : Array("hello".utf8)
            }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
    }

    private static let chunked = RequestBody.stream(Pieces(), isReplayable: true)
    private static let counted = RequestBody.stream(Pieces(), length: 5, isReplayable: true)

    /// A server that asks for the body once more.
    enum Detour: CaseIterable, Sendable {
        case redirect, login, elsewhere

        func reply(_ version: String, _ request: ReceivedRequest) -> LoopbackReply {
            var reply = LoopbackReply.text("")
            switch self {
            case .redirect, .elsewhere:
                if request.path == "/a" {
                    reply.status = 307
                    reply.fields.append(.init("Location", self == .redirect ? "/b" : "http://other.test/b"))
                }
            case .login:
                if request["Authorization"] == nil {
                    reply.status = 401
                    reply.fields.append(.init("WWW-Authenticate", "Digest realm=\"r\", nonce=\"n\", qop=\"auth\""))
                }
            }
            reply.version = version
            return reply
        }
    }

    private static func isRefused(_ error: HTTPClientError) -> Bool {
        error.cause == .http(.caller(.needsHTTP11(field: "Transfer-Encoding")))
    }

    @Test(arguments: Detour.allCases, ["HTTP/1.0", "HTTP/1.1"])
    func detours(_ detour: Detour, _ version: String) async throws {
        for body in [Self.chunked, Self.counted] {
            let server = MemoryServer { detour.reply(version, $0) }
            let other = MemoryServer("other.test") { _ in .text("") }
            let client = HTTPClient(over: server, other)
            var request = try Request.post(server.url("/a"), body: body)
            request.credential = .password(user: "u", "p")
            let isRefused = version == "HTTP/1.0" && body.length == nil && detour != .elsewhere
            do {
                let reply = try await client.send(request)
                #expect(!isRefused && reply.status == .ok)
                #expect((server.receivedRequests + other.receivedRequests).last?.text == "hello")
            } catch {
                #expect(isRefused && Self.isRefused(error), "\(error)")
                #expect(server.requestCount == 1)
            }
        }
    }

    @Test("What a server's last answer said holds for later requests, until another says otherwise")
    func later() async throws {
        let server = MemoryServer { request in
            var reply = LoopbackReply.text("")
            if request.path == "/old" { reply.version = "HTTP/1.0" }
            return reply
        }
        let client = HTTPClient(over: server)
        _ = try await client.post(server.url("/new"), body: Self.chunked)
        _ = try await client.get(server.url("/old"))
        let error = try await failure { try await client.post(server.url("/new"), body: Self.chunked) }
        #expect(Self.isRefused(error))
        #expect(server.requestCount == 2)
        _ = try await client.get(server.url("/new"))
        _ = try await client.post(server.url("/new"), body: Self.chunked)
        #expect(server.requestCount == 4)
    }
}
