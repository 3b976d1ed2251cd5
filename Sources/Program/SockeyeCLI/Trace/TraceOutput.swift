internal import Glibc
internal import Synchronization

/// The output of a trace: opened on first use, and shared by all transfers of the run.
final class TraceOutput: Sendable {
    private enum State {
        case unopened
        case open(Int32)
        /// It could not be opened or written, which was reported once.
        case closed
    }

    private let path: String
    private let isSilent: Bool
    private let state: Mutex<State>

    /// - Parameter path: a file, which is truncated; `-` is standard output and `%` standard error.
    init(path: String, isSilent: Bool) {
        self.path = path
        self.isSilent = isSilent
        switch path {
        case "-": state = Mutex(.open(STDOUT_FILENO))
        case "%": state = Mutex(.open(STDERR_FILENO))
        default: state = Mutex(.unopened)
        }
    }

    deinit {
        if case .open(let descriptor) = state.withLock({ $0 }), descriptor > STDERR_FILENO { close(descriptor) }
    }

    /// Writes the text in one piece. A failure ends the trace, with a warning, and not the transfer.
    func write(_ text: [UInt8]) {
        state.withLock { state in
            if case .unopened = state { state = opened() }
            guard case .open(let descriptor) = state, !Terminal.write(text, to: descriptor),
                descriptor > STDERR_FILENO
            else { return }
            warn()
            close(descriptor)
            state = .closed
        }
    }

    private func opened() -> State {
        let descriptor =
            OpenFile.duplicate(of: path) ?? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0o666)
        if descriptor >= 0 { return .open(descriptor) }
        warn()
        return .closed
    }

    /// Tells why it can't be written, by errno.
    private func warn() {
        if !isSilent { Terminal.printError(Message.warning("cannot trace to \(path): \(SystemReason.current)")) }
    }
}

extension Settings {
    /// The run's trace output; `nil` if there is none.
    var traceOutput: TraceOutput? {
        switch trace.form {
        case .none: nil
        case .verbose: TraceOutput(path: "%", isSilent: isSilent)
        case .hexadecimal(let file), .text(let file): TraceOutput(path: file, isSilent: isSilent)
        }
    }
}
