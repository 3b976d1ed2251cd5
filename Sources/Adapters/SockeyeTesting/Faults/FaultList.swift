/// The table of faults as text, for `--faults` and the server's `/faults`.
package enum FaultList {
    private static let indent = 4

    /// Each fault with what the server does and what a good client does.
    package static var text: String {
        var text = ""
        for kind in FaultKind.allCases where kind != .none {
            let row = kind.row
            let argument = row.argument.map { "=N   N \($0.unit), \($0.usual) by default" } ?? ""
            text += "\(kind.name)\(argument)\n"
            text += wrapped("The server \(row.does).")
            text += wrapped("A good client \(row.wants).")
        }
        return text
    }

    /// A paragraph of at most 79 columns, indented.
    private static func wrapped(_ sentence: String) -> String {
        let blank = String(repeating: " ", count: indent)
        var (text, line) = ("", "")
        for word in sentence.split(separator: " ") {
            if !line.isEmpty, indent + line.count + 1 + word.count > 79 {
                text += "\(blank)\(line)\n"
                line = String(word)
            } else {
                line += line.isEmpty ? String(word) : " \(word)"
            }
        }
        return text + "\(blank)\(line)\n"
    }
}
