/// What a field means to the framing of the message that it stands in.
enum FieldRole: Sendable {
    case ordinary
    case contentLength
    case transferEncoding
    case connection
    /// A field that frames or routes a message, and is therefore dropped from trailers.
    case hopByHop

    /// The role of the name in `range`, which is a token, whatever its spelling.
    ///
    /// Told from the bytes, by the length first, so that a head is framed without making any `HTTPField.Name`.
    @inline(__always)
    init(ofName range: Range<Int>, in line: RawSpan) {
        self =
            switch range.count {
            case 2 where line.matches(range, lowercased: "te"): .hopByHop
            case 4 where line.matches(range, lowercased: "host"): .hopByHop
            case 7 where line.matches(range, lowercased: "trailer"): .hopByHop
            case 7 where line.matches(range, lowercased: "upgrade"): .hopByHop
            case 10 where line.matches(range, lowercased: "connection"): .connection
            case 14 where line.matches(range, lowercased: "content-length"): .contentLength
            case 17 where line.matches(range, lowercased: "transfer-encoding"): .transferEncoding
            default: .ordinary
            }
    }
}
