import SockeyeTesting
import Testing

/// `-L` and related options, compared with curl.
struct RedirectOracleTests {
    @Test(arguments: [
        ["-L", "http://127.0.0.1:PORT/redirect/3"],
        ["http://127.0.0.1:PORT/redirect/3"],
        ["-L", "-i", "http://127.0.0.1:PORT/302"],
        ["-L", "-I", "http://127.0.0.1:PORT/302"],
        ["-L", "-w", "%{num_redirects} %{url_effective} %{http_code} %{redirect_url}", "http://127.0.0.1:PORT/302"],
        ["-w", "%{num_redirects} %{redirect_url}", "http://127.0.0.1:PORT/302"],
        ["-L", "--max-redirs", "2", "http://127.0.0.1:PORT/redirect/3"],
        ["-L", "--max-redirs", "3", "http://127.0.0.1:PORT/redirect/3"],
        ["-L", "--max-redirs", "0", "http://127.0.0.1:PORT/redirect/3"],
        ["-L", "--max-redirs", "-1", "http://127.0.0.1:PORT/redirect/60"],
        ["-L", "-d", "a=b", "http://127.0.0.1:PORT/301"],
        ["-L", "-d", "a=b", "http://127.0.0.1:PORT/302"],
        ["-L", "-d", "a=b", "http://127.0.0.1:PORT/303"],
        ["-L", "-d", "a=b", "http://127.0.0.1:PORT/307"],
        ["-L", "-d", "a=b", "http://127.0.0.1:PORT/308"],
        ["-L", "-d", "a=b", "--post301", "http://127.0.0.1:PORT/301"],
        ["-L", "-d", "a=b", "--post302", "http://127.0.0.1:PORT/302"],
        ["-L", "-d", "a=b", "--post303", "http://127.0.0.1:PORT/303"],
        ["-L", "-X", "DELETE", "http://127.0.0.1:PORT/303"],
        ["-L", "-H", "Authorization: secret", "-H", "Cookie: a=b", "http://127.0.0.1:PORT/other"],
        ["-L", "-H", "Host: virtual.example", "http://127.0.0.1:PORT/302"],
        ["--location-trusted", "-H", "Authorization: secret", "http://127.0.0.1:PORT/other"],
        ["-L", "-e", "http://from.example/;auto", "http://127.0.0.1:PORT/302"],
        ["-L", "-e", ";auto", "http://127.0.0.1:PORT/redirect/2#x"],
        ["-L", "--proto-redir", "=https", "http://127.0.0.1:PORT/302"],
        ["--proto", "=https", "http://127.0.0.1:PORT/302"],
        ["--proto", "-all,http", "http://127.0.0.1:PORT/302"],
        ["-L", "http://127.0.0.1:PORT/gopher"],
        ["-L", "-f", "http://127.0.0.1:PORT/lost"],
        ["-L", "-f", "-D", "-", "http://127.0.0.1:PORT/lost"],
    ])
    func sameAsCurl(_ arguments: [String]) async throws {
        try await Oracle.compare(arguments) { request in
            let words = request.path.split(separator: "/").map(String.init)
            // Responses without a date, so that the output of -i and -D doesn't depend on time.
            func reply(_ status: Int, _ location: String) -> LoopbackReply {
                LoopbackReply(
                    status: status, fields: [.init("Location", location), .init("Content-Length", "4")],
                    body: [.send("gone")])
            }
            switch words.first {
            case "end": return .text("\(request.method) \(request.text)")
            case "other":
                // The request's Host gives this server's port; a handler for both doesn't know the other's.
                return request["Host"]?.hasPrefix("127.0.0.1") == true
                    ? reply(302, "http://localhost:\(port(request))/end") : nil
            case "gopher": return reply(302, "gopher://127.0.0.1:1/x")
            case "lost": return reply(302, "/status/404")
            default:
                guard let code = words.first.flatMap({ Int($0) }) else { return nil }
                return reply(code, "/end")
            }
        }
    }

    private func port(_ request: ReceivedRequest) -> String {
        request["Host"]?.split(separator: ":").last.map(String.init) ?? "80"
    }
}
