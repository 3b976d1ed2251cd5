internal import SockeyeIO
internal import Synchronization

/// Writes the program's own text to the standard streams; bodies go through ``FileOutput``.
final class Terminal: Sendable {
    let machine: any Machine
    /// Whose name is before its messages.
    let surface: CommandSurface

    /// Whether standard error ends in a line of progress that will be drawn again.
    private let isProgressOpen = Atomic(false)

    /// The lines of progress at the bottom of the terminal. One at a time writes there, or the lines would not be where the
    /// cursor looks for them.
    private let board = Mutex<ProgressBoard?>(nil)

    /// Whether the warning that comes once was printed.
    private let hasWarned = Atomic(false)

    init(_ machine: any Machine, as surface: CommandSurface) { (self.machine, self.surface) = (machine, surface) }

    /// Redraws these lines of progress with what `update` gives.
    func draw(_ lines: ProgressBoard, _ update: (ProgressBoard) -> String) {
        board.withLock { board in
            board = lines
            write(update(lines))
        }
    }

    /// Writes to standard error, ignoring failures. Messages start on a new line, above those of ``draw(_:_:)``.
    func printError(_ text: String) { board.withLock { printLines($0?.placing(text, size) ?? text) } }

    /// Prints why something failed: `sockeye: (6) Could not resolve host`. Returns the code.
    @discardableResult func printFailure(_ code: ExitCode, _ text: String) -> ExitCode {
        printError(Message.failure(code, text, as: surface))
        return code
    }

    /// Prints what is wrong before any transfer: `sockeye: text`. Returns the code of a wrong command line.
    @discardableResult func printComplaint(_ text: String) -> ExitCode {
        printError(Message.plain(text, as: surface))
        return .failedInitialization
    }

    /// Prints a warning that each client would repeat.
    func warnOnce(_ text: String) {
        if !hasWarned.exchange(true, ordering: .relaxed) { printError(Message.warning(text)) }
    }

    /// Writes other octets, which may share the terminal with the lines of progress.
    func besideLines<Failure: Error>(_ work: () throws(Failure) -> Void) throws(Failure) {
        try board.withLock { board throws(Failure) in
            if let board { write(board.clear(size)) }
            try work()
        }
    }

    /// Writes octets to standard error as they are.
    func printError(octets: [UInt8]) {
        besideLines { try? machine.file(of: .error).append(octets, until: .after(Self.patience)) }
    }

    private func printLines(_ text: String) {
        let lastLine =
            text.utf8.lastIndex(of: UInt8(ascii: "\n")).map { text.utf8[$0...].dropFirst() } ?? text.utf8[...]
        // A line that was erased is empty.
        let isOpen = lastLine.first == UInt8(ascii: "\r") && !text.hasSuffix("\u{1B}[K")
        let wasOpen = isProgressOpen.exchange(isOpen, ordering: .relaxed)
        let first = text.utf8.first
        let continues = first == UInt8(ascii: "\r") || first == UInt8(ascii: "\n")
        write(wasOpen && !continues ? "\n" + text : text)
    }

    /// How long the reader of one that doesn't block may take.
    static let patience = Duration.seconds(1)

    private func write(_ text: String) {
        try? machine.file(of: .error).append(Array(text.utf8), until: .after(Self.patience))
    }

    /// Whether standard error is a terminal.
    var showsErrorsOnTerminal: Bool { machine.file(of: .error).isTerminal }

    /// Whether standard error is a terminal that takes escape sequences.
    var takesEscapesForErrors: Bool { showsErrorsOnTerminal && !isDumb }

    /// The same of standard output.
    var takesEscapes: Bool { writesOutputToTerminal && !isDumb }

    /// Whether the user wants colour where escapes are taken: https://no-color.org, any value but an empty one disables it.
    var wantsColour: Bool { (machine.text(ofVariable: "NO_COLOR") ?? "").isEmpty }

    private var isDumb: Bool { machine.text(ofVariable: "TERM") == "dumb" }

    /// Whether standard output is a terminal.
    var writesOutputToTerminal: Bool { machine.file(of: .output).isTerminal }

    /// The terminal's width: `COLUMNS`, else from the driver of standard error, else unknown.
    var columns: Int? {
        if let text = machine.text(ofVariable: "COLUMNS"), let columns = Int(text), columns > 0 { return columns }
        return machine.windowSize.flatMap { $0.columns > 0 ? $0.columns : nil }
    }

    /// The size of the terminal that standard error is, as far as its driver knows.
    var size: TerminalSize {
        let rows = machine.windowSize?.rows ?? 0
        return TerminalSize(rows: rows > 0 ? rows : nil, columns: columns ?? TerminalSize.defaultColumns)
    }
}
