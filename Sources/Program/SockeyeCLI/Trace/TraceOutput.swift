internal import Glibc
internal import SockeyeIO
internal import Synchronization

/// The output of a trace: opened on first use, and shared by all transfers of the run.
final class TraceOutput: Sendable {
    private enum State {
        case unopened
        /// A standard stream.
        case standard(Int32)
        /// With the time by which the reader of a pipe must have taken everything.
        case open(TextFile, until: Deadline?)
        /// It could not be opened or written, which was reported once.
        case closed
    }

    private let path: String
    private let isSilent: Bool
    /// How long the reader of a pipe may take (`-m`).
    private let longestTime: Duration?
    private let state: Mutex<State>

    /// - Parameter path: a file, which is truncated; `-` is standard output and `%` standard error.
    init(path: String, isSilent: Bool, longestTime: Duration? = nil) {
        self.path = path
        self.isSilent = isSilent
        self.longestTime = longestTime
        switch path {
        case "-": state = Mutex(.standard(STDOUT_FILENO))
        case "%": state = Mutex(.standard(STDERR_FILENO))
        default: state = Mutex(.unopened)
        }
    }

    /// Writes the text in one piece. A failure ends the trace, with a warning, and not the transfer.
    func write(_ text: [UInt8]) {
        state.withLock { state in
            if case .unopened = state { state = opened() }
            switch state {
            case .standard(let descriptor): Terminal.write(text, to: descriptor)
            case .open(let file, let deadline):
                if Terminal.write(text, to: file.number, until: deadline) { return }
                warn("\(path): \(SystemReason.current)")
                state = .closed
            case .unopened, .closed: break
            }
        }
    }

    private func opened() -> State {
        let deadline = longestTime.map { Deadline.after($0) }
        do throws(OutputError) {
            return .open(try TextFile(path, isSecret: true, until: deadline), until: deadline)
        } catch {
            warn(error.message)
            return .closed
        }
    }

    private func warn(_ reason: String) {
        if !isSilent { Terminal.printError(Message.warning("cannot trace to \(reason)")) }
    }
}

extension Settings {
    /// The run's trace output; `nil` if there is none.
    var traceOutput: TraceOutput? {
        switch trace.form {
        case .none: nil
        case .verbose: TraceOutput(path: "%", isSilent: isSilent)
        case .hexadecimal(let file), .text(let file):
            TraceOutput(path: file, isSilent: isSilent, longestTime: longestTime)
        }
    }
}
