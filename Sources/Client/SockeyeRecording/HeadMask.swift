/// Masks the secrets in one direction of a connection, however it is cut. Lengths stay.
///
/// What comes before the first exchange (a login at a SOCKS proxy, other protocols) is masked as a whole if the client sends it.
public struct HeadMask: Sendable {
    /// The character that stands for one of a secret.
    public static let filler = UInt8(ascii: "x")

    private var scanner: SecretScanner
    private var hasBegun = false
    private let masksRaw: Bool
    /// Octets of which it isn't known yet whether they are a secret, and the place of the first one.
    private var held: [UInt8] = []
    private var start = 0

    /// - Parameter isResponse: whether the bytes are a server's, whose interim heads are followed by another.
    public init(isResponse: Bool) {
        scanner = SecretScanner(.head(isResponse: isResponse))
        masksRaw = !isResponse
    }

    /// The next message begins.
    public mutating func begin() {
        hasBegun = true
        scanner.begin()
    }

    /// The same bytes without secrets. What could be one, depending on what follows, counts as one.
    public mutating func masked(_ bytes: some Collection<UInt8>) -> [UInt8] { passed(bytes) + rest() }

    /// The bytes, without secrets, as far as it is known what is a secret; the others come with later ones.
    public mutating func passed(_ bytes: some Collection<UInt8>) -> [UInt8] {
        if !hasBegun { return masksRaw ? [UInt8](repeating: Self.filler, count: bytes.count) : Array(bytes) }
        let bytes = Array(bytes)
        held += bytes
        return released(scanner.scan(bytes))
    }

    /// What was held back, masked.
    public mutating func rest() -> [UInt8] { released(scanner.settle(isEnd: false)) }

    private mutating func released(_ secrets: [SecretScanner.Secret]) -> [UInt8] {
        let count = scanner.known - start
        let released = Secrets.filled(Array(held.prefix(count)), secrets, from: start)
        held.removeFirst(min(count, held.count))
        start = scanner.known
        return released
    }
}
