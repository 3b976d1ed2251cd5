/// The content of the encrypted file: four texts for each credential, each preceded by its length as four octets, big-endian.
enum CredentialRecords {
    static func write(_ credentials: [StoredCredential]) -> [UInt8] {
        var bytes: [UInt8] = []
        for credential in credentials {
            for part in [
                Array(credential.origin.utf8), Array(credential.realm.utf8), credential.user, credential.password,
            ] {
                let count = UInt32(clamping: part.count)
                bytes += (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * UInt32($0))) } + part
            }
        }
        return bytes
    }

    /// Parses the content; `nil` if it is truncated, or if text that must be UTF-8 isn't.
    static func read(_ bytes: [UInt8]) -> [StoredCredential]? {
        var rest = bytes[...]
        func part() -> [UInt8]? {
            guard rest.count >= 4 else { return nil }
            let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        var credentials: [StoredCredential] = []
        while !rest.isEmpty {
            guard let origin = part().flatMap({ String(validating: $0, as: UTF8.self) }),
                let realm = part().flatMap({ String(validating: $0, as: UTF8.self) }), let user = part(),
                let password = part()
            else { return nil }
            credentials.append(StoredCredential(origin: origin, realm: realm, user: user, password: password))
        }
        return credentials
    }
}
