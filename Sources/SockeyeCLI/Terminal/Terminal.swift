internal import Glibc

/// The program's own texts, written to the standard streams; bodies go through ``FileOutput``.
enum Terminal {
    /// Writes to standard error. That it cannot be told is no reason to fail.
    static func printError(_ text: String) {
        write(Array(text.utf8), to: STDERR_FILENO)
    }

    /// Writes bytes as far as they can be written.
    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            // SAFETY: write(2) reads no more than the count it is given, from the slice's own storage.
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Writes to standard output; what cannot be written there is an error.
    static func printOutput(_ text: String) -> ExitCode {
        printOutput(octets: Array(text.utf8))
    }

    /// The same for octets that need not be text.
    static func printOutput(octets: [UInt8]) -> ExitCode {
        var output = FileOutput.standardOutput(refusesBinary: false)
        do throws(OutputError) {
            try output.write(octets)
            return .success
        } catch {
            if error != .readerGone { printError(Message.failure(.writeError, error.message)) }
            return .writeError
        }
    }

    /// Whether standard error is a terminal.
    static var showsErrorsOnTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Whether standard output is a terminal.
    static var writesOutputToTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// How wide the terminal is: `COLUMNS`, else what its driver says of standard error, else unknown.
    static var columns: Int? {
        // SAFETY: getenv(3) gives NULL or a NUL-terminated string, copied at once; nothing here changes the environment.
        if let text = getenv("COLUMNS"), let columns = Int(String(cString: text)), columns > 0 { return columns }
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
