/// curl's default meter: a header of two lines, then one line redrawn in place by a carriage return.
///
/// ```
///   % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current
///                                  Dload  Upload   Total   Spent    Left  Speed
///  28 4882k   28 1367k    0     0  2266k      0  0:00:02 --:--:--  0:00:02 2263k
/// ```
/// Pure: the caller passes the elapsed time and prints the result.
struct ProgressMeter: Sendable {
    /// The two header lines, each with its line feed.
    static let header =
        "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n"
        + "                                 Dload  Upload   Total   Spent    Left  Speed\n"

    private var window = SpeedWindow()
    private var lastSecond: Int64?
    private var currentSpeed: Int64 = 0

    /// The text to print now, starting with a carriage return; `nil` if the second has not changed.
    ///
    /// The first call includes the header; the last one (`isLast`) always draws, and ends the line.
    mutating func update(_ counters: TransferCounters, elapsed: Duration, isLast: Bool = false) -> String? {
        let microseconds = elapsed.wholeMicroseconds
        let second = microseconds / 1_000_000
        let isFirst = lastSecond == nil
        guard isFirst || isLast || second != lastSecond else { return nil }
        lastSecond = second
        let average =
            Speed.bytesPerSecond(counters.fetched, microseconds: microseconds)
            .addingReportingOverflow(Speed.bytesPerSecond(counters.uploaded, microseconds: microseconds)).partialValue
        currentSpeed = window.record(moved: counters.movedNow, milliseconds: microseconds / 1_000) ?? average
        let line = Self.line(counters, microseconds: microseconds, currentSpeed: currentSpeed)
        return (isFirst ? Self.header : "") + "\r" + line + (isLast ? "\n" : "")
    }

    /// The line of figures.
    static func line(_ counters: TransferCounters, microseconds: Int64, currentSpeed: Int64) -> String {
        let downloadSpeed = Speed.bytesPerSecond(counters.fetched, microseconds: microseconds)
        let uploadSpeed = Speed.bytesPerSecond(counters.uploaded, microseconds: microseconds)
        let spent = microseconds / 1_000_000
        let whole = max(
            seconds(for: counters.downloadTotal.map { max(0, $0 - counters.resumed) }, at: downloadSpeed),
            seconds(for: counters.uploadTotal, at: uploadSpeed))
        let left = whole > 0 ? whole - spent : 0
        let columns = [
            Columns.right(percent(counters.moved, of: counters.expected), 3) + " " + ByteFigure.text(counters.expected),
            Columns.right(percent(counters.downloaded, of: counters.downloadTotal ?? 0), 3) + " "
                + ByteFigure.text(counters.downloaded),
            Columns.right(percent(counters.uploaded, of: counters.uploadTotal ?? 0), 3) + " "
                + ByteFigure.text(counters.uploaded),
            ByteFigure.text(downloadSpeed),
            ByteFigure.text(uploadSpeed) + " " + ClockFigure.text(whole) + " " + ClockFigure.text(spent) + " "
                + ClockFigure.text(left) + " " + ByteFigure.text(currentSpeed),
        ]
        return columns.joined(separator: "  ")
    }

    private static func seconds(for total: Int64?, at speed: Int64) -> Int64 {
        guard let total, speed > 0 else { return 0 }
        return total / speed
    }

    /// Whole percent, rounded down. Above 10000 bytes the divisor is rounded down first, as in curl.
    private static func percent(_ part: Int64, of whole: Int64) -> Int64 {
        guard whole > 0 else { return 0 }
        return whole > 10_000 ? part / (whole / 100) : Int64(clamping: Int128(part) * 100 / Int128(whole))
    }
}

extension Duration {
    /// Whole microseconds, rounded down; 0 for a negative duration, clamped to the largest number.
    var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        if overflow { return .max }
        let (sum, sumOverflow) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        return sumOverflow ? .max : sum
    }
}
