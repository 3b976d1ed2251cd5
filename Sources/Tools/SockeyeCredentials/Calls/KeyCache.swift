internal import CCredentials
internal import Synchronization

/// What makes a key of a passphrase: the salt, and scrypt's parameters (RFC 7914 section 2), `n` as a power of two.
struct KeyRecipe: Equatable, Sendable {
    var n: UInt8
    var r: UInt8
    var p: UInt8
    var salt: [UInt8]

    func hasCost(of other: KeyRecipe) -> Bool { n == other.n && r == other.r && p == other.p }
}

/// A passphrase and the keys that were made of it. Each takes a tenth of a second and 32 MiB, so it is made once, and wiped with
/// the passphrase at the end.
final class KeyRing: Sendable {
    private struct Content {
        var passphrase: [UInt8]
        /// The newest last.
        var keys: [(recipe: KeyRecipe, bytes: [UInt8])] = []
    }

    private let content: Mutex<Content>
    /// A file has one; others are of files that were replaced.
    private static let most = 4

    init(_ passphrase: [UInt8]) { content = Mutex(Content(passphrase: passphrase)) }

    deinit {
        content.withLock { content in
            Sealing.wipe(&content.passphrase)
            for index in content.keys.indices { Sealing.wipe(&content.keys[index].bytes) }
        }
    }

    var isEmpty: Bool { content.withLock { $0.passphrase.isEmpty } }

    /// `count` bytes for the recipe; others wait meanwhile, since they want the same.
    func key(for recipe: KeyRecipe, count: Int) throws(CredentialStoreError) -> [UInt8] {
        let key: [UInt8]? = content.withLock { content in
            if let known = content.keys.first(where: { $0.recipe == recipe && $0.bytes.count == count }) {
                return known.bytes
            }
            var bytes = [UInt8](repeating: 0, count: count)
            let result = sockeye_scrypt(
                content.passphrase, content.passphrase.count, recipe.salt, recipe.salt.count, 1 << UInt64(recipe.n),
                UInt64(recipe.r), UInt64(recipe.p), Self.memoryLimit, &bytes, count)
            if result != 0 { return nil }
            if content.keys.count == Self.most {
                Sealing.wipe(&content.keys[0].bytes)
                content.keys.removeFirst()
            }
            content.keys.append((recipe, bytes))
            return bytes
        }
        guard let key else { throw .encryption }
        return key
    }

    /// What scrypt may use, more than any recipe that is accepted does.
    private static let memoryLimit: UInt64 = 1 << 30

    /// The newest recipe of this cost.
    func recipe(like cost: KeyRecipe) -> KeyRecipe? {
        content.withLock { content in content.keys.last { $0.recipe.hasCost(of: cost) }?.recipe }
    }
}
