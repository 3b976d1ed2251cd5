public import SockeyeClient

extension RequestBody {
    /// The body's bytes, piece by piece, to be wrapped in another body; `nil` if there is none.
    public var pieces: (any AsyncSequence<[UInt8], any Error> & Sendable)? {
        switch content {
        case .none: nil
        case .bytes(let bytes): MultipartPieces([.segment(.bytes(bytes))])
        case .segments(let segments): MultipartPieces(segments.map { .segment($0) })
        case .stream(let pieces): pieces
        }
    }
}
