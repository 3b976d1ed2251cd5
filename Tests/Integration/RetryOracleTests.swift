import SockeyeTesting
import Testing

/// `--retry` and related options, compared with curl.
struct RetryOracleTests {
    @Test(arguments: [
        ["--retry", "1", "-o", "DIR/out", "-w", "%{http_code}", "http://127.0.0.1:PORT/status/503"],
        ["--retry", "1", "-f", "http://127.0.0.1:PORT/status/404"],
        ["--retry", "1", "--retry-delay", "1", "-f", "--retry-all-errors", "http://127.0.0.1:PORT/status/404"],
        ["--retry", "1", "--retry-max-time", "1", "-o", "DIR/out", "http://127.0.0.1:PORT/later"],
        ["--retry", "1", "http://127.0.0.1:1/"],
        ["--retry", "1", "--retry-connrefused", "http://127.0.0.1:1/"],
    ])
    func sameAsCurl(_ arguments: [String]) async throws {
        try await Oracle.compare(arguments, readsBack: ["out"]) { request in
            switch request.path {
            case "/later":
                var reply = LoopbackReply.text("later", status: 503)
                reply.fields.append(.init("Retry-After", "100"))
                return reply
            default: return nil
            }
        }
    }

    @Test(arguments: [
        ["--retry", "2", "-o", "DIR/out", "http://127.0.0.1:PORT/busy"],
        ["--retry", "1", "-d", "a=b", "-o", "DIR/out", "http://127.0.0.1:PORT/busy"],
    ])
    func sameAsCurlInTheEnd(_ arguments: [String]) async throws {
        let script: Script = [
            .awaitRequest, .send("HTTP/1.1 503 Busy\r\nContent-Length: 5\r\n\r\nlater"),
            .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nnow"), .awaitEnd,
        ]
        try await Oracle.compare(arguments, readsBack: ["out"], script: script)
    }

    /// As in curl, all figures are the last attempt's.
    @Test(arguments: [[], ["-d", "a=b"], ["-d", "a=b", "-o", "DIR/out"]])
    func figures(_ words: [String]) async throws {
        let script: Script = [
            .awaitRequest, .send("HTTP/1.1 503 Busy\r\nX-Long: abcdef\r\nContent-Length: 5\r\n\r\nlater"),
            .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nnow"), .awaitEnd,
        ]
        let format =
            "%{http_code} %{size_header} %{size_request} %{size_upload} %{size_download} %{num_connects} %{time_connect}"
        try await Oracle.compare(
            ["-A", "x", "--retry", "1", "-w", format] + words + ["http://127.0.0.1:PORT/busy"], script: script)
    }
}
