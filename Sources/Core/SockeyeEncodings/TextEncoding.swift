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
        var output = String.UnicodeScalarView()
        switch kind {
        case .utf8: return String(decoding: bytes, as: UTF8.self)
        case .utf16(let isBigEndian):
            return String(decoding: UTF16Units.units(bytes, isBigEndian: isBigEndian), as: UTF16.self)
        case .replacement: return bytes.isEmpty ? "" : "\u{FFFD}"
        case .userDefined:
            for byte in bytes { output.append(scalar(byte < 0x80 ? UInt32(byte) : 0xF700 + UInt32(byte))) }
        case .singleByte(let charset):
            let upper = EncodingIndex.singleByte(charset)
            for byte in bytes { output.append(scalar(byte < 0x80 ? UInt32(byte) : upper[Int(byte) - 0x80])) }
        case .big5, .eucKR, .eucJP, .shiftJIS, .gb18030, .iso2022JP:
            var decoder = MultiByteDecoder(kind, bytes)
            decoder.run()
            return String(decoder.output)
        }
        return String(output)
    }

    /// Decodes a whole text: in the encoding of its byte order mark if it has one, else in this one (section 6, "decode").
    public func decodeText(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Self.utf8.decode(Array(bytes.dropFirst(3))) }
        for (mark, isBigEndian) in [([0xFE, 0xFF], true), ([0xFF, 0xFE], false)] as [([UInt8], Bool)]
        where bytes.starts(with: mark) {
            return TextEncoding(name: "UTF-16", kind: .utf16(isBigEndian: isBigEndian)).decode(
                Array(bytes.dropFirst(2)))
        }
        return decode(bytes)
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

    private func scalar(_ value: UInt32) -> Unicode.Scalar {
        value == EncodingIndex.undefined ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    }
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
}
