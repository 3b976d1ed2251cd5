internal import SockeyeBytes

/// What of a field's value is a secret: the one table for what stays behind when a request leaves its origin, and for
/// everything that masks (recordings, transcripts, `--explain`, HAR).
///
/// Services make up new names all the time, so the words of a name decide: `X-Auth`, `x_api_key`, `MySessionId`.
package enum SecretField: Sendable, Hashable {
    /// All but the scheme: Authorization, Proxy-Authorization.
    case credentials
    /// The values of `a=b; c=d`: Cookie.
    case pairs
    /// The value of the first pair; attributes follow: Set-Cookie.
    case firstPair
    /// All of it.
    case whole

    /// The kind of the field with this name, in any case; `nil` if everybody may know its value.
    ///
    /// Blanks and other characters that no name has count as absent at both ends: servers that trim exist.
    package init?(_ name: String) {
        let name = Self.trimmed(name)
        switch name {
        case "authorization", "proxy-authorization": self = .credentials
        case "cookie", "cookie2": self = .pairs
        case "set-cookie", "set-cookie2": self = .firstPair
        case let name where Self.isSecret(name: name): self = .whole
        default: return nil
        }
    }

    /// Whether a name stands for a secret: a field's, a query parameter's, or an environment variable's.
    package static func isSecret(name: String) -> Bool {
        let name = trimmed(name)
        if open.contains(name) || name.hasPrefix("access-control-") || name.contains("ratelimit") { return false }
        return name.split { !$0.isLetter && !$0.isNumber }.contains { word in
            words.contains(String(word)) || stems.contains { word.contains($0) }
                || endings.contains(where: word.hasSuffix)
        }
    }

    /// Words that mean a secret if nothing is joined to them.
    private static let words: Set<String> = [
        "2fa", "auth", "cookie", "dpop", "hmac", "mfa", "oidc", "otp", "pass", "pat", "pin", "principal", "pw", "pwd",
        "saml", "sas", "sid", "sig", "sso", "totp",
    ]
    /// Parts of words that hardly mean anything else.
    private static let stems = [
        "accesskey", "apikey", "assertion", "authentic", "authoris", "authoriz", "bearer", "credential", "jwt", "oauth",
        "passcode", "passphrase", "passw", "secret", "sessid", "session", "signature",
    ]
    /// How joined words end: `authtoken`, `appkey`, `sshpass`. A plural counts things.
    private static let endings = ["token", "key", "pass"]
    /// Fields with such words that everybody may know.
    private static let open: Set<String> = [
        // Challenges and what follows them (RFC 9110 section 11.6, RFC 9729).
        "authentication-control", "authentication-info", "optional-www-authenticate", "proxy-authenticate",
        "proxy-authentication-info", "www-authenticate",
        // Names of cached or repeated things.
        "cache-key", "idempotency-key", "surrogate-key", "x-cache-key", "x-idempotency-key",
        // Public by their purpose.
        "public-key-pins", "public-key-pins-report-only", "sec-websocket-key",
    ]

    private static func trimmed(_ name: String) -> String {
        let bytes = Array(name.utf8)
        guard let first = bytes.firstIndex(where: Grammar.isTokenByte),
            let last = bytes.lastIndex(where: Grammar.isTokenByte)
        else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self).lowercased()
    }
}
