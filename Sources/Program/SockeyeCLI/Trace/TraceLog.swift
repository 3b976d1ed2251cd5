internal import Sockeye
internal import SockeyeBytes
internal import SockeyeTLS

/// Logs one transfer in the form of `-v`, `--trace` or `--trace-ascii`.
struct TraceLog: Sendable {
    /// The kind of bytes, in curl's words.
    enum Content: String, Sendable {
        case sentHead = "=> Send header"
        case sent = "=> Send data"
        case received = "<= Recv data"
        case sentSecure = "=> Send SSL data"
        case receivedSecure = "<= Recv SSL data"

        /// The content of bytes that need no splitting; `nil` for others.
        init?(_ part: WirePart) {
            switch part {
            case .sentHead: self = .sentHead
            case .sentBody: self = .sent
            case .receivedBody: self = .received
            default: return nil
            }
        }
    }

    private let output: TraceOutput
    private let settings: TraceSettings
    private let transfer: Int
    private let verifiesPeer: Bool

    /// - Parameter transfer: the transfer's number in the run, from 0.
    init(_ output: TraceOutput, _ settings: TraceSettings, transfer: Int, verifiesPeer: Bool) {
        (self.output, self.settings, self.transfer, self.verifiesPeer) = (output, settings, transfer, verifiesPeer)
    }

    /// Whether it shows the bytes of heads and bodies.
    var showsBytes: Bool {
        switch settings.form {
        case .none, .verbose: false
        case .hexadecimal, .text: true
        }
    }

    /// Shows an event. `connection` is the number of the connection in use, if any; `isTunnel` says that CONNECT was sent last.
    func show(_ event: ClientEvent, connection: UInt64?, isTunnel: Bool) {
        // Its bytes are shown separately.
        if showsBytes, event[.sentHead] != nil { return }
        let prefix = prefix(connection)
        var text: [UInt8] = []
        let ignored = isTunnel ? event[.receivedHead].map { VerboseText.ignored(in: $0.head) } : nil
        for line in ignored ?? VerboseText.lines(for: event, verifiesPeer: verifiesPeer) {
            // "* text" of -v is "== Info: text" in a trace.
            text += (prefix + (showsBytes ? "== Info:\(line.dropFirst(1))" : line)).utf8
        }
        if !text.isEmpty { output.write(text) }
    }

    /// Shows a head or trailers as received, line by line.
    func show(head: [UInt8], connection: UInt64?) {
        let prefix = prefix(connection)
        var text: [UInt8] = []
        for line in HeadText.lines(of: head) {
            if showsBytes {
                text += dump("<= Recv header", line, prefix)
            } else {
                text += (prefix + VerboseText.line("<", line)).utf8
            }
        }
        output.write(text)
    }

    /// Shows bytes as on the wire.
    func show(_ bytes: RawSpan, _ content: Content, connection: UInt64?) {
        if bytes.byteCount == 0 { return }
        // SAFETY: the bytes are copied before the span can end.
        let copy = bytes.withUnsafeBytes { Array($0) }
        output.write(dump(content.rawValue, copy, prefix(connection)))
    }

    /// Shows a TLS message, and in a trace its bytes, decrypted.
    func show(_ message: TLSMessage, _ bytes: RawSpan, connection: UInt64?) {
        if let name = message.name {
            let mark = showsBytes ? "== Info:" : "*"
            let direction = message.isSent ? "OUT" : "IN"
            output.write(Array("\(prefix(connection))\(mark) \(message.versionName) (\(direction)), \(name):\n".utf8))
        }
        if showsBytes { show(bytes, message.isSent ? .sentSecure : .receivedSecure, connection: connection) }
    }

    private func dump(_ title: String, _ bytes: [UInt8], _ prefix: String) -> [UInt8] {
        let isHexadecimal = if case .hexadecimal = settings.form { true } else { false }
        return TraceDump.text(prefix + title, bytes, isHexadecimal: isHexadecimal)
    }

    /// The time of day and the two numbers, if requested.
    private func prefix(_ connection: UInt64?) -> String {
        var prefix = settings.showsTime ? timeOfDay : ""
        if settings.showsIdentifiers { prefix += "[\(transfer)-\(connection.map { "\($0)" } ?? "x")] " }
        return prefix
    }

    /// `17:04:05.123456 `, in the local time zone.
    private var timeOfDay: String {
        let now = output.timeOfDay
        return now.text("%H:%M:%S", isLocal: true) + "." + ASCII.padded(now.nanoseconds / 1000, to: 6) + " "
    }
}
