internal import Glibc
internal import SockeyeIO
internal import Synchronization

/// Writes the program's own text to the standard streams; bodies go through ``FileOutput``.
enum Terminal {
    /// Whether standard error ends in a line of progress that will be drawn again.
    private static let isProgressOpen = Atomic(false)

    /// The lines of progress at the bottom of the terminal. One at a time writes there, or the lines would not be where the
    /// cursor looks for them.
    private static let board = Mutex<ProgressBoard?>(nil)

    /// Redraws these lines of progress with what `update` gives.
    static func draw(_ lines: ProgressBoard, _ update: (ProgressBoard) -> String) {
        board.withLock { board in
            board = lines
            write(Array(update(lines).utf8), to: STDERR_FILENO)
        }
    }

    /// Writes to standard error, ignoring failures. Messages start on a new line, above those of ``draw(_:_:)``.
    static func printError(_ text: String) {
        board.withLock { printLines($0?.placing(text, size) ?? text) }
    }

    /// Writes other octets, which may share the terminal with the lines of progress.
    static func besideLines<Failure: Error>(_ write: () throws(Failure) -> Void) throws(Failure) {
        try board.withLock { board throws(Failure) in
            if let board { Self.write(Array(board.clear(size).utf8), to: STDERR_FILENO) }
            try write()
        }
    }

    private static func printLines(_ text: String) {
        let bytes = Array(text.utf8)
        let lastLine = bytes.lastIndex(of: UInt8(ascii: "\n")).map { bytes[($0 + 1)...] } ?? bytes[...]
        // A line that was erased is empty.
        let isOpen = lastLine.first == UInt8(ascii: "\r") && !text.hasSuffix("\u{1B}[K")
        let wasOpen = isProgressOpen.exchange(isOpen, ordering: .relaxed)
        let continues = bytes.first == UInt8(ascii: "\r") || bytes.first == UInt8(ascii: "\n")
        write(wasOpen && !continues ? [UInt8(ascii: "\n")] + bytes : bytes, to: STDERR_FILENO)
    }

    /// How long the reader of one that doesn't block may take.
    private static let patience = Duration.seconds(1)

    /// Writes as many of the bytes as possible; false, with the reason in errno, if some are left.
    ///
    /// - Parameter deadline: by when the reader of one that doesn't block must have taken them.
    @discardableResult static func write(
        _ bytes: [UInt8], to descriptor: Int32, until deadline: Deadline? = nil
    ) -> Bool {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            // SAFETY: write(2) reads at most `count` bytes of the slice, which outlives the call.
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                if DescriptorWait.until(deadline ?? .after(patience), descriptor, POLLOUT) { continue }
                errno = ETIMEDOUT
            }
            if count <= 0 { return false }
            bytes = bytes.dropFirst(count)
        }
        return true
    }

    /// Whether standard error is a terminal.
    static var showsErrorsOnTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Whether standard error is a terminal that takes escape sequences.
    static var takesEscapesForErrors: Bool { showsErrorsOnTerminal && !isDumb }

    /// The same of standard output.
    static var takesEscapes: Bool { writesOutputToTerminal && !isDumb }

    /// Whether the user wants colour where escapes are taken: https://no-color.org, any value but an empty one disables it.
    static var wantsColour: Bool { (Environment.value("NO_COLOR") ?? "").isEmpty }

    private static var isDumb: Bool { Environment.value("TERM") == "dumb" }

    /// Whether standard output is a terminal.
    static var writesOutputToTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// The terminal's width: `COLUMNS`, else from the driver of standard error, else unknown.
    static var columns: Int? {
        if let text = Environment.value("COLUMNS"), let columns = Int(text), columns > 0 { return columns }
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// The size of the terminal that standard error is, as far as its driver knows.
    static var size: TerminalSize {
        var size = winsize()
        let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 0
        return TerminalSize(
            rows: isKnown ? Int(size.ws_row) : nil, columns: columns ?? TerminalSize.defaultColumns)
    }
}
