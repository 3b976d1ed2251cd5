public import SockeyeClient
public import SockeyeURL

/// A user and password for an origin, as a store keeps it. Octets, which need not be text.
public struct StoredCredential: Sendable, Hashable {
    /// Scheme, host and port, such as `https://example.com` (RFC 6454 section 6.2).
    public var origin: String
    /// The realm that the server names (RFC 9110 section 11.5); empty for any.
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

    /// The same with text.
    public init(for url: HTTPURL, realm: String = "", user: String, password: String) {
        self.init(for: url, realm: realm, user: Array(user.utf8), password: Array(password.utf8))
    }

    /// A credential by its parts.
    public init(origin: String, realm: String, user: [UInt8], password: [UInt8]) {
        self.origin = origin
        self.realm = realm
        self.user = user
        self.password = password
    }

    /// What a request sends.
    public var credential: Credential { .password(octets: user, password) }
}

extension StoredCredential: CustomStringConvertible {
    /// The origin and the user, without the password.
    public var description: String {
        "\(String(decoding: user, as: UTF8.self)) at \(origin)\(realm.isEmpty ? "" : " (\(realm))")"
    }
}

/// Where users and passwords are kept: by origin, realm and user.
///
/// ```swift
/// let store = EncryptedCredentialFile(at: path, passphrase: passphrase)
/// try await store.set(StoredCredential(for: url, user: "ada", password: "…"))
/// request.credential = try await store.credential(for: url)
/// ```
public protocol CredentialStore: Sendable {
    /// The credential of an origin: of this realm, or if there is none, one for any realm; of this user, if one is given.
    func get(origin: String, realm: String?, user: [UInt8]?) async throws(CredentialStoreError) -> StoredCredential?
    /// Keeps a credential, in place of the one with the same origin, realm and user.
    func set(_ credential: StoredCredential) async throws(CredentialStoreError)
    /// Removes the credential; false if there was none.
    func remove(origin: String, realm: String, user: [UInt8]) async throws(CredentialStoreError) -> Bool
}

extension CredentialStore {
    /// What a request to the URL can send: the credential of its origin, of this realm and user if they are given.
    public func credential(
        for url: HTTPURL, realm: String? = nil, user: String? = nil
    ) async throws(CredentialStoreError) -> Credential? {
        try await get(origin: url.origin, realm: realm, user: user.map { Array($0.utf8) })?.credential
    }
}

/// Why a store failed.
public enum CredentialStoreError: Error, Sendable, Hashable {
    /// The file of this path, and the system's message.
    case file(String, reason: String)
    /// The file isn't one of these, or of a later version, or larger than 16 MiB.
    case notAStore(String)
    /// The file was changed or cut; no passphrase opens it.
    case damaged(String)
    /// The file is whole, and was written with another passphrase.
    case wrongPassphrase(String)
    /// libsecret can't be loaded, or the trait `SecretService` is off.
    case unavailable
    /// The desktop's store refused or isn't there: its message.
    case service(String)
    /// The store can't hold this: why.
    case unfit(String)
    /// OpenSSL failed, as for lack of memory.
    case encryption
    /// The task was cancelled while the desktop had not answered.
    case cancelled
}

extension CredentialStoreError: CustomStringConvertible {
    /// One line: what happened, where, and what to do.
    public var description: String {
        switch self {
        case .file(let path, let reason): "\(path): \(reason)"
        case .notAStore(let path): "\(path) holds no credentials of this program, or those of a later version"
        case .damaged(let path): "\(path) is damaged, so that no passphrase opens it; restore it from a copy"
        case .wrongPassphrase(let path): "the passphrase is not that of \(path)"
        case .unavailable:
            "the desktop's secrets need libsecret (libsecret-1.so.0), which can't be loaded; install it"
        case .service(let reason): "the desktop's secrets can't be used: \(reason)"
        case .unfit(let reason): reason
        case .cancelled: "the desktop had not answered yet when its answer was no longer wanted"
        case .encryption: "OpenSSL could not encrypt or decrypt; is there enough memory?"
        }
    }
}
