import SockeyeClient
import SockeyeTLS
import SockeyeTranscript
import Testing

@testable import SockeyeCLI

/// `--explain` without a network: the columns, the table of meanings, and what must not be shown.
struct ExplainTests {
    private let lines = [
        ExplainedLine(
            .received, "X-Long: " + String(repeating: "a", count: 300), "what it means",
            ClientEvent.Clause("RFC 9110", "6.3", "")),
        ExplainedLine(.sent, "GET / HTTP/1.1", String(repeating: "long words ", count: 30)),
        ExplainedLine(.decided, "wide 漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字 text", "", nil),
        ExplainedLine(.sent, ""),
    ]

    /// No line is wider than the terminal, nothing is lost, and no blank ends a line.
    @Test(arguments: [20, 40, 71, 72, 80, 100, 131, 400])
    func folds(_ width: Int) {
        let text = ExplainLayout(width: width).text(lines)
        for line in text.split(separator: "\n") {
            let columns = line.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 2 : 1) }
            #expect(columns <= max(width, 20), "\(line)")
        }
        #expect(text.count { $0 == "a" } == 300 + 2)
        #expect(text.count { "漢字".contains($0) } == 24)
        #expect(text.contains("[RFC 9110 §6.3]"))
        #expect(!text.contains("\u{1B}"))
    }

    @Test func longLinesAreClipped() {
        let line = ExplainedLine(.received, String(repeating: "x", count: 100_000))
        let text = ExplainLayout(width: 80).text([line])
        #expect(text.count { $0 == "x" } == 2_000)
        #expect(text.replacing("\n", with: "").replacing(" ", with: "").contains("…(98000more)"))
    }

    /// Colours and links, if asked for, and then around what they are about only.
    @Test func style() {
        let line = ExplainedLine(.sent, "a", "b", ClientEvent.Clause("RFC 9112", "6.3", ""))
        let link = "\u{1B}]8;;https://www.rfc-editor.org/rfc/rfc9112.html#section-6.3\u{1B}\\"
        let text = ExplainLayout(width: 80, isColoured: true, hasLinks: true).text([line], prefix: "[1] ")
        #expect(text.hasPrefix("[1] \u{1B}[38;5;29m> a\u{1B}[0m "))
        #expect(text.hasSuffix("\u{1B}[38;5;243mb \(link)[RFC 9112 §6.3]\u{1B}]8;;\u{1B}\\\u{1B}[0m\n"))
        #expect(!ExplainLayout(width: 80, hasLinks: true).text([line]).contains("\u{1B}["))
    }

    /// What a server sends reaches the terminal escaped.
    @Test func hostileBytes() {
        let head = Array(
            "HTTP/1.1 200 \u{1B}]0;x\u{7}\r\nX\u{1B}: 1\r\nX: \u{202E}\u{9B}31m\r\n\tfolded\nbad : 1\r\nY: 1\n\r\n".utf8
        )
        let text = ExplainLayout(width: 100).text(ExplainText.lines(ofResponse: head + [0xFF, 10], isTrailer: false))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })
        #expect(!text.contains("\u{202E}"))
        for part in ["\\u{1B}]0;x\\u{07}", "no field", "the value goes on", "ends in a bare LF", "\\xFF"] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
    }

    @Test(arguments: [
        ("Authorization: Basic dTpw", "Authorization: Basic (hidden)"),
        ("Authorization: secret", "Authorization: (hidden)"),
        ("proxy-authorization:Digest username=\"u\", response=\"1\"", "proxy-authorization:Digest (hidden)"),
        ("Cookie: a=1; b=2=3;c", "Cookie: a=(hidden); b=(hidden);(hidden)"),
        ("Set-Cookie: a=1; Path=/; Secure", "Set-Cookie: a=(hidden); Path=/; Secure"),
        ("Set-Cookie: lonely", "Set-Cookie: (hidden)"),
        ("X-Api-Key: 1", "X-Api-Key: (hidden)"),
        ("Location: https://u:p@a.test/x?y=@z", "Location: https://(hidden)@a.test/x?(hidden)"),
        ("Location: https://a.test/x@y", "Location: https://a.test/x@y"),
        ("Accept: */*", "Accept: */*"), ("no field", "no field"), ("Cookie:", "Cookie:"),
        ("Authorization:", "Authorization:"), ("Cookie: TOKEN", "Cookie: (hidden)"),
    ])
    func secretsAreHidden(_ line: String, _ shown: String) {
        #expect(String(decoding: ExplainText.withoutSecrets(Array(line.utf8)), as: UTF8.self) == shown)
    }

    @Test func meanings() {
        #expect(
            MeaningTable.fields.count >= 80 && MeaningTable.statuses.count >= 60 && MeaningTable.methods.count >= 20)
        let all = MeaningTable.fields.merging(MeaningTable.methods) { $1 }.merging(MeaningTable.handshakes) { $1 }
        for (name, clause) in all {
            #expect(!clause.meaning.isEmpty && clause.link.hasPrefix("https://"), "\(name)")
        }
        #expect(MeaningTable.fields.keys.allSatisfy { $0 == $0.lowercased() })
        #expect((0...999).allSatisfy { !MeaningTable.meaning(ofStatus: $0).meaning.isEmpty })
    }
}
