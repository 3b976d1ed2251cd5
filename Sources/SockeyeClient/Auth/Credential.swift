public import SockeyeHTTP1

/// What proves to a server or a proxy who is asking.
public enum Credential: Sendable, Hashable {
    /// A user name and a password, for Basic (RFC 7617) and Digest (RFC 7616).
    case password(user: String, String)
    /// A token (RFC 6750), sent with the first request.
    case bearer(token: String)
}

extension Credential: CustomStringConvertible {
    /// Which sort it is and whose, without the secret.
    public var description: String {
        switch self {
        case .password(let user, _): "password of \(user)"
        case .bearer: "bearer token"
        }
    }
}

/// A credential and the one origin that may see it.
public struct OriginCredential: Sendable, Hashable {
    /// Whose scheme, host and port the credential is for.
    public let origin: HTTPURL
    /// What to prove with.
    public let credential: Credential

    /// The credential for the scheme, host and port of this URL.
    public init(_ credential: Credential, for origin: HTTPURL) {
        self.credential = credential
        self.origin = origin
    }
}

/// How a credential is used.
public struct AuthenticationOptions: Sendable, Hashable {
    /// A way to prove it.
    public enum Scheme: String, Sendable, Hashable, CaseIterable {
        case basic, digest
    }

    /// The schemes that may be answered. Among several that a server offers, the strongest is: Digest before Basic,
    /// SHA-512/256 before SHA-256 before MD5.
    public var schemes: Set<Scheme>
    /// Whether Basic is sent before the server asks, which spares a round trip. A token always is.
    public var sendsBasicAtOnce: Bool
    /// Signs requests with the password, instead of answering challenges; `nil` for no signature.
    public var signature: AWSSignature?

    /// The options; by default, whatever the server asks for, when it asks.
    public init(
        schemes: Set<Scheme> = [.basic, .digest], sendsBasicAtOnce: Bool = false, signature: AWSSignature? = nil
    ) {
        self.schemes = schemes
        self.sendsBasicAtOnce = sendsBasicAtOnce
        self.signature = signature
    }
}

extension HTTPURL {
    /// User name and password of the URL, percent-decoded; `nil` when it has none.
    package var credential: Credential? {
        guard hasCredentials else { return nil }
        return .password(
            user: String(decoding: PercentEncoding.decode(username), as: UTF8.self),
            String(decoding: PercentEncoding.decode(password), as: UTF8.self))
    }
}
