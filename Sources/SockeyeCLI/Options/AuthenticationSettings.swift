internal import Sockeye

/// What the options about credentials ask for.
struct AuthenticationSettings: Sendable {
    /// `-u`: user and password; the password is `nil` when it is to be asked for.
    var user: (name: String, password: String?)?
    /// `--oauth2-bearer`.
    var bearerToken: String?
    /// `--basic`, `--digest`, `--anyauth`: what may be answered.
    var schemes: Set<AuthenticationOptions.Scheme> = [.basic]
    /// `--aws-sigv4`.
    var signature: AWSSignature?
    /// `-n`, `--netrc-optional`, `--netrc-file`.
    var readsNetrc = false
    /// `--netrc-file`; `nil` is `~/.netrc`.
    var netrcFile: String?
    /// `--disallow-username-in-url`.
    var disallowsUserInURL = false

    /// The library's options: Basic alone is sent at once, as curl does; else the server asks first.
    var options: AuthenticationOptions {
        AuthenticationOptions(schemes: schemes, sendsBasicAtOnce: schemes == [.basic])
    }

    /// The credential of the command line.
    var credential: Credential? {
        if let bearerToken { return .bearer(token: bearerToken) }
        return user.map { .password(user: $0.name, $0.password ?? "") }
    }

    /// Asks for the password when only a name was given.
    mutating func completePassword(_ ask: (String) -> String) {
        guard let user, user.password == nil else { return }
        self.user = (user.name, ask(TerminalText.escaped(user.name)))
    }

    /// Reads `name:password`, as `-u` takes it; without a colon the password is to be asked for.
    static func user(_ text: String) -> (name: String, password: String?) {
        guard let colon = text.firstIndex(of: ":") else { return (text, nil) }
        return (String(text[..<colon]), String(text[text.index(after: colon)...]))
    }
}
