internal import Sockeye

/// The options about redirects and schemes.
struct RedirectSettings: Sendable {
    /// `-L` or `--follow`.
    var isFollowing = false
    /// `--follow`: the status can change even a method set with `-X`.
    var adaptsCustomMethod = false
    /// `--max-redirs`; `nil` is no limit.
    var limit: Int? = 50
    /// `--post301`, `--post302`, `--post303`.
    var keepsPostAfter: Set<Int> = []
    /// `--location-trusted`.
    var trustsEveryHost = false
    /// `-e ";auto"`.
    var sendsReferer = false
    /// `--proto`.
    var schemes = SchemeSet.all
    /// `--proto-redir`; `nil` by default.
    var redirectSchemes: SchemeSet?
    /// `--proto-default`.
    var defaultScheme = "http"

    /// The library's policy.
    ///
    /// - Parameters:
    ///   - hasCustomMethod: whether `-X` was given.
    ///   - uploads: whether `-T` was.
    ///   - posting: see ``TransferSettings/postingMethod``.
    func policy(hasCustomMethod: Bool, uploads: Bool, posting: HTTPRequest.Method?) -> RedirectPolicy {
        // As in curl, what -T sends is a PUT to redirects, whatever -X calls it.
        let isNamedPut = hasCustomMethod && uploads && !adaptsCustomMethod
        var policy = RedirectPolicy(
            isFollowing: isFollowing, limit: limit,
            keepsPostAfter: isNamedPut ? keepsPostAfter.union([301, 302]) : keepsPostAfter,
            keepsMethod: hasCustomMethod && !adaptsCustomMethod,
            // From https to http only if the user named http.
            allowsDowngrade: redirectSchemes?.named.contains("http") == true,
            sendsSecretsEverywhere: trustsEveryHost, sendsReferer: sendsReferer,
            // Not to a WebSocket, whose handshake a redirected request doesn't make.
            schemes: schemes.allowed.intersection((redirectSchemes ?? .all).allowed).intersection(SchemeSet.fetched))
        // As in curl, any of them; RFC 9110 section 15.4: 304 has no destination.
        policy.statuses = Set(300...399).subtracting([304])
        if let posting { policy.methodsThatBecomeGet.insert(posting) }
        return policy
    }
}

extension TransferSettings {
    /// The method of `-X` with `--follow` and `-d`, `-F` or the like: to redirects it is a POST, as in curl.
    var postingMethod: HTTPRequest.Method? {
        let posts = upload.form != nil || data != nil && !putsDataInURL
        guard redirects.adaptsCustomMethod, posts, !targets.contains(where: \.isUpload) else { return nil }
        return customMethod.flatMap { HTTPRequest.Method($0) }
    }
}

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
