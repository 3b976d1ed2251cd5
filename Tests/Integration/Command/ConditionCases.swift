import SockeyeTesting
import TestSupport
import Testing

/// `-z`, `--etag-save` and `--etag-compare`, compared with curl.
struct ConditionCases {
    private static let url = "http://127.0.0.1:PORT/"
    private static let modified = "HTTP/1.1 200 OK\r\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
    private static let fresh = modified + "Content-Length: 2\r\n\r\nok"
    private static let notModified = "HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n\r\n"
    private static let tagged = "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 2\r\n\r\nok"

    @Test(arguments: [
        CommandCase("-s", "-z", "06 Nov 1994", "-o", "file", url).answer(fresh),
        CommandCase("-s", "-z", "06 Nov 2010", "-o", "file", url).answer(fresh),
        CommandCase("-s", "-z", "-06 Nov 2010", "-o", "file", url).answer(fresh),
        CommandCase("-s", "-z", "-06 Nov 1980", "-o", "file", url).answer(fresh),
        CommandCase("-s", "-z", "06 Nov 2010", "-i", "-w", "%{http_code} %{size_download}", url).answer(fresh),
        CommandCase("-s", "-z", "06 Nov 1994", "-o", "file", url).answer(notModified),
        CommandCase("-s", "-z", "06 Nov 1994", "-o", "file", "-w", "%{http_code}", url).answer(notModified)
            .files(["file": "old"]),
        CommandCase("-s", "-z", "06 Nov 1994", "-H", "If-Modified-Since: other", url).answer(fresh),
        CommandCase("-s", "-z", "file", url).answer(fresh).files(["file": "x"])
            .shell("touch -d '2001-02-03 04:05:06 UTC' file; exec \"$0\" \"$@\""),
        CommandCase("-s", "-z", "-file", "-o", "other", url).answer(fresh).files(["file": "x"])
            .shell("touch -d '2001-02-03 04:05:06 UTC' file; exec \"$0\" \"$@\""),
        CommandCase("-s", "-z", "no date", url).answer(fresh),
        CommandCase("-s", "-H", "If-None-Match: \"a\"", "-o", "file", url).answer(notModified).files(["file": "old"]),
        CommandCase("-s", "--etag-save", "tag", url).answer(tagged),
        CommandCase("-s", "--etag-save", "tag", "-o", "file", url).answer(tagged),
        CommandCase("-s", "--etag-save", "-", "-o", "file", url).answer(tagged),
        CommandCase("-s", "--etag-save", "tag", "http://127.0.0.1:PORT/sized/3"),
        CommandCase("-s", "--etag-save", "tag", url).answer("HTTP/1.1 200 OK\r\nETag: \r\nContent-Length: 2\r\n\r\nok"),
        CommandCase("-sI", "--etag-save", "tag", url).answer(tagged),
        CommandCase("-s", "--etag-save", "none/tag", url),
        CommandCase("-s", "--etag-compare", "tag", url).answer(notModified).files(["tag": "\"a\"\n"]),
        CommandCase("-s", "--etag-compare", "tag", "-o", "file", url).answer(notModified)
            .files(["tag": "\"a\"\n", "file": "old"]),
        CommandCase("-s", "--etag-compare", "tag", url).answer(tagged).files(["tag": ""]),
        CommandCase("-s", "--etag-compare", "tag", "-H", "X-A: b", "-d", "x", url).answer(tagged)
            .files(["tag": "\"b\"\n"]),
        CommandCase("-s", "--etag-compare", "tag", "--etag-save", "tag", "-o", "file", url).answer(tagged)
            .files(["tag": "\"b\"\n"]),
        CommandCase("-s", "--etag-compare", "tag", "--etag-save", "tag", "-o", "file", url).answer(notModified)
            .files(["tag": "\"a\"\n"]),
    ])
    func sameAsCurl(_ command: CommandCase) async throws {
        try await SideBySide.compare(command)
    }

    /// Unlike curl, we keep the saved tag if the response has no better one.
    @Test(arguments: [
        CommandCase("-s", "--etag-save", "tag", "http://127.0.0.1:1/"),
        CommandCase("-sf", "--etag-save", "tag", "http://127.0.0.1:PORT/status/404"),
        CommandCase("-s", "--etag-save", "tag", "-o", "file", url).answer(
            "HTTP/1.1 200 OK\r\nETag: \"b\"\r\nContent-Length: 9\r\n\r\ncut"),
        CommandCase("-s", "--etag-save", "tag", url).answer("HTTP/1.1 304 Not Modified\r\n\r\n"),
    ])
    func anOldTagIsKept(_ command: CommandCase) async throws {
        let outcome = try await SideBySide.run(SideBySide.sockeye, command.files(["tag": "\"old\"\n"]))
        #expect(outcome.files["tag"] == nil, "\(outcome)")
    }

    @Test func theLastAnswersTagIsSaved() async throws {
        let command = CommandCase("-sL", "--etag-save", "tag", Self.url).script(
            .awaitRequest, .send("HTTP/1.1 302 Found\r\nETag: \"no\"\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n"),
            .awaitRequest, .send(Self.tagged), .close)
        let outcome = try await SideBySide.run(SideBySide.sockeye, command)
        #expect(outcome.files["tag"] == "\"a\"\n", "\(outcome)")
    }

    /// The file of a guarded download is left alone too if there is nothing new.
    @Test func nothingNewForADownload() async throws {
        let command = CommandCase("-sS", "-C", "-", "-z", "6 Nov 2010", "-o", "file", Self.url).answer(Self.notModified)
        let outcome = try await SideBySide.run(SideBySide.sockeye, command)
        #expect(outcome.exitCode == 0, "\(outcome)")
        #expect(outcome.files == [:])
    }

    /// -z and -R: the next -z uses the time of the file.
    @Test func theTimeOfTheFile() async throws {
        for program in [SideBySide.curl, SideBySide.sockeye] {
            let command = CommandCase("-s", "-R", "-z", "6 Nov 1990", "-o", "file", Self.url).answer(Self.fresh)
                .shell("\"$0\" \"$@\"; date -u -r file +%s")
            #expect(try await SideBySide.run(program, command).output == "784111777\n")
        }
    }
}
