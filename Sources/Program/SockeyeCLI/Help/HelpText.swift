/// `--help`, from the option table.
enum HelpText {
    private static let usage = "Usage: sockeye [options...] <url>\n"

    /// The text for `--help` and the category after it, if any.
    ///
    /// - Parameter width: how wide the manual's paragraphs are.
    static func text(category word: String?, table: OptionTable = .standard, width: Int = 80) -> String {
        guard let word else {
            return usage + list(table.sortedRows.filter { $0.categories.contains(.important) }) + """

                This is not the full help, this menu is stripped into categories.
                Use "--help category" to get an overview of all categories, and "--help examples" for
                command lines to begin with. "--help --NAME" explains an option, "--help WORD" searches them.
                For all options use the manual ("--manual", man sockeye) or "--help all".

                """
        }
        switch word.lowercased() {
        case "all": return usage + list(table.sortedRows)
        case "category": return usage + categories(in: table)
        case "examples": return usage + HelpExamples.text
        case let name:
            if let topic = HelpTopic(rawValue: name) {
                return usage + "\(name): \(topic.title)\n" + list(table.rows.filter { topic.names.contains($0.long) })
            }
            guard let category = OptionCategory(rawValue: name), category != .important,
                case let rows = table.sortedRows.filter({ $0.categories.contains(category) }), !rows.isEmpty
            else {
                return OptionHelp(table: table, width: width).text(about: word) ?? usage
                    + "There is no category and no option '\(TerminalText.escaped(word))'. These are the categories:\n\n"
                    + categories(in: table)
            }
            return usage + "\(category.rawValue): \(category.title)\n" + list(rows)
        }
    }

    /// ` -o, --output <file>` as help shows it.
    static func heading(_ option: Option) -> String {
        let letter = option.short.map { "-\($0), " } ?? "    "
        let argument = option.placeholder.map { " <\($0)>" } ?? ""
        return " " + letter + "--" + option.shownName + argument
    }

    /// A line for each option.
    static func list(_ rows: [Option]) -> String {
        let sorted = rows.sorted { $0.shownName < $1.shownName }
        // A few very long headings overflow the column instead of pushing everything to the right.
        let widest = sorted.map { heading($0).utf8.count }.filter { $0 <= 36 }.max() ?? 0
        return sorted.map { Columns.left(heading($0), widest) + "  " + $0.summary + "\n" }.joined()
    }

    /// The categories to ask for.
    static func usedCategories(in table: OptionTable) -> [OptionCategory] {
        OptionCategory.allCases.filter { category in
            category != .important && table.sortedRows.contains { $0.categories.contains(category) }
        }
    }

    private static func categories(in table: OptionTable) -> String {
        let used = usedCategories(in: table).map { ($0.rawValue, $0.title) }
        return
            (HelpTopic.allCases.map { ($0.rawValue, $0.title) } + used + [("examples", "Command lines to begin with")])
            .map { " " + Columns.left($0.0, 12) + $0.1 + "\n" }.joined()
    }
}
