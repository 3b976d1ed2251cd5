internal import SockeyeIO

/// Overwrites secrets in the process's argument list, so that `ps` shows them only briefly.
enum SecretArguments {
    /// Overwrites them with spaces. Call it after the arguments were copied.
    static func wipe() {
        var secrets = SecretWords()
        for (index, word) in ProcessArguments.words.enumerated() {
            if let offset = secrets.secret(in: String(decoding: word, as: UTF8.self)) {
                ProcessArguments.wipe(index, from: offset)
            }
        }
    }
}

/// Finds the secrets in the words of a command line, by the grammar of ``OptionParser``.
struct SecretWords {
    /// Options with a secret argument.
    private static let names: Set<String> = [
        "user", "proxy-user", "inspect-user", "oauth2-bearer", "pass", "proxy-pass", "cert", "proxy-cert", "variable",
    ]

    private let table: OptionTable
    /// What the next word is an argument of, if it is one.
    private var option: Option?
    /// Whether only URLs follow.
    private var isOver = false

    init(_ table: OptionTable = .standard) { self.table = table }

    /// Takes the next word. Returns the offset of its octets from which on it is secret; `nil` if nothing of it is.
    ///
    /// The words after an unknown one are looked at too: where an option is unknown, its secret may not be.
    mutating func secret(in word: String) -> Int? {
        if let option {
            self.option = nil
            return Self.names.contains(option.long) ? 0 : nil
        }
        if isOver { return nil }
        isOver = word == "--"
        guard !isOver, word.hasPrefix("-") else { return nil }
        guard let (row, rest) = word.hasPrefix("--") ? long(word) : cluster(word), row.takesArgument else { return nil }
        if let rest { return Self.names.contains(row.long) ? rest : nil }
        option = row
        return nil
    }

    /// The option of a long word, and the offset after its equals sign.
    private func long(_ word: String) -> (row: Option, rest: Int?)? {
        let octets = Array(word.utf8)
        let equals = octets.firstIndex(of: UInt8(ascii: "="))
        let name = String(decoding: octets[2..<(equals ?? octets.count)], as: UTF8.self)
        guard let row = try? table.row(long: OptionTable.expandedName(name) ?? name).option else { return nil }
        return (row, equals.map { $0 + 1 })
    }

    /// The option in a cluster that takes an argument, and the offset after its letter if something follows there.
    private func cluster(_ word: String) -> (row: Option, rest: Int?)? {
        let count = word.utf8.count
        for (offset, letter) in word.utf8.enumerated().dropFirst() {
            guard let row = try? table.row(short: Character(Unicode.Scalar(letter))) else { return nil }
            if row.takesArgument { return (row, offset + 1 < count ? offset + 1 : nil) }
        }
        return nil
    }
}
