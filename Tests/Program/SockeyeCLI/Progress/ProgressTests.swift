import Testing

@testable import SockeyeCLI

// The expected texts are what curl 7.88.1 printed for the same figures.

@Suite("Progress figures")
struct ProgressFigureTests {
    @Test(
        "Bytes in five columns",
        arguments: [
            (0, "    0"), (1, "    1"), (99_999, "99999"), (100_000, "  97k"), (102_399, "  99k"), (102_400, " 100k"),
            (1_048_576, "1024k"), (10_239_999, "9999k"), (10_240_000, " 9.7M"), (10_485_760, "10.0M"),
            (12_345_678, "11.7M"), (104_857_600, " 100M"), (10_485_759_999, "9999M"), (10_485_760_000, " 9.7G"),
            (107_374_182_400, " 100G"), (123_456_789_012, " 114G"), (10_737_418_239_999, "9999G"),
            (10_737_418_240_000, "   9T"), (10_995_116_277_759_999, "9999T"), (10_995_116_277_760_000, "   9P"),
            (Int64.max, "8191P"), (-1, "    0"),
            // Here curl prints "99.10" and loses the unit.
            (104_857_599, "99.9M"), (107_374_182_399, "99.9G"),
        ] as [(Int64, String)]
    )
    func bytes(count: Int64, text: String) {
        #expect(ByteFigure.text(count) == text)
    }

    @Test(
        "Seconds in eight columns",
        arguments: [
            (0, "--:--:--"), (-5, "--:--:--"), (1, " 0:00:01"), (1004, " 0:16:44"), (100_502, "27:55:02"),
            (301_204, "83:40:04"), (359_999, "99:59:59"), (360_000, "  4d 04h"), (1_004_400, " 11d 15h"),
            (9_950_248, "115d 03h"), (98_328_416, "   1138d"), (1_203_288_000, "  13926d"),
            (Int64.max, "106751991167300d"),
        ] as [(Int64, String)]
    )
    func seconds(count: Int64, text: String) {
        #expect(ClockFigure.text(count) == text)
    }
}

/// Holds a meter or a bar in a class, so that the test macros can mutate it.
private final class Screen<Picture> {
    var picture: Picture

    init(_ picture: Picture) {
        self.picture = picture
    }
}

extension Screen<ProgressMeter> {
    func draw(_ counters: TransferCounters, elapsed: Duration, isLast: Bool = false) -> String? {
        picture.update(counters, elapsed: elapsed, isLast: isLast)
    }
}

extension Screen<ProgressBar> {
    func draw(_ counters: TransferCounters, elapsed: Duration, isLast: Bool = false) -> String? {
        picture.update(counters, elapsed: elapsed, isLast: isLast)
    }
}

@Suite("Progress meter")
struct ProgressMeterTests {
    @Test(
        "Lines",
        arguments: [
            (
                TransferCounters(), 0, 0,
                "  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0"
            ),
            (
                TransferCounters(downloaded: 30_000, downloadTotal: 100_000), 502_352, 59_642,
                " 30   97k   30 30000    0     0  59719      0  0:00:01 --:--:--  0:00:01 59642"
            ),
            (
                TransferCounters(downloaded: 80_000, downloadTotal: 100_000), 1_504_806, 53_156,
                " 80   97k   80 80000    0     0  53162      0  0:00:01  0:00:01 --:--:-- 53156"
            ),
            (
                TransferCounters(downloaded: 1_400_000, downloadTotal: 5_000_000), 603_000, 2_317_312,
                " 28 4882k   28 1367k    0     0  2267k      0  0:00:02 --:--:--  0:00:02 2263k"
            ),
            (
                TransferCounters(downloaded: 1000, downloadTotal: 1_000_000), 1_004_000, 997,
                "  0  976k    0  1000    0     0    996      0  0:16:44  0:00:01  0:16:43   997"
            ),
            (
                TransferCounters(downloaded: 5000), 1_235, 5_000_000,
                "100  5000    0  5000    0     0  3953k      0 --:--:-- --:--:-- --:--:-- 4882k"
            ),
            (
                TransferCounters(
                    downloaded: 3_000_000, downloadTotal: 3_000_000, uploaded: 3_000_000, uploadTotal: 3_000_000),
                6_140, 1_000_000_000,
                "100 5859k  100 2929k  100 2929k   465M   465M --:--:-- --:--:-- --:--:--  953M"
            ),
            (
                TransferCounters(downloaded: 3_000_000, resumed: 3_000_000, downloadTotal: 3_000_000), 1_000, 0,
                "100 2929k  100 2929k    0     0      0      0 --:--:-- --:--:-- --:--:--     0"
            ),
            (
                TransferCounters(downloaded: 2_000_000, resumed: 1_000_000, downloadTotal: 3_000_000), 1_000_000,
                1_000_000,
                " 66 2929k   66 1953k    0     0   976k      0  0:00:02  0:00:01  0:00:01  976k"
            ),
        ] as [(TransferCounters, Int64, Int64, String)]
    )
    func lines(counters: TransferCounters, microseconds: Int64, speed: Int64, text: String) {
        #expect(ProgressMeter.line(counters, microseconds: microseconds, currentSpeed: speed) == text)
    }

    @Test("It draws immediately, whenever the second changes, and at the end")
    func cadence() throws {
        let screen = Screen(ProgressMeter())
        var counters = TransferCounters(downloadTotal: 1000)
        let first = try #require(screen.draw(counters, elapsed: .zero))
        #expect(first.hasPrefix(ProgressMeter.header + "\r  0  1000    0     0"))
        counters.downloaded = 100
        #expect(screen.draw(counters, elapsed: .milliseconds(900)) == nil)
        counters.downloaded = 500
        let second = try #require(screen.draw(counters, elapsed: .milliseconds(1000)))
        #expect(second == "\r 50  1000   50   500    0     0    500      0  0:00:02  0:00:01  0:00:01   500")
        counters.downloaded = 1000
        let last = try #require(screen.draw(counters, elapsed: .milliseconds(1100), isLast: true))
        #expect(last == "\r100  1000  100  1000    0     0    909      0  0:00:01  0:00:01 --:--:--   909\n")
    }

    @Test("The current speed covers the last five seconds")
    func currentSpeed() {
        var window = SpeedWindow()
        #expect(window.record(moved: 0, milliseconds: 0) == nil)
        for second in 1...5 {
            #expect(window.record(moved: Int64(second) * 100, milliseconds: Int64(second) * 1000) == 100)
        }
        #expect(window.record(moved: 500, milliseconds: 6000) == 80)
        for second in 7...10 { _ = window.record(moved: 500, milliseconds: Int64(second) * 1000) }
        #expect(window.record(moved: 500, milliseconds: 11_000) == 0)
    }

    @Test("Extreme figures neither trap nor overflow")
    func extremes() {
        let counters = TransferCounters(
            downloaded: .max, downloadTotal: 1, uploaded: .max, uploadTotal: .max
        )
        #expect(!ProgressMeter.line(counters, microseconds: 1, currentSpeed: .max).isEmpty)
        #expect(Duration.seconds(Int64.max).wholeMicroseconds == .max)
        let screen = Screen(ProgressBar(columns: 1))
        #expect(screen.draw(counters, elapsed: .seconds(Int64.max)) != nil)
    }
}

@Suite("Progress bar")
struct ProgressBarTests {
    @Test(
        "Bars of known length",
        arguments: [
            (40, 166_666, "#####                              16.7%"),
            (40, 333_333, "##########                         33.3%"),
            (40, 1_000_000, "################################# 100.0%"),
            (60, 0, String(repeating: " ", count: 54) + "  0.0%"),
            (80, 250_000, "##################                                                         25.0%"),
        ] as [(Int, Int64, String)]
    )
    func bars(width: Int, moved: Int64, text: String) {
        #expect(ProgressBar.line(moved: moved, total: 1_000_000, width: width) == text)
    }

    @Test(
        "The width is the terminal's, within reason",
        arguments: [(nil, 79), (10, 79), (20, 79), (21, 21), (80, 80), (200, 200), (1000, 400)] as [(Int?, Int)]
    )
    func widths(columns: Int?, width: Int) throws {
        let screen = Screen(ProgressBar(columns: columns))
        let text = try #require(screen.draw(TransferCounters(downloaded: 1, downloadTotal: 1), elapsed: .zero))
        #expect(text.utf8.count == width + 1)
    }

    @Test("It draws at most ten times per second, and always at the end")
    func cadence() {
        let screen = Screen(ProgressBar(columns: 40))
        var counters = TransferCounters(downloaded: 10, downloadTotal: 100)
        #expect(screen.draw(counters, elapsed: .zero) != nil)
        counters.downloaded = 20
        #expect(screen.draw(counters, elapsed: .milliseconds(50)) == nil)
        #expect(screen.draw(counters, elapsed: .milliseconds(100)) != nil)
        #expect(screen.draw(counters, elapsed: .milliseconds(300)) == nil)
        counters.downloaded = 100
        #expect(screen.draw(counters, elapsed: .milliseconds(301))?.hasSuffix("100.0%") == true)
        #expect(screen.draw(counters, elapsed: .milliseconds(302), isLast: true) == "\n")
    }

    @Test("Without a length, a marker moves to the edge and back")
    func wandering() throws {
        let screen = Screen(ProgressBar(columns: 30))
        var columns: [Int] = []
        for step in 1...40 {
            let counters = TransferCounters(downloaded: Int64(step) * 1000)
            let text = try #require(screen.draw(counters, elapsed: .milliseconds(step * 100)))
            #expect(text.utf8.count == 31)
            #expect(text.hasSuffix(ByteFigure.text(counters.downloaded)))
            let marker = try #require(text.firstRange(of: "-=O=-"))
            columns.append(text.distance(from: text.startIndex, to: marker.lowerBound) - 1)
        }
        #expect(columns.min() == 0 && columns.max() == 18)
    }
}
