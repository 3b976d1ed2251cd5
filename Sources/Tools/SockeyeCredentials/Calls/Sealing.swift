internal import CCredentials

/// The encrypted form: a header, and the content under AES-256-GCM, with a key that scrypt (RFC 7914) derives from the passphrase.
///
/// ```
/// "sockeye-credentials\n" version(1) log2N(1) r(1) p(1) salt(16) check(16) nonce(12) sum(4) | content … tag(16)
/// ```
/// The whole header is authenticated. `check` is the part of scrypt's output after the key, so a wrong passphrase is detected before
/// decryption; if the check matches, content that doesn't decrypt is damaged. Damage to the salt or the check would look like a
/// wrong passphrase, so the header ends in `sum`, 4 bytes of an FNV hash, which detects accidental damage.
enum Sealing {
    private static let magic = Array("sockeye-credentials\n".utf8)
    private static let version: UInt8 = 1
    /// 2^15 times 8 blocks of 128 bytes: 32 MiB and a tenth of a second.
    private static let cost = KeyParameters(n: 15, r: 8, p: 1, salt: [])
    /// The most that a file may demand: 512 MiB, since the file may be hostile.
    private static let costLimit = KeyParameters(n: 18, r: 16, p: 4, salt: [])
    private static let saltCount = 16
    private static let checkCount = 16
    private static let nonceCount = Int(SOCKEYE_GCM_NONCE)
    private static let tagCount = Int(SOCKEYE_GCM_TAG)
    private static let sumCount = 4
    private static var headerCount: Int { magic.count + 4 + saltCount + checkCount + nonceCount + sumCount }
    private static let keyCount = Int(SOCKEYE_GCM_KEY) + checkCount

    /// A file that was opened before keeps its salt: the nonce is random each time, and 2^32 nonces per key are safe (NIST
    /// SP 800-38D section 8.3).
    static func seal(_ content: [UInt8], with cache: KeyCache) throws(CredentialStoreError) -> [UInt8] {
        var parameters = cost
        if let known = cache.parameters(like: cost) {
            parameters = known
        } else {
            parameters.salt = try random(saltCount)
        }
        let keys = try cache.key(for: parameters, count: keyCount)
        var header = magic + [version, parameters.n, parameters.r, parameters.p] + parameters.salt
        header += keys[Int(SOCKEYE_GCM_KEY)...] + (try random(nonceCount))
        header += sum(header)
        var sealed = [UInt8](repeating: 0, count: content.count + tagCount)
        let nonce = Array(header[(headerCount - sumCount - nonceCount)..<(headerCount - sumCount)])
        guard
            sockeye_gcm_seal(keys, nonce, header, header.count, content, content.count, &sealed) == 0
        else { throw .encryption }
        return header + sealed
    }

    static func open(_ file: [UInt8], with cache: KeyCache, path: String) throws(CredentialStoreError) -> [UInt8] {
        guard file.starts(with: magic) else { throw .notAStore(path) }
        guard file.count >= headerCount + tagCount else { throw .damaged(path) }
        let header = Array(file[..<headerCount])
        // Before the sum, which a newer version may have elsewhere.
        guard header[magic.count] == version else { throw .notAStore(path) }
        guard Array(header.suffix(sumCount)) == sum(Array(header.dropLast(sumCount))) else { throw .damaged(path) }
        let asked = KeyParameters(
            n: header[magic.count + 1], r: header[magic.count + 2], p: header[magic.count + 3],
            salt: Array(header[(magic.count + 4)...].prefix(saltCount)))
        guard (1...costLimit.n).contains(asked.n), (1...costLimit.r).contains(asked.r),
            (1...costLimit.p).contains(asked.p)
        else { throw .notAStore(path) }
        let keys = try cache.key(for: asked, count: keyCount)
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

    /// Compares in constant time.
    static func isEqual(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
        // In Swift, ^ binds no tighter than |.
        first.count == second.count && zip(first, second).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func random(_ count: Int) throws(CredentialStoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        if sockeye_credential_random(&bytes, count) != 0 { throw .encryption }
        return bytes
    }

    static func wipe(_ bytes: inout [UInt8]) { sockeye_credential_wipe(&bytes, bytes.count) }

    static func sum(_ bytes: [UInt8]) -> [UInt8] {
        var hash: UInt32 = 2_166_136_261
        for byte in bytes { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return (0..<4).map { UInt8(truncatingIfNeeded: hash >> (8 * UInt32($0))) }
    }
}
