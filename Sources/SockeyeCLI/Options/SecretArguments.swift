internal import Glibc

/// Overwrites secrets in the process's argument list, so that `ps` shows them only briefly.
enum SecretArguments {
    /// Options with a secret argument.
    private static let names: Set<String> = [
        "user", "proxy-user", "oauth2-bearer", "pass", "proxy-pass", "cert", "variable",
    ]

    /// Overwrites them with spaces. Call it after the arguments were copied.
    static func wipe(_ table: OptionTable = .standard) {
        var isSecret = false
        var isArgument = false
        for word in ProcessArguments.all {
            if isArgument {
                if isSecret { blank(word) }
                isArgument = false
                continue
            }
            // SAFETY: it is NUL-terminated.
            let text = String(cString: word)
            if text == "--" { return }
            guard text.hasPrefix("-"), text != "-" else { continue }
            if text.hasPrefix("--") {
                let name = String(text.dropFirst(2))
                guard let row = try? table.row(long: OptionTable.expandedName(name) ?? name).option else { return }
                (isArgument, isSecret) = (row.takesArgument, names.contains(row.long))
            } else if let (row, rest) = cluster(text, table) {
                if rest < text.utf8.count {
                    if names.contains(row.long) { blank(word + rest) }
                } else {
                    (isArgument, isSecret) = (true, names.contains(row.long))
                }
            }
        }
    }

    /// The option in a cluster that takes an argument, and the offset after its letter.
    private static func cluster(_ text: String, _ table: OptionTable) -> (row: Option, rest: Int)? {
        for (offset, letter) in text.utf8.enumerated().dropFirst() {
            guard let row = try? table.row(short: Character(Unicode.Scalar(letter))) else { return nil }
            if row.takesArgument { return (row, offset + 1) }
        }
        return nil
    }

    // SAFETY: strlen(3) stops at the word's NUL, and only the bytes before it are written.
    private static func blank(_ text: UnsafeMutablePointer<CChar>) {
        memset(text, Int32(UInt8(ascii: " ")), strlen(text))
    }
}
