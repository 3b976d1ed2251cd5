import SockeyeTesting
import TestSupport
import Testing

/// `-H "Content-Length: N"`.
struct OwnLengthTests {
    private func run(_ words: [String], input: String, to server: LoopbackServer) async throws -> Program.Outcome {
        let filled = words.map { $0.replacing("URL", with: "http://127.0.0.1:\(server.port)") }
        return try await Program.run(Oracle.sockeye, ["-q", "-s", "-S"] + filled, input: Array(input.utf8))
    }

    @Test(
        "A stream is held to a Content-Length of the user's",
        arguments: [
            (["-T", "-"], 0), (["-T", "-", "-H", "Transfer-Encoding:"], 0), (["-0", "-T", "-"], 0),
            (["-T", "-", "-H", "Transfer-Encoding: chunked"], 43), (["-d", "abc"], 0), (["-d", "abcd"], 43),
        ] as [([String], Int32)])
    func ownLength(words: [String], code: Int32) async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await run(words + ["-H", "Content-Length: 3", "URL/hello"], input: "abc", to: server)
        #expect(outcome.status == code, "\(outcome.errorText)")
        if code == 0 {
            let request = try #require(server.receivedRequests.last)
            #expect(
                request["Content-Length"] == "3" && request["Transfer-Encoding"] == nil
                    && request.body == Array("abc".utf8))
        }
        await server.stop()
    }

    @Test("A stream that isn't that long is an error", arguments: ["ab", "abcd", ""])
    func otherLength(input: String) async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await run(["-T", "-", "-H", "Content-Length: 3", "URL/hello"], input: input, to: server)
        #expect(outcome.status == 26 && outcome.errorText.contains("Content-Length of 3"), "\(outcome.errorText)")
        await server.stop()
    }

    @Test(
        "A request that only asks for a challenge has none of its body's fields",
        arguments: [["-d", "abc"], ["-T", "-"], ["-d", "abc", "-H", "Expect: 100-continue"]])
    func digest(words: [String]) async throws {
        let server = try await LoopbackServer.start { request in
            if request["Authorization"]?.hasPrefix("Digest ") == true, request["Content-Length"] == "3" {
                return .text("in")
            }
            var reply = LoopbackReply.text("who?", status: 401)
            reply.fields.append(.init("WWW-Authenticate", "Digest realm=\"r\", nonce=\"n\", qop=\"auth\""))
            return reply
        }
        let outcome = try await run(
            words + ["--digest", "-u", "u:p", "-H", "Content-Length: 3", "URL/x"], input: "abc", to: server)
        #expect(outcome.status == 0 && outcome.text == "in", "\(outcome.errorText)")
        #expect(server.receivedRequests.map { $0["Content-Length"] } == ["0", "3"])
        #expect(server.receivedRequests.first?["Expect"] == nil)
        await server.stop()
    }
}
