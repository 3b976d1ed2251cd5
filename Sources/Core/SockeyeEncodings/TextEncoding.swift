/// A character encoding of the WHATWG Encoding Standard, by one of its labels: what browsers mean by "gbk", "shift_jis" or "latin1".
///
/// ```swift
/// let text = TextEncoding(label: "gbk")?.decode(bytes)
/// ```
/// The tables are iconv's (`iconv(3)` of the C library), arranged and corrected as the Standard has them; each is made when it is
/// first needed. With a C library without a charset, as in a minimal container, decoding gives U+FFFD for its characters.
public struct TextEncoding: Sendable, Hashable {
    /// The Standard's name, such as `Shift_JIS`.
    public let name: String
    let kind: Kind

    enum Kind: Sendable, Hashable {
        case utf8
        case utf16(isBigEndian: Bool)
        /// The charset's name in iconv.
        case singleByte(String)
        case userDefined
        case big5, eucKR, eucJP, shiftJIS, iso2022JP
        case gb18030(isGBK: Bool)
        /// Encodings that were used for attacks: everything is one U+FFFD.
        case replacement
    }

    /// UTF-8.
    public static let utf8 = TextEncoding(name: "UTF-8", kind: .utf8)

    /// UTF-16.
    package static func utf16(isBigEndian: Bool) -> TextEncoding {
        TextEncoding(name: isBigEndian ? "UTF-16BE" : "UTF-16LE", kind: .utf16(isBigEndian: isBigEndian))
    }

    /// The encoding with this label, in any case and with white space around it (section 4.2, "get an encoding"); `nil` if the
    /// Standard has none.
    public init?(label: String) {
        let blanks: Set<UInt8> = [0x09, 0x0A, 0x0C, 0x0D, 0x20]
        let trimmed = label.utf8.drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed()
        let lowered = String(decoding: trimmed.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
        guard let name = EncodingLabels.names[lowered[...]] else { return nil }
        self.init(name: String(name), kind: Self.kind(of: String(name)))
    }

    private init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }

    private static func kind(of name: String) -> Kind {
        switch name {
        case "UTF-8": .utf8
        case "UTF-16LE": .utf16(isBigEndian: false)
        case "UTF-16BE": .utf16(isBigEndian: true)
        case "Big5": .big5
        case "EUC-KR": .eucKR
        case "EUC-JP": .eucJP
        case "Shift_JIS": .shiftJIS
        case "ISO-2022-JP": .iso2022JP
        case "GBK": .gb18030(isGBK: true)
        case "gb18030": .gb18030(isGBK: false)
        case "replacement": .replacement
        case "x-user-defined": .userDefined
        // The Standard's table is the Ukrainian one.
        case "x-mac-cyrillic": .singleByte("MAC-UK")
        case "ISO-8859-8-I": .singleByte("ISO-8859-8")
        default: .singleByte(name.hasPrefix("windows-") ? "CP" + name.dropFirst(8) : name.uppercased())
        }
    }

    /// Decodes `bytes` (section 6, "decode without BOM"); what is no character becomes U+FFFD.
    public func decode(_ bytes: [UInt8]) -> String {
        kind == .utf8 ? String(decoding: bytes, as: UTF8.self) : decodeMarking(bytes).text
    }

    /// The same, with the offset of the first bytes that are no character.
    package func decodeMarking(_ bytes: [UInt8]) -> (text: String, firstInvalid: Int?) {
        if let upper = upperHalf { return Self.decode(bytes, upper: upper) }
        switch kind {
        case .utf8:
            do {
                return (String(copying: try UTF8Span(validating: bytes.span)), nil)
            } catch {
                return (String(decoding: bytes, as: UTF8.self), error.byteOffsets.lowerBound)
            }
        case .utf16(let isBigEndian):
            let units = UTF16Units.units(bytes, isBigEndian: isBigEndian)
            return (String(decoding: units, as: UTF16.self), UTF16Units.firstUnpaired(units).map { 2 * $0 })
        default:
            guard var decoder = MultiByteDecoder(self) else {
                return bytes.isEmpty ? ("", nil) : ("\u{FFFD}", 0)
            }
            return (String(decoder.decode(bytes, isLast: true)), decoder.firstInvalid)
        }
    }

    private static func decode(_ bytes: [UInt8], upper: [UInt32]) -> (text: String, firstInvalid: Int?) {
        var output = String.UnicodeScalarView()
        var firstInvalid: Int?
        for (index, byte) in bytes.enumerated() {
            let scalar = byte < 0x80 ? UInt32(byte) : upper[Int(byte) - 0x80]
            if scalar == EncodingIndex.undefined { firstInvalid = firstInvalid ?? index }
            output.append(Unicode.Scalar(scalar) ?? "\u{FFFD}")
        }
        return (String(output), firstInvalid)
    }

    /// In an encoding of one byte a character, the scalars of the bytes 0x80 to 0xFF, `UInt32.max` for none; `nil` in others.
    package var upperHalf: [UInt32]? {
        switch kind {
        case .singleByte(let charset): EncodingIndex.singleByte(charset)
        case .userDefined: Array(0xF780...0xF7FF)
        default: nil
        }
    }

    /// The encoding that a byte order mark at the start of `bytes` names, and the mark's length (section 6, "BOM sniff").
    package static func byteOrderMark(of bytes: some Collection<UInt8>) -> (encoding: TextEncoding, length: Int)? {
        let start = Array(bytes.prefix(3))
        if start == [0xEF, 0xBB, 0xBF] { return (.utf8, 3) }
        if start.starts(with: [0xFE, 0xFF]) { return (utf16(isBigEndian: true), 2) }
        if start.starts(with: [0xFF, 0xFE]) { return (utf16(isBigEndian: false), 2) }
        return nil
    }

    /// Decodes a whole text: in the encoding of its byte order mark if it has one, else in this one (section 6, "decode").
    public func decodeText(_ bytes: [UInt8]) -> String {
        guard let mark = Self.byteOrderMark(of: bytes) else { return decode(bytes) }
        return mark.encoding.decode(Array(bytes.dropFirst(mark.length)))
    }

    /// Encodes `text` (section 6, "encode"), in UTF-8 if this encoding is only for reading (UTF-16, `replacement`).
    ///
    /// - Parameters:
    ///   - text: what to encode.
    ///   - substitute: the bytes for a character that the encoding lacks; `nil` gives up. Browsers' forms send
    ///     `&#NUMBER;`, see ``formSubstitute(for:)``.
    /// - Returns: `nil` if a character can't be encoded.
    public func encode(
        _ text: String, substitute: (Unicode.Scalar) -> [UInt8]? = { _ in nil }
    ) -> [UInt8]? {
        switch kind {
        case .utf8, .utf16, .replacement: return Array(text.utf8)
        default:
            var encoder = MultiByteEncoder(kind)
            for scalar in text.unicodeScalars {
                if encoder.append(scalar) { continue }
                guard let bytes = substitute(scalar) else { return nil }
                encoder.append(ascii: bytes)
            }
            encoder.finish()
            return encoder.output
        }
    }

    /// What a browser's form has for a character that the encoding lacks: `&#26469;`.
    public static func formSubstitute(for scalar: Unicode.Scalar) -> [UInt8] { Array("&#\(scalar.value);".utf8) }
}

/// The code units of UTF-16 in bytes; an odd byte at the end counts as an unpaired surrogate, which becomes U+FFFD.
enum UTF16Units {
    static func units(_ bytes: [UInt8], isBigEndian: Bool) -> [UInt16] {
        stride(from: 0, to: bytes.count, by: 2).map { index in
            guard index + 1 < bytes.count else { return 0xD800 }
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
    }

    /// The index of the first surrogate without its partner.
    static func firstUnpaired(_ units: [UInt16]) -> Int? {
        var index = 0
        while index < units.count {
            if UTF16.isLeadSurrogate(units[index]), index + 1 < units.count, UTF16.isTrailSurrogate(units[index + 1]) {
                index += 1
            } else if UTF16.isSurrogate(units[index]) {
                return index
            }
            index += 1
        }
        return nil
    }
}
