internal import SockeyeRecording

/// Masks the trailers of one direction's bodies, which are kept with their framing.
struct TrailerMask {
    private var chunks: ChunkScanner?
    private var trailers = SecretScanner(.fields)

    /// Starts the next message.
    mutating func begin(_ head: [UInt8]) {
        (chunks, trailers) = (ChunkScanner(after: head), SecretScanner(.fields))
    }

    /// Masks the next piece of the body.
    mutating func masked(_ bytes: [UInt8]) -> [UInt8] {
        guard let start = chunks?.offset else { return bytes }
        _ = chunks?.scan(bytes)
        guard let end = chunks?.end else { return bytes }
        return SecretMask().masked(bytes, from: Int(clamping: end - start), in: &trailers)
    }
}

extension ChunkScanner {
    /// A mask for the body after a head, if it is chunked.
    init?(after head: [UInt8]) {
        guard RawHead(head).list("transfer-encoding").last?.lowercased() == "chunked" else { return nil }
        self.init()
    }
}
