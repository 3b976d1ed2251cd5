import SockeyeLoopback
import Testing

/// `-u` and its kin beside curl's.
struct AuthenticationOracleTests {
    private static let netrc = "machine 127.0.0.1 login nina password net\nmachine localhost login lo password cal\n"

    @Test(arguments: [
        ["-u", "user:pass word", "http://127.0.0.1:PORT/basic"],
        ["-u", "user:", "http://127.0.0.1:PORT/basic"],
        ["-u", "user:pass", "http://other:creds@127.0.0.1:PORT/basic"],
        ["http://us%65r:p%3Ass@127.0.0.1:PORT/basic"],
        ["-u", "user:pass", "--anyauth", "http://127.0.0.1:PORT/basic"],
        ["-u", "user:pass", "--anyauth", "http://127.0.0.1:PORT/hello"],
        ["-u", "user:wrong", "--basic", "http://127.0.0.1:PORT/status/401"],
        ["--oauth2-bearer", "tok", "http://127.0.0.1:PORT/hello"],
        ["-L", "-u", "user:pass", "http://127.0.0.1:PORT/leave"],
        ["--location-trusted", "-u", "user:pass", "http://127.0.0.1:PORT/leave"],
        ["-L", "-u", "user:pass", "http://127.0.0.1:PORT/redirect/1"],
        ["-n", "http://127.0.0.1:PORT/hello"],
        ["-n", "http://x:y@127.0.0.1:PORT/hello"],
        ["--netrc-optional", "http://x:y@127.0.0.1:PORT/hello"],
        ["--netrc-file", "DIR/other", "http://127.0.0.1:PORT/hello"],
        ["-n", "-L", "http://127.0.0.1:PORT/leave"],
        ["--disallow-username-in-url", "http://x:y@127.0.0.1:PORT/hello"],
        ["-H", "Authorization: mine", "-u", "user:pass", "http://127.0.0.1:PORT/hello"],
        ["-L", "-e", ";auto", "http://u:p@127.0.0.1:PORT/redirect/2#x"],
    ])
    func sameAsCurl(_ arguments: [String]) async throws {
        let files = [".netrc": Self.netrc, "other": "default login d password e"]
        try await Oracle.compare(arguments, files: files) { request in
            switch request.path {
            case "/basic" where request["Authorization"] == nil:
                var reply = LoopbackReply.text("who?", status: 401)
                reply.fields.append(.init("WWW-Authenticate", "Basic realm=\"r\""))
                return reply
            case "/basic": return .text("welcome")
            case "/leave":
                let port = request["Host"]?.split(separator: ":").last ?? "80"
                return LoopbackReply(
                    status: 302,
                    fields: [.init("Location", "http://localhost:\(port)/hello"), .init("Content-Length", "0")])
            default: return nil
            }
        }
    }

    /// Digest answers hold what nobody can know before, so the server's verdict is what is compared.
    @Test(arguments: ["--digest", "--anyauth"], ["MD5", "SHA-256", "MD5-sess"])
    func digest(_ option: String, _ algorithm: String) async throws {
        let arguments = [option, "-u", "user:pass", "http://127.0.0.1:PORT/a?b"]
        try await Oracle.compare(arguments, ignoring: ["authorization"]) { request in
            guard let value = request["Authorization"] else {
                var reply = LoopbackReply.text("who?", status: 401)
                reply.fields.append(
                    .init("WWW-Authenticate", "Digest realm=\"r\", nonce=\"abc\", qop=\"auth\", algorithm=\(algorithm)")
                )
                return reply
            }
            let words = ["username=\"user\"", "uri=\"/a?b\"", "qop=auth", "nc=00000001", "algorithm=\(algorithm)"]
            return .text(words.allSatisfy(value.contains) ? "welcome" : "no: \(value)")
        }
    }
}
