import SockeyeTesting
import Testing

/// What is read from standard input, compared with curl.
struct StandardInputOracleTests {
    @Test(
        "Data is read once, and every request sends it",
        arguments: [
            ["-d", "@-", "http://127.0.0.1:PORT/echo", "http://127.0.0.1:PORT/echo"],
            ["--data-binary", "@-", "http://127.0.0.1:PORT/echo/[1-2]"],
            ["--json", "@-", "http://127.0.0.1:PORT/echo", "http://127.0.0.1:PORT/echo"],
            ["--data-urlencode", "a@-", "http://127.0.0.1:PORT/echo", "http://127.0.0.1:PORT/echo"],
            ["-G", "-d", "@-", "http://127.0.0.1:PORT/echo", "http://127.0.0.1:PORT/echo"],
            ["--retry", "1", "--retry-delay", "1", "-d", "@-", "-o", "DIR/out", "http://127.0.0.1:PORT/once"],
        ])
    func data(_ arguments: [String]) async throws {
        let script: Script? =
            arguments.contains("--retry")
            ? [
                .awaitRequest, .send("HTTP/1.1 503 Busy\r\nContent-Length: 5\r\n\r\nlater"),
                .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nnow"), .awaitEnd,
            ] : nil
        try await Oracle.compare(arguments, readsBack: ["out"], input: "two\nlines", script: script) {
            .text("got \($0.text)\n")
        }
    }

    @Test("-C skips what comes first")
    func continued() async throws {
        try await Oracle.compare(
            ["-C", "2", "-T", "-", "http://127.0.0.1:PORT/up"], ignoring: ["content-range"], input: "abcdef"
        ) { .text("got \($0.text)\n") }
    }
}
