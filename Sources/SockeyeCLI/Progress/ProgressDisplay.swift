internal import Sockeye
internal import Synchronization

/// Draws the meter or the bar on standard error while a transfer goes on.
final class ProgressDisplay: Sendable {
    private enum Style: Sendable {
        case meter(ProgressMeter)
        case bar(ProgressBar)
    }

    private struct State: Sendable {
        var style: Style
        var counters = TransferCounters()
    }

    private let started = Deadline.now
    private let state: Mutex<State>

    /// A meter, or a bar as wide as the terminal.
    init(asBar: Bool) {
        let style = asBar ? Style.bar(ProgressBar(columns: Terminal.columns)) : .meter(ProgressMeter())
        state = Mutex(State(style: style))
    }

    /// The body's length became known.
    func expect(_ total: Int64?) {
        state.withLock { $0.counters.downloadTotal = total }
    }

    /// So many bytes of the body have come in all.
    func received(_ bytes: Int64) {
        draw { $0.downloaded = bytes }
    }

    /// So many bytes of the request's body have gone in all.
    func sent(_ bytes: Int64, of total: Int64?) {
        draw {
            $0.uploaded = bytes
            $0.uploadTotal = total
        }
    }

    /// Time has passed.
    func tick() {
        draw { _ in }
    }

    /// The transfer is over.
    func finish() {
        draw(isLast: true) { _ in }
    }

    private func draw(isLast: Bool = false, _ change: (inout TransferCounters) -> Void) {
        let elapsed = Deadline.now.duration(since: started)
        let text = state.withLock { state -> String? in
            change(&state.counters)
            switch state.style {
            case .meter(var meter):
                let text = meter.update(state.counters, elapsed: elapsed, isLast: isLast)
                state.style = .meter(meter)
                return text
            case .bar(var bar):
                let text = bar.update(state.counters, elapsed: elapsed, isLast: isLast)
                state.style = .bar(bar)
                return text
            }
        }
        if let text { Terminal.printError(text) }
    }
}
