internal import Sockeye

/// What became of a transfer whose progress was shown.
enum ProgressEnd: String, Sendable { case done, failed }

/// One file's progress as one line: for a terminal, a log, or a program.
struct ProgressLine: Sendable {
    private var tenths: Int64 = 0
    private var isBegun = false

    /// The name, a bar in the remaining space, percentage or bytes, speed, time left, and the number of segments:
    /// ```
    /// name                                done    speed     left parts
    /// big.iso      [##########..........]  52%  12.3M/s  0:01:07     8
    /// ```
    static func text(name: String, _ counters: TransferCounters, speed: Int64, segments: Int, width: Int) -> String {
        let total = counters.knownTotal
        let percent = total.map { $0 > 0 ? "\(Int64(clamping: Int128(counters.moved) * 100 / Int128($0)))%" : "100%" }
        let left = total.map { speed > 0 ? max(0, $0 - counters.moved) / speed : 0 } ?? 0
        let figures = [
            percent ?? ByteFigure.text(counters.moved), ByteFigure.text(speed) + "/s", ClockFigure.text(left),
            "\(segments)",
        ]
        return row(TerminalText.escaped(name), figures, width) { width in
            guard let total, total > 0 else { return String(repeating: " ", count: width + 2) }
            let filled = Int(clamping: min(Int128(width), Int128(counters.moved) * Int128(width) / Int128(total)))
            let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
            return "[\(bar)]"
        }
    }

    /// The line above all of them.
    static func heading(width: Int) -> String {
        row("name", ["done", "speed", "left", "parts"], width) { String(repeating: " ", count: $0 + 2) }
    }

    private static func row(
        _ name: String, _ figures: [String], _ width: Int, bar: (_ width: Int) -> String
    ) -> String {
        let figures = zip(figures, [5, 8, 8, 5]).map { Columns.right($0, $1) }.joined(separator: " ")
        let room = width - 2 - figures.utf8.count
        let nameWidth = min(24, max(8, room / 2))
        let shown = Columns.left(Columns.prefix(name, nameWidth), nameWidth)
        let barWidth = room - nameWidth - 3
        return barWidth < 5 ? shown + " " + figures : "\(shown) \(bar(barWidth)) \(figures)"
    }

    /// A plain line at the start, at every tenth before the last, and at the end.
    ///
    /// - Parameter end: what became of the transfer, if this is the end.
    mutating func update(name: String, _ counters: TransferCounters, speed: Int64, end: ProgressEnd?) -> String? {
        let now = counters.knownTotal.map { $0 > 0 ? Int64(Int128(counters.moved) * 10 / Int128($0)) : 10 } ?? 0
        let isDue = now < 10 && (!isBegun && counters.moved > 0 || now > tenths)
        guard end != nil || isDue else { return nil }
        isBegun = true
        tenths = now
        let share = counters.knownTotal.map { " of \($0)" } ?? ""
        return "\(TerminalText.escaped(name)): \(counters.moved)\(share) bytes, \(speed) bytes/s"
            + (end.map { ", \($0.rawValue)" } ?? "") + "\n"
    }

    /// One JSON object and a line feed; numbers are in bytes and bytes per second.
    ///
    /// - Parameter end: the result, if the transfer has ended.
    static func json(
        name: String, _ counters: TransferCounters, speed: Int64, segments: [DownloadProgress.Segment],
        end: ProgressEnd?
    ) -> String {
        let parts = segments.map { "[\($0.position),\($0.range.upperBound)]" }.joined(separator: ",")
        let total = counters.knownTotal.map { "\($0)" } ?? "null"
        return "{\"name\":\(WriteOutJSON.quoted(name)),\"bytes\":\(counters.moved),\"total\":\(total),"
            + "\"bytesPerSecond\":\(speed),\"segments\":[\(parts)],\"isLast\":\(end != nil),\"isFailed\":\(end == .failed)}\n"
    }
}
