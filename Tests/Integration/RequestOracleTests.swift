import SockeyeTesting
import Testing

/// Requests and exit codes, compared with curl.
struct RequestOracleTests {
    @Test(arguments: [
        ["--data-urlencode", "a b&c=d/é", "http://127.0.0.1:PORT/echo"],
        ["--data-urlencode", "=x=y z", "http://127.0.0.1:PORT/echo"],
        ["--data-urlencode", "na me=v al", "http://127.0.0.1:PORT/echo"],
        ["--data-urlencode", "@DIR/file", "http://127.0.0.1:PORT/echo"],
        ["--data-urlencode", "n@DIR/file", "-d", "x=1", "http://127.0.0.1:PORT/echo"],
        ["-G", "--data-urlencode", "q=a b", "http://127.0.0.1:PORT/echo?z"],
        ["--json", "{\"a\":", "--json", "1}", "http://127.0.0.1:PORT/echo"],
        ["--json", "@DIR/file", "-H", "Accept: text/plain", "http://127.0.0.1:PORT/echo"],
        ["--url-query", "a=b c", "--url-query", "+d=e%20f", "http://127.0.0.1:PORT/echo?z"],
        ["--request-target", "/other?x", "http://127.0.0.1:PORT/echo"],
        ["-X", "OPTIONS", "--request-target", "*", "http://127.0.0.1:PORT/"],
        ["--path-as-is", "http://127.0.0.1:PORT/a/../b/./c?d"],
        ["http://127.0.0.1:PORT/a/../b/./c?d"],
        ["--fail-with-body", "http://127.0.0.1:PORT/status/404"],
        ["-f", "http://127.0.0.1:PORT/status/404"],
        ["--max-filesize", "9", "http://127.0.0.1:PORT/sized/10"],
        ["--max-filesize", "10", "http://127.0.0.1:PORT/sized/10"],
        ["--fail-early", "http://127.0.0.1:1/", "http://127.0.0.1:PORT/hello"],
        ["http://127.0.0.1:1/", "http://127.0.0.1:PORT/hello"],
        ["--connect-to", "far.example:80:127.0.0.1:PORT", "http://far.example/hello"],
        ["--connect-to", "::127.0.0.1:PORT", "http://far.example:99/hello"],
        ["--connect-to", "other.example:80:127.0.0.1:1", "http://127.0.0.1:PORT/hello"],
        ["-Y", "1000", "-y", "1", "-o", "/dev/null", "http://127.0.0.1:PORT/slow/3000/1000"],
        ["-Y", "1", "-y", "1", "http://127.0.0.1:PORT/sized/10"],
    ])
    func sameAsCurl(_ arguments: [String]) async throws {
        try await Oracle.compare(arguments, files: ["file": "line one\nline two\r\n"]) { request in
            // An echo of the head would include User-Agent.
            request.path == "/echo" ? .text("got \(request.text)") : nil
        }
    }

    @Test(arguments: [
        ["-o", "DIR/a/b/out", "--create-dirs", "http://127.0.0.1:PORT/sized/3"],
        ["--output-dir", "DIR/a/b", "--create-dirs", "-o", "out", "http://127.0.0.1:PORT/sized/3"],
        ["--output-dir", "DIR/a/b", "--create-dirs", "-O", "http://127.0.0.1:PORT/x/out"],
        ["--output-dir", "DIR/a/b", "--create-dirs", "--remote-name-all", "http://127.0.0.1:PORT/x/out"],
    ])
    func filesGoWhereCurlPutsThem(_ arguments: [String]) async throws {
        try await Oracle.compare(arguments, readsBack: ["a/b/out"]) { request in
            request.path == "/x/out" ? .text("named") : nil
        }
    }

    @Test(
        "What -f and -o make of each status", arguments: [200, 201, 202, 203, 204, 300, 302, 304, 404, 500],
        [true, false])
    func statuses(_ code: Int, fails: Bool) async throws {
        let arguments = ["-o", "DIR/out", "http://127.0.0.1:PORT/status/\(code)"]
        try await Oracle.compare((fails ? ["-f"] : []) + arguments, files: ["out": "earlier"], readsBack: ["out"])
    }

    @Test(arguments: [
        ["-f", "-r", "0-4", "-o", "DIR/out", "http://127.0.0.1:PORT/range/100"],
        ["-f", "-d", "a=b", "-o", "DIR/out", "http://127.0.0.1:PORT/status/201"],
        ["-f", "-X", "DELETE", "-o", "DIR/out", "http://127.0.0.1:PORT/status/204"],
    ])
    func files(_ arguments: [String]) async throws {
        try await Oracle.compare(arguments, readsBack: ["out"])
    }

    @Test("A POST whose answer was cut is not sent again")
    func cutAnswer() async throws {
        try await Oracle.compare(
            ["-f", "--retry", "2", "--retry-delay", "1", "-d", "a=b", "-o", "DIR/out", "http://127.0.0.1:PORT/"],
            script: [.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .close])
    }
}
