/// The limits of what a peer may send.
public struct WebSocketLimits: Sendable, Hashable {
    /// The longest frame, by its announced length. Default 1 TiB: frames are handled piece by piece, so a long one costs no
    /// memory by itself.
    public var frameBytes: Int64 = 1 << 40
    /// The longest message, decompressed. Default 64 MiB, as for the buffered body of a response; raise it for messages
    /// that are received in pieces.
    public var messageBytes: Int64 = 64 << 20
    /// The most decompressed bytes per byte of a message, beyond ``ratioThreshold``. Default 1,100, which honest deflate
    /// data can't exceed.
    public var ratio: Int64 = 1_100
    /// Messages up to this size, decompressed, may have any ratio. Default 1 MiB.
    public var ratioThreshold: Int64 = 1 << 20

    /// The defaults.
    public init() {}
}
