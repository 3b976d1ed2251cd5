/// What `--help` also lists besides curl's categories: a user's tasks. The manual has its options in these sections.
enum HelpTopic: String, CaseIterable, Sendable {
    case downloads
    case uploads
    case cookies
    case cache
    case tools

    /// The line beside the name.
    var title: String {
        switch self {
        case .downloads: "Files: resuming, parts, mirrors, digests, lists"
        case .uploads: "Sending files and forms"
        case .cookies: "Cookies"
        case .cache: "The cache"
        case .tools: "What it does besides fetching"
        }
    }

    /// The topic of an option; `nil` if it belongs to none.
    init?(_ option: Option) {
        guard let topic = Self.allCases.first(where: { $0.names.contains(option.long) }) else { return nil }
        self = topic
    }

    /// The names of its options, as after `--`.
    var names: Set<String> {
        switch self {
        case .downloads:
            // What only looks like it in that file of the table.
            Self.names(OptionTable.downloadRows + OptionTable.listRows)
                .subtracting(["archive", "dry-run", "list-status", "progress"])
                .union([
                    "clobber", "create-dirs", "create-file-mode", "digest", "max-filesize", "output", "output-dir",
                    "remote-header-name", "remote-name", "remote-name-all", "remote-time", "remove-on-error",
                    "skip-existing",
                ])
        case .uploads: Self.names(OptionTable.uploadRows).union(["archive", "data", "json"])
        case .cookies: ["cookie", "cookie-jar", "junk-session-cookies", "hsts"]
        case .cache: Self.names(OptionTable.cacheRows)
        case .tools:
            Self.names(OptionTable.serverRows + OptionTable.inspectRows + OptionTable.transcriptRows)
                .union([
                    "connect", "demo", "digest-of", "dry-run", "events", "generate", "list-status", "parse", "pretty",
                    "select", "swift", "watch-network",
                ])
        }
    }

    private static func names(_ rows: [Option]) -> Set<String> { Set(rows.map(\.long)) }
}

/// A section of the options in the manual.
struct ManualSection {
    /// Its heading.
    let title: String
    /// Its options.
    let options: [Option]

    /// All sections, each option in exactly one: that of its topic, or else of the first of these categories that it has.
    static func all(of table: OptionTable) -> [ManualSection] {
        let others: [(title: String, categories: [OptionCategory])] = [
            ("Authentication", [.auth]), ("TLS", [.tls]), ("Proxies", [.proxy]), ("Requests", [.post, .http, .upload]),
            ("Connections", [.connection, .dns]), ("Output and messages", [.output, .verbose]), ("The program", []),
        ]
        var sections = HelpTopic.allCases.map(\.heading) + others.map(\.title)
        // Requests come before what is special.
        sections.removeAll { $0 == "Requests" }
        sections.insert("Requests", at: 1)
        let titles = table.rows.map { option in
            HelpTopic(option)?.heading
                ?? others.first { $0.categories.isEmpty || $0.categories.contains(where: option.categories.contains) }?
                .title
        }
        return sections.map { title in
            let options = zip(table.rows, titles).filter { $0.1 == title }.map(\.0)
            return ManualSection(title: title, options: options.sorted { $0.shownName < $1.shownName })
        }
    }
}

extension HelpTopic {
    /// Its name as a heading.
    fileprivate var heading: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
