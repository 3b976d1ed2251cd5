internal import SockeyeClient
internal import SockeyeCredentials
internal import SockeyeIO

/// The authentication options.
struct AuthenticationSettings: Sendable {
    /// `-u`: user and password; a `nil` password is asked for.
    var user: (name: OctetText, password: OctetText?)?
    /// `--oauth2-bearer`.
    var bearerToken: String?
    /// `--basic`, `--digest`, `--negotiate`, `--anyauth`: the allowed schemes.
    var schemes = AuthenticationOptions.Schemes.basic
    /// `--service-name`.
    var serviceName = AuthenticationOptions().serviceName
    /// `--delegation`.
    var delegation = SecurityContext.Delegation.never
    /// `--aws-sigv4`.
    var signature: AWSSignature?
    /// `-n`, `--netrc-optional`, `--netrc-file`.
    var readsNetrc = false
    /// `--netrc-optional`: a missing file is no error.
    var isNetrcOptional = false
    /// `--netrc-file`; `nil` is `~/.netrc`.
    var netrcFile: String?
    /// `--user-from`, `--save-user`, `--forget-user`.
    var store: CredentialPlace?
    /// That store, if the run needs it.
    var openedStore: (any CredentialStore)?
    /// `--disallow-username-in-url`.
    var disallowsUserInURL = false

    /// The library's options. If Basic is the only scheme, it is sent with the first request, as in curl.
    var options: AuthenticationOptions {
        var options = AuthenticationOptions(schemes: schemes, sendsBasicAtOnce: schemes == [.basic])
        options.asksWithoutBody = true
        (options.serviceName, options.delegation) = (serviceName, delegation)
        return options
    }

    /// The credential given on the command line.
    var credential: Credential? {
        // As in curl, a signature is made with user and password, whatever else was given.
        if let bearerToken, signature == nil || user == nil { return .bearer(token: bearerToken) }
        return user.map { .password(octets: $0.name.bytes, $0.password?.bytes ?? []) }
    }

    /// Reads the `name:password` of `-u`; without a colon, the password is `nil`.
    static func user(_ octets: [UInt8]) -> (name: OctetText, password: OctetText?) {
        guard let colon = octets.firstIndex(of: UInt8(ascii: ":")) else { return (OctetText(octets), nil) }
        return (OctetText(octets[..<colon]), OctetText(octets[(colon + 1)...]))
    }
}

extension AuthenticationOptions.Schemes {
    /// Allows Negotiate beside those that were named, or no longer. Basic alone is the default, and may not have been.
    mutating func allowNegotiate(_ isAllowed: Bool) {
        let others = self == .basic && isAllowed ? [] : subtracting(.negotiate)
        self = isAllowed ? others.union(.negotiate) : others.isEmpty ? .basic : others
    }
}
