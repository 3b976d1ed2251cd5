internal import Sockeye
internal import SockeyeIO
internal import Synchronization

/// Shows a transfer's progress on standard error, in the chosen style.
final class ProgressDisplay: Sendable {
    fileprivate enum Style: Sendable {
        case meter(ProgressMeter)
        case bar(ProgressBar)
        case line
        case plainLines(ProgressLine)
        case table(ParallelTable)
        case json
    }

    fileprivate struct State: Sendable {
        var style: Style
        var counters = TransferCounters()
        var progress: DownloadProgress?
        var lastDrawn: Duration?
        /// Set when the final state is drawn.
        var end: ProgressEnd?
    }

    /// The minimum time between two lines or JSON objects.
    fileprivate static let interval = Duration.milliseconds(200)

    private let started = Deadline.now
    private let name: String
    /// Whether only what is sent counts: an upload is done when the server has it, whatever it answers.
    private let countsOnlySent: Bool
    /// Whether it is drawn before anything has moved: curl's meter and table are.
    private let beginsAtOnce: Bool
    private let terminal: Terminal
    /// Of the lines.
    private let board: ProgressBoard?
    private let state: Mutex<State>

    /// - Parameters:
    ///   - name: the transfer's name, where several are shown.
    ///   - isUpload: whether it sends a file; curl's meter, bar and table count what is received all the same.
    ///   - progress: draws the lines, or, where no style is asked for, curl's table of all transfers.
    /// - Returns: `nil` if nothing is to be shown.
    init?(style: Settings.ProgressStyle?, name: String, isUpload: Bool, progress: RunProgress, on terminal: Terminal) {
        let chosen: Style
        switch style {
        case nil: chosen = .table(progress.table)
        case .some(.none): return nil
        case .meter: chosen = .meter(ProgressMeter())
        case .bar: chosen = .bar(ProgressBar(columns: terminal.columns))
        case .lines: chosen = terminal.takesEscapesForErrors ? .line : .plainLines(ProgressLine())
        case .json: chosen = .json
        }
        (self.name, self.terminal) = (name, terminal)
        countsOnlySent = isUpload && (style == .lines || style == .json)
        beginsAtOnce = style == nil || style == .meter
        if case .line = chosen { board = progress.board } else { board = nil }
        state = Mutex(State(style: chosen))
    }

    /// A transfer's display; `nil` if silenced, or if it would mix with the body on the terminal.
    convenience init?(for item: TransferItem) {
        if item.settings.isSilent || !item.settings.showsProgress || item.settings.trace.explains { return nil }
        let isUpload = item.target.isUpload || item.operation.upload.form != nil
        guard item.target.writesToFile || isUpload || !item.terminal.writesOutputToTerminal else { return nil }
        self.init(
            style: Self.style(for: item), name: item.sentName ?? item.target.shownName ?? item.shownURL,
            isUpload: isUpload, progress: item.context.progress, on: item.terminal)
    }

    /// The requested style; by default the meter, as in curl even if standard error is no terminal, except for several files
    /// at once, whose lines need one: without it they have curl's table (`nil`), and segments nothing.
    private static func style(for item: TransferItem) -> Settings.ProgressStyle? {
        if let progress = item.settings.progress { return progress }
        if item.settings.showsProgressBar { return .bar }
        guard item.settings.isParallel || item.operation.download.segments != nil else { return .meter }
        if item.terminal.showsErrorsOnTerminal { return .lines }
        return item.settings.isParallel ? nil : Settings.ProgressStyle.none
    }

    /// Sets the body's length, now known.
    func expect(_ total: Int64?) { if !countsOnlySent { state.withLock { $0.counters.downloadTotal = total } } }

    /// Sets the number of body bytes received in total.
    func received(_ bytes: Int64) { if !countsOnlySent { draw { $0.counters.downloaded = bytes } } }

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

    /// Begins the display and redraws it each second, until the task is cancelled.
    func beginTicking(on loop: EventLoop) -> Task<Void, Never> {
        if beginsAtOnce { draw { _ in } }
        return Task(executorPreference: loop) {
            while (try? await loop.sleep(until: .after(.seconds(1)))) != nil { self.draw { _ in } }
        }
    }

    /// Draws the final state.
    func finish(_ end: ProgressEnd = .done) { draw(end) { _ in } }

    private func draw(_ end: ProgressEnd? = nil, _ change: (inout State) -> Void) {
        let elapsed = Deadline.now.duration(since: started)
        // Drawn under the lock: nothing may come after the final state.
        state.withLock { state in
            change(&state)
            if state.end != nil { return }
            state.end = end
            guard let text = text(&state, elapsed, isLast: end != nil) else { return }
            if let board {
                let size = terminal.size
                let heading = ProgressLine.heading(width: size.widthOfLines)
                terminal.draw(board) {
                    $0.update(ObjectIdentifier(self), text, heading: heading, isLast: end != nil, size)
                }
            } else {
                terminal.printError(text)
            }
        }
    }

    private func text(_ state: inout State, _ elapsed: Duration, isLast: Bool) -> String? {
        switch state.style {
        case .meter(var meter):
            defer { state.style = .meter(meter) }
            return meter.update(state.counters, elapsed: elapsed, isLast: isLast)
        case .bar(var bar):
            defer { state.style = .bar(bar) }
            return bar.update(state.counters, elapsed: elapsed, isLast: isLast)
        case .line:
            guard state.isDue(elapsed, isLast: isLast) else { return nil }
            return ProgressLine.text(
                name: name, state.counters, speed: state.currentSpeed(elapsed), segments: state.segmentCount,
                width: terminal.size.widthOfLines)
        case .plainLines(var line):
            defer { state.style = .plainLines(line) }
            return line.update(name: name, state.counters, speed: state.currentSpeed(elapsed), end: state.end)
        case .table(let table): return table.update(ObjectIdentifier(self), state.counters, isLast: isLast)
        case .json:
            guard state.isDue(elapsed, isLast: isLast) else { return nil }
            return ProgressLine.json(
                name: name, state.counters, speed: state.currentSpeed(elapsed),
                segments: state.progress?.segments ?? [], end: state.end)
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

    /// The current speed: the downloader's figure if it has one; else, and at the end, this run's average.
    fileprivate mutating func currentSpeed(_ elapsed: Duration) -> Int64 {
        if end == nil, let progress, progress.bytesPerSecond >= 1 { return Int64(min(progress.bytesPerSecond, 1e18)) }
        return Speed.bytesPerSecond(counters.movedNow, microseconds: elapsed.wholeMicroseconds)
    }
}

extension TransferItem {
    /// The name of the file that is sent, the first one of a form.
    fileprivate var sentName: String? {
        let path: String?
        if case .file(let file) = target.upload { path = file } else { path = operation.upload.form?.files.first }
        return path?.split(separator: "/").last.map(String.init)
    }
}

extension TransferTarget {
    /// The name shown with the progress.
    fileprivate var shownName: String? {
        if case .file(let name) = output { return name }
        return url.flatMap { try? RemoteName.from(url: $0) }
    }
}
