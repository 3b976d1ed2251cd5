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

    @Test("The heading stands above its columns", arguments: [40, 60, 80, 200])
    func heading(_ width: Int) {
        let heading = ProgressLine.heading(width: width)
        for (moved, total) in [(50, 100), (50, nil), (0, 0), (7_000_000_000, 7_000_000_000)] as [(Int64, Int64?)] {
            let counters = TransferCounters(downloaded: moved, downloadTotal: total)
            let line = ProgressLine.text(name: "f", counters, speed: 12_900_000, segments: 8, width: width)
            #expect(line.count == heading.count && line.count < width, "\(heading)\n\(line)")
            for (word, end) in [("done", total == nil ? "   50" : "%"), ("speed", "12.3M/s"), ("parts", "8")] {
                guard let head = heading.firstRange(of: word), let figure = line.firstRange(of: end) else {
                    Issue.record("'\(word)' or '\(end)' is missing:\n\(heading)\n\(line)")
                    continue
                }
                let place = heading.distance(from: heading.startIndex, to: head.upperBound)
                #expect(line.distance(from: line.startIndex, to: figure.upperBound) == place, "\(heading)\n\(line)")
            }
        }
        #expect(heading.hasPrefix("name ") && heading.contains(" left parts"))
    }

    @Test("The board has it once, above all lines")
    func board() {
        let board = ProgressBoard()
        let owners = [ProgressBoard(), ProgressBoard()]
        let texts = owners.map {
            board.update(
                ObjectIdentifier($0), "line", heading: "name", isLast: false, TerminalSize(rows: 24, columns: 80))
        }
        #expect(texts[0] == "\rname\u{1B}[K\n\rline\u{1B}[K\n\u{1B}[J")
        #expect(texts[1].hasPrefix("\u{1B}[1A\rline") && !texts[1].contains("name"))
    }
}

struct ParallelTableTests {
    @Test(
        "A line has curl's columns",
        arguments: [
            (
                TransferCounters(downloaded: 108_642, downloadTotal: 108_642, uploadTotal: 0), 3, 0, 0, 21_705_523,
                "100 --   106k     0     3     0  --:--:-- --:--:-- --:--:-- 20.7M "
            ),
            (
                TransferCounters(downloaded: 50, downloadTotal: 200, uploadTotal: 0), 9, 4, 5, 10,
                " 25 --     50     0     9     4   0:00:20  0:00:05  0:00:15    10 "
            ),
            (
                TransferCounters(downloaded: 50, uploadTotal: 0), 1, 1, 5, 10,
                "--  --     50     0     1     1  --:--:--  0:00:05 --:--:--    10 "
            ),
            (
                TransferCounters(downloadTotal: 0, uploaded: 30, uploadTotal: 60), 1, 1, 1, 0,
                "--   50     0    30     1     1  --:--:--  0:00:01 --:--:--     0 "
            ),
        ] as [(TransferCounters, Int, Int, Int64, Int64, String)])
    func line(_ counters: TransferCounters, _ begun: Int, _ live: Int, _ seconds: Int64, _ speed: Int64, _ text: String)
    {
        let figures = ParallelTable.Figures(counters: counters, begun: begun, live: live)
        #expect(ParallelTable.line(figures, seconds: seconds, speed: speed) == text)
    }

    @Test("It begins with the heading, and ends with all that came")
    func sums() throws {
        let table = ParallelTable()
        let owners = [ProgressBoard(), ProgressBoard()].map { $0 }
        #expect(table.finish() == nil)
        let first = table.update(ObjectIdentifier(owners[0]), TransferCounters(), isLast: false)
        #expect(
            first?.hasPrefix(ParallelTable.header + "\r--  --      0     0     1     1  ") == true, "\(first ?? "")")
        // Not again within half a second.
        for owner in owners {
            let counters = TransferCounters(downloaded: 7, downloadTotal: 7)
            #expect(table.update(ObjectIdentifier(owner), counters, isLast: true) == nil)
        }
        let last = try #require(table.finish())
        #expect(last.hasPrefix("\r100 --     14     0     2     0  ") && last.hasSuffix("\n"), "\(last)")
    }
}
