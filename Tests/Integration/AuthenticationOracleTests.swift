import HTTPTypes
@testable import SockeyeClient
import SockeyeFields
import SockeyeTesting
import Testing

/// `-u` and related options, compared with curl.
struct AuthenticationOracleTests {
    private static let netrc = "machine 127.0.0.1 login nina password net\nmachine localhost login lo password cal\n"

    @Test(arguments: [
        ["-u", "user:pass word", "http://127.0.0.1:PORT/basic"],
        ["-u", "user:", "http://127.0.0.1:PORT/basic"],
        ["-u", "user:pass", "http://other:creds@127.0.0.1:PORT/basic"],
        ["http://us%65r:p%3Ass@127.0.0.1:PORT/basic"],
        [":pass@127.0.0.1:PORT/basic"],
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

    /// The server signs the received request itself, with the date in it, and reports whether the signatures match.
    @Test(arguments: [
        ["aws:amz:eu-west-1:es", "http://127.0.0.1:PORT/hello"],
        ["aws:amz:eu-west-1:es", "http://127.0.0.1:PORT/a/b~c?x=1&y=2"],
        ["aws:amz:eu-west-1:es", "-d", "some=form", "http://127.0.0.1:PORT/hello"],
        ["aws:amz:eu-west-1:es", "--json", "{}", "http://127.0.0.1:PORT/hello"],
        ["aws:amz:eu-west-1:es", "-X", "DELETE", "http://127.0.0.1:PORT/hello"],
        ["aws:amz:eu-west-1:es", "-H", "X-B:  a   b ", "-H", "X-Amz-Security-Token: t", "http://127.0.0.1:PORT/hello"],
        ["aws:amz:eu-west-1:es", "-H", "Host: bucket.example", "-b", "a=b", "http://127.0.0.1:PORT/hello"],
        ["aws:amz:eu-west-1:es", "-H", "User-Agent: mine", "http://127.0.0.1:PORT/hello"],
        ["aws:amz:eu-west-1:es", "-H", "Authorization: mine", "http://127.0.0.1:PORT/hello"],
        ["aws:amz:eu-west-1:es", "-L", "http://127.0.0.1:PORT/redirect/1"],
        ["aws:amz:eu-west-1:es", "-L", "http://127.0.0.1:PORT/leave"],
        ["aws:amz:eu-west-1", "--connect-to", "::127.0.0.1:PORT", "http://es.localhost:PORT/hello"],
        ["aws:amz", "--connect-to", "::127.0.0.1:PORT", "http://es.eu-west-1.localhost:PORT/hello"],
        ["aws:amz", "http://localhost:PORT/hello"], ["", "http://127.0.0.1:PORT/hello"],
    ])
    func signature(_ arguments: [String]) async throws {
        let options = ["-u", "AKIDEXAMPLE:secret", "--aws-sigv4"]
        try await Oracle.compare(options + arguments, ignoring: ["authorization", "x-amz-date"]) { request in
            if request.path.hasPrefix("/redirect") { return nil }
            if request.path == "/leave" {
                let port = request["Host"]?.split(separator: ":").last ?? "80"
                return LoopbackReply(
                    status: 302,
                    fields: [.init("Location", "http://localhost:\(port)/hello"), .init("Content-Length", "0")])
            }
            return .text(Self.verdict(on: request))
        }
    }

    private static func verdict(on request: ReceivedRequest) -> String {
        guard let authorization = request["Authorization"], let date = request["X-Amz-Date"] else { return "unsigned" }
        let words = authorization.split(separator: "SignedHeaders=")
        guard words.count == 2 else { return authorization }
        let names = words[1].prefix { $0 != "," }.split(separator: ";")
        var fields = HTTPFields()
        for field in request.fields where names.contains(Substring(field.name.lowercased())) {
            if let name = HTTPField.Name(field.name) { fields.append(HTTPField(name: name, value: field.value)) }
        }
        var signature = AWSSignature(region: "eu-west-1", service: "es")
        signature.unsignedFields = []
        let signer = AWSSigner(
            signature: signature,
            accessKey: "AKIDEXAMPLE", secretKey: "secret", method: request.method, authority: "", host: "",
            target: request.target,
            fields: fields, body: Array(request.text.utf8), now: HTTPDate(clamping: 0))
        guard let expected = try? signer.signingFields().first?.value else { return "cannot sign" }
        let scope = authorization.replacing(date.prefix(8), with: "DATE").prefix { $0 != "," }
        return "\(authorization == expected ? "right" : "wrong, not \(expected)"): \(names) \(scope)"
    }

    @Test func withoutAUserNothingIsSigned() async throws {
        try await Oracle.compare(["--aws-sigv4", "aws:amz:r:s", "http://127.0.0.1:PORT/hello"])
    }

    /// Digest responses contain a random cnonce, so the server's verdict is compared.
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
