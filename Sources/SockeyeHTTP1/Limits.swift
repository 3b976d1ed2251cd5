/// The most that a peer may make the codec hold or read, each with its reason.
///
/// Values below one are taken as one, values above 1 GiB as that.
public struct Limits: Sendable, Hashable {
    /// Bytes of one head: status line, fields and the empty line. 256 KiB: several times what servers with
    /// generous cookies and policies send, and small enough to hold for every open connection.
    public var headBytes: Int
    /// Bytes of one field line, its folded continuations included, or of the status line. 128 KiB: half a head.
    public var lineBytes: Int
    /// Fields in one head or one trailer section. 1,000: a search through them stays cheap. Values above 65,000
    /// are taken as 65,000, because `HTTPFields` ends the process at 65,535.
    public var fieldCount: Int
    /// Bytes between the size of one chunk and its line end, and digits of the size, leading zeros included. 4 KiB: they are
    /// skipped, not kept, but nobody needs more. All chunks together may have sixteen times as many beyond their content:
    /// enough for signatures of it.
    public var chunkExtensionBytes: Int
    /// Bytes of the trailer section. 64 KiB: trailers hold digests and timings, not documents.
    public var trailerBytes: Int
    /// Bytes of all interim (1xx) responses before the final one. 1 MiB: a progress report each second for ten hours, and
    /// an end to a server that sends nothing else.
    public var informationalBytes: Int

    /// Limits as given, the rest as in ``standard``.
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

    /// The limits that fit every honest server known to us.
    public static let standard = Limits()

    /// The same limits within the bounds that the codec's arithmetic and `HTTPFields` rely on.
    var bounded: Limits {
        func bounded(_ value: Int, _ maximum: Int) -> Int { min(max(value, 1), maximum) }
        let mebibytes = 1 << 20
        return Limits(
            headBytes: bounded(headBytes, 1024 * mebibytes),
            lineBytes: bounded(lineBytes, 1024 * mebibytes),
            fieldCount: bounded(fieldCount, 65_000),
            chunkExtensionBytes: bounded(chunkExtensionBytes, 1024 * mebibytes),
            trailerBytes: bounded(trailerBytes, 1024 * mebibytes),
            informationalBytes: bounded(informationalBytes, 1024 * mebibytes)
        )
    }
}
