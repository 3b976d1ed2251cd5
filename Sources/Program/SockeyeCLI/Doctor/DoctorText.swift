internal import SockeyeBytes
internal import SockeyeDoctor

/// A report for people: columns for verdict and check, the text folded beside them, advice below it.
struct DoctorText {
    /// Below this, text goes under its line instead of beside it.
    private static let narrow = 56
    private static let verdictWidth = 11
    private static let checkWidth = 13

    /// The columns of the terminal.
    let width: Int
    let isColored: Bool

    private typealias Finding = DoctorReport.Finding

    func text(of report: DoctorReport) -> String {
        var lines: [String] = []
        var origin: String?
        var rest = report.findings[...]
        while let finding = rest.first {
            // Steps that weren't tried for the same reason are one line.
            let isGroup = finding.verdict == .notTried
            let group = isGroup ? rest.prefix { $0.verdict == .notTried && $0.text == finding.text } : rest.prefix(1)
            rest = rest.dropFirst(group.count)
            if finding.origin != origin {
                origin = finding.origin
                if !lines.isEmpty { lines.append("") }
                lines.append(strong(TerminalText.escaped(finding.origin)))
            }
            lines += self.lines(of: finding, group.map(\.check.rawValue))
        }
        lines.append("")
        lines += folded(summary(of: report), indent: 0, first: 0)
        return lines.map { $0 + "\n" }.joined()
    }

    private func lines(of finding: Finding, _ checks: [String]) -> [String] {
        let word = finding.verdict == .notTried ? "not tried" : finding.verdict.rawValue
        let verdict = colored(Columns.left(word, Self.verdictWidth), finding.verdict)
        let isNarrow = width < Self.narrow
        let indent = isNarrow ? 4 : Self.verdictWidth + Self.checkWidth
        let text = TerminalText.escaped(finding.text)
        var lines: [String]
        if checks.count > 1 {
            let all = checks.joined(separator: ", ") + ": " + text
            lines = folded(all, indent: isNarrow ? 4 : Self.verdictWidth, first: Self.verdictWidth)
            lines[0] = verdict + lines[0]
        } else if isNarrow {
            lines = [verdict + (checks.first ?? "")] + folded(text, indent: indent, first: 0)
        } else {
            lines = folded(text, indent: indent, first: indent)
            lines[0] = verdict + Columns.left(checks.first ?? "", Self.checkWidth) + lines[0]
        }
        guard let advice = finding.advice else { return lines }
        return lines + folded("→ " + TerminalText.escaped(advice), indent: indent, first: 0, hanging: 2)
    }

    /// Breaks text at spaces so that it fits beside `indent` columns.
    ///
    /// - Parameter first: how many columns the caller puts before the first line; 0 to indent it as the others.
    private func folded(_ text: String, indent: Int, first: Int, hanging: Int = 0) -> [String] {
        let lines = Columns.folded(text, max(20, width - indent - 1), hanging: hanging)
        let margin = String(repeating: " ", count: indent)
        return lines.enumerated().map { $0 == 0 && first > 0 ? $1 : margin + $1 }
    }

    private func summary(of report: DoctorReport) -> String {
        let counts: [(DoctorReport.Verdict, String)] = [
            (.fault, "fault"), (.warning, "warning"), (.note, "note"), (.ok, "ok"), (.notTried, "not tried"),
        ]
        let found = counts.compactMap { verdict, word -> String? in
            let count = report.count(of: verdict)
            if count == 0 { return nil }
            let isCountable = [.fault, .warning, .note].contains(verdict)
            return "\(count) \(word)" + (isCountable && count > 1 ? "s" : "")
        }
        let effort = report.effort
        let (seconds, attoseconds) = effort.duration.components
        let hundredths = ASCII.padded(attoseconds / 10_000_000_000_000_000)
        let bytes = effort.receivedBytes
        let received = bytes < 10_240 ? Self.count(Int(clamping: bytes), "byte") : "\(bytes / 1024) KiB"
        let cost = [
            Self.count(effort.requests, "request"), Self.count(effort.connections, "connection"),
            effort.handshakes > 0 ? Self.count(effort.handshakes, "TLS handshake") : nil,
            "\(received) received in \(seconds).\(hundredths) s",
        ].compactMap(\.self)
        return found.joined(separator: ", ") + (report.isComplete ? "" : " (cut short)") + "; "
            + cost.joined(separator: ", ") + "."
    }

    private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

    // MARK: Color

    private func strong(_ text: String) -> String { isColored ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    private func colored(_ text: String, _ verdict: DoctorReport.Verdict) -> String {
        guard isColored else { return text }
        return switch verdict {
        case .ok: TerminalColour.green.text(text)
        case .notTried: TerminalColour.grey.text(text)
        case .note: TerminalColour.blue.text(text)
        case .warning: TerminalColour.brown.text(text)
        case .fault: TerminalColour.magenta.text(text, isBold: true)
        }
    }
}
