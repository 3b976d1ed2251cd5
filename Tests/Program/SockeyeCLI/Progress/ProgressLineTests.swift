import Testing

@testable import SockeyeCLI

struct ProgressLineTests {
    @Test("A log has a line at the start, at each tenth, and one at the end")
    func lines() {
        var line = ProgressLine()
        var log = ""
        for moved: Int64 in [0, 5, 9, 10, 15, 95, 100, 100] {
            let counters = TransferCounters(downloaded: moved, downloadTotal: 100)
            log += line.update(name: "f", counters, speed: 7, end: nil) ?? ""
        }
        let whole = TransferCounters(downloaded: 100, downloadTotal: 100)
        log += line.update(name: "f", whole, speed: 8, end: .done) ?? ""
        #expect(
            log == """
                f: 5 of 100 bytes, 7 bytes/s
                f: 10 of 100 bytes, 7 bytes/s
                f: 95 of 100 bytes, 7 bytes/s
                f: 100 of 100 bytes, 8 bytes/s, done

                """)
    }

    @Test(
        "A name takes its columns, whatever its characters",
        arguments: [
            ("abc", "abc                     "), ("日本語", "日本語                  "),
            ("日本語の長い名前のファイル.iso", "日本語の長い名前のファイ"), ("a日本語の長い名前のファイル", "a日本語の長い名前のファ "),
            ("e\u{301}te\u{301}", "e\u{301}te\u{301}                     "), ("ｱｲｳ", "ｱｲｳ                     "),
            ("Ａ", "Ａ                      "), ("한글", "한글                    "),
            ("\u{1112}\u{1161}\u{11AB}", "\u{1112}\u{1161}\u{11AB}                      "),
            ("🎬.mp4", "🎬.mp4                  "), ("🇩🇪", "🇩🇪                      "), ("žлα", "žлα                     "),
        ])
    func names(_ name: String, _ shown: String) {
        let counters = TransferCounters(downloaded: 5, downloadTotal: 10)
        let line = ProgressLine.text(name: name, counters, speed: 1, segments: 1, width: 80)
        #expect(line.hasPrefix(shown + " ["), "\(line)")
        #expect(Columns.width(of: shown) == 24)
        #expect(Columns.width(of: line) == 79)
    }

    @Test("It ends with what became of the transfer", arguments: [ProgressEnd.done, .failed])
    func end(_ end: ProgressEnd) {
        var line = ProgressLine()
        let counters = TransferCounters(downloaded: 3)
        #expect(line.update(name: "f", counters, speed: 1, end: end) == "f: 3 bytes, 1 bytes/s, \(end.rawValue)\n")
    }
}
