/// Encodes and decodes base64 (RFC 4648): whole values here, in pieces with ``Base64Encoder`` and ``Base64Decoder``.
package enum Base64: Sendable, Hashable {
    /// The alphabet with `+` and `/` (section 4), padded.
    case standard
    /// The alphabet with `-` and `_` (section 5), safe in URLs and file names; written without padding.
    case url

    /// Encodes `bytes`.
    package static func encode(_ bytes: some Collection<UInt8>, _ variant: Base64 = .standard) -> String {
        var encoder = Base64Encoder(variant)
        return String(decoding: encoder.encode(bytes) + encoder.finish(), as: UTF8.self)
    }

    /// Decodes `text`.
    ///
    /// - Throws: ``Base64Error`` for a character outside the alphabet, wrong padding, or bits left over.
    package static func decode(_ text: String, _ variant: Base64 = .standard) throws(Base64Error) -> [UInt8] {
        var decoder = Base64Decoder(variant)
        var bytes = try decoder.decode(text.utf8)
        bytes += try decoder.finish()
        return bytes
    }

    /// Decodes the byte sequence of a structured field, or the data of a property list: a sender may leave out the padding, and
    /// bits left over mean nothing (RFC 9651 section 4.2.7).
    package static func decode(sequence text: some Collection<UInt8>) -> [UInt8]? {
        var decoder = Base64Decoder(.standard)
        decoder.isLenient = true
        guard var bytes = try? decoder.decode(text), let rest = try? decoder.finish() else { return nil }
        bytes += rest
        return bytes
    }

    fileprivate static let standardAlphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    fileprivate static let urlAlphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}

/// Why text is not base64; offsets count characters from the start.
package enum Base64Error: Error, Sendable, Hashable, CustomStringConvertible {
    /// A character is outside the alphabet, or comes after the padding.
    case unexpectedCharacter(UInt8, offset: Int)
    /// The text ends inside a group, or its padding is wrong.
    case truncated(offset: Int)
    /// The last character has bits set that encode nothing; two texts would decode to the same bytes (section 3.5).
    case trailingBits(offset: Int)

    /// One sentence.
    package var description: String {
        switch self {
        case .unexpectedCharacter(let byte, let offset):
            "base64: the byte \(byte) at offset \(offset) is not part of the alphabet"
        case .truncated(let offset): "base64: the text ends inside a group at offset \(offset)"
        case .trailingBits(let offset): "base64: the last digit before offset \(offset) has bits left over"
        }
    }
}

/// Encodes base64 piece by piece.
package struct Base64Encoder: Sendable {
    private let variant: Base64
    private var group: UInt32 = 0
    private var count = 0

    /// Makes an encoder for the given alphabet.
    package init(_ variant: Base64 = .standard) { self.variant = variant }

    /// Encodes the whole groups of three bytes so far.
    package mutating func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let alphabet = variant == .standard ? Base64.standardAlphabet : Base64.urlAlphabet
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count / 3 * 4 + 4)
        // Bytes of an array: callers in other modules would pay a witness call for each byte of a collection.
        for byte in Array(bytes) {
            group = group << 8 | UInt32(byte)
            count += 1
            guard count == 3 else { continue }
            text.append(alphabet[Int(group >> 18 & 63)])
            text.append(alphabet[Int(group >> 12 & 63)])
            text.append(alphabet[Int(group >> 6 & 63)])
            text.append(alphabet[Int(group & 63)])
            (group, count) = (0, 0)
        }
        return text
    }

    /// Encodes the last one or two bytes, padded if the alphabet asks for it.
    package mutating func finish() -> [UInt8] {
        guard count > 0 else { return [] }
        let alphabet = variant == .standard ? Base64.standardAlphabet : Base64.urlAlphabet
        let bits = group << (count == 1 ? 16 : 8)
        var text = [alphabet[Int(bits >> 18 & 63)], alphabet[Int(bits >> 12 & 63)]]
        if count == 2 { text.append(alphabet[Int(bits >> 6 & 63)]) }
        if variant == .standard {
            for _ in text.count..<4 { text.append(UInt8(ascii: "=")) }
        }
        (group, count) = (0, 0)
        return text
    }
}

/// Decodes base64 piece by piece, strictly: no white space, no stray bits. Padding is required in the standard alphabet
/// and optional in the other.
package struct Base64Decoder: Sendable {
    private let variant: Base64
    private var group: UInt32 = 0
    private var count = 0
    private var padding = 0
    private var offset = 0
    /// Whether padding may be missing, and bits may be left over.
    fileprivate var isLenient = false

    /// Makes a decoder for the given alphabet.
    package init(_ variant: Base64 = .standard) { self.variant = variant }

    /// Decodes the whole groups so far.
    ///
    /// - Throws: ``Base64Error/unexpectedCharacter(_:offset:)``.
    package mutating func decode(_ text: some Collection<UInt8>) throws(Base64Error) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 3)
        for character in Array(text) {
            if character == UInt8(ascii: "=") {
                padding += 1
                guard count >= 2, count + padding <= 4 else {
                    throw .unexpectedCharacter(character, offset: offset)
                }
            } else {
                guard padding == 0, let value = value(of: character) else {
                    throw .unexpectedCharacter(character, offset: offset)
                }
                group = group << 6 | value
                count += 1
                if count == 4 {
                    bytes.append(UInt8(truncatingIfNeeded: group >> 16))
                    bytes.append(UInt8(truncatingIfNeeded: group >> 8))
                    bytes.append(UInt8(truncatingIfNeeded: group))
                    (group, count) = (0, 0)
                }
            }
            offset += 1
        }
        return bytes
    }

    /// Decodes the last group.
    ///
    /// - Throws: ``Base64Error`` if it is incomplete.
    package mutating func finish() throws(Base64Error) -> [UInt8] {
        let isPadded = count + padding == 4 || isLenient
        guard count == 0 || count >= 2, count == 0 || isPadded || (variant == .url && padding == 0) else {
            throw .truncated(offset: offset)
        }
        switch count {
        case 2:
            guard isLenient || group & 0xF == 0 else { throw .trailingBits(offset: offset) }
            return [UInt8(truncatingIfNeeded: group >> 4)]
        case 3:
            guard isLenient || group & 0x3 == 0 else { throw .trailingBits(offset: offset) }
            return [UInt8(truncatingIfNeeded: group >> 10), UInt8(truncatingIfNeeded: group >> 2)]
        default: return []
        }
    }

    private func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - 65)
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - 71)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character + 4)
        case UInt8(ascii: "+") where variant == .standard: 62
        case UInt8(ascii: "/") where variant == .standard: 63
        case UInt8(ascii: "-") where variant == .url: 62
        case UInt8(ascii: "_") where variant == .url: 63
        default: nil
        }
    }
}
