internal import SockeyeBytes
internal import SockeyeIO
internal import SockeyeRecording
internal import Synchronization

/// `--step`: shows each thing before the program gets it.
final class StepDisplay: Sendable {
    private let terminal: Terminal
    private let isStopping: Mutex<Bool>

    init(_ terminal: Terminal) {
        self.terminal = terminal
        isStopping = Mutex(terminal.showsErrorsOnTerminal)
    }

    func show(_ entry: RecordingEntry) {
        terminal.printError(Self.line(entry))
        let waits = isStopping.withLock { $0 }
        if waits, !waitForKey() { isStopping.withLock { $0 = false } }
    }

    /// `12.345 ms c0 received 48 "H"`
    static func line(_ entry: RecordingEntry) -> String {
        let time = "\(entry.time / 1000).\(ASCII.padded(entry.time % 1000, to: 3)) ms"
        let place = entry.connection.map { " c\($0)" } ?? ""
        var what = entry.kind.rawValue
        if entry.kind == .received, let bytes = entry.bytes("bytes") {
            let hexadecimal = bytes.prefix(16).map { ASCII.padded($0, radix: 16) }
            what += " \(hexadecimal.joined(separator: " ")) \"\(TerminalText.escaped(bytes.prefix(16)))\""
        } else {
            for value in entry.values where value.name != "bytes" {
                what += " \(value.name)=\(TerminalText.escaped(value.bytes.prefix(80)))"
            }
        }
        return "\(time)\(place) \(what)\n"
    }

    /// Waits for a key on the terminal, without echo. False if it is `q`, or there is no terminal.
    private func waitForKey() -> Bool {
        guard let file = try? terminal.machine.open("/dev/tty", [.reading, .writing]) else { return false }
        var key: [UInt8] = []
        // The replay ends by a signal after it has removed its folder.
        let isTerminal = terminal.machine.withoutEcho(on: file, isByKey: true) { key = (try? file.readNext(1)) ?? [] }
        return isTerminal && key.first.map { $0 != UInt8(ascii: "q") } ?? false
    }
}
