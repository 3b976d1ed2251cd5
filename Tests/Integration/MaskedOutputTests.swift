import SockeyeTesting
import TestSupport
import Testing

/// No secret in clear in what is made to be shown to others, unless --keep-secrets.
struct MaskedOutputTests {
    private static let names = [
        "X-Forwarded-Authorization", "X-Registry-Auth", "X-Authentication", "X-Session-Id", "Stripe-Signature",
        "X-Credentials", "Cf-Access-Jwt-Assertion", "X-Passwd", "X-OTP", "X-Ms-Client-Principal", "Private-Token",
        "X_Api_Key", "DPoP",
    ]

    @Test(arguments: ["--har", "--explain-page", "--record", "--explain"])
    func nothingInClear(option: String) async throws {
        let server = try await LoopbackServer.start { _ in
            var reply = LoopbackReply.text("hello")
            reply.fields += Self.names.map { .init($0, "S3CRET") }
            reply.fields += [
                .init("Set-Cookie", "a=S3CRET; Path=/"), .init("Location", "http://h/?code=1&sig=S3CRET"),
                .init("Link", "<http://u:S3CRET@h/?api_key=S3CRET>; rel=next"),
            ]
            return reply
        }
        let folder = try TemporaryFolder()
        let file = folder.file("shown")
        var words = option == "--explain" ? [option, "--stderr", file] : [option, file]
        words += Self.names.flatMap { ["-H", "\($0): S3CRET"] }
        words += ["-u", "u:S3CRET", "-b", "c=S3CRET", "-e", "http://h/?q=S3CRET", "-o", folder.file("body")]
        let url = server.url("/a?q=open&access_token=S3CRET#id_token=S3CRET")
        let outcome = try await Program.run(SideBySide.sockeye, ["-sS"] + words + [url])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let shown = String(decoding: try folder.read("shown"), as: UTF8.self)
        #expect(shown.contains("q=open"))
        #expect(!shown.contains("S3CRET"), "\(shown)")
        if option != "--explain" {
            let keeping = option == "--record" ? "--record-secrets" : "--keep-secrets"
            let kept = ["-sS", keeping, option, folder.file("kept")] + words.dropFirst(2) + [url]
            _ = try await Program.run(SideBySide.sockeye, kept)
            #expect(String(decoding: try folder.read("kept"), as: UTF8.self).contains("S3CRET"))
            #expect(folder.permissions(of: "kept") == 0o600)
        }
        await server.stop()
    }

    /// What is masked is masked in a replay too: it sends the same.
    @Test(arguments: [
        ["-G", "-d", "token=abc"], ["--url-query", "token=abc"], ["-d", "token=abc"], ["-H", "X-Api-Key: abc"],
        ["-e", "http://h/?q=12"], ["-L"],
    ])
    func replays(_ words: [String]) async throws {
        let server = try await LoopbackServer.start { request in
            if request.path != "/end" {
                return LoopbackReply(
                    status: 302,
                    fields: [.init("Location", "/end?page=2&token=abc"), .init("Content-Length", "0")])
            }
            return .text("end")
        }
        let folder = try TemporaryFolder()
        let file = folder.file("tape")
        let first = try await Program.run(
            SideBySide.sockeye, ["-sS", "--record", file] + words + [server.url("/p?x=1")])
        #expect(first.status == 0, "\(first.errorText)")
        await server.stop()
        let second = try await Program.run(SideBySide.sockeye, ["-sS", "--replay", file])
        #expect(second.status == 0, "\(second.errorText)")
        #expect(second.text == first.text)
    }
}
