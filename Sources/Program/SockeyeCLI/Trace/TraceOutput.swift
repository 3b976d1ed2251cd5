internal import SockeyeIO
internal import Synchronization

/// The output of a trace: opened on first use, and shared by all transfers of the run.
final class TraceOutput: Sendable {
    private enum State {
        case unopened
        case standard(StandardStream)
        /// With the time by which the reader of a pipe must have taken everything.
        case open(TextFile, until: Deadline?)
        /// It could not be opened or written, which was reported once.
        case closed
    }

    private let path: String
    private let run: Run
    /// How long the reader of a pipe may take (`-m`).
    private let longestTime: Duration?
    private let state: Mutex<State>

    /// - Parameter path: a file, which is truncated; `-` is standard output and `%` standard error.
    init(path: String, _ run: Run, longestTime: Duration? = nil) {
        self.path = path
        self.run = run
        self.longestTime = longestTime
        switch path {
        case "-": state = Mutex(.standard(.output))
        case "%": state = Mutex(.standard(.error))
        default: state = Mutex(.unopened)
        }
    }

    /// The time by the clock of the run.
    var timeOfDay: TimeOfDay { run.machine.timeOfDay }

    /// Writes the text in one piece. A failure ends the trace, with a warning, and not the transfer.
    func write(_ text: [UInt8]) {
        state.withLock { state in
            if case .unopened = state { state = opened() }
            switch state {
            case .standard(let stream): try? run.machine.file(of: stream).append(text, until: .after(Terminal.patience))
            case .open(let file, let deadline):
                guard let reason = file.write(text, until: deadline) else { return }
                warn("\(path): \(reason)")
                state = .closed
            case .unopened, .closed: break
            }
        }
    }

    private func opened() -> State {
        let deadline = longestTime.map { Deadline.after($0) }
        do throws(OutputError) {
            return .open(try TextFile(path, on: run.machine, isSecret: true, until: deadline), until: deadline)
        } catch {
            warn(error.message)
            return .closed
        }
    }

    private func warn(_ reason: String) { run.warn("cannot trace to \(reason)") }
}

extension Run {
    /// The run's trace output; `nil` if there is none.
    var traceOutput: TraceOutput? {
        switch settings.trace.form {
        case .none: nil
        case .verbose: TraceOutput(path: "%", self)
        case .hexadecimal(let file), .text(let file): TraceOutput(path: file, self, longestTime: settings.longestTime)
        }
    }
}
