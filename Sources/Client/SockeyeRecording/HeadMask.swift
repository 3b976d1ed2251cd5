/// Masks the secrets in one direction of a connection, however its bytes are split. Lengths are preserved.
///
/// Bytes before the first exchange, such as a SOCKS login, are masked entirely if the client sends them.
package struct HeadMask: Sendable {
    /// The character that replaces each character of a secret.
    package static let filler = UInt8(ascii: "x")

    private var scanner: SecretScanner
    private var hasBegun = false
    private let masksRaw: Bool
    /// Octets not yet classified, and the offset of the first one.
    private var held: [UInt8] = []
    private var start = 0

    /// - Parameter isResponse: whether the bytes are a server's, so that an interim head is followed by another head.
    package init(isResponse: Bool) {
        scanner = SecretScanner(.head(isResponse: isResponse))
        masksRaw = !isResponse
    }

    /// Starts the next message.
    package mutating func begin() {
        hasBegun = true
        scanner.begin()
    }

    /// The bytes with secrets masked. What could be a secret, depending on later bytes, is masked.
    package mutating func masked(_ bytes: some Collection<UInt8>) -> [UInt8] { passed(bytes) + rest() }

    /// The masked bytes as far as they can be classified; the rest is returned by a later call.
    package mutating func passed(_ bytes: some Collection<UInt8>) -> [UInt8] {
        if !hasBegun { return masksRaw ? [UInt8](repeating: Self.filler, count: bytes.count) : Array(bytes) }
        let bytes = Array(bytes)
        held += bytes
        return released(scanner.scan(bytes))
    }

    /// The bytes held back, masked.
    package mutating func rest() -> [UInt8] { released(scanner.settle(isEnd: false)) }

    private mutating func released(_ secrets: [SecretScanner.Secret]) -> [UInt8] {
        let count = scanner.known - start
        let released = Secrets.filled(Array(held.prefix(count)), secrets, from: start)
        held.removeFirst(min(count, held.count))
        start = scanner.known
        return released
    }
}
