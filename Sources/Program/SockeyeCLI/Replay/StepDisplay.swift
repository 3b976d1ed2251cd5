internal import Glibc
internal import SockeyeRecording
internal import Synchronization

/// `--step`: shows each thing before the program gets it.
final class StepDisplay: Sendable {
    private let isStopping = Mutex(isatty(STDERR_FILENO) == 1)

    func show(_ entry: RecordingEntry) {
        Terminal.printError(Self.line(entry))
        let waits = isStopping.withLock { $0 }
        if waits, !Self.waitForKey() { isStopping.withLock { $0 = false } }
    }

    /// `12.345 ms c0 received 48 "H"`
    static func line(_ entry: RecordingEntry) -> String {
        let time = "\(entry.time / 1000).\(Columns.zeroPadded(Int64(entry.time % 1000), 3)) ms"
        let place = entry.connection.map { " c\($0)" } ?? ""
        var what = entry.kind.rawValue
        if entry.kind == .received, let bytes = entry.bytes("bytes") {
            let hexadecimal = bytes.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            what += " \(hexadecimal.joined(separator: " ")) \"\(TerminalText.escaped(bytes.prefix(16)))\""
        } else {
            for value in entry.values where value.name != "bytes" {
                what += " \(value.name)=\(TerminalText.escaped(value.bytes.prefix(80)))"
            }
        }
        return "\(time)\(place) \(what)\n"
    }

    /// Waits for a key on the terminal, without echo. False if it is `q`, or there is no terminal.
    private static func waitForKey() -> Bool {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        if terminal < 0 { return false }
        defer { close(terminal) }
        var (key, count) = (UInt8(0), 0)
        let modes = Int32(ICANON | ECHO)
        // The replay ends by a signal after it has removed its folder; the read is then interrupted.
        let isTerminal = SilentTerminal.without(modes, on: terminal, discardingInput: false, handlesSignals: false) {
            count = read(terminal, &key, 1)
        }
        return isTerminal && count == 1 && key != UInt8(ascii: "q")
    }
}
