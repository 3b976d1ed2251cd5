/// The schemes that `--proto` and `--proto-redir` allow: a list such as `=https`, `-all,http` or `+http`.
struct SchemeSet: Equatable, Sendable {
    /// The schemes that may be used.
    var allowed: Set<String>
    /// The ones that were allowed by name.
    var named: Set<String> = []

    /// Every supported scheme.
    static let all = SchemeSet(allowed: spoken)

    /// The schemes of requests, to which a redirect may lead; the others of `spoken` are those of WebSockets and files.
    static let fetched: Set<String> = ["http", "https"]
    /// Supported schemes. curl's others are recognized, and allow nothing.
    static let spoken: Set<String> = ["http", "https", "ws", "wss", "file"]
    private static let foreign: Set<String> = [
        "dict", "ftp", "ftps", "gopher", "gophers", "imap", "imaps", "ldap", "ldaps", "mqtt", "pop3", "pop3s",
        "rtmp", "rtmpe", "rtmps", "rtmpt", "rtmpte", "rtmpts", "rtsp", "scp", "sftp", "smb", "smbs", "smtp", "smtps",
        "telnet", "tftp",
    ]

    /// Changes this set by curl's syntax: `=` only these, `+` these too (the default), `-` not these; `all` is every
    /// scheme.
    ///
    /// - Returns: the words that aren't a scheme.
    mutating func apply(_ text: String) -> [String] {
        var unknown: [String] = []
        for item in text.split(separator: ",") {
            let signs = item.prefix { "+-=".contains($0) }
            let name = item.dropFirst(signs.count).lowercased()
            let sign = signs.last ?? "+"
            let meant: Set<String>
            if name == "all" {
                meant = Self.spoken
            } else if Self.spoken.contains(name) {
                meant = [name]
            } else if Self.foreign.contains(name) {
                meant = []
            } else {
                unknown.append(String(item))
                // As in curl, "=" empties the set even if the name is unknown.
                if sign == "=" { self = SchemeSet(allowed: []) }
                continue
            }
            change(by: sign, meant, isNamed: name != "all")
        }
        return unknown
    }

    private mutating func change(by sign: Character, _ meant: Set<String>, isNamed: Bool) {
        switch sign {
        case "-":
            allowed.subtract(meant)
            named.subtract(meant)
        case "=": self = SchemeSet(allowed: meant, named: isNamed ? meant : [])
        default:
            allowed.formUnion(meant)
            if isNamed { named.formUnion(meant) }
        }
    }
}
