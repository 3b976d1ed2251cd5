/// Sockeye's own options that do nothing without another one, or beside another one: something was forgotten.
///
/// Those of the servers are in `ServerOptionsCheck`. Options of curl's are in no table: curl accepts them
/// alone, and scripts count on it.
enum OptionPartners {
    /// Each with those of which one must be there.
    static let table: [(option: String, partners: [String])] = [
        ("archive", ["upload-file", "form"]), ("archive-password", ["archive"]),
        ("doctor-format", ["doctor"]), ("doctor-upload", ["doctor"]), ("doctor-whole", ["doctor"]),
        ("extract-max-entries", ["extract", "extract-dir"]), ("extract-max-ratio", ["extract", "extract-dir"]),
        ("extract-max-size", ["extract", "extract-dir"]),
        ("keep-secrets", ["har", "explain-page"]),
        ("nulls", ["to"]),
        ("record-secrets", ["record"]),
        ("replay-speed", ["replay"]), ("starttls", ["connect"]), ("step", ["replay"]),
    ]

    /// Those that keep what is transferred, and those beside which nothing is.
    static let keepers = ["explain-page", "har", "record"]
    static let idle = [
        "background-status", "cache-clear", "cache-list", "demo", "digest-of", "faults", "forget-user", "generate",
        "list-status", "save-user", "swift", "watch-network",
    ]

    /// What was given: those of the command line, and those of files of options.
    struct Given: Sendable {
        /// In order. A file of options may have what only some command lines need.
        private(set) var onCommandLine: [String] = []
        private(set) var all: Set<String> = []

        /// Notes an option that is switched on or has an argument.
        mutating func note(_ option: String, isInFile: Bool) {
            all.insert(option)
            if !isInFile { onCommandLine.append(option) }
        }
    }

    /// The complaint about the first option that does nothing; `nil` if there is nothing to complain about.
    static func complaint(about given: Given) -> String? {
        if let keeper = given.onCommandLine.first(where: keepers.contains),
            let idle = idle.first(where: given.all.contains)
        {
            return "--\(keeper) has nothing to keep beside --\(idle): leave one out"
        }
        for option in given.onCommandLine {
            guard let partners = table.first(where: { $0.option == option })?.partners,
                !partners.contains(where: given.all.contains)
            else { continue }
            let names = partners.map { "--\($0)" }.joined(separator: " or ")
            return "--\(option) means nothing without \(names): add it"
        }
        return nil
    }
}
