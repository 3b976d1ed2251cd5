/// What the options about cookies ask for.
struct CookieSettings: Equatable, Sendable {
    /// `-b name=value`: sent as they are, joined.
    var literals: [OctetText] = []
    /// `-b FILE`: files to read cookies from.
    var files: [String] = []
    /// `-c`: the file to write them to at the end; `-` is standard output.
    var jar: String?
    /// `-j`: the cookies of a session in those files are dropped.
    var dropsSessionCookies = false

    /// Whether cookies are kept from one response to the next request.
    var isActive: Bool { !files.isEmpty || jar != nil }
}
