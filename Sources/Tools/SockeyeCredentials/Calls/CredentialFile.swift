internal import CCredentials
internal import SockeyeIO

/// A file of secrets: read whole, replaced atomically, and changed by one process at a time.
struct CredentialFile: Sendable {
    let path: String
    /// Far larger than any real collection of passwords.
    private static let byteLimit = 16 << 20
    /// How long to wait for another process, in milliseconds. Each holds the lock only briefly, unless it is suspended.
    var patience: Int32 = 10_000

    init(_ path: String) { self.path = path }

    /// Reads the file; `nil` if there is none.
    func read() throws(CredentialStoreError) -> [UInt8]? {
        try checkPath()
        // SAFETY: on success C returns memory of `count` bytes, which is copied and freed.
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        let result = sockeye_credential_file_read(path, Self.byteLimit, &bytes, &count)
        if result == -Self.noSuchFile { return nil }
        if result == -Self.tooLong { throw .notAStore(path) }
        try check(result)
        defer { sockeye_credential_file_free(bytes, count) }
        // SAFETY: as above.
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// Changes the content while holding the file's lock; false if `change` returns none.
    @discardableResult
    func change(
        _ change: (_ content: [UInt8]?) throws(CredentialStoreError) -> [UInt8]?
    ) throws(CredentialStoreError) -> Bool {
        try checkPath()
        // Another process may have it open, so it must be replaced, not rewritten.
        if let fault = SecretPlace.fault(of: path) { throw .file(path, reason: "it \(fault)") }
        let lock = sockeye_credential_file_lock(path, patience)
        if lock == -Self.timedOut {
            throw .file(
                path, reason: "another process has held its lock for \(patience / 1000) s; is it suspended?")
        }
        if lock == -Self.accessDenied { throw .file(path + ".lock", reason: IOError.message(for: -lock)) }
        try check(lock)
        defer { sockeye_credential_file_unlock(lock) }
        guard let content = try change(try read()) else { return false }
        try check(sockeye_credential_file_replace(path, content, content.count))
        return true
    }

    private static let noSuchFile: Int32 = 2
    private static let accessDenied: Int32 = 13
    private static let tooLong: Int32 = 27
    private static let timedOut: Int32 = 110

    /// A NUL would truncate the path in C and name another file.
    private func checkPath() throws(CredentialStoreError) {
        if path.utf8.contains(0) { throw .unfit("a path can't contain a NUL") }
    }

    private func check(_ result: Int32) throws(CredentialStoreError) {
        if result < 0 { throw .file(path, reason: IOError.message(for: -result)) }
    }
}

extension [StoredCredential] {
    /// The credential to return: for this realm, otherwise for any.
    func best(origin: String, realm: String?, user: [UInt8]?) -> StoredCredential? {
        let fitting = filter { $0.origin == origin && (user == nil || $0.user == user) }
        guard let realm, !realm.isEmpty else { return fitting.first { $0.realm.isEmpty } ?? fitting.first }
        return fitting.first { $0.realm == realm } ?? fitting.first { $0.realm.isEmpty }
    }
}
