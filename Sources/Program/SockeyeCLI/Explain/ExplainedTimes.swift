internal import SockeyeClient

/// The times of an exchange, with which its explanation ends.
///
/// ```
/// ~ dns 2 · tcp 11 · tls 24 · wait 80 · body 310 ms          the times of the exchange; 427 ms in all
/// ```
/// On a terminal that is wide enough, as httpstat draws them.
struct ExplainedTimes: Sendable {
    /// A phase that happened, and how long it took.
    private struct Phase {
        /// In the line, and in the drawing.
        let name, title: String
        let time: Duration
    }

    private let phases: [Phase]

    /// `nil` if nothing happened that takes time.
    init?(_ durations: PhaseDurations) {
        let all: [(String, String, Duration?, isRare: Bool)] = [
            ("queue", "queue", durations.pool, true), ("dns", "DNS lookup", durations.resolve, false),
            ("tcp", "TCP connection", durations.connect, false), ("proxy", "proxy", durations.tunnel, false),
            ("tls", "TLS handshake", durations.handshake, false), ("send", "request sent", durations.send, true),
            ("wait", "server works", durations.firstByte, false), ("body", "body arrives", durations.receive, false),
        ]
        phases = all.compactMap { name, title, time, isRare in
            // Handing a request to the kernel, or taking a free connection, is nothing to wait for.
            guard let time, !isRare || time >= .milliseconds(1) else { return nil }
            return Phase(name: name, title: title, time: time)
        }
        if phases.isEmpty { return nil }
    }

    /// All in one line.
    var line: ExplainedLine {
        let text = phases.map { "\($0.name) \(Self.milliseconds($0.time))" }.joined(separator: " · ") + " ms"
        return ExplainedLine(.timed, text, "the times of the exchange; \(Self.milliseconds(total)) ms in all")
    }

    private var total: Duration { phases.reduce(.zero) { $0 + $1.time } }

    /// The names, the times, and when each phase was over; `nil` if that takes more columns.
    ///
    /// ```
    ///   DNS lookup   TCP connection   TLS handshake   server works   body arrives
    /// [    2 ms    |     11 ms      |     24 ms     |    80 ms     |    310 ms    ]
    ///              2               13              37            117         427 ms
    /// ```
    func drawing(width: Int) -> [String]? {
        var (names, boxes, ends) = (" ", "[", " ")
        var end = Duration.zero
        for (index, phase) in phases.enumerated() {
            let isLast = index == phases.count - 1
            let time = Self.milliseconds(phase.time) + " ms"
            let room = max(phase.title.utf8.count, time.utf8.count) + 2
            end += phase.time
            names += Self.centred(phase.title, room) + " "
            boxes += Self.centred(time, room) + (isLast ? "]" : "|")
            ends += Columns.right(Self.milliseconds(end) + (isLast ? " ms" : ""), room + 1)
        }
        if boxes.utf8.count > width { return nil }
        while names.hasSuffix(" ") { names.removeLast() }
        return [names, boxes, ends]
    }

    private static func centred(_ text: String, _ width: Int) -> String {
        Columns.left(String(repeating: " ", count: (width - text.utf8.count) / 2) + text, width)
    }

    /// Whole milliseconds, below ten with a decimal.
    static func milliseconds(_ time: Duration) -> String {
        let microseconds = time.wholeMicroseconds
        let tenths = microseconds / 100 + (microseconds % 100 >= 50 ? 1 : 0)
        if tenths >= 100 { return String(microseconds / 1000 + (microseconds % 1000 >= 500 ? 1 : 0)) }
        return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
    }
}

extension ExplainLayout {
    /// The times: drawn where escapes are understood and there is room, else in one line.
    func text(_ times: ExplainedTimes, prefix: String = "") -> String {
        guard hasLinks, let drawing = times.drawing(width: width - Columns.width(of: prefix)) else {
            return text([times.line], prefix: prefix)
        }
        return drawing.map { prefix + styled($0, .timed) + "\n" }.joined()
    }
}
