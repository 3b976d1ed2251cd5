/// `-#`: a bar of `#` with a percentage, as wide as the terminal.
///
/// ```
/// ########################                                                   33.3%
/// ```
/// If the length is unknown, a marker moves along the line instead, followed by the bytes received.
struct ProgressBar: Sendable {
    /// Below this there is no room for a bar; above, no use for one.
    static let sensibleWidths = 20...400
    private static let interval = Duration.milliseconds(100)
    private static let marker = "-=O=-"

    private let width: Int
    private var lastDrawn: (moved: Int64, elapsed: Duration)?
    private var markerColumn = 0
    private var markerStep = 2

    /// - Parameter columns: the terminal's width (`COLUMNS`, or from the terminal driver), if known.
    init(columns: Int?) {
        let columns = columns ?? TerminalSize.defaultColumns
        width = columns > Self.sensibleWidths.lowerBound ? min(columns, 400) : TerminalSize.defaultColumns
    }

    /// The text to print now, starting with a carriage return; `nil` if no redraw is due: at most ten per second, and
    /// only if bytes have moved. The last call draws if the transfer is complete, and ends the line.
    mutating func update(_ counters: TransferCounters, elapsed: Duration, isLast: Bool = false) -> String? {
        let moved = counters.moved
        let total = counters.knownTotal
        let hasNews = moved > 0 && moved != lastDrawn?.moved
        let isWhole = total.map { moved >= $0 } ?? false
        let isDue = lastDrawn.map { elapsed - $0.elapsed >= Self.interval } ?? true
        guard hasNews, isDue || isWhole || isLast else { return isLast ? "\n" : nil }
        lastDrawn = (moved, elapsed)
        let line = total.map { Self.line(moved: moved, total: $0, width: width) } ?? wanderingLine(moved)
        return "\r" + line + (isLast ? "\n" : "")
    }

    /// The bar for a known length: `width - 7` columns of bar, then the percentage with one decimal.
    static func line(moved: Int64, total: Int64, width: Int) -> String {
        let fraction = total > 0 ? min(1, Double(moved) / Double(total)) : 1
        let room = max(1, width - 7)
        let filled = Int(fraction * Double(room))
        let tenths = Int64((fraction * 1_000).rounded())
        return Columns.left(String(repeating: "#", count: filled), room) + " "
            + Columns.right("\(tenths / 10).\(tenths % 10)%", 6)
    }

    private mutating func wanderingLine(_ moved: Int64) -> String {
        let room = max(Self.marker.utf8.count, width - 7)
        let last = room - Self.marker.utf8.count
        if markerColumn > last || markerColumn < 0 {
            markerStep = -markerStep
            markerColumn = min(max(0, markerColumn), last)
        }
        let line = Columns.left(String(repeating: " ", count: markerColumn) + Self.marker, room)
        markerColumn += markerStep
        return line + "  " + ByteFigure.text(moved)
    }
}
