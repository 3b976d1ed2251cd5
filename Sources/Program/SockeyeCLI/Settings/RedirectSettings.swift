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
