import SockeyeTesting
import TestSupport
import Testing

/// What of `-H` follows a redirect to another origin, and what a HAR shows of it.
struct LeavingOriginTests {
    /// Lines of `-H` that some server takes for a secret.
    private static let lines = [
        "Authorization: S3CRET", "Authorization:S3CRET", "Authorization : S3CRET", "AUTHORIZATION : S3CRET",
        "Authorization\t: S3CRET", "Authorization  \t : S3CRET", " Authorization: S3CRET", "\tAuthorization: S3CRET",
        "\"Authorization\": S3CRET", "Cookie : S3CRET", " Cookie: a=S3CRET", "Cookie\t: a=S3CRET", "Cookie2: S3CRET",
        "Proxy-Authorization : S3CRET", "X-Api-Key: S3CRET", "X-Api-Key : S3CRET", "Private-Token: S3CRET",
        "X-Auth: S3CRET", "X_Session_Id: S3CRET", "Stripe-Signature: S3CRET",
    ]

    private static func servers() async throws -> (first: LoopbackServer, other: LoopbackServer) {
        let other = try await LoopbackServer.start { _ in .text("other") }
        let target = other.url("/end")
        // It takes what no server should.
        let first = try await LoopbackServer.start(
            script: [
                .receive(16), .send("HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n"),
                .awaitEnd,
            ])
        return (first, other)
    }

    private static func lines(of request: ReceivedRequest?) -> String {
        (request?.fields ?? []).map { "\($0.name):\($0.value)" }.joined(separator: "\n")
    }

    @Test("However it is spelled, a secret stays at its origin and out of the HAR", arguments: lines)
    func secretsStay(line: String) async throws {
        let (first, other) = try await Self.servers()
        let folder = try TemporaryFolder()
        let words = ["-sS", "-L", "-H", line, "-H", "X-Open: 1", "--har", folder.file("run.har"), first.url("/")]
        let outcome = try await Program.run(SideBySide.sockeye, words)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(other.requestCount == 1)
        #expect(!Self.lines(of: other.receivedRequests.last).contains("S3CRET"))
        #expect(other.receivedRequests.last?["X-Open"] == "1")
        let archive = String(decoding: try folder.read("run.har"), as: UTF8.self)
        #expect(archive.contains("X-Open") && !archive.contains("S3CRET"), "\(archive)")
        #expect(folder.permissions(of: "run.har") == 0o600)
        await first.stop()
        await other.stop()
    }

    @Test("--location-trusted sends -H and -u everywhere, but a URL's user only to its host")
    func trusted() async throws {
        let other = try await LoopbackServer.start { _ in .text("other") }
        let target = other.url("/end")
        let first = try await LoopbackServer.start { _ in
            LoopbackReply(status: 302, fields: [.init("Location", target), .init("Content-Length", "0")])
        }
        let url = first.url("/").replacing("://", with: "://u:p@")
        _ = try await Program.run(SideBySide.sockeye, ["-sS", "--location-trusted", "-H", "X-Api-Key: k", url])
        #expect(first.receivedRequests.last?["Authorization"] == "Basic dTpw")
        #expect(other.receivedRequests.last?["Authorization"] == nil)
        #expect(other.receivedRequests.last?["X-Api-Key"] == "k")
        _ = try await Program.run(SideBySide.sockeye, ["-sS", "--location-trusted", "-u", "u:p", first.url("/")])
        #expect(other.receivedRequests.last?["Authorization"] == "Basic dTpw")
        await first.stop()
        await other.stop()
    }
}
