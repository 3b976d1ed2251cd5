internal import SockeyeInspect

/// An exchange of `--inspect` on the terminal; nothing from outside gets there unescaped.
enum InspectText {
    /// `#12 GET http://example.com/ 200, 1234 bytes, 56 ms`
    static func line(_ exchange: InspectedExchange) -> String {
        var parts = [exchange.status.map(String.init) ?? "no answer"]
        let (sent, received) = (exchange.sent.bodyBytes, exchange.received.bodyBytes)
        switch exchange.kind {
        case .tunnel, .upgraded:
            parts.append("\(exchange.kind.rawValue): \(sent) bytes up, \(received) bytes down, unread")
        case .opened: parts.append("opened")
        case .changed, .replaced, .refused, .forwarded:
            if exchange.kind != .forwarded { parts.append(exchange.kind.rawValue) }
            if sent > 0 { parts.append("\(sent) bytes sent") }
            parts.append("\(received) bytes")
        }
        if let duration = exchange.time.duration {
            let milliseconds = duration / .milliseconds(1)
            parts.append("\(Int(milliseconds.rounded())) ms")
        }
        if let failure = exchange.failure { parts.append(failure) }
        return TerminalText.escaped(
            "#\(exchange.id) \(exchange.method) \(exchange.url) \(parts.joined(separator: ", "))") + "\n"
    }

    /// Both heads, as -v shows them, and what the proxy did.
    static func heads(_ exchange: InspectedExchange) -> String {
        var text = lines(exchange.sent.head, "> ") + lines(exchange.received.head, "< ")
        for note in exchange.notes { text += "* \(TerminalText.escaped(note))\n" }
        return text
    }

    private static func lines(_ head: [UInt8], _ prefix: String) -> String {
        var text = ""
        for line in head.split(separator: 10) {
            let line = line.last == 13 ? line.dropLast() : line
            if !line.isEmpty { text += "\(prefix)\(TerminalText.escaped(line))\n" }
        }
        return text
    }
}
