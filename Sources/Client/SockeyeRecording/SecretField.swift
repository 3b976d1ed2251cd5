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

    /// How the names of fields end that hold a secret: services make up new ones all the time.
    private static let wholeEndings = ["token", "-key", "apikey", "secret", "password", "credential", "dpop"]
    /// Fields with such names that everybody may know.
    private static let known: Set<String> = [
        "cache-key", "idempotency-key", "sec-websocket-key", "surrogate-key", "x-cache-key", "x-idempotency-key",
    ]

    /// That of the field with this name, in lowercase; `nil` if its value is no secret.
    public init?(_ name: String) {
        switch name {
        case "authorization", "proxy-authorization": self = .credentials
        case "cookie", "cookie2": self = .pairs
        case "set-cookie", "set-cookie2": self = .firstPair
        case let name where Self.wholeEndings.contains(where: name.hasSuffix) && !Self.known.contains(name):
            self = .whole
        default: return nil
        }
    }
}
