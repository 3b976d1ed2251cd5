/// What of a field's value is a secret: the one table for recordings, transcripts and `--explain`.
///
/// Secrets in paths, queries and bodies are not known as such.
public enum SecretField: Sendable, Hashable {
    /// All but the scheme: Authorization, Proxy-Authorization.
    case credentials
    /// The values of `a=b; c=d`: Cookie.
    case pairs
    /// The value of the first pair; attributes follow: Set-Cookie.
    case firstPair
    /// All of it.
    case whole

    private static let wholeFields: Set<String> = [
        "api-key", "apikey", "dpop", "private-token", "x-access-token", "x-amz-security-token", "x-api-key",
        "x-auth-token", "x-csrf-token", "x-goog-api-key", "x-vault-token", "x-xsrf-token",
    ]

    /// That of the field with this name, in lowercase; `nil` if its value is no secret.
    public init?(_ name: String) {
        switch name {
        case "authorization", "proxy-authorization": self = .credentials
        case "cookie", "cookie2": self = .pairs
        case "set-cookie", "set-cookie2": self = .firstPair
        case let name where Self.wholeFields.contains(name): self = .whole
        default: return nil
        }
    }
}
