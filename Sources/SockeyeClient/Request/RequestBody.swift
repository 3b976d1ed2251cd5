/// What a request carries: nothing, bytes, or a stream of bytes.
public struct RequestBody: Sendable {
    enum Content: Sendable {
        case none
        case bytes([UInt8])
        case stream(any AsyncSequence<[UInt8], any Error> & Sendable)
    }

    let content: Content
    /// How many bytes there are; `nil` when only the end will tell, which needs the chunked coding.
    public let length: Int64?
    /// Whether the body can be sent a second time, after a redirect, a challenge or a lost connection.
    public let isReplayable: Bool

    private init(_ content: Content, length: Int64?, isReplayable: Bool) {
        self.content = content
        self.length = length
        self.isReplayable = isReplayable
    }

    /// No body.
    public static let none = RequestBody(.none, length: 0, isReplayable: true)

    /// These bytes.
    public static func bytes(_ bytes: [UInt8]) -> RequestBody {
        RequestBody(.bytes(bytes), length: Int64(bytes.count), isReplayable: true)
    }

    /// The UTF-8 bytes of `text`.
    public static func text(_ text: String) -> RequestBody {
        bytes(Array(text.utf8))
    }

    /// Pieces as they come.
    ///
    /// - Parameters:
    ///   - pieces: each is sent as it comes, and the next is asked for when the kernel took it: back-pressure.
    ///   - length: the total, when it is known: sent as Content-Length and checked. Otherwise the body is chunked.
    ///   - isReplayable: whether iterating over `pieces` again gives the same bytes.
    public static func stream(
        _ pieces: some AsyncSequence<[UInt8], any Error> & Sendable, length: Int64? = nil, isReplayable: Bool = false
    ) -> RequestBody {
        RequestBody(.stream(pieces), length: length, isReplayable: isReplayable)
    }

    /// Whether there is nothing to send.
    public var isNone: Bool {
        if case .none = content { true } else { false }
    }
}
