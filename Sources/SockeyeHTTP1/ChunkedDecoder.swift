internal import HTTPTypes

/// The chunked coding (RFC 9112 section 7.1), decoded where it lies.
///
/// ```
///   ┌──────────────────────────────────────────────────────────────────────┐
///   ▼        blank        ";"                                              │
///  size ──▶ sizeBlank ──▶ extension ⇄ quoted ⇄ quotedPair                  │
///   │                        │                                             │
///   └──CR──▶ sizeLineFeed ◀──┘CR                                           │
///              │ LF, size > 0 ──▶ data ──▶ dataReturn ──CR──▶ dataLineFeed ┘LF
///              └ LF, size = 0 ──▶ trailers ──empty line──▶ complete
/// ```
/// The one rule for line ends: the lines of the coding itself (size and extensions, and the end of a chunk's data)
/// end with CR LF and nothing else. RFC 9112 section 2.2 allows a bare LF for start lines and fields only, and a
/// size line whose end two parties see in different places is how messages are smuggled. Trailers are field lines
/// and follow the rule for those.
struct ChunkedDecoder: Sendable {
    private enum State: Sendable {
        case size
        case sizeBlank
        case extensions
        case quoted
        case quotedPair
        case sizeLineFeed
        case data
        case dataReturn
        case dataLineFeed
        case trailers
        case complete
    }

    enum Step {
        /// Everything was read; more is to come.
        case needMore
        /// Content bytes lie here in the input.
        case data(Range<Int>)
        /// The last chunk and its trailers are read.
        case end(HTTPFields)
    }

    /// Digits of 2⁶³ - 1: so many a size may always have.
    private static let usualDigits = 16

    private let limits: Limits
    private var state = State.size
    private var digits = 0
    private var size: Int64 = 0
    private var extensionBytes = 0
    /// Bytes of extensions beyond those that the content so far makes plausible.
    private var excessBytes: Int64 = 0
    private var trailerBytes = 0
    /// Made for the first byte after the last chunk, so that the decoders that never get there stay small.
    private var trailers: FieldSectionParser?

    init(limits: Limits) {
        self.limits = limits
    }

    /// Content bytes of the open chunk that are still to come.
    var remainingInChunk: Int64 { state == .data ? size : 0 }

    /// Takes note that `count` bytes of the open chunk went another way; not more than ``remainingInChunk``.
    mutating func skip(_ count: Int64) {
        size -= count
        if size == 0, state == .data { state = .dataReturn }
    }

    /// Reads on until content, the end, or the end of the input.
    mutating func decode(_ input: RawSpan, base: Int64) throws(HTTP1Error) -> (consumed: Int, step: Step) {
        var position = 0
        while position < input.byteCount {
            switch state {
            case .data:
                let available = Int64(input.byteCount - position)
                let count = min(size, available)
                let range = position..<(position + Int(count))
                skip(count)
                return (range.upperBound, .data(range))
            case .trailers:
                return try decodeTrailers(input, from: position, base: base)
            case .complete:
                return (position, .end(trailers?.trailers ?? HTTPFields()))
            default:
                try take(input.byte(at: position), offset: base + Int64(position))
                position += 1
            }
        }
        return (position, .needMore)
    }

    private mutating func take(_ byte: UInt8, offset: Int64) throws(HTTP1Error) {
        switch state {
        case .size: try takeSizeByte(byte, offset: offset)
        case .sizeBlank, .extensions, .quoted, .quotedPair: try takeExtensionByte(byte, offset: offset)
        case .sizeLineFeed:
            guard byte == UInt8(ascii: "\n") else { throw .bareCarriageReturn(offset: offset - 1) }
            digits = 0
            state = size > 0 ? .data : .trailers
        case .dataReturn:
            guard byte == UInt8(ascii: "\r") else { throw .chunkNotTerminated(byte: byte, offset: offset) }
            state = .dataLineFeed
        case .dataLineFeed:
            guard byte == UInt8(ascii: "\n") else { throw .chunkNotTerminated(byte: byte, offset: offset) }
            state = .size
        case .data, .trailers, .complete:
            break
        }
    }

    private mutating func takeSizeByte(_ byte: UInt8, offset: Int64) throws(HTTP1Error) {
        if let digit = Grammar.hexadecimalDigit(byte) {
            // RFC 9112 section 7.1: 1*HEXDIG, so leading zeros are fine; but a size line must come to an end.
            if digits >= Self.usualDigits, digits >= limits.chunkExtensionBytes {
                throw .limitExceeded(.chunkExtensionBytes, maximum: limits.chunkExtensionBytes, offset: offset)
            }
            let (scaled, scaleOverflow) = size.multipliedReportingOverflow(by: 16)
            let (sum, sumOverflow) = scaled.addingReportingOverflow(Int64(digit))
            if scaleOverflow || sumOverflow { throw .chunkSizeTooLarge(offset: offset) }
            size = sum
            digits += 1
            return
        }
        // chunk-size is 1*HEXDIG: no sign, no blank, no 0x before it.
        guard digits > 0 else { throw .malformedChunkSize(byte: byte, offset: offset) }
        switch byte {
        case UInt8(ascii: "\r"): state = .sizeLineFeed
        case UInt8(ascii: ";"):
            state = .extensions
            extensionBytes = 1
        // Blanks may follow a size only if an extension follows them (RFC 9112 section 7.1.1, BWS).
        case UInt8(ascii: " "), UInt8(ascii: "\t"):
            state = .sizeBlank
            extensionBytes = 1
        default: throw .malformedChunkSize(byte: byte, offset: offset)
        }
    }

    /// Skips extensions (RFC 9112 section 7.1.1): their content means nothing here, but their quotes do.
    private mutating func takeExtensionByte(_ byte: UInt8, offset: Int64) throws(HTTP1Error) {
        if state == .extensions, byte == UInt8(ascii: "\r") {
            state = .sizeLineFeed
            return try countExtension(offset: offset)
        }
        guard extensionBytes < limits.chunkExtensionBytes else {
            throw .limitExceeded(.chunkExtensionBytes, maximum: limits.chunkExtensionBytes, offset: offset)
        }
        extensionBytes += 1
        if state == .sizeBlank {
            if byte == UInt8(ascii: ";") {
                state = .extensions
            } else if !Grammar.isOptionalWhiteSpace(byte) {
                throw .malformedChunkSize(byte: byte, offset: offset)
            }
            return
        }
        guard Grammar.isFieldValueByte(byte) else { throw .illegalByte(.chunkExtension, byte: byte, offset: offset) }
        switch (state, byte) {
        case (.extensions, UInt8(ascii: "\"")): state = .quoted
        case (.quoted, UInt8(ascii: "\"")): state = .extensions
        case (.quoted, UInt8(ascii: "\\")): state = .quotedPair
        case (.quotedPair, _): state = .quoted
        default: break
        }
    }

    /// Extensions longer than the content they come with are no signatures of it: so many of them in all and no more.
    private mutating func countExtension(offset: Int64) throws(HTTP1Error) {
        excessBytes = max(0, excessBytes + Int64(extensionBytes) - min(size, 1 << 32))
        if excessBytes > 16 * Int64(limits.chunkExtensionBytes) {
            throw .limitExceeded(.chunkExtensionBytes, maximum: limits.chunkExtensionBytes, offset: offset)
        }
    }

    private mutating func decodeTrailers(
        _ input: RawSpan,
        from start: Int,
        base: Int64
    ) throws(HTTP1Error) -> (consumed: Int, step: Step) {
        let end = start + min(input.byteCount - start, limits.trailerBytes - trailerBytes)
        var section = trailers ?? FieldSectionParser(limits: limits, isTrailer: true)
        trailers = nil
        defer { trailers = section }
        let position = try section.parse(input, from: start, to: end, base: base)
        trailerBytes += position - start
        if section.isComplete {
            state = .complete
            return (position, .end(section.trailers))
        }
        guard end == input.byteCount else {
            throw .limitExceeded(.trailerBytes, maximum: limits.trailerBytes, offset: base + Int64(end))
        }
        return (position, .needMore)
    }
}
