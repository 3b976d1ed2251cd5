import SockeyeTesting
import TestSupport
import Testing

/// `-w` with real transfers, compared with curl.
struct WriteOutCases {
    private static let url = "http://127.0.0.1:PORT"

    @Test(arguments: [
        CommandCase("-s", "-w", "@-", "\(url)/hello").input("%{http_code}\\n"),
        CommandCase("-s", "-w", "@format", "\(url)/hello").files(["format": "%{method}%{onerror}no"]),
        CommandCase("-s", "-w", "@none", "\(url)/hello")
            .differs(
                [.exitCode, .output, .requests, .connections], "an unreadable format ends the program"
            ) { $0.exitCode == 26 },
        CommandCase("-s", "-w", "%{header_json}", "\(url)/")
            .answer("HTTP/1.1 200 OK\r\nX-A: 1\r\nx-a: \"2\"\r\nContent-Length: 0\r\n\r\n"),
        CommandCase("-s", "-w", "%header{x-a}|%header{none}", "\(url)/")
            .answer("HTTP/1.1 200 OK\r\nX-A:  1 \r\nx-a: 2\r\nContent-Length: 0\r\n\r\n"),
        CommandCase(
            "-s", "-w", "%{size_header} %{size_request} %{size_upload} %{size_download}", "-A", "", "-d", "ab",
            "\(url)/"
        )
        .answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
        // Dropped by the kernel, and counted.
        CommandCase("-s", "-o", "/dev/null", "-w", "%{size_download} %{exitcode}", "\(url)/sized/3000000"),
        CommandCase("-s", "-o", "/dev/null", "-w", "%{size_download} %{exitcode}", "\(url)/close-delimited/3000000"),
        CommandCase("-si", "-o", "/dev/null", "-w", "%{size_download} %{exitcode}", "\(url)/chunked/3000"),
        CommandCase("-s", "-o", "/dev/null", "-w", "%{size_download} %{exitcode}", "\(url)/")
            .answer("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nok"),
        CommandCase("-sL", "-w", "%{num_redirects} %{url_effective} %{redirect_url}", "\(url)/redirect/2"),
        CommandCase("-sf", "-w", "%{onerror}%{exitcode} %{http_code}", "\(url)/status/404"),
        CommandCase("-s", "-w", "%{ssl_verify_result}", "-k", "https://127.0.0.1:PORT/hello").secure(
            .selfSigned),
        CommandCase("-s", "-w", "%{ssl_verify_result} %{http_code}", "https://127.0.0.1:PORT/hello").secure(
            .selfSigned),
    ])
    func sameAsCurl(_ command: CommandCase) async throws {
        try await SideBySide.compare(command)
    }

    /// Features that the installed curl lacks, by the manual of newer versions.
    @Test func outputGoesToFiles() async throws {
        let command = CommandCase(
            "-s", "-o", "/dev/null", "-w", "a%output{one}%{http_code}%output{>>two}%{urlnum}%output{none/x}y%{stdout}b",
            "\(Self.url)/sized/1", "\(Self.url)/status/404")
        let outcome = try await SideBySide.run(SideBySide.sockeye, command.files(["two": "old"]))
        #expect(outcome.exitCode == 0)
        #expect(outcome.files["one"] == "404", "\(outcome)")
        // If a file can't be opened, the destination stays the same.
        #expect(outcome.files["two"] == "old0y1y", "\(outcome)")
    }

    @Test func numbersOfTransfersAndConnections() async throws {
        let command = CommandCase(
            "-s", "--out-null", "--out-null", "-w",
            "%{xfer_id} %{conn_id} %{num_retries} %{proxy_used} %{url.path} %{urle.path} %{urle.port}\\n", "-L",
            "\(Self.url)/sized/1", "\(Self.url)/redirect/1")
        let lines = try await SideBySide.run(SideBySide.sockeye, command).output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("0 0 0 0 /sized/1 /sized/1 ") == true, "\(lines)")
        #expect(lines.last?.hasPrefix("1 0 0 0 /redirect/1 /") == true, "\(lines)")
    }

    /// As in curl, a refused connection is transient only with --retry-connrefused.
    @Test(arguments: [["-o", "/dev/null"], ["-f", "-o", "file"]])
    func refusedConnectionsAreRetriedWhenAskedFor(_ flags: [String]) async throws {
        for (more, retries) in [([], "0"), (["--retry-connrefused"], "1")] {
            var command = CommandCase(
                "-s", "--retry", "1", "--retry-delay", "0.01", "-w", "%{num_retries} %{exitcode}",
                "http://127.0.0.1:\(refusedPort)/")
            command.flags = flags + more
            let outcome = try await SideBySide.run(SideBySide.sockeye, command)
            #expect(outcome.output == "\(retries) 7", "\(more) \(outcome)")
        }
    }

    @Test func retriesAreCounted() async throws {
        for flags in [["-o", "/dev/null"], ["-f", "-o", "file"]] {
            var command = CommandCase(
                "-s", "--retry", "3", "--retry-delay", "0.01", "-w", "%{num_retries} %{http_code}", "\(Self.url)/")
            command.flags = flags
            command = command.script(
                .awaitRequest, .send("HTTP/1.1 503 Later\r\nContent-Length: 0\r\n\r\n"), .awaitRequest,
                .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), .close)
            let outcome = try await SideBySide.run(SideBySide.sockeye, command)
            #expect(outcome.output == "1 200", "\(outcome)")
        }
    }
}
