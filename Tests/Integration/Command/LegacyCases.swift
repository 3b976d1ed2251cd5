import SockeyeTesting
import Testing

/// `--http0.9` and `--ignore-content-length`, compared with curl.
struct LegacyCases {
    private static let url = "http://127.0.0.1:PORT/"
    private static let facts = "[%{http_code} %{http_version} %{size_download} %{num_headers} %{size_header}]"
    private static let short = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcdefgh"
    private static let long = "HTTP/1.1 200 OK\r\nContent-Length: 300\r\n\r\nabcdefgh"

    @Test(arguments: [
        CommandCase("-s", url).answer("just a body"),
        CommandCase("-s", "--http0.9", "-w", facts, url).answer("just a body\nof two lines\n"),
        CommandCase("-s", "--http0.9", "-i", "-w", facts, url).answer("<html>HTTP/1.1</html>"),
        CommandCase("-s", "--http0.9", "-D", "heads", "-o", "file", "-w", facts, url).answer("just a body"),
        CommandCase("-s", "--http0.9", "-w", facts, url).answer(short),
        CommandCase("-s", "--http0.9", "--no-http0.9", url).answer("just a body"),
        CommandCase("-sf", "--http0.9", "-o", "file", url).answer("just a body"),
        CommandCase("-s", "--http0.9", url).answer(""),
        CommandCase("-s", "--ignore-content-length", "-w", facts, url).answer(short),
        CommandCase("-s", "--ignore-content-length", "-w", facts, url).answer(long),
        CommandCase("-s", "--ignore-content-length", "-o", "file", url).answer(long),
        CommandCase("-s", "--ignore-content-length", "-o", "file", url).answer(short),
        CommandCase("-s", "--ignore-content-length", url)
            .answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n"),
        CommandCase("-sI", "--ignore-content-length", url).answer(short),
    ])
    func sameAsCurl(_ command: CommandCase) async throws {
        try await SideBySide.compare(command)
    }
}
