package import SockeyeIO
public import SockeyeURL

/// Authenticates the caller to a server or proxy.
@nonexhaustive
public enum Credential: Sendable, Hashable {
    /// A user name and a password, for Basic (RFC 7617) and Digest (RFC 7616). Negotiate takes the system's ticket in place of them,
    /// which may then be empty.
    case password(user: String, String)
    /// The same if one of them isn't UTF-8: sent and hashed octet by octet.
    case passwordOctets(user: [UInt8], [UInt8])
    /// A token (RFC 6750), sent with the first request.
    case bearer(token: String)
}

extension Credential {
    /// Creates a credential from octets, as text if both are UTF-8.
    public static func password(octets user: [UInt8], _ password: [UInt8]) -> Credential {
        if let name = String(validating: user, as: UTF8.self), let secret = String(validating: password, as: UTF8.self)
        {
            return .password(user: name, secret)
        }
        return .passwordOctets(user: user, password)
    }

    /// User name and password as octets; `nil` for a token.
    var pair: (user: [UInt8], password: [UInt8])? {
        switch self {
        case .password(let user, let password): (Array(user.utf8), Array(password.utf8))
        case .passwordOctets(let user, let password): (user, password)
        case .bearer: nil
        }
    }

    /// Why it cannot be sent with Basic or as a token, if so.
    var fault: CredentialError? {
        func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }
        if case .bearer(let token) = self { return token.utf8.contains(where: isControl) ? .controlInToken : nil }
        guard let (user, password) = pair else { return nil }
        // RFC 7617 section 2: neither may contain control characters, and a colon ends the user name.
        if user.contains(where: isControl) { return .controlInUser }
        if password.contains(where: isControl) { return .controlInPassword }
        return user.contains(UInt8(ascii: ":")) ? .colonInUser : nil
    }
}

/// Why a credential cannot be sent (RFC 7617 section 2), or what it was answered with isn't trusted.
@nonexhaustive
public enum CredentialError: Error, Sendable, Hashable {
    /// The user name contains a control character.
    case controlInUser
    /// The password does.
    case controlInPassword
    /// The token does.
    case controlInToken
    /// The user name contains a colon, which ends it in Basic.
    case colonInUser
    /// Only Negotiate may be used, and the system lacks the library for it.
    case needsKerberos
    /// The server's last token of Negotiate doesn't prove who it is (RFC 4559 section 5).
    case serverUnproven
}

extension CredentialError: CustomStringConvertible {
    /// Describes the error and what to do, without the secret.
    public var description: String {
        switch self {
        case .controlInUser: "the user name contains a control character, which Basic authentication cannot send"
        case .controlInPassword: "the password contains a control character, which Basic authentication cannot send"
        case .controlInToken: "the bearer token contains a control character"
        case .needsKerberos: "Negotiate needs libgssapi_krb5.so.2; Debian and Ubuntu have it as libgssapi-krb5-2"
        case .serverUnproven: "the server's last token of Negotiate does not prove who it is"
        case .colonInUser: "the user name contains a colon, which would end it in Basic authentication"
        }
    }
}

extension Credential: CustomStringConvertible {
    /// The kind and the user, without the secret.
    public var description: String {
        switch self {
        case .password(let user, _): "password of \(user)"
        case .passwordOctets(let user, _): "password of \(String(decoding: user, as: UTF8.self))"
        case .bearer: "bearer token"
        }
    }
}

/// A credential and the one origin that may see it.
public struct OriginCredential: Sendable, Hashable {
    /// The URL whose scheme, host and port may see the credential.
    public let origin: HTTPURL
    /// The credential itself.
    public let credential: Credential

    /// Restricts a credential to the scheme, host and port of this URL.
    public init(_ credential: Credential, for origin: HTTPURL) {
        self.credential = credential
        self.origin = origin
    }
}

/// How a credential is used.
public struct AuthenticationOptions: Sendable, Hashable {
    /// Authentication schemes.
    public struct Schemes: OptionSet, Sendable, Hashable {
        /// A bit for each scheme.
        public let rawValue: UInt8
        /// The schemes of these bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Name and password in the clear, in base64 (RFC 7617).
        public static let basic = Schemes(rawValue: 1)
        /// A digest of the password (RFC 7616).
        public static let digest = Schemes(rawValue: 2)
        /// The system's ticket of Kerberos (RFC 4559), whatever the user. If it is the only scheme, it is sent with the first request.
        public static let negotiate = Schemes(rawValue: 4)
    }

    /// The schemes that may be answered. If a server offers several, the strongest is used: Negotiate before Digest before Basic, and
    /// SHA-512/256 before SHA-256 before MD5.
    public var schemes: Schemes
    /// Whether Basic is sent before the server asks, which saves a round trip. A token always is.
    public var sendsBasicAtOnce: Bool
    /// Whether a request that can only be answered with Digest goes without its body until the server has sent its
    /// challenge: the body is then sent once. Default false.
    package var asksWithoutBody = false
    /// What Negotiate's ticket is for, before the host.
    package var serviceName = "HTTP"
    /// Whether the server may act as the caller with it.
    package var delegation = SecurityContext.Delegation.never
    /// Signs requests with the password instead of answering challenges; `nil` for no signature.
    public var signature: AWSSignature?

    /// Creates options; the default answers whatever scheme the server asks for, once it asks.
    public init(
        schemes: Schemes = [.basic, .digest], sendsBasicAtOnce: Bool = false, signature: AWSSignature? = nil
    ) {
        self.schemes = schemes
        self.sendsBasicAtOnce = sendsBasicAtOnce
        self.signature = signature
    }
}

extension HTTPURL {
    /// The URL's user name and password, percent-decoded, if any.
    var credential: Credential? {
        guard hasCredentials else { return nil }
        return .password(octets: PercentEncoding.decode(username), PercentEncoding.decode(password))
    }
}
