import SockeyeClient
import SockeyeDigest
import SockeyeParsers
import SockeyeTesting
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

    /// The policy names the digests of the style and the script that the page has.
    @Test(arguments: [("<style>", "</style>", "style-src"), ("<script>", "</script>", "script-src")])
    func thePolicyFitsThePage(_ start: String, _ end: String, _ word: String) throws {
        let page = String(decoding: TranscriptPage.html(of: .object(JSONObject([]))), as: UTF8.self)
        let rest = page[try #require(page.firstRange(of: start)).upperBound...]
        let element = rest[..<(try #require(rest.firstRange(of: end)).lowerBound)]
        #expect(!element.isEmpty)
        let digest = try Digest(.sha256, of: Array(element.utf8)).base64
        #expect(page.contains("\(word) 'sha256-\(digest)'") && TranscriptPage.policy().contains(digest))
    }

    /// The page has the meanings of the table, and each status class under its digit.
    @Test func thePageKnowsTheMeanings() throws {
        let page = String(decoding: TranscriptPage.html(of: .object(JSONObject([]))), as: UTF8.self)
        let rest = page[try #require(page.firstRange(of: "id=\"settings\">")).upperBound...]
        let settings = try JSONValue(
            parsing: String(rest[..<(try #require(rest.firstRange(of: "</script>")).lowerBound)]))
        for (name, clause) in MeaningTable.fields {
            let note = settings["fields"]?[name]
            #expect(note?["text"]?.string?.lowercased() == clause.meaning.lowercased(), "\(name)")
            #expect(note?["link"]?.string == clause.link && note?["clause"]?.string == clause.description, "\(name)")
        }
        #expect(settings["statuses"]?["404"]?["clause"]?.string == "RFC 9110 §15.5.5")
        for digit in 1...5 { #expect(settings["statuses"]?["\(digit)"]?["text"]?.string?.isEmpty == false) }
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
