public import SockeyeClient
public import SockeyeURL

/// A stored user and password for an origin. Both are octets, which may not be UTF-8.
public struct StoredCredential: Sendable, Hashable {
    /// Scheme, host and port, such as `https://example.com` (RFC 6454 section 6.2).
    public var origin: String
    /// The server's realm (RFC 9110 section 11.5); empty for any.
    public var realm: String
    /// The user's name.
    public var user: [UInt8]
    /// The password.
    public var password: [UInt8]

    /// A credential for the origin of a URL.
    public init(for url: HTTPURL, realm: String = "", user: [UInt8], password: [UInt8]) {
        origin = url.origin
        self.realm = realm
        self.user = user
        self.password = password
    }

    /// A credential for the origin of a URL, from text.
    public init(for url: HTTPURL, realm: String = "", user: String, password: String) {
        self.init(for: url, realm: realm, user: Array(user.utf8), password: Array(password.utf8))
    }

    /// A credential from its parts.
    package init(origin: String, realm: String, user: [UInt8], password: [UInt8]) {
        self.origin = origin
        self.realm = realm
        self.user = user
        self.password = password
    }

    /// The credential to set on a request.
    public var credential: Credential { .password(octets: user, password) }
}

extension StoredCredential: CustomStringConvertible {
    /// The user and the origin, without the password.
    public var description: String {
        "\(String(decoding: user, as: UTF8.self)) at \(origin)\(realm.isEmpty ? "" : " (\(realm))")"
    }
}

/// A store of users and passwords by origin, realm and user.
///
/// ```swift
/// let store = EncryptedCredentialFile(at: path, passphrase: passphrase)
/// try await store.set(StoredCredential(for: url, user: "ada", password: "…"))
/// request.credential = try await store.credential(for: url)
/// ```
public protocol CredentialStore: Sendable {
    /// The credential for an origin: for this realm if there is one, otherwise for any realm; for this user, if given.
    func get(origin: String, realm: String?, user: [UInt8]?) async throws(CredentialStoreError) -> StoredCredential?
    /// Stores a credential, and replaces the one with the same origin, realm and user.
    func set(_ credential: StoredCredential) async throws(CredentialStoreError)
    /// Removes the credential; false if there was none.
    func remove(origin: String, realm: String, user: [UInt8]) async throws(CredentialStoreError) -> Bool
}

extension CredentialStore {
    /// The credential for a request to the URL: for its origin, and for this realm and user if given.
    public func credential(
        for url: HTTPURL, realm: String? = nil, user: String? = nil
    ) async throws(CredentialStoreError) -> Credential? {
        try await get(origin: url.origin, realm: realm, user: user.map { Array($0.utf8) })?.credential
    }
}

/// Why a store failed.
@nonexhaustive
public enum CredentialStoreError: Error, Sendable, Hashable {
    /// A file operation failed: the path, and the system's message.
    case file(String, reason: String)
    /// The file isn't a store of this kind, or is from a later version, or is larger than 16 MiB.
    case notAStore(String)
    /// The file is corrupt or truncated; no passphrase opens it.
    case damaged(String)
    /// The file is intact, but has a different passphrase.
    case wrongPassphrase(String)
    /// libsecret can't be loaded, or the trait `SecretService` is off.
    case unavailable
    /// The desktop's store refused the request or isn't running: its message.
    case service(String)
    /// The store can't hold the value: the reason.
    case unfit(String)
    /// OpenSSL failed, for example for lack of memory.
    case encryption
    /// The task was cancelled before the desktop answered.
    case cancelled
}

extension CredentialStoreError: CustomStringConvertible {
    /// One line: what happened, where, and what to do.
    public var description: String {
        switch self {
        case .file(let path, let reason): "\(path): \(reason)"
        case .notAStore(let path): "\(path) is not a credential file of this program, or was written by a newer version"
        case .damaged(let path): "\(path) is damaged and can't be opened with any passphrase; restore it from a backup"
        case .wrongPassphrase(let path): "wrong passphrase for \(path)"
        case .unavailable:
            "the desktop's secrets need libsecret (libsecret-1.so.0), which can't be loaded; install it"
        case .service(let reason): "the desktop's secrets can't be used: \(reason)"
        case .unfit(let reason): reason
        case .cancelled: "cancelled before the desktop answered"
        case .encryption: "OpenSSL could not encrypt or decrypt; is there enough memory?"
        }
    }
}
