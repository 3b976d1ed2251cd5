internal import CCredentials

/// The encrypted form: a header, and AES-256-GCM of the content with a key that scrypt (RFC 7914) makes of the passphrase.
///
/// ```
/// "sockeye-credentials\n" version(1) log2N(1) r(1) p(1) salt(16) check(16) nonce(12) | content … tag(16)
/// ```
/// The whole header is authenticated. `check` is half of what scrypt gives beyond the key, so a wrong passphrase is told before
/// the content is touched: with a right check, whatever doesn't decrypt is damaged. A damaged check can't be told from a wrong
/// passphrase, nor a salt; so the header ends in a sum of its own, 4 bytes of the FNV hash, which tells damage by accident.
enum Sealing {
    private static let magic = Array("sockeye-credentials\n".utf8)
    private static let version: UInt8 = 1
    /// 2^15 times 8 blocks of 128 bytes: 32 MiB, and a tenth of a second.
    private static let cost: (n: UInt8, r: UInt8, p: UInt8) = (15, 8, 1)
    /// What a file may ask for: 512 MiB. It may come from a stranger.
    private static let mostCost: (n: UInt8, r: UInt8, p: UInt8) = (18, 16, 4)
    private static let saltCount = 16
    private static let checkCount = 16
    private static let nonceCount = Int(SOCKEYE_GCM_NONCE)
    private static let tagCount = Int(SOCKEYE_GCM_TAG)
    private static let sumCount = 4
    private static var headerCount: Int { magic.count + 4 + saltCount + checkCount + nonceCount + sumCount }

    static func seal(_ content: [UInt8], passphrase: [UInt8]) throws(CredentialStoreError) -> [UInt8] {
        let salt = try random(saltCount)
        var keys = try keys(passphrase, salt, cost)
        defer { wipe(&keys) }
        var header = magic + [version, cost.n, cost.r, cost.p] + salt
        header += keys[Int(SOCKEYE_GCM_KEY)...] + (try random(nonceCount))
        header += sum(header)
        var sealed = [UInt8](repeating: 0, count: content.count + tagCount)
        let nonce = Array(header[(headerCount - sumCount - nonceCount)..<(headerCount - sumCount)])
        guard
            sockeye_gcm_seal(keys, nonce, header, header.count, content, content.count, &sealed) == 0
        else { throw .encryption }
        return header + sealed
    }

    static func open(_ file: [UInt8], passphrase: [UInt8], path: String) throws(CredentialStoreError) -> [UInt8] {
        guard file.starts(with: magic) else { throw .notAStore(path) }
        guard file.count >= headerCount + tagCount else { throw .damaged(path) }
        let header = Array(file[..<headerCount])
        guard Array(header.suffix(sumCount)) == sum(Array(header.dropLast(sumCount))) else { throw .damaged(path) }
        guard header[magic.count] == version else { throw .notAStore(path) }
        let asked = (n: header[magic.count + 1], r: header[magic.count + 2], p: header[magic.count + 3])
        guard (1...mostCost.n).contains(asked.n), (1...mostCost.r).contains(asked.r), (1...mostCost.p).contains(asked.p)
        else { throw .notAStore(path) }
        let salt = Array(header[(magic.count + 4)...].prefix(saltCount))
        var keys = try keys(passphrase, salt, asked)
        defer { wipe(&keys) }
        let check = header[(magic.count + 4 + saltCount)...].prefix(checkCount)
        guard isEqual(check, keys[Int(SOCKEYE_GCM_KEY)...]) else { throw .wrongPassphrase(path) }
        let nonce = Array(header[(headerCount - sumCount - nonceCount)..<(headerCount - sumCount)])
        let sealed = Array(file[headerCount...])
        var content = [UInt8](repeating: 0, count: sealed.count - tagCount)
        guard
            sockeye_gcm_open(keys, nonce, header, header.count, sealed, sealed.count, &content) == 0
        else { throw .damaged(path) }
        return content
    }

    /// Compares without a shortcut at the first difference.
    static func isEqual(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
        // In Swift, ^ binds no tighter than |.
        first.count == second.count && zip(first, second).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// The key and the check after it.
    private static func keys(
        _ passphrase: [UInt8], _ salt: [UInt8], _ cost: (n: UInt8, r: UInt8, p: UInt8)
    ) throws(CredentialStoreError) -> [UInt8] {
        var keys = [UInt8](repeating: 0, count: Int(SOCKEYE_GCM_KEY) + checkCount)
        let result = sockeye_scrypt(
            passphrase, passphrase.count, salt, salt.count, 1 << UInt64(cost.n), UInt64(cost.r), UInt64(cost.p),
            1 << 30, &keys,
            keys.count)
        if result != 0 { throw .encryption }
        return keys
    }

    private static func random(_ count: Int) throws(CredentialStoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        if sockeye_credential_random(&bytes, count) != 0 { throw .encryption }
        return bytes
    }

    static func wipe(_ bytes: inout [UInt8]) { sockeye_credential_wipe(&bytes, bytes.count) }

    private static func sum(_ bytes: [UInt8]) -> [UInt8] {
        var hash: UInt32 = 2_166_136_261
        for byte in bytes { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return (0..<4).map { UInt8(truncatingIfNeeded: hash >> (8 * UInt32($0))) }
    }
}
