import SockeyeTesting
import TestSupport
import Testing

/// The figures of `-w`, compared with curl.
struct WriteOutOracleTests {
    private static let files = ["f": "one", "g": "three"]

    @Test(
        "%{url} has what -G, --url-query and -T add",
        arguments: [
            ["-G", "-d", "a=b", "http://127.0.0.1:PORT/x"], ["-G", "-d", "a=b", "127.0.0.1:PORT"],
            ["-G", "-d", "a=b", "http://127.0.0.1:PORT/x/../y?z#frag"], ["-T", "DIR/f", "http://127.0.0.1:PORT/u/"],
            ["-T", "DIR/f", "http://127.0.0.1:PORT"], ["-T", "DIR/f", "http://127.0.0.1:PORT/a/../b"],
            ["http://127.0.0.1:PORT/a/../b#f"], ["--url-query", "k=v", "http://127.0.0.1:PORT/p"],
        ])
    func url(_ words: [String]) async throws {
        try await Oracle.compare(["-w", " %{url}"] + words, files: Self.files, ignoring: ["expect"]) { _ in .text("ok")
        }
    }

    @Test(
        "%{urlnum} counts the URLs as given",
        arguments: [
            ["-T", "DIR/{f,g}", "http://127.0.0.1:PORT/x"], ["http://127.0.0.1:PORT/{a,b}", "http://127.0.0.1:PORT/c"],
            ["http://127.0.0.1:PORT/a", "--next", "-w", "%{urlnum}\n", "http://127.0.0.1:PORT/b"],
        ])
    func number(_ words: [String]) async throws {
        try await Oracle.compare(["-w", "%{urlnum}\n"] + words, files: Self.files, ignoring: ["expect"]) { _ in
            .text("ok")
        }
    }

    @Test("%{xfer_id} counts the transfers of all operations", arguments: [[], ["-Z"]])
    func identifier(_ words: [String]) async throws {
        let server = try await LoopbackServer.start()
        let one = ["-w", "%{xfer_id}\n", "-o", "/dev/null", "-o", "/dev/null", server.url("/{a,b}"), server.url("/c")]
        let outcome = try await Program.run(SideBySide.sockeye, ["-q", "-sS"] + words + one + ["--next"] + one)
        #expect(outcome.text.split(separator: "\n").compactMap { Int($0) }.sorted() == Array(0..<6), "\(outcome.text)")
        await server.stop()
    }

    @Test(
        "%{size_upload} is the last request's body, and %{size_request} has all",
        arguments: [
            ["-L", "-d", "a=b", "http://127.0.0.1:PORT/302"], ["-L", "-d", "abc", "http://127.0.0.1:PORT/307"],
            ["-L", "-T", "DIR/f", "-H", "Expect:", "http://127.0.0.1:PORT/307"],
            ["-d", "a=b", "http://127.0.0.1:PORT/x"],
            ["-L", "-I", "http://127.0.0.1:PORT/302"],
        ])
    func sizes(_ words: [String]) async throws {
        try await Oracle.compare(
            ["-A", "x", "-o", "DIR/out", "-w", "%{size_upload} %{size_request} %{size_download}"] + words,
            files: Self.files,
            ignoring: ["expect", "content-type"]
        ) { request in
            guard let status = Int(request.path.dropFirst()) else { return .text("ok") }
            return LoopbackReply(status: status, fields: [.init("Location", "/x"), .init("Content-Length", "0")])
        }
    }

    @Test("-R sets the time of a file that has only the head")
    func headsTime() async throws {
        let script: Script = [
            .awaitRequest,
            .send("HTTP/1.1 200 OK\r\nLast-Modified: Sat, 01 Jan 2000 00:00:00 GMT\r\nContent-Length: 3\r\n\r\n"),
            .awaitEnd,
        ]
        let server = try await LoopbackServer.start(script: script)
        let folder = try TemporaryFolder()
        let command = #""$0" "$@" && stat -c %Y "\#(folder.file("out"))""#
        let outcome = try await Program.run(
            "/bin/sh",
            ["-c", command, SideBySide.sockeye, "-q", "-sS", "-R", "-I", "-o", folder.file("out"), server.url("/")])
        #expect(outcome.text == "946684800\n", "\(outcome.errorText)")
        await server.stop()
    }
}
