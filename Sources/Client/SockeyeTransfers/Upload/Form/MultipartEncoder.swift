internal import SockeyeBytes
internal import SockeyeClient

/// Encodes a part's content with an encoding of RFC 2045 section 6, piece by piece, with the same lines as curl.
struct MultipartEncoder {
    /// RFC 2045 sections 6.7 and 6.8: the most characters in a line.
    private static let lineLength = 76

    private let encoding: MultipartPart.Encoding
    /// The part's name, for messages.
    private let name: String
    /// Bytes whose encoding depends on what follows.
    private var pending: [UInt8] = []
    private var base64 = Base64Encoder()
    /// Characters on the current line.
    private var column = 0

    init(_ encoding: MultipartPart.Encoding, name: String) {
        self.encoding = encoding
        self.name = name
    }

    /// The encoded length of `count` bytes; `nil` if it depends on the bytes.
    static func length(of count: Int64, _ encoding: MultipartPart.Encoding) -> Int64? {
        switch encoding {
        case .binary, .eightBit, .sevenBit: return count
        case .quotedPrintable: return count == 0 ? 0 : nil
        case .base64:
            if count == 0 { return 0 }
            let (characters, overflow) = ((count - 1) / 3 + 1).multipliedReportingOverflow(by: 4)
            if overflow || characters > .max / 2 { return nil }
            // Line ends come only between lines.
            return characters + 2 * ((characters - 1) / Int64(lineLength))
        }
    }

    /// Encodes everything at once.
    static func encode(
        _ bytes: [UInt8], _ encoding: MultipartPart.Encoding, name: String
    ) throws(RequestBodyError) -> [UInt8] {
        var encoder = MultipartEncoder(encoding, name: name)
        return try encoder.encode(bytes, isLast: true)
    }

    /// Encodes these bytes; the last call also returns what was held back.
    mutating func encode(_ bytes: [UInt8], isLast: Bool) throws(RequestBodyError) -> [UInt8] {
        switch encoding {
        case .binary, .eightBit: return bytes
        case .sevenBit:
            if bytes.contains(where: { $0 > 127 }) { throw .unencodable(name: name, encoding: encoding.rawValue) }
            return bytes
        case .base64: return encodeBase64(bytes, isLast: isLast)
        case .quotedPrintable: return encodeQuotedPrintable(bytes, isLast: isLast)
        }
    }

    // MARK: base64

    private mutating func encodeBase64(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
        let text = base64.encode(bytes) + (isLast ? base64.finish() : [])
        var output: [UInt8] = []
        output.reserveCapacity(text.count + text.count / 20)
        var rest = text[...]
        while !rest.isEmpty {
            if column == Self.lineLength {
                output += [0x0D, 0x0A]
                column = 0
            }
            let part = rest.prefix(Self.lineLength - column)
            output += part
            column += part.count
            rest = rest.dropFirst(part.count)
        }
        return output
    }

    // MARK: quoted-printable

    private mutating func encodeQuotedPrintable(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
        let input = pending.isEmpty ? bytes : pending + bytes
        var output: [UInt8] = []
        var index = 0
        /// Whether a line of text ends at `index`; `nil` if unknown yet.
        func endsLine(at index: Int) -> Bool? {
            if index >= input.count { return isLast ? true : nil }
            if index + 1 >= input.count { return isLast ? false : nil }
            return input[index] == 0x0D && input[index + 1] == 0x0A
        }
        while index < input.count {
            let byte = input[index]
            var isEscaped = true
            switch byte {
            case 0x21...0x3C, 0x3E...0x7E: isEscaped = false
            case 0x09, 0x20:
                // Spaces at the end of a line may be lost on the way.
                guard let isAtEnd = endsLine(at: index + 1) else { return hold(input[index...], output) }
                isEscaped = isAtEnd
            case 0x0D:
                guard index + 1 < input.count || isLast else { return hold(input[index...], output) }
                if index + 1 < input.count, input[index + 1] == 0x0A {
                    output += [0x0D, 0x0A]
                    column = 0
                    index += 2
                    continue
                }
            default: break
            }
            let width = isEscaped ? 3 : 1
            var isFull = column + width > Self.lineLength
            if column + width == Self.lineLength {
                // The last column is for the soft line break, unless the line ends here anyway.
                guard let isAtEnd = endsLine(at: index + 1) else { return hold(input[index...], output) }
                isFull = !isAtEnd
            }
            if isFull {
                output += [UInt8(ascii: "="), 0x0D, 0x0A]
                column = 0
                continue
            }
            if isEscaped {
                let digits = ASCII.hexadecimal(byte, inCapitals: true)
                output += [UInt8(ascii: "="), digits.high, digits.low]
            } else {
                output.append(byte)
            }
            column += width
            index += 1
        }
        pending = []
        return output
    }

    private mutating func hold(_ rest: ArraySlice<UInt8>, _ output: [UInt8]) -> [UInt8] {
        pending = Array(rest)
        return output
    }
}
