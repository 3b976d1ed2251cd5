internal import CCredentials
internal import SockeyeIO

/// Credentials in the desktop's store (GNOME Keyring, KWallet, KeePassXC …), through the Secret Service and libsecret, which is loaded
/// on first use. Needs the trait `SecretService`.
///
/// The desktop may ask the user to unlock the store; the call waits for that. Cancelling the task ends the wait, but the desktop may
/// still make the change.
public struct SecretServiceStore: CredentialStore {
    /// The store of the user's desktop session.
    public init() {}

    /// The credential for an origin; see ``CredentialStore``.
    public func get(
        origin: String, realm: String?, user: [UInt8]?
    ) async throws(CredentialStoreError) -> StoredCredential? {
        let name = try user.map { octets throws(CredentialStoreError) in try Self.text(octets, "a user name") }
        try Self.check(origin, realm ?? "")
        return try await Self.onDesktopThread { () throws(CredentialStoreError) in
            try Self.find(origin, name).best(origin: origin, realm: realm, user: user)
        }
    }

    /// Stores a credential, and replaces the same user's.
    public func set(_ credential: StoredCredential) async throws(CredentialStoreError) {
        let user = try Self.text(credential.user, "a user name")
        let password = try Self.text(credential.password, "a password")
        try Self.check(credential.origin, credential.realm)
        try await Self.onDesktopThread { () throws(CredentialStoreError) in
            _ = try Self.call { sockeye_secret_set(credential.origin, credential.realm, user, password, $0, $1) }
        }
    }

    /// Removes a credential; false if there was none.
    public func remove(origin: String, realm: String, user: [UInt8]) async throws(CredentialStoreError) -> Bool {
        let user = try Self.text(user, "a user name")
        try Self.check(origin, realm)
        return try await Self.onDesktopThread { () throws(CredentialStoreError) in
            try Self.call { sockeye_secret_remove(origin, realm, user, $0, $1) } > 0
        }
    }

    /// The Secret Service stores text, and a NUL would truncate it in C.
    private static func text(_ octets: [UInt8], _ what: String) throws(CredentialStoreError) -> String {
        guard let text = String(validating: octets, as: UTF8.self), !octets.contains(0) else {
            throw .unfit("the desktop's store takes only text: \(what) must be UTF-8 without NUL")
        }
        return text
    }

    private static func check(_ origin: String, _ realm: String) throws(CredentialStoreError) {
        _ = try text(Array(origin.utf8), "an origin")
        _ = try text(Array(realm.utf8), "a realm")
    }

    /// Runs work that waits for the desktop, which may ask the user or never answer. A cancelled task returns at once; the work
    /// continues on its thread, and its result is discarded.
    private static func onDesktopThread<Value: Sendable>(
        _ work: @escaping @Sendable () throws(CredentialStoreError) -> Value
    ) async throws(CredentialStoreError) -> Value {
        guard let value = try await onFileThreadUntilCancelled(asksUser: true, work) else { throw .cancelled }
        return value
    }

    private static func find(_ origin: String, _ user: String?) throws(CredentialStoreError) -> [StoredCredential] {
        final class Found {
            let origin: String
            var all: [StoredCredential] = []
            init(_ origin: String) { self.origin = origin }
        }
        let found = Found(origin)
        _ = try call { error, capacity in
            // SAFETY: `found` outlives the call, which doesn't keep the pointer; the texts end with NUL.
            sockeye_secret_find(
                origin, nil, user,
                { context, realm, user, password in
                    guard let context, let realm, let user, let password else { return }
                    // SAFETY: as above.
                    let found = Unmanaged<Found>.fromOpaque(context).takeUnretainedValue()
                    found.all.append(
                        StoredCredential(
                            origin: found.origin, realm: String(cString: realm),
                            user: Array(String(cString: user).utf8),
                            password: Array(String(cString: password).utf8)))
                }, Unmanaged.passUnretained(found).toOpaque(), error, capacity)
        }
        return withExtendedLifetime(found) { found.all }
    }

    private static func call(
        _ body: (UnsafeMutablePointer<CChar>, Int) -> Int32
    ) throws(CredentialStoreError) -> Int32 {
        var message = [CChar](repeating: 0, count: 512)
        // SAFETY: the buffer has the capacity passed to C, and starts as zeros.
        let result = message.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { body($0, buffer.count) } ?? Int32(SOCKEYE_SECRET_FAILED)
        }
        if result >= 0 { return result }
        if result == Int32(SOCKEYE_SECRET_UNAVAILABLE) { throw .unavailable }
        throw .service(String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
}
