/// How the server returns messages to their sender.
public struct LoopbackEcho: Sendable {
    /// Returns each message in frames of this many bytes; in one if `nil`.
    public var fragmentBytes: Int?
    /// Whether messages are compressed (RFC 7692), as agreed in the handshake.
    public var compresses = false
    /// Whether each message is compressed by itself.
    public var forgets = false
    /// The window of what the server compresses, 9 to 15 bits.
    public var windowBits = 15

    /// One frame for each message, uncompressed.
    public init() {}
}
