internal import SockeyeIO
internal import Synchronization

/// curl's table of all transfers of -Z, where standard error is no terminal:
///
/// ```
/// DL% UL%  Dled  Uled  Xfers  Live Total     Current  Left    Speed
/// 100 --   106k     0     3     0  --:--:-- --:--:-- --:--:-- 20.7M
/// ```
/// A line replaces the one before it, by a carriage return.
final class ParallelTable: Sendable {
    static let header = "DL% UL%  Dled  Uled  Xfers  Live Total     Current  Left    Speed\n"

    /// curl's too.
    private static let interval = Duration.milliseconds(500)

    /// What a line says.
    struct Figures: Equatable, Sendable {
        /// Those of all transfers.
        var counters = TransferCounters()
        /// How many have begun, and how many of these have not ended.
        var begun = 0
        var live = 0
    }

    private struct State: Sendable {
        /// Those under way.
        var transfers: [ObjectIdentifier: TransferCounters] = [:]
        /// The sums of those that have ended.
        var ended = TransferCounters(downloadTotal: 0, uploadTotal: 0)
        var begun = 0
        var window = SpeedWindow()
        var lastDrawn: Duration?
    }

    private let started = Deadline.now
    private let state = Mutex(State())

    /// Takes the counters of a transfer. Returns what is to be printed, if it is time.
    func update(_ owner: ObjectIdentifier, _ counters: TransferCounters, isLast: Bool) -> String? {
        let elapsed = Deadline.now.duration(since: started)
        return state.withLock { state in
            if state.transfers[owner] == nil { state.begun += 1 }
            state.transfers[owner] = isLast ? nil : counters
            if isLast { state.ended = Self.sum(state.ended, counters) }
            if let last = state.lastDrawn, elapsed - last < Self.interval { return nil }
            return (state.lastDrawn == nil ? Self.header : "") + Self.draw(&state, elapsed) + "     "
        }
    }

    /// The last line; `nil` if there was none before it.
    func finish() -> String? {
        let elapsed = Deadline.now.duration(since: started)
        return state.withLock { state in
            if state.lastDrawn == nil { return nil }
            return Self.draw(&state, elapsed) + "    \n"
        }
    }

    private static func draw(_ state: inout State, _ elapsed: Duration) -> String {
        state.lastDrawn = elapsed
        let counters = state.transfers.values.reduce(state.ended, sum)
        let microseconds = elapsed.wholeMicroseconds
        let speed =
            state.window.record(moved: counters.movedNow, milliseconds: microseconds / 1000)
            ?? Speed.bytesPerSecond(counters.movedNow, microseconds: microseconds)
        let figures = Figures(counters: counters, begun: state.begun, live: state.transfers.count)
        return "\r" + line(figures, seconds: microseconds / 1_000_000, speed: speed)
    }

    /// The sum of two; a total is known if both are.
    private static func sum(_ one: TransferCounters, _ other: TransferCounters) -> TransferCounters {
        func sum(_ one: Int64, _ other: Int64) -> Int64 { one.addingReportingOverflow(other).partialValue }
        func total(_ one: Int64?, _ other: Int64?, _ moved: Int64) -> Int64? {
            guard let one, other != nil || moved == 0 else { return nil }
            return sum(one, other ?? 0)
        }
        return TransferCounters(
            downloaded: sum(one.downloaded, other.downloaded), resumed: sum(one.resumed, other.resumed),
            downloadTotal: total(one.downloadTotal, other.downloadTotal, other.downloaded),
            uploaded: sum(one.uploaded, other.uploaded),
            uploadTotal: total(one.uploadTotal, other.uploadTotal, other.uploaded))
    }

    /// A line without its end.
    static func line(_ figures: Figures, seconds: Int64, speed: Int64) -> String {
        let counters = figures.counters
        let left = counters.knownTotal.map { speed > 0 ? max(0, $0 - counters.moved) / speed : 0 } ?? 0
        let whole = counters.knownTotal.map { speed > 0 ? $0 / speed : 0 } ?? 0
        return [
            percent(counters.downloaded, of: counters.downloadTotal),
            percent(counters.uploaded, of: counters.uploadTotal),
            ByteFigure.text(counters.downloaded), ByteFigure.text(counters.uploaded),
            Columns.right(Int64(figures.begun), 5), Columns.right(Int64(figures.live), 5) + " ",
            ClockFigure.text(whole), ClockFigure.text(seconds), ClockFigure.text(left), ByteFigure.text(speed), "",
        ].joined(separator: " ")
    }

    private static func percent(_ part: Int64, of whole: Int64?) -> String {
        guard let whole, whole > 0 else { return "-- " }
        return Columns.right(Int64(clamping: Int128(part) * 100 / Int128(whole)), 3)
    }
}
