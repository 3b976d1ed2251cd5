/// What a field means to the framing of its message.
enum FieldRole: Sendable {
    case ordinary, contentLength, transferEncoding, connection
    /// A field that frames or routes a message, and is therefore dropped from trailers.
    case hopByHop

    /// The role of the field name in `range`, which is a token, ignoring case.
    ///
    /// Judged from the bytes, by length first, so that a head is framed without making any `HTTPField.Name`.
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
