internal import SockeyeBytes
internal import HTTPTypes

/// A status line (RFC 9112 section 4): `HTTP/1.1 200 OK`, read by position, so that it can stop at any byte.
///
/// ```
/// H T T P / 1 . 1   2 0 0   O K …  CR LF
/// 0 1 2 3 4 5 6 7 8 9 … 11  12     └ or a bare LF; the space at 12 and the phrase may be missing
/// ```
struct StatusLineParser: Sendable {
    private enum State: Sendable {
        case fixedPart, reasonPhrase, lineFeed, complete
    }

    private var state = State.fixedPart
    private var index = 0
    private var minorVersion: UInt8 = 0
    private var code = 0
    private var phraseCarry: [UInt8] = []
    private var phrase = ""

    /// Whether the line end has been read.
    var isComplete: Bool { state == .complete }

    /// The version, once complete.
    var version: HTTPVersion { minorVersion == 0 ? .http10 : .http11 }

    /// The status, once complete.
    var status: HTTPResponse.Status { HTTPResponse.Status(code: code, reasonPhrase: phrase) }

    /// Reads on, at most to `end`, and returns where it stopped.
    mutating func parse(_ input: RawSpan, to end: Int, base: Int64) throws(HTTP1Error) -> Int {
        var position = takeWholeFixedPart(input, to: end)
        while position < end, state != .complete {
            if state == .reasonPhrase {
                let start = position
                position = input.endOfFieldValueBytes(from: start, to: end)
                if position < end, phraseCarry.isEmpty {
                    phrase = Self.text(input.extracting(start..<position))
                } else {
                    phraseCarry.append(input, start..<position)
                }
                if position == end { break }
            }
            let byte = input.byte(at: position)
            let fault =
                switch state {
                case .fixedPart: takeFixedByte(byte)
                case .reasonPhrase: takeLineEnd(byte)
                case .lineFeed, .complete: takeLineFeed(byte)
                }
            if let fault {
                let isBefore = fault == .bareCarriageReturn
                throw .server(fault, offset: base + Int64(isBefore ? position - 1 : position))
            }
            position += 1
        }
        return position
    }

    /// Takes `HTTP/1.1 200 ` at once if all of it is in the input, and returns where it stopped. Anything else is left to
    /// ``takeFixedByte(_:)``, which knows what is wrong with it; byte by byte cost as much as two fields.
    private mutating func takeWholeFixedPart(_ input: RawSpan, to end: Int) -> Int {
        guard index == 0, end >= 13 else { return 0 }
        let isHTTP11 = input.equals(0..<8, "HTTP/1.1")
        guard isHTTP11 || input.equals(0..<8, "HTTP/1.0"), input.byte(at: 8) == UInt8(ascii: " "),
            let hundreds = ASCII.decimalDigit(input.byte(at: 9)), hundreds > 0,
            let tens = ASCII.decimalDigit(input.byte(at: 10)), let ones = ASCII.decimalDigit(input.byte(at: 11)),
            input.byte(at: 12) == UInt8(ascii: " ")
        else { return 0 }
        minorVersion = isHTTP11 ? 1 : 0
        code = Int(hundreds) * 100 + Int(tens) * 10 + Int(ones)
        index = 13
        state = .reasonPhrase
        return 13
    }

    private mutating func takeFixedByte(_ byte: UInt8) -> HTTP1Error.ServerFault? {
        defer { index += 1 }
        let digit = ASCII.decimalDigit(byte)
        switch index {
        case 0...4: return byte == "HTTP/".utf8.span[index] ? nil : .notHTTP(byte: byte)
        case 5:
            guard let digit else { break }
            return digit == 1 ? nil : .unsupportedVersion(major: digit)
        case 6: if byte == UInt8(ascii: ".") { return nil }
        case 7:
            guard let digit else { break }
            minorVersion = digit
            // RFC 9110 section 2.5 lets later minor versions pass for 1.1, but there are none: this is something else.
            return digit <= 1 ? nil : .malformedStatusLine(byte: byte)
        case 8: if byte == UInt8(ascii: " ") { return nil }
        case 9...11:
            // RFC 9110 section 15: three digits, of which the first is not 0.
            guard let digit, index > 9 || digit > 0 else { break }
            code = code * 10 + Int(digit)
            return nil
        // The space belongs to the line even without a phrase (RFC 9112 section 4), but many servers omit it.
        case _ where byte == UInt8(ascii: " "):
            state = .reasonPhrase
            return nil
        default: if byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") { return takeLineEnd(byte) }
        }
        return .malformedStatusLine(byte: byte)
    }

    private mutating func takeLineEnd(_ byte: UInt8) -> HTTP1Error.ServerFault? {
        if byte == UInt8(ascii: "\n") { return takeLineFeed(byte) }
        state = .lineFeed
        return byte == UInt8(ascii: "\r") ? nil : .illegalByte(.reasonPhrase, byte: byte)
    }

    private mutating func takeLineFeed(_ byte: UInt8) -> HTTP1Error.ServerFault? {
        if !phraseCarry.isEmpty { phrase = Self.text(phraseCarry.span.bytes) }
        phraseCarry = []
        state = .complete
        return byte == UInt8(ascii: "\n") ? nil : .bareCarriageReturn
    }

    /// The phrase as text: UTF-8 if it is valid, else ISO 8859-1, as it was once defined (RFC 2616).
    private static func text(_ bytes: RawSpan) -> String {
        if bytes.isASCII(0..<bytes.byteCount) { return bytes.asciiText(0..<bytes.byteCount) }
        // SAFETY: the text is copied before the borrow of `bytes` ends.
        return bytes.withUnsafeBytes { buffer in
            if let text = String(validating: buffer, as: UTF8.self) { return text }
            var text = ""
            text.unicodeScalars.append(contentsOf: buffer.lazy.map { Unicode.Scalar($0) })
            return text
        }
    }
}
