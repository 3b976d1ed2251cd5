internal import SockeyeClient
internal import SockeyeIO
internal import SockeyeURL

/// Credentials in a netrc file, as curl and others read it. Entries name only a host: they apply to every port and realm, over
/// https and http.
public struct NetrcStore: CredentialStore {
    private let file: CredentialFile

    /// A store in the file at this path, which the first `set` creates with mode 0600.
    public init(at path: String) { file = CredentialFile(path) }

    /// The credential for an origin; see ``CredentialStore``.
    public func get(
        origin: String, realm: String?, user: [UInt8]?
    ) async throws(CredentialStoreError) -> StoredCredential? {
        try await onFileThread { [file] () throws(CredentialStoreError) in
            guard let content = try file.read() else { return nil }
            let host = try Self.host(of: origin)
            return try Self.netrc(content).login(forHost: host, user: user).map {
                StoredCredential(origin: origin, realm: "", user: $0.user, password: $0.password)
            }
        }
    }

    /// Stores a credential, and replaces the same user's.
    public func set(_ credential: StoredCredential) async throws(CredentialStoreError) {
        if !credential.realm.isEmpty { throw .unfit("a netrc file has no realms") }
        if (credential.user + credential.password).contains(0) { throw .unfit("a netrc file can't contain a NUL") }
        let isKept = try await change(credential.origin) { (netrc, host) in
            netrc.add(host: host, user: credential.user, password: credential.password)
        }
        if !isKept { throw .unfit("the netrc file has words that belong to no entry; remove them first") }
    }

    /// Removes a credential; false if there was none.
    public func remove(origin: String, realm: String, user: [UInt8]) async throws(CredentialStoreError) -> Bool {
        if !realm.isEmpty { return false }
        return try await change(origin) { (netrc, host) in netrc.remove(host: host, user: user) }
    }

    @discardableResult
    private func change(
        _ origin: String, _ change: @escaping @Sendable (inout Netrc, String) -> Bool
    ) async throws(CredentialStoreError) -> Bool {
        try await onFileThread { [file] () throws(CredentialStoreError) in
            let host = try Self.host(of: origin)
            return try file.change { (content) throws(CredentialStoreError) -> [UInt8]? in
                var netrc = try Self.netrc(content ?? [])
                return change(&netrc, host) ? netrc.octets : nil
            }
        }
    }

    private static func netrc(_ content: [UInt8]) throws(CredentialStoreError) -> Netrc {
        let netrc = Netrc(parsing: content)
        if let fault = netrc.fault { throw .unfit("line \(fault.line) of the netrc file: \(fault)") }
        return netrc
    }

    private static func host(of origin: String) throws(CredentialStoreError) -> String {
        do throws(HTTPURLError) {
            // Without the brackets of an IPv6 address, as the client's lookup does.
            return try HTTPURL(origin).hostForConnecting
        } catch {
            throw .unfit("\(origin) is not an origin: \(error)")
        }
    }
}
