/// `--help -L`, `--help --segments` and `--help WORD`: what the manual says of an option, and the search for one.
struct OptionHelp {
    var table = OptionTable.standard
    /// The width of a line.
    var width = 80

    /// What there is about a word that names no category; `nil` if nothing is found.
    func text(about word: String) -> String? {
        if word.hasPrefix("-"), let text = text(ofOption: String(word.prefix { $0 != "=" })) { return text }
        let name = String(word.lowercased().drop { $0 == "-" }.prefix { $0 != "=" })
        guard !name.isEmpty else { return nil }
        let exact = table.rows.first { $0.long == name }
        let named = table.rows.filter { $0.long.contains(name) && $0.long != exact?.long }
        let mentioning = table.rows.filter { row in
            !row.long.contains(name) && (row.summary + "\n" + row.manual).lowercased().contains(name)
        }
        let shown = TerminalText.escaped(name)
        let lists = [("with '\(shown)' in the name", named), ("that mention '\(shown)'", mentioning)].filter {
            !$0.1.isEmpty
        }
        if exact == nil, named.count == 1, mentioning.isEmpty, let only = named.first { return entry(only) }
        let parts =
            (exact.map { [entry($0)] } ?? [])
            + lists.map { "\(exact == nil ? "Options" : "Other options") \($0.0):\n" + HelpText.list($0.1) }
        return parts.isEmpty ? nil : parts.joined(separator: "\n")
    }

    private func entry(_ row: Option) -> String { ManualText.entry(row, width: width) }

    /// An option as written on a command line; `nil` if it isn't one, and nothing tells which is meant.
    private func text(ofOption word: String) -> String? {
        let name = word.drop { $0 == "-" }
        do throws(OptionFault) {
            let row: Option
            if word.hasPrefix("--") {
                row = try table.row(long: OptionTable.expandedName(String(name)) ?? String(name)).option
            } else if name.count == 1, let letter = name.first {
                row = try table.row(short: letter)
            } else {
                return nil
            }
            if !row.manual.isEmpty { return entry(row) }
            return "\(word) is accepted and does nothing: it is for other protocols or TLS libraries,\n"
                + "or asks for what is done anyway.\n"
        } catch .isUnknown(nil) {
            return nil
        } catch {
            return "option \(TerminalText.escaped(word)): \(error.text)\n"
        }
    }
}
