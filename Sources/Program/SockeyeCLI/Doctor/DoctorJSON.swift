internal import SockeyeBytes
internal import SockeyeDoctor

/// A report for programs: one object on a line. docs/Doctor.md describes it.
enum DoctorJSON {
    /// The version of the form: it changes when a member changes its meaning or goes away.
    private static let version = 1

    static func text(of report: DoctorReport) -> String {
        object([
            ("sockeye_doctor", "\(version)"), ("url", quoted(report.url)), ("complete", "\(report.isComplete)"),
            ("worst", quoted(report.worst.rawValue)),
            ("findings", "[" + report.findings.map(finding).joined(separator: ",") + "]"),
            ("effort", effort(report.effort)),
        ]) + "\n"
    }

    private static func finding(_ finding: DoctorReport.Finding) -> String {
        var members = [
            ("origin", quoted(finding.origin)), ("check", quoted(finding.check.rawValue)),
            ("verdict", quoted(finding.verdict.rawValue)), ("text", quoted(finding.text)),
        ]
        if let advice = finding.advice { members.append(("advice", quoted(advice))) }
        members.append(("facts", object(finding.facts.map { ($0.name, value($0.value)) })))
        return object(members)
    }

    private static func effort(_ effort: DoctorReport.Effort) -> String {
        object([
            ("requests", "\(effort.requests)"), ("connections", "\(effort.connections)"),
            ("handshakes", "\(effort.handshakes)"), ("received_bytes", "\(effort.receivedBytes)"),
            ("seconds", WriteOutVariable.seconds(effort.duration)),
        ])
    }

    private static func value(_ value: DoctorReport.Fact.Value) -> String {
        switch value {
        case .text(let text): quoted(text)
        case .texts(let texts): "[" + texts.map(quoted).joined(separator: ",") + "]"
        case .number(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .time(let time): WriteOutVariable.seconds(time)
        }
    }

    private static func object(_ members: [(name: String, json: String)]) -> String {
        "{" + members.map { quoted($0.name) + ":" + $0.json }.joined(separator: ",") + "}"
    }

    /// As a JSON string that also a terminal can take: what would be escaped there is so here, in JSON's way.
    private static func quoted(_ text: String) -> String {
        WriteOutJSON.quoted(text).unicodeScalars.map { scalar in
            let isSafe =
                scalar.isASCII && scalar.value != 0x7F || TerminalText.escaped(String(scalar)) == String(scalar)
            return isSafe ? String(scalar) : "\\u" + ASCII.padded(scalar.value, to: 4, radix: 16)
        }.joined()
    }
}
