/// The cookie options.
struct CookieSettings: Equatable, Sendable {
    /// `-b name=value`: sent as they are, joined.
    var literals: [OctetText] = []
    /// `-b FILE`: files to read cookies from.
    var files: [String] = []
    /// `-c`: the file to write cookies to at the end; `-` is standard output.
    var jar: String?
    /// `-j`: session cookies in those files are dropped.
    var dropsSessionCookies = false

    /// Whether cookies are kept from one response to the next request.
    var isActive: Bool { !files.isEmpty || jar != nil }
}
