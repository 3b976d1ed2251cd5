internal import SockeyeBytes
internal import HTTPTypes

/// The chunked coding (RFC 9112 section 7.1), decoded in place.
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
/// The lines of the coding itself (size and extensions, and the end of a chunk's data) should end with CR LF and nothing
/// else. Old servers end them with a bare LF, or pad the size with spaces; curl reads that, and so do we, but a size line
/// whose end two parties see in different places is how messages are smuggled: after one (``isOdd``) the connection is
/// not used again, so that no other message can follow. Trailers are field lines and follow the rule for those.
struct ChunkedDecoder: Sendable {
    private enum State: Sendable {
        case size, sizeBlank, extensions, quoted, quotedPair, sizeLineFeed
        case data, dataReturn, dataLineFeed
        case trailers, complete
    }

    enum Step {
        /// All input was read; more is to come.
        case needMore
        /// These bytes of the input are content.
        case data(Range<Int>)
        /// The last chunk and its trailers were read.
        case end(HTTPFields)
    }

    /// The digits of 2⁶³ - 1, which every size may have.
    private static let usualDigits = 16

    private let limits: Limits
    /// Whether a line ended in a bare LF, or spaces followed a size.
    private(set) var isOdd = false
    private var state = State.size
    private var digits = 0
    private var size: Int64 = 0
    private var extensionBytes = 0
    /// Bytes of extensions in excess of the content so far.
    private var excessBytes: Int64 = 0
    private var trailerBytes = 0
    /// Made at the first byte after the last chunk, to keep most decoders small.
    private var trailers: FieldSectionParser?

    private let keepsRawTrailers: Bool
    /// The trailer section as received, if it is kept.
    private(set) var rawTrailers: [UInt8] = []

    init(limits: Limits, keepsRawTrailers: Bool = false) {
        self.limits = limits
        self.keepsRawTrailers = keepsRawTrailers
    }

    /// Content bytes of the open chunk that are still to come.
    var remainingInChunk: Int64 { state == .data ? size : 0 }

    /// Counts `count` bytes of the open chunk, at most ``remainingInChunk``, that were moved around the decoder.
    mutating func skip(_ count: Int64) {
        size -= count
        if size == 0, state == .data { state = .dataReturn }
    }

    /// Reads on to content, the end of the body, or the end of the input.
    mutating func decode(_ input: RawSpan, base: Int64) throws(HTTP1Error) -> (consumed: Int, step: Step) {
        var position = 0
        while position < input.byteCount {
            switch state {
            case .data:
                let count = min(size, Int64(input.byteCount - position))
                let range = position..<(position + Int(count))
                skip(count)
                return (range.upperBound, .data(range))
            case .trailers:
                return try decodeTrailers(input, from: position, base: base)
            case .complete:
                return (position, .end(trailers?.trailers ?? HTTPFields()))
            default:
                if let fault = take(input.byte(at: position)) {
                    let isBefore = fault == .bareCarriageReturn
                    throw .server(fault, offset: base + Int64(isBefore ? position - 1 : position))
                }
                position += 1
            }
        }
        return (position, .needMore)
    }

    private mutating func take(_ byte: UInt8) -> HTTP1Error.ServerFault? {
        switch state {
        case .size: return takeSizeByte(byte)
        case .sizeBlank, .extensions, .quoted, .quotedPair: return takeExtensionByte(byte)
        case .sizeLineFeed:
            guard byte == UInt8(ascii: "\n") else { return .bareCarriageReturn }
            endSizeLine()
        case .dataReturn, .dataLineFeed:
            let isReturn = state == .dataReturn
            if isReturn, byte == UInt8(ascii: "\n") {
                isOdd = true
                state = .size
                return nil
            }
            guard byte == (isReturn ? UInt8(ascii: "\r") : UInt8(ascii: "\n")) else {
                return .chunkNotTerminated(byte: byte)
            }
            state = isReturn ? .dataLineFeed : .size
        case .data, .trailers, .complete: break
        }
        return nil
    }

    private mutating func endSizeLine() {
        digits = 0
        state = size > 0 ? .data : .trailers
    }

    /// A bare LF where CR LF belongs.
    private mutating func endOddSizeLine() {
        isOdd = true
        endSizeLine()
    }

    private mutating func takeSizeByte(_ byte: UInt8) -> HTTP1Error.ServerFault? {
        if let digit = ASCII.hexadecimalDigit(byte) {
            // RFC 9112 section 7.1: 1*HEXDIG, so leading zeros are valid; but a size line must end some time.
            if digits >= Self.usualDigits, digits >= limits.chunkExtensionBytes { return tooLong }
            let (scaled, scaleOverflow) = size.multipliedReportingOverflow(by: 16)
            let (sum, sumOverflow) = scaled.addingReportingOverflow(Int64(digit))
            if scaleOverflow || sumOverflow { return .chunkSizeTooLarge }
            size = sum
            digits += 1
            return nil
        }
        // chunk-size is 1*HEXDIG: no sign, no space, no 0x before it.
        guard digits > 0 else { return .malformedChunkSize(byte: byte) }
        extensionBytes = 1
        switch byte {
        case UInt8(ascii: "\r"): state = .sizeLineFeed
        case UInt8(ascii: "\n"): endOddSizeLine()
        case UInt8(ascii: ";"): state = .extensions
        // White space may follow a size only before an extension (RFC 9112 section 7.1.1, BWS); some pad with it.
        case UInt8(ascii: " "), UInt8(ascii: "\t"): state = .sizeBlank
        default: return .malformedChunkSize(byte: byte)
        }
        return nil
    }

    /// Skips extensions (RFC 9112 section 7.1.1): only their quotes matter here.
    private mutating func takeExtensionByte(_ byte: UInt8) -> HTTP1Error.ServerFault? {
        let isLineFeed = byte == UInt8(ascii: "\n")
        if state == .sizeBlank, isLineFeed || byte == UInt8(ascii: "\r") {
            isOdd = true
            if isLineFeed { endSizeLine() } else { state = .sizeLineFeed }
            return nil
        }
        if state == .extensions, isLineFeed || byte == UInt8(ascii: "\r") {
            if isLineFeed { endOddSizeLine() } else { state = .sizeLineFeed }
            // Extensions much longer than their content are not signatures of it.
            excessBytes = max(0, excessBytes + Int64(extensionBytes) - min(size, 1 << 32))
            return excessBytes > 16 * Int64(limits.chunkExtensionBytes) ? tooLong : nil
        }
        guard extensionBytes < limits.chunkExtensionBytes else { return tooLong }
        extensionBytes += 1
        if state == .sizeBlank {
            if byte == UInt8(ascii: ";") { state = .extensions }
            return state == .extensions || Grammar.isOptionalWhiteSpace(byte) ? nil : .malformedChunkSize(byte: byte)
        }
        guard Grammar.isFieldValueByte(byte) else { return .illegalByte(.chunkExtension, byte: byte) }
        switch (state, byte) {
        case (.extensions, UInt8(ascii: "\"")): state = .quoted
        case (.quoted, UInt8(ascii: "\"")): state = .extensions
        case (.quoted, UInt8(ascii: "\\")): state = .quotedPair
        case (.quotedPair, _): state = .quoted
        default: break
        }
        return nil
    }

    private var tooLong: HTTP1Error.ServerFault {
        .limitExceeded(.chunkExtensionBytes, limit: limits.chunkExtensionBytes)
    }

    private mutating func decodeTrailers(
        _ input: RawSpan, from start: Int, base: Int64
    ) throws(HTTP1Error) -> (consumed: Int, step: Step) {
        let end = start + min(input.byteCount - start, limits.trailerBytes - trailerBytes)
        var section = trailers ?? FieldSectionParser(limits: limits, isTrailer: true)
        trailers = nil
        defer { trailers = section }
        let position = try section.parse(input, from: start, to: end, base: base)
        trailerBytes += position - start
        if keepsRawTrailers { rawTrailers.append(input, start..<position) }
        if section.isComplete {
            state = .complete
            return (position, .end(section.trailers))
        }
        guard end == input.byteCount else {
            throw .server(.limitExceeded(.trailerBytes, limit: limits.trailerBytes), offset: base + Int64(end))
        }
        return (position, .needMore)
    }
}
