import SockeyeTesting
import Testing

/// `--hsts`, compared with curl.
struct HSTSOracleTests {
    private static let file = """
        # Your HSTS cache. https://curl.se/docs/hsts.html
        localhost "20401231 23:59:59"
        .example.com "unlimited"
        """

    @Test(arguments: [
        ["--hsts", "DIR/in", "http://localhost:PORT/hello"],
        ["--hsts", "DIR/in", "-w", "%{url_effective} %{num_redirects}", "http://localhost:PORT/hello?x#y"],
        ["--hsts", "DIR/in", "https://localhost:PORT/forget"],
        ["--hsts", "DIR/in", "https://localhost:PORT/deep"],
        ["--hsts", "DIR/new", "https://localhost:PORT/deep"],
        ["--hsts", "DIR/new", "https://127.0.0.1:PORT/deep"],
        ["--hsts", "DIR/new", "https://localhost:PORT/wrong"],
        ["--hsts", "DIR/new", "https://localhost:PORT/deep", "http://localhost:PORT/hello"],
        ["--hsts", "", "https://localhost:PORT/deep", "http://localhost:PORT/hello"],
        ["--hsts", "DIR/in", "-L", "https://localhost:PORT/open"],
    ])
    func sameAsCurl(_ arguments: [String]) async throws {
        try await Oracle.compare(
            ["--cacert", "DIR/authority"] + arguments, files: ["in": Self.file, "authority": "AUTHORITY"],
            readsBack: ["in", "new"], secure: true, sortsTables: true
        ) { request in
            func reply(_ field: String) -> LoopbackReply {
                LoopbackReply(
                    fields: [.init("Strict-Transport-Security", field), .init("Content-Length", "0")])
            }
            switch request.path {
            case "/forget": return reply("max-age=0")
            case "/deep": return reply("max-age=31536000; includeSubDomains")
            case "/wrong": return reply("includeSubDomains")
            case "/open":
                let port = request["Host"]?.split(separator: ":").last ?? "443"
                return LoopbackReply(
                    status: 302,
                    fields: [.init("Location", "http://localhost:\(port)/hello"), .init("Content-Length", "0")])
            default: return nil
            }
        }
    }
}
