internal import Sockeye
internal import SockeyeIO
internal import Synchronization

/// Shows a transfer's progress on standard error, in the chosen style.
final class ProgressDisplay: Sendable {
    fileprivate enum Style: Sendable {
        case meter(ProgressMeter)
        case bar(ProgressBar)
        case line(ProgressBoard)
        case plainLines(ProgressLine)
        case json
    }

    fileprivate struct State: Sendable {
        var style: Style
        var counters = TransferCounters()
        var progress: DownloadProgress?
        var lastDrawn: Duration?
        /// The final state was drawn.
        var isFinished = false
    }

    /// The minimum time between two lines or JSON objects.
    fileprivate static let interval = Duration.milliseconds(200)

    private let started = Deadline.now
    private let name: String
    private let state: Mutex<State>

    /// - Parameters:
    ///   - name: the transfer's name, where several are shown.
    ///   - board: draws the lines.
    /// - Returns: `nil` if nothing is to be shown.
    init?(style: Settings.ProgressStyle, name: String, board: ProgressBoard) {
        let chosen: Style
        switch style {
        case .none: return nil
        case .meter: chosen = .meter(ProgressMeter())
        case .bar: chosen = .bar(ProgressBar(columns: Terminal.columns))
        case .lines: chosen = Terminal.showsErrorsOnTerminal ? .line(board) : .plainLines(ProgressLine())
        case .json: chosen = .json
        }
        self.name = name
        state = Mutex(State(style: chosen))
    }

    /// Sets the body's length, now known.
    func expect(_ total: Int64?) {
        state.withLock { $0.counters.downloadTotal = total }
    }

    /// Sets the number of body bytes received in total.
    func received(_ bytes: Int64) {
        draw { $0.counters.downloaded = bytes }
    }

    /// Shows a download's progress.
    func show(_ progress: DownloadProgress) {
        draw {
            $0.counters.downloadTotal = progress.total
            $0.counters.downloaded = progress.byteCount
            $0.counters.resumed = progress.resumedBytes
            $0.progress = progress
        }
    }

    /// Sets the number of request body bytes sent in total.
    func sent(_ bytes: Int64, of total: Int64?) {
        draw {
            $0.counters.uploaded = bytes
            $0.counters.uploadTotal = total
        }
    }

    /// Draws curl's first line of the meter: nothing has moved yet.
    func begin() {
        let isMeter = state.withLock { state in
            if case .meter = state.style { true } else { false }
        }
        if isMeter { tick() }
    }

    /// Redraws because time has passed.
    func tick() {
        draw { _ in }
    }

    /// Draws the final state.
    func finish() {
        draw(isLast: true) { _ in }
    }

    private func draw(isLast: Bool = false, _ change: (inout State) -> Void) {
        let elapsed = Deadline.now.duration(since: started)
        let text = state.withLock { state -> String? in
            change(&state)
            if state.isFinished { return nil }
            state.isFinished = isLast
            return self.text(&state, elapsed, isLast: isLast)
        }
        if let text { Terminal.printError(text) }
    }

    private func text(_ state: inout State, _ elapsed: Duration, isLast: Bool) -> String? {
        switch state.style {
        case .meter(var meter):
            defer { state.style = .meter(meter) }
            return meter.update(state.counters, elapsed: elapsed, isLast: isLast)
        case .bar(var bar):
            defer { state.style = .bar(bar) }
            return bar.update(state.counters, elapsed: elapsed, isLast: isLast)
        case .line(let board):
            guard state.isDue(elapsed, isLast: isLast) else { return nil }
            let width = max(40, Terminal.columns ?? ProgressBar.defaultWidth)
            let line = ProgressLine.text(
                name: name, state.counters, speed: state.currentSpeed(elapsed), segments: state.segmentCount,
                width: width)
            return board.update(ObjectIdentifier(self), line, isLast: isLast)
        case .plainLines(var line):
            defer { state.style = .plainLines(line) }
            return line.update(name: name, state.counters, speed: state.currentSpeed(elapsed), isLast: isLast)
        case .json:
            guard state.isDue(elapsed, isLast: isLast) else { return nil }
            return ProgressLine.json(
                name: name, state.counters, speed: state.currentSpeed(elapsed),
                segments: state.progress?.segments ?? [], isLast: isLast)
        }
    }
}

extension ProgressDisplay.State {
    fileprivate mutating func isDue(_ elapsed: Duration, isLast: Bool) -> Bool {
        if !isLast, let lastDrawn, elapsed - lastDrawn < ProgressDisplay.interval { return false }
        lastDrawn = elapsed
        return true
    }

    fileprivate var segmentCount: Int { progress?.segments.count ?? 0 }

    /// The current speed: the downloader's figure if it has one, else this run's average.
    fileprivate mutating func currentSpeed(_ elapsed: Duration) -> Int64 {
        if let progress, progress.bytesPerSecond >= 1 { return Int64(min(progress.bytesPerSecond, 1e18)) }
        return Speed.bytesPerSecond(counters.movedNow, microseconds: elapsed.wholeMicroseconds)
    }
}
