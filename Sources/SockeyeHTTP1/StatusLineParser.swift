internal import HTTPTypes

/// A status line (RFC 9112 section 4): `HTTP/1.1 200 OK`, read by position, so that it can stop at any byte.
///
/// ```
/// H T T P / 1 . 1   2 0 0   O K …  CR LF
/// 0 1 2 3 4 5 6 7 8 9 … 11  12     └ or a bare LF; the blank at 12 and the phrase may be missing
/// ```
struct StatusLineParser: Sendable {
    private enum State: Sendable {
        case fixedPart
        case reasonPhrase
        case lineFeed
        case complete
    }

    private static let prefix: StaticString = "HTTP/"

    private var state = State.fixedPart
    private var index = 0
    private var minorVersion: UInt8 = 0
    private var code = 0
    private var phraseCarry: [UInt8] = []
    private var phrase = ""

    init() {}

    /// Whether the line end has been read.
    var isComplete: Bool { state == .complete }

    /// The version, once complete.
    var version: HTTPVersion { minorVersion == 0 ? .http10 : .http11 }

    /// The status, once complete.
    var status: HTTPResponse.Status { HTTPResponse.Status(code: code, reasonPhrase: phrase) }

    /// Reads on from `start`, at most to `end`, and returns where it stopped.
    mutating func parse(_ input: RawSpan, from start: Int, to end: Int, base: Int64) throws(HTTP1Error) -> Int {
        var position = takeWholeFixedPart(input, from: start, to: end)
        while position < end, state != .complete {
            switch state {
            case .fixedPart:
                try takeFixedByte(input.byte(at: position), offset: base + Int64(position))
                position += 1
            case .reasonPhrase:
                let phraseStart = position
                position = input.endOfFieldValueBytes(from: position, to: end)
                if position < end, phraseCarry.isEmpty {
                    phrase = Self.text(input.extracting(phraseStart..<position))
                } else {
                    phraseCarry.append(input, phraseStart..<position)
                }
                guard position < end else { break }
                try takeLineEnd(input.byte(at: position), offset: base + Int64(position))
                position += 1
            case .lineFeed:
                guard input.byte(at: position) == UInt8(ascii: "\n") else {
                    throw .bareCarriageReturn(offset: base + Int64(position) - 1)
                }
                position += 1
                complete()
            case .complete:
                break
            }
        }
        return position
    }

    /// Takes `HTTP/1.1 200 ` at once if it lies whole in the input, and returns where it stopped. Anything else is left
    /// to ``takeFixedByte(_:offset:)``, which knows what is wrong with it; byte by byte cost as much as two fields.
    private mutating func takeWholeFixedPart(_ input: RawSpan, from start: Int, to end: Int) -> Int {
        guard index == 0, end - start >= 13 else { return start }
        let version = start..<(start + 8)
        let isHTTP11 = input.equals(version, "HTTP/1.1")
        guard isHTTP11 || input.equals(version, "HTTP/1.0"), input.byte(at: start + 8) == UInt8(ascii: " "),
            let hundreds = Grammar.decimalDigit(input.byte(at: start + 9)), hundreds > 0,
            let tens = Grammar.decimalDigit(input.byte(at: start + 10)),
            let ones = Grammar.decimalDigit(input.byte(at: start + 11)),
            input.byte(at: start + 12) == UInt8(ascii: " ")
        else { return start }
        minorVersion = isHTTP11 ? 1 : 0
        code = Int(hundreds) * 100 + Int(tens) * 10 + Int(ones)
        index = 13
        state = .reasonPhrase
        return start + 13
    }

    private mutating func takeFixedByte(_ byte: UInt8, offset: Int64) throws(HTTP1Error) {
        switch index {
        case 0...4:
            // SAFETY: the buffer has static storage and five bytes; the index is 0 to 4.
            guard byte == Self.prefix.withUTF8Buffer({ $0[index] }) else { throw .notHTTP(byte: byte, offset: offset) }
        case 5:
            guard let major = Grammar.decimalDigit(byte) else { throw .malformedStatusLine(byte: byte, offset: offset) }
            guard major == 1 else { throw .unsupportedVersion(major: major, offset: offset) }
        case 6:
            guard byte == UInt8(ascii: ".") else { throw .malformedStatusLine(byte: byte, offset: offset) }
        case 7:
            guard let minor = Grammar.decimalDigit(byte) else { throw .malformedStatusLine(byte: byte, offset: offset) }
            minorVersion = minor
        case 8:
            guard byte == UInt8(ascii: " ") else { throw .malformedStatusLine(byte: byte, offset: offset) }
        case 9...11:
            // RFC 9110 section 15: three digits, of which the first is not 0.
            guard let digit = Grammar.decimalDigit(byte), index > 9 || digit > 0 else {
                throw .malformedStatusLine(byte: byte, offset: offset)
            }
            code = code * 10 + Int(digit)
        default:
            // The blank belongs to the line even without a phrase (RFC 9112 section 4), but many leave it out.
            if byte == UInt8(ascii: " ") {
                state = .reasonPhrase
            } else {
                guard byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") else {
                    throw .malformedStatusLine(byte: byte, offset: offset)
                }
                try takeLineEnd(byte, offset: offset)
            }
        }
        index += 1
    }

    private mutating func takeLineEnd(_ byte: UInt8, offset: Int64) throws(HTTP1Error) {
        switch byte {
        case UInt8(ascii: "\r"): state = .lineFeed
        case UInt8(ascii: "\n"): complete()
        default: throw .illegalByte(.reasonPhrase, byte: byte, offset: offset)
        }
    }

    private mutating func complete() {
        if !phraseCarry.isEmpty {
            phrase = Self.text(phraseCarry.span.bytes)
            phraseCarry = []
        }
        state = .complete
    }

    /// The phrase as text: UTF-8 if it is, else ISO 8859-1, which is what it was defined to be (RFC 2616).
    private static func text(_ bytes: RawSpan) -> String {
        if bytes.isASCII(0..<bytes.byteCount) { return bytes.asciiText(0..<bytes.byteCount) }
        // SAFETY: the pointer is used within the closure only.
        return bytes.withUnsafeBytes { buffer in
            if let text = String(validating: buffer, as: UTF8.self) { return text }
            var text = ""
            text.unicodeScalars.append(contentsOf: buffer.lazy.map { Unicode.Scalar($0) })
            return text
        }
    }
}
