// snippet.decoder
/// The chunked coding (RFC 9112 section 7.1), decoded byte by byte.
struct ChunkDecoder {
    struct Invalid: Error { var reason: String }

    private enum State {
        case size, afterSize, sizeLineFeed
        case data(left: Int), dataReturn, dataLineFeed
        case trailers, complete
    }

    private var state = State.size
    private var size = 0
    private var digits = 0
    private(set) var trailers = ""

    var isComplete: Bool {
        if case .complete = state { true } else { false }
    }

    /// The content in the next bytes from the wire.
    mutating func decode(_ bytes: [UInt8]) throws(Invalid) -> [UInt8] {
        var content: [UInt8] = []
        for byte in bytes {
            switch state {
            case .size, .afterSize, .sizeLineFeed: try takeSize(byte)
            case .data(let left):
                content.append(byte)
                state = left > 1 ? .data(left: left - 1) : .dataReturn
            case .dataReturn: try expect(byte, "\r", then: .dataLineFeed)
            case .dataLineFeed: try expect(byte, "\n", then: .size)
            case .trailers: takeTrailer(byte)
            case .complete: throw Invalid(reason: "bytes after the end")
            }
        }
        return content
    }
    // snippet.end

    // snippet.size
    private mutating func takeSize(_ byte: UInt8) throws(Invalid) {
        let character = Character(Unicode.Scalar(byte))
        switch state {
        case .size:
            if character.isASCII, let digit = character.hexDigitValue {
                // 15 digits can't overflow 63 bits; nobody sends a chunk of an exabyte.
                guard digits < 15 else { throw Invalid(reason: "a size of more than 15 digits") }
                size = size * 16 + digit
                digits += 1
            } else if digits > 0, character == "\r" {
                state = .sizeLineFeed
            } else if digits > 0, character == ";" || character == " " || character == "\t" {
                state = .afterSize
            } else {
                throw Invalid(reason: "“\(character)” is not a hexadecimal digit")
            }
        case .afterSize:  // A chunk extension, which nobody uses: ignored.
            if character == "\r" { state = .sizeLineFeed }
        default:
            try expect(byte, "\n", then: size > 0 ? .data(left: size) : .trailers)
            (size, digits) = (0, 0)
        }
    }
    // snippet.end

    // snippet.trailers
    /// Fields may follow the last chunk; an empty line ends them, and with them the body.
    private mutating func takeTrailer(_ byte: UInt8) {
        trailers.unicodeScalars.append(Unicode.Scalar(byte))
        if trailers == "\r\n" || trailers.hasSuffix("\r\n\r\n") { state = .complete }
    }
    // snippet.end

    private mutating func expect(_ byte: UInt8, _ wanted: Unicode.Scalar, then next: State) throws(Invalid) {
        guard Unicode.Scalar(byte) == wanted else { throw Invalid(reason: "a chunk is longer than it says") }
        state = next
    }
}
