/// The most that a peer may make the codec hold or read, each with its reason.
///
/// Values are clamped to 1...1 GiB.
public struct Limits: Sendable, Hashable {
    /// Bytes of one head: status line, fields and the empty line. 256 KiB: several times what servers with
    /// generous cookies and policies send, and small enough to hold for every open connection.
    public var headBytes: Int
    /// Bytes of one field line, its folded continuations included, or of the status line. 128 KiB: half a head.
    public var lineBytes: Int
    /// Fields in one head or one trailer section. 1,000: a search through them stays cheap. Clamped to 65,000, because
    /// `HTTPFields` traps at 65,535.
    public var fieldCount: Int
    /// Bytes between the size of one chunk and its line end, and digits of the size, leading zeros included. 4 KiB: they
    /// are skipped, not kept, but nobody needs more. All chunks together may have sixteen times as many in excess of their
    /// content: enough for signatures of it.
    public var chunkExtensionBytes: Int
    /// Bytes of the trailer section. 64 KiB: trailers hold digests and timings, not documents.
    public var trailerBytes: Int
    /// Bytes of all interim (1xx) responses before the final one. 1 MiB: a progress report every second for ten hours, but
    /// not forever.
    public var informationalBytes: Int

    /// The given limits; the defaults suit every honest server known to us.
    public init(
        headBytes: Int = 256 * 1024,
        lineBytes: Int = 128 * 1024,
        fieldCount: Int = 1_000,
        chunkExtensionBytes: Int = 4 * 1024,
        trailerBytes: Int = 64 * 1024,
        informationalBytes: Int = 1024 * 1024
    ) {
        self.headBytes = headBytes
        self.lineBytes = lineBytes
        self.fieldCount = fieldCount
        self.chunkExtensionBytes = chunkExtensionBytes
        self.trailerBytes = trailerBytes
        self.informationalBytes = informationalBytes
    }

    /// The default limits.
    public static let standard = Limits()

    /// The same limits within the bounds that the codec's arithmetic and `HTTPFields` rely on.
    var bounded: Limits {
        func bounded(_ value: Int, _ maximum: Int = 1 << 30) -> Int { min(max(value, 1), maximum) }
        return Limits(
            headBytes: bounded(headBytes), lineBytes: bounded(lineBytes), fieldCount: bounded(fieldCount, 65_000),
            chunkExtensionBytes: bounded(chunkExtensionBytes), trailerBytes: bounded(trailerBytes),
            informationalBytes: bounded(informationalBytes))
    }
}
