internal import CCredentials
internal import Synchronization

/// The parameters of key derivation: the salt, and scrypt's parameters (RFC 7914 section 2), with `n` as its binary logarithm.
struct KeyParameters: Equatable, Sendable {
    var n: UInt8
    var r: UInt8
    var p: UInt8
    var salt: [UInt8]

    func hasCost(of other: KeyParameters) -> Bool { n == other.n && r == other.r && p == other.p }
}

/// A passphrase and the keys derived from it. A derivation takes a tenth of a second and 32 MiB, so keys are cached; they are wiped
/// with the passphrase in `deinit`.
final class KeyCache: Sendable {
    private struct Content {
        var passphrase: [UInt8]
        /// Newest last.
        var keys: [(parameters: KeyParameters, bytes: [UInt8])] = []
    }

    private let content: Mutex<Content>
    /// How many keys are cached. A file has one; others belong to files that were replaced.
    private static let most = 4

    init(_ passphrase: [UInt8]) { content = Mutex(Content(passphrase: passphrase)) }

    deinit {
        content.withLock { content in
            Sealing.wipe(&content.passphrase)
            for index in content.keys.indices { Sealing.wipe(&content.keys[index].bytes) }
        }
    }

    var isEmpty: Bool { content.withLock { $0.passphrase.isEmpty } }

    /// Derives `count` bytes. Other callers wait, since they want the same key.
    func key(for parameters: KeyParameters, count: Int) throws(CredentialStoreError) -> [UInt8] {
        let key: [UInt8]? = content.withLock { content in
            if let known = content.keys.first(where: { $0.parameters == parameters && $0.bytes.count == count }) {
                return known.bytes
            }
            var bytes = [UInt8](repeating: 0, count: count)
            let result = sockeye_scrypt(
                content.passphrase, content.passphrase.count, parameters.salt, parameters.salt.count,
                1 << UInt64(parameters.n),
                UInt64(parameters.r), UInt64(parameters.p), Self.memoryLimit, &bytes, count)
            if result != 0 { return nil }
            if content.keys.count == Self.most {
                Sealing.wipe(&content.keys[0].bytes)
                content.keys.removeFirst()
            }
            content.keys.append((parameters, bytes))
            return bytes
        }
        guard let key else { throw .encryption }
        return key
    }

    /// scrypt's memory limit, above what any accepted parameters need.
    private static let memoryLimit: UInt64 = 1 << 30

    /// The newest parameters with this cost.
    func parameters(like cost: KeyParameters) -> KeyParameters? {
        content.withLock { content in content.keys.last { $0.parameters.hasCost(of: cost) }?.parameters }
    }
}
