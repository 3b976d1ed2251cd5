import SockeyeTesting
import Testing

/// Handling of responses, compared with curl: output, files, -w, exit code, connections.
struct ResponseCases {
    @Test(arguments: outputs + framings + severalURLs) func sameAsCurl(_ command: CommandCase) async throws {
        try await SideBySide.compare(command)
    }

    private static let url = "http://127.0.0.1:PORT/hello"
    private static let sized = "http://127.0.0.1:PORT/sized/1000"
    private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"

    private static let outputs: [CommandCase] = [
        CommandCase("-s", "-o", "file", sized),
        CommandCase("-sofile", sized),
        CommandCase("-so", "file", "-O", sized, "http://127.0.0.1:PORT/sized/9"),
        CommandCase("-sO", sized),
        CommandCase("-sO", "http://127.0.0.1:PORT/a/name.txt?query=1#fragment"),
        CommandCase("-sO", "http://127.0.0.1:PORT/a/b%20c"),
        CommandCase("-sO", "http://127.0.0.1:PORT/a/.hidden")
            .differs([.files], "a name from a URL is never hidden") { $0.files.keys.contains("_hidden") },
        CommandCase("-sO", "http://127.0.0.1:PORT/a/-rf")
            .differs([.files], "a name from a URL never looks like an option") { $0.files.keys.contains("_rf") },
        CommandCase("-s", "-o", "-", sized),
        CommandCase("-s", "-o", "/dev/null", sized),
        CommandCase("-s", "-o", "empty", "http://127.0.0.1:PORT/sized/0"),
        CommandCase("-s", "-o", "old", url).files(["old": "earlier contents, and longer than the response"]),
        CommandCase("-s", "-o", "none/file", url)
            .differs([.requests, .connections], "nothing is requested that cannot be written") { $0.connections == 0 },
        CommandCase("-s", "-o", "/dev/full", url),
        CommandCase("-s", url).shell("exec \"$0\" \"$@\" >/dev/full"),
        CommandCase("-s", url).shell("exec \"$0\" \"$@\" >&-"),
        CommandCase("-s", "-o", "pipe", sized).shell(
            "mkfifo pipe; cat pipe & \"$0\" \"$@\"; code=$?; wait; exit $code"),
        CommandCase("-s", "-o", "link", url).files(["file": "old"]).shell("ln -s file link; exec \"$0\" \"$@\""),
        CommandCase("-si", url),
        CommandCase("-s", "--include", "-o", "file", sized),
        CommandCase("-sI", "-o", "file", sized),
        CommandCase("-s", "-D", "heads", "-o", "file", sized),
        CommandCase("-s", "-D", "-", sized),
        CommandCase("-s", "-D", "heads", "http://127.0.0.1:PORT/status/404"),
        CommandCase("-s", "-D", "/dev/null", url),
        CommandCase("-sN", sized),
        CommandCase("-s", "--no-buffer", sized),
        CommandCase("-s", "--no-progress-meter", sized),
        CommandCase("--no-progress-meter", "-o", "file", sized),
        CommandCase("-s#", "-o", "file", sized),
        CommandCase("-sf", "http://127.0.0.1:PORT/status/404"),
        CommandCase("-sf", "-o", "file", "http://127.0.0.1:PORT/status/500").files(["file": "old"]),
        CommandCase("-sfi", "http://127.0.0.1:PORT/status/404"),
        CommandCase("-sfI", "http://127.0.0.1:PORT/status/404"),
        CommandCase("-sf", "-D", "heads", "http://127.0.0.1:PORT/status/404"),
        CommandCase("-sf", "http://127.0.0.1:PORT/status/399"),
        CommandCase("-s", "http://127.0.0.1:PORT/status/404"),
        CommandCase("-s", "-w", facts, sized),
        CommandCase("-s", "-w", facts, "-d", "a=b", url),
        CommandCase("-s", "-w", facts, "-o", "file", url),
        CommandCase("-s", "-w", "%{http_code} %{exitcode}", "-f", "http://127.0.0.1:PORT/status/404"),
        CommandCase("-s", "-w", "%{redirect_url}", "http://127.0.0.1:PORT/redirect/2"),
        CommandCase("-s", "-w", "@format", url).files(["format": "%{http_code}\\n%header{content-type}"]),
        CommandCase("-s", "-w", "%{ssl_verify_result}", "--cacert", "ca.pem", "https://127.0.0.1:PORT/")
            .secure(),
        CommandCase("-s", "-w", "%{http_code}%{stderr}x%{stdout}y%{nothing}%%", url),
        CommandCase("-s", "-m", "20", "--connect-timeout", "10.5", url),
    ]

    private static let framings: [CommandCase] = [
        CommandCase("-s", "http://127.0.0.1:PORT/chunked/100000"),
        CommandCase("-si", "http://127.0.0.1:PORT/chunked/100"),
        CommandCase("-s", "-D", "heads", "-o", "file", "http://127.0.0.1:PORT/chunked/100"),
        CommandCase("-s0", "http://127.0.0.1:PORT/chunked/100"),
        CommandCase("-si", "http://127.0.0.1:PORT/http10"),
        CommandCase("-si", "http://127.0.0.1:PORT/close-delimited/70000"),
        CommandCase("-si", "http://127.0.0.1:PORT/status/204"),
        CommandCase("-si", "http://127.0.0.1:PORT/status/304"),
        CommandCase("-s", "-o", "file", "http://127.0.0.1:PORT/status/204"),
        CommandCase("-si", "http://127.0.0.1:PORT/informational"),
        CommandCase("-s", "-D", "heads", "http://127.0.0.1:PORT/informational"),
        CommandCase("-s", "http://127.0.0.1:PORT/slow/100/1"),
        CommandCase("-sI", "http://127.0.0.1:PORT/chunked/100"),
        CommandCase("-si", url).answer("HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok"),
        CommandCase("-si", url).answer("HTTP/1.1 200 OK\nContent-Length: 2\n\nok"),
        CommandCase("-si", url).answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok"),
        CommandCase("-s", url).answer("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
        CommandCase("-s", url).answer("HTTP/1.0 200 OK\r\n\r\nuntil the end"),
        CommandCase("-s", url).answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"),
        CommandCase("-s", url).answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and more than was announced"),
        CommandCase("-s", "-r", "2-3", url)
            .answer("HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 2-3/9\r\nContent-Length: 2\r\n\r\nok"),
    ]

    private static let severalURLs: [CommandCase] = [
        CommandCase("-s", url, sized, "http://127.0.0.1:PORT/chunked/10", "http://127.0.0.1:PORT/status/204", url),
        CommandCase("-s", "-o", "one", "-o", "two", url, sized),
        CommandCase("-s", "-o", "one", url, sized),
        CommandCase("-sOO", url, sized),
        CommandCase("-sO", url, sized),
        CommandCase("-s", "-o", "one", "-o", "two", "-o", "three", url),
        CommandCase("-s", "-D", "heads", "-o", "one", "-o", "two", url, sized),
        CommandCase("-sI", url, sized),
        CommandCase("-s", "-w", "%{num_connects} %{urlnum}\\n", url, sized, "http://127.0.0.1:PORT/http10", url),
        CommandCase("-sf", "http://127.0.0.1:PORT/status/404", url)
            .differs([.connections], "a short error page is read so that its connection can be reused") {
                $0.connections == 1
            },
        CommandCase("-sf", url, "http://127.0.0.1:PORT/status/404"),
        CommandCase("-s", "http://127.0.0.1:1/refused", url),
        CommandCase("-s", "bad://127.0.0.1:PORT/", url),
        CommandCase("-s", "-d", "a=b", url, "--next", "-s", "-I", sized),
        CommandCase("-s", "-H", "X-A: 1", url, "-:", "-s", "-A", "me", sized),
        CommandCase("-s", url, "--", "http://127.0.0.1:PORT/-"),
        CommandCase("-K", "options").files(["options": "silent\nurl = \"\(url)\"\nheader = \"X-A: b\"\n-o file\n"]),
    ]

    /// The variables of -w that don't depend on time or on ports chosen by the system.
    private static let facts = """
        %{content_type} %{http_code} %{response_code} %{http_version} %{method} %{num_connects} %{num_headers} \
        %{num_redirects} %{redirect_url} %{referer} %{remote_ip} %{local_ip} %{size_download} \
        %{size_upload} %{url} %{url_effective} %{urlnum} %{exitcode} %{errormsg} \
        %{filename_effective} %{http_connect} %{ssl_verify_result} %header{content-length}\\n
        """
}
