/// The verdicts on a client as text or JSON.
struct GradeReport {
    struct Line {
        var name: String
        var verdict: GradeVerdict
        var time: Duration
    }

    var command: [String]
    var lines: [Line] = []

    var failures: Int { lines.count { $0.verdict.kind == .fail } }
    private var passes: Int { lines.count { $0.verdict.kind == .pass } }

    private static let nameColumns = GradeCase.all.map(\.name.count).max() ?? 0

    /// A line of the table.
    static func text(_ line: Line) -> String {
        let (name, word) = (Columns.left(line.name, nameColumns), Columns.left(line.verdict.word, 4))
        return "\(name)  \(word)  \(TerminalText.escaped(line.verdict.reason)) (\(seconds(line.time)) s)\n"
    }

    /// The line below the table.
    var summary: String { "\(passes) pass, \(failures) fail, \(lines.count - passes - failures) not tried\n" }

    var json: String {
        let words = command.map(WriteOutJSON.quoted).joined(separator: ",")
        let results = lines.map { line in
            "  {\"fault\":\(WriteOutJSON.quoted(line.name)),\"verdict\":\"\(line.verdict.kind.rawValue)\","
                + "\"reason\":\(WriteOutJSON.quoted(line.verdict.reason)),\"seconds\":\(Self.seconds(line.time))}"
        }
        return "{\"command\":[\(words)],\"pass\":\(passes),\"fail\":\(failures),\"results\":[\n"
            + results.joined(separator: ",\n") + "\n]}\n"
    }

    /// Seconds with one decimal.
    private static func seconds(_ time: Duration) -> String {
        let tenths = time.components.seconds * 10 + time.components.attoseconds / 100_000_000_000_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
