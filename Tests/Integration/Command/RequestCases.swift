import SockeyeTesting
import TestSupport
import Testing

/// Requests of the options on the wire, compared with curl.
struct RequestCases {
    @Test(arguments: methods + fields + bodies + targets) func sameAsCurl(_ command: CommandCase) async throws {
        try await SideBySide.compare(command)
    }

    @Test(.enabled(if: Surroundings.hasIPv6, "the loopback has no IPv6 address")) func overIPv6() async throws {
        try await SideBySide.compare(CommandCase("-s6", "http://[::1]:PORT/hello").endpoint(.ipv6))
    }

    private static let url = "http://127.0.0.1:PORT/hello"

    private static let methods: [CommandCase] = [
        CommandCase("-s", url),
        CommandCase("-sXPOST", url),
        CommandCase("-s", "-X", "DELETE", url),
        CommandCase("-s", "--request", "PURGE", url),
        CommandCase("-sI", url),
        CommandCase("-sI", "http://127.0.0.1:PORT/status/404"),
        CommandCase("-sI", "-X", "GET", "http://127.0.0.1:PORT/sized/0"),
        CommandCase("-s0", url),
        CommandCase("-s", "--http1.0", "-d", "a=b", url),
        CommandCase("-s0", "--http1.1", url),
        CommandCase("-s", "--url", url),
        CommandCase("-s", "--url", url, "--url", "http://127.0.0.1:PORT/sized/9"),
        CommandCase("-s", "--no-silent", "-s", "--no-include", "--no-head", url),
        CommandCase("-s", "-i", "--no-include", url),
    ]

    private static let fields: [CommandCase] = [
        CommandCase("-s", "-H", "X-One: 1", "-H", "X-Two: 2", url),
        CommandCase("-s", "-H", "X-One: 1", "-H", "X-One: 2", url),
        CommandCase("-s", "-H", "X-Joined:1", url),
        CommandCase("-s", "-H", "X-Empty;", url),
        CommandCase("-s", "-H", "Accept:", url),
        CommandCase("-s", "-H", "User-Agent:", url),
        CommandCase("-s", "-H", "accept: text/html", url),
        CommandCase("-s", "-H", "User-Agent: mine", url),
        CommandCase("-s", "-H", "Host: other.example", url),
        CommandCase("-s", "-H", "Connection: close", url),
        CommandCase("-s", "-H", "X-Blank:   a  b  ", url),
        CommandCase("-s", "-H", "X-Unicode: é", url),
        CommandCase("-s", "-H", "Not-Sent", url),
        CommandCase("-s", "-H", "@fields", url).files(["fields": "X-From: file\r\nX-Also: file\n"]),
        CommandCase("-s", "-H", "Host:", url),
        CommandCase("-s", "-H", "@none", url)
            .differs(
                [.requests, .exitCode, .output, .connections], "an unreadable header file ends the program"
            ) {
                $0.exitCode == 26 && $0.requests.isEmpty
            },
        CommandCase("-s", "-A", "Mozilla/5.0", url),
        CommandCase("-s", "-A", "", url),
        CommandCase("-s", "-e", "http://from.example/", url),
        CommandCase("-s", "-e", "http://from.example/", "-H", "Referer: http://mine.example/", url),
        CommandCase("-s", "-r", "0-9", "http://127.0.0.1:PORT/range/100"),
        CommandCase("-s", "-r", "90-", "http://127.0.0.1:PORT/range/100"),
        CommandCase("-s", "-r", "-5", "http://127.0.0.1:PORT/range/100"),
        CommandCase("-s", "-r", "95", "http://127.0.0.1:PORT/range/100"),
        CommandCase("-s", "-r", "0-1,5-6", "http://127.0.0.1:PORT/range/100"),
        CommandCase("-s", "-r", "200-", "http://127.0.0.1:PORT/range/100"),
        CommandCase("-s", "-r", "0-9", "http://127.0.0.1:PORT/sized/100"),
    ]

    private static let bodies: [CommandCase] = [
        CommandCase("-s", "-d", "a=b", url),
        CommandCase("-s", "-d", "a=b", "-d", "c=d", "--data-raw", "@x", "--data-binary", "e", url),
        CommandCase("-s", "-d", "", url),
        CommandCase("-s", "-d", "@data", url).files(["data": "one\r\ntwo\nthree"]),
        CommandCase("-s", "--data-binary", "@data", url).files(["data": "one\r\ntwo\nthree"]),
        CommandCase("-s", "-d", "@-", url).input("from\nstandard input\n"),
        CommandCase("-s", "--data-binary", "@-", url).input("from\nstandard input\n"),
        CommandCase("-s", "-d", "@none", url)
            .differs(
                [.requests, .exitCode, .output, .connections], "an unreadable file is not posted as empty"
            ) {
                $0.exitCode == 26 && $0.requests.isEmpty
            },
        CommandCase("-s", "-d", "a=b", "-H", "Content-Type: application/json", url),
        CommandCase("-s", "-d", "a=b", "-H", "Content-Type:", url),
        CommandCase("-s", "-d", "a=b", "-X", "PUT", url),
        CommandCase("-s", "-d", "a=b", "-H", "Expect: 100-continue", url),
        CommandCase("-s", "-d", "a=b", "-H", "Expect: 100-continue", "http://127.0.0.1:PORT/continue/413"),
        CommandCase("-s", "-d", "a=b", "-H", "Transfer-Encoding: chunked", url),
        CommandCase("-s", "-d", "a=b", "-H", "Content-Length: 3", url),
        CommandCase("-s", "-d", "@large", "-o", "/dev/null", "http://127.0.0.1:PORT/continue")
            .files(["large": large]),
        CommandCase("-s", "-d", "@large", "-H", "Expect:", "http://127.0.0.1:PORT/continue").files(["large": large]),
        CommandCase("-s", "-0", "-d", "@large", "http://127.0.0.1:PORT/continue").files(["large": large]),
        CommandCase("-s", "-G", "-d", "a=b", "-d", "c=d", url),
        CommandCase("-s", "-G", "-d", "a=b", "http://127.0.0.1:PORT/hello?x=y#part"),
        CommandCase("-sIG", "-d", "a=b", url),
        CommandCase("-s", "-G", "-X", "POST", "-d", "a=b", url),
    ]

    private static let targets: [CommandCase] = [
        CommandCase("-s", "127.0.0.1:PORT/hello"),
        CommandCase("-s", "http://127.0.0.1:PORT"),
        CommandCase("-s", "http://127.0.0.1:PORT?a=b"),
        CommandCase("-s", "http://127.0.0.1:PORT/a/../hello?a=b&c=%20d#fragment"),
        CommandCase("-s", "http://127.0.0.1:PORT/./hello/%7Ea;b,c:d@e!$&'()*+="),
        CommandCase("-s", "HTTP://127.0.0.1:PORT/hello"),
        CommandCase("-s", "http://LOCALHOST:PORT/hello"),
        CommandCase("-s", "http://127.0.0.1:PORT/é"),
        CommandCase("-s", "--resolve", "name.example:PORT:127.0.0.1", "http://name.example:PORT/hello"),
        CommandCase("-s", "--resolve", "*:PORT:127.0.0.1", "http://any.example:PORT/hello"),
        CommandCase("-s4", "http://localhost:PORT/hello"),
        CommandCase("-s", "--unix-socket", "server", "http://name.example/hello").endpoint(.unix(path: "server")),
        CommandCase("-s", "--cacert", "ca.pem", "https://127.0.0.1:PORT/hello").secure(),
        CommandCase("-s", "--cacert", "ca.pem", "https://localhost:PORT/hello").secure(),
        CommandCase("-sk", "https://127.0.0.1:PORT/hello").secure(.selfSigned),
        CommandCase("-s", "https://127.0.0.1:PORT/hello").secure().shell("SSL_CERT_FILE=ca.pem exec \"$0\" \"$@\""),
        CommandCase("-s", "--capath", "roots", "https://127.0.0.1:PORT/hello").secure()
            .shell("mkdir roots && cp ca.pem roots/ && openssl rehash roots && exec \"$0\" \"$@\""),
    ]

    /// Above 1 MiB, curl 7 sends Expect: 100-continue.
    private static let large = String(repeating: "0123456789abcdef", count: 70_000)
}
