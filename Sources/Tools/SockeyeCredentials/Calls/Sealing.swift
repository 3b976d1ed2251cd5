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
    private static let cost = KeyRecipe(n: 15, r: 8, p: 1, salt: [])
    /// What a file may ask for: 512 MiB. It may come from a stranger.
    private static let mostCost = KeyRecipe(n: 18, r: 16, p: 4, salt: [])
    private static let saltCount = 16
    private static let checkCount = 16
    private static let nonceCount = Int(SOCKEYE_GCM_NONCE)
    private static let tagCount = Int(SOCKEYE_GCM_TAG)
    private static let sumCount = 4
    private static var headerCount: Int { magic.count + 4 + saltCount + checkCount + nonceCount + sumCount }
    private static let keyCount = Int(SOCKEYE_GCM_KEY) + checkCount

    /// A file that was opened before keeps its salt: the nonce is new each time, and 2^32 of them are safe (NIST SP 800-38D
    /// section 8.3).
    static func seal(_ content: [UInt8], with ring: KeyRing) throws(CredentialStoreError) -> [UInt8] {
        var recipe = cost
        if let known = ring.recipe(like: cost) { recipe = known } else { recipe.salt = try random(saltCount) }
        let keys = try ring.key(for: recipe, count: keyCount)
        var header = magic + [version, recipe.n, recipe.r, recipe.p] + recipe.salt
        header += keys[Int(SOCKEYE_GCM_KEY)...] + (try random(nonceCount))
        header += sum(header)
        var sealed = [UInt8](repeating: 0, count: content.count + tagCount)
        let nonce = Array(header[(headerCount - sumCount - nonceCount)..<(headerCount - sumCount)])
        guard
            sockeye_gcm_seal(keys, nonce, header, header.count, content, content.count, &sealed) == 0
        else { throw .encryption }
        return header + sealed
    }

    static func open(_ file: [UInt8], with ring: KeyRing, path: String) throws(CredentialStoreError) -> [UInt8] {
        guard file.starts(with: magic) else { throw .notAStore(path) }
        guard file.count >= headerCount + tagCount else { throw .damaged(path) }
        let header = Array(file[..<headerCount])
        guard Array(header.suffix(sumCount)) == sum(Array(header.dropLast(sumCount))) else { throw .damaged(path) }
        guard header[magic.count] == version else { throw .notAStore(path) }
        let asked = KeyRecipe(
            n: header[magic.count + 1], r: header[magic.count + 2], p: header[magic.count + 3],
            salt: Array(header[(magic.count + 4)...].prefix(saltCount)))
        guard (1...mostCost.n).contains(asked.n), (1...mostCost.r).contains(asked.r), (1...mostCost.p).contains(asked.p)
        else { throw .notAStore(path) }
        let keys = try ring.key(for: asked, count: keyCount)
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
