import SockeyeClient
import SockeyeLoopback
import SockeyeParsers
import SockeyeTranscript
import TestSupport
import Testing

struct TranscriptPageTests {
    private static let hostile = "</script><!--<script>alert(1)</script>\u{2028}\u{2029}&{{script}}{{data}}"

    private static func record() async throws -> Transcript.Record {
        let server = try await LoopbackServer.start { _ in .text(hostile, type: "text/html") }
        let transcript = Transcript()
        var configuration = HTTPClient.Configuration()
        configuration.instruments = [transcript]
        let call = transcript.beginCall(hostile)
        let client = HTTPClient(configuration: configuration)
        _ = try await call.run { try await client.send(.get(server.url("/?<script>")), observer: call) }
        call.end(failure: hostile)
        await server.stop()
        return transcript.record
    }

    /// What came from outside is within the element of the data, and none of its text can end that.
    @Test func hostileTextStaysInTheData() async throws {
        let record = try await Self.record()
        let page = String(decoding: TranscriptPage.html(of: record, title: Self.hostile), as: UTF8.self)
        #expect(page.components(separatedBy: "<script").count == 4)
        #expect(page.components(separatedBy: "</script").count == 4)
        #expect(!page.contains("alert(1)</") && !page.contains("\u{2028}") && !page.contains("<!--"))
        let start = try #require(page.firstRange(of: "id=\"data\">")).upperBound
        let end = try #require(page[start...].firstRange(of: "</script>")).lowerBound
        // Escaped or not, it is the same JSON.
        #expect(try JSONValue(parsing: String(page[start..<end])) == record.json())
    }

    @Test func thePolicyAllowsOnlyThePage() {
        let policy = TranscriptPage.policy()
        #expect(policy.hasPrefix("default-src 'none';"))
        for word in ["unsafe", "http", "*", "data:", "connect-src"] { #expect(!policy.contains(word)) }
        #expect(TranscriptPage.policy(isLive: true).contains("connect-src 'self'"))
    }

    /// The sources in docs/page are what the program carries.
    @Test(.enabled("python3 is not installed") { await PythonTool.has("sys") }) func theSourcesAgree() async throws {
        let outcome = try await Program.run("/usr/bin/env", ["python3", "docs/page/generate.py", "--check"])
        #expect(outcome.status == 0, "\(outcome.errorText)")
    }

    /// A real browser: every request and view by keyboard, search, more data, light and dark, paper; and nothing of the page's
    /// content runs.
    @Test(.enabled("chromium or python3-websockets is not installed") { await PythonTool.hasBrowser }) func inChromium()
        async throws
    {
        let record = try await Self.record()
        let folder = try TemporaryFolder()
        try folder.write("page.html", bytes: TranscriptPage.html(of: record, title: Self.hostile))
        let outcome = try await Program.run(
            PythonTool.path, ["Tests/Page/check.py", folder.file("page.html"), "1"], seconds: 300)
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errorText)")
    }
}

extension String {
    fileprivate func components(separatedBy separator: String) -> [Substring] {
        var (parts, rest): ([Substring], Substring) = ([], self[...])
        while let range = rest.firstRange(of: separator) {
            parts.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return parts + [rest]
    }
}
