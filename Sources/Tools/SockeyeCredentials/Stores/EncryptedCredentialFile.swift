internal import SockeyeIO

/// Credentials in a file encrypted with AES-256-GCM and a key that scrypt derives from a passphrase.
///
/// The file is replaced atomically, only its owner may read it (0600), and a lock (`PATH.lock`) serialises changes by several
/// processes. A wrong passphrase is distinguished from a damaged file. Copies of the store share the derived key, which is wiped with
/// the last of them.
public struct EncryptedCredentialFile: CredentialStore {
    private let file: CredentialFile
    private let cache: KeyCache

    /// A store in the file at this path, which is created by the first `set`.
    public init(at path: String, passphrase: String) {
        self.init(at: path, passphrase: Array(passphrase.utf8))
    }

    /// A store in the file at this path, with a passphrase in octets.
    public init(at path: String, passphrase: [UInt8]) {
        file = CredentialFile(path)
        cache = KeyCache(passphrase)
    }

    /// The credential for an origin; see ``CredentialStore``.
    public func get(
        origin: String, realm: String?, user: [UInt8]?
    ) async throws(CredentialStoreError) -> StoredCredential? {
        try await onFileThread { [self] () throws(CredentialStoreError) in
            try read(try file.read()).best(origin: origin, realm: realm, user: user)
        }
    }

    /// Stores a credential, and replaces the same user's.
    public func set(_ credential: StoredCredential) async throws(CredentialStoreError) {
        try await change { credentials in
            credentials.removeAll { $0.isSame(credential.origin, credential.realm, credential.user) }
            credentials.append(credential)
            return true
        }
    }

    /// Removes a credential; false if there was none.
    public func remove(origin: String, realm: String, user: [UInt8]) async throws(CredentialStoreError) -> Bool {
        try await change { credentials in
            let before = credentials.count
            credentials.removeAll { $0.isSame(origin, realm, user) }
            return credentials.count < before
        }
    }

    @discardableResult
    private func change(
        _ change: @escaping @Sendable (inout [StoredCredential]) -> Bool
    ) async throws(CredentialStoreError) -> Bool {
        try await onFileThread { [self] () throws(CredentialStoreError) in
            try file.change { (content) throws(CredentialStoreError) -> [UInt8]? in
                var credentials = try read(content)
                if !change(&credentials) { return nil }
                var plain = CredentialRecords.write(credentials)
                defer { Sealing.wipe(&plain) }
                if cache.isEmpty { throw .unfit("the passphrase is empty") }
                return try Sealing.seal(plain, with: cache)
            }
        }
    }

    private func read(_ content: [UInt8]?) throws(CredentialStoreError) -> [StoredCredential] {
        guard let content else { return [] }
        var plain = try Sealing.open(content, with: cache, path: file.path)
        defer { Sealing.wipe(&plain) }
        guard let credentials = CredentialRecords.read(plain) else { throw .damaged(file.path) }
        return credentials
    }
}

extension StoredCredential {
    func isSame(_ origin: String, _ realm: String, _ user: [UInt8]) -> Bool {
        self.origin == origin && self.realm == realm && self.user == user
    }
}
