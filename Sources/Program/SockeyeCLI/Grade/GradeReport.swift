/// The verdicts on a client as text or JSON.
struct GradeReport {
    struct Line {
        var name: String
        var verdict: GradeVerdict
        var time: Duration
    }

    var command: [String]
    var lines: [Line] = []

    var failures: Int {
        lines.count {
            if case .fail = $0.verdict { true } else { false }
        }
    }

    private var passes: Int {
        lines.count {
            if case .pass = $0.verdict { true } else { false }
        }
    }

    private static let nameColumns = GradeCase.all.map(\.name.count).max() ?? 0

    /// A line of the table.
    static func text(_ line: Line) -> String {
        let name = line.name + String(repeating: " ", count: max(0, nameColumns - line.name.count))
        let word = line.verdict.word + String(repeating: " ", count: 4 - line.verdict.word.count)
        return "\(name)  \(word)  \(TerminalText.escaped(line.verdict.reason)) (\(seconds(line.time)) s)\n"
    }

    /// The line below the table.
    var summary: String {
        "\(passes) pass, \(failures) fail, \(lines.count - passes - failures) not tried\n"
    }

    var json: String {
        let words = command.map(WriteOutJSON.quoted).joined(separator: ",")
        let results = lines.map { line in
            "  {\"fault\":\(WriteOutJSON.quoted(line.name)),\"verdict\":\"\(Self.word(line.verdict))\","
                + "\"reason\":\(WriteOutJSON.quoted(line.verdict.reason)),\"seconds\":\(Self.seconds(line.time))}"
        }
        return "{\"command\":[\(words)],\"pass\":\(passes),\"fail\":\(failures),\"results\":[\n"
            + results.joined(separator: ",\n") + "\n]}\n"
    }

    private static func word(_ verdict: GradeVerdict) -> String {
        switch verdict {
        case .pass: "pass"
        case .fail: "fail"
        case .notTried: "not tried"
        }
    }

    /// Seconds with one decimal.
    private static func seconds(_ time: Duration) -> String {
        let tenths = time.components.seconds * 10 + time.components.attoseconds / 100_000_000_000_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
