/// A character encoding, by its names in HTTP and XML (IANA's registry). Bodies that are text have other meanings for some of
/// them, see ``DecodedText``.
public struct Charset: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case utf8
        case utf16(isBigEndian: Bool)
        case ascii
        /// The Unicode scalars of the bytes 0x80 to 0xFF; 0 for undefined bytes.
        case singleByte([UInt16])
    }

    /// The preferred name.
    public let name: String
    let kind: Kind

    /// UTF-8.
    public static let utf8 = Charset(name: "UTF-8", kind: .utf8)
    /// UTF-16, little-endian.
    public static let utf16LittleEndian = Charset(name: "UTF-16LE", kind: .utf16(isBigEndian: false))
    /// UTF-16, big-endian.
    public static let utf16BigEndian = Charset(name: "UTF-16BE", kind: .utf16(isBigEndian: true))
    /// ASCII.
    public static let ascii = Charset(name: "US-ASCII", kind: .ascii)

    init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// The charset called `name`, in any case: UTF-8, UTF-16, ASCII, the parts of ISO 8859, the Windows code pages 874
    /// and 1250 to 1258, KOI8-R and -U, IBM866, macintosh, x-mac-cyrillic and x-user-defined. `nil` for others.
    public init?(_ name: String) {
        let wanted = name.lowercased()
        switch wanted {
        case "utf-8", "utf8", "unicode-1-1-utf-8": self = .utf8
        // RFC 2781 section 4.3: without a byte order mark, UTF-16 is big-endian.
        case "utf-16", "utf-16be": self = .utf16BigEndian
        case "utf-16le": self = .utf16LittleEndian
        case "us-ascii", "ascii", "ansi_x3.4-1968", "iso646-us": self = .ascii
        default:
            guard
                let table = SingleByteTables.all.first(where: {
                    $0.name.lowercased() == wanted || $0.aliases.contains(wanted)
                })
            else { return nil }
            self.init(name: table.name, kind: .singleByte(Self.scalars(table.digits)))
        }
    }

    private static func scalars(_ digits: String) -> [UInt16] {
        var scalars: [UInt16] = []
        var scalar: UInt16 = 0
        for (index, digit) in digits.utf8.enumerated() {
            scalar = scalar << 4 | UInt16(hexadecimalDigit(digit) ?? 0)
            if index % 4 == 3 {
                scalars.append(scalar)
                scalar = 0
            }
        }
        // The ISO tables omit the C1 controls, which map to themselves.
        return scalars.count == 96 ? Array(0x80...0x9F) + scalars : scalars
    }

    /// The charset and length of a byte order mark at the start of `bytes`, if any.
    public static func byteOrderMark(of bytes: some Collection<UInt8>) -> (charset: Charset, length: Int)? {
        let start = Array(bytes.prefix(3))
        if start == [0xEF, 0xBB, 0xBF] { return (.utf8, 3) }
        if start.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        if start.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        return nil
    }
}

extension Charset {
    /// Decodes `bytes`. Does not skip a byte order mark.
    ///
    /// - Throws: ``TextError`` at the first invalid byte, unless `invalidBytes` replaces those.
    public func decode(
        _ bytes: some Collection<UInt8>, invalidBytes: InvalidBytesPolicy = .refuse
    ) throws(TextError) -> String {
        var text = ""
        try withByteWindow(of: bytes) { (window) throws(TextError) in text = try decode(window, invalidBytes) }
        return text
    }

    func decode(_ window: ByteWindow, _ invalidBytes: InvalidBytesPolicy) throws(TextError) -> String {
        let invalidIndex: Int?
        var text = ""
        switch kind {
        case .utf8:
            switch window.validateUTF8() {
            case .valid(let isASCII):
                return String(copying: window.text(from: 0, to: window.count, isASCII: isASCII))
            case .invalid(let index):
                text = window.repairedText()
                invalidIndex = index
            }
        case .utf16(let isBigEndian): (text, invalidIndex) = Self.utf16(window, isBigEndian)
        case .ascii: (text, invalidIndex) = Self.singleByte(window, [])
        case .singleByte(let table): (text, invalidIndex) = Self.singleByte(window, table)
        }
        if let invalidIndex, invalidBytes == .refuse {
            var place = TextPosition()
            place.advance(over: window, upTo: invalidIndex)
            throw TextError(reason: .invalidBytes(encoding: name), position: place)
        }
        return text
    }

    private static func utf16(_ window: ByteWindow, _ isBigEndian: Bool) -> (String, Int?) {
        var text = ""
        var firstInvalid: Int?
        var index = 0
        func unit(at index: Int) -> UInt16? {
            guard index + 1 < window.count else { return nil }
            let (first, second) = (UInt16(window[index]), UInt16(window[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        while index < window.count {
            var scalar: Unicode.Scalar?
            var length = 2
            if let first = unit(at: index) {
                scalar = Unicode.Scalar(first)
                if UTF16.isLeadSurrogate(first), let second = unit(at: index + 2), UTF16.isTrailSurrogate(second) {
                    scalar = Unicode.Scalar(0x1_0000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF)
                    length = 4
                }
            }
            if scalar == nil { firstInvalid = firstInvalid ?? index }
            text.unicodeScalars.append(scalar ?? "\u{FFFD}")
            index += length
        }
        return (text, firstInvalid)
    }

    private static func singleByte(_ window: ByteWindow, _ table: [UInt16]) -> (String, Int?) {
        var utf8: [UInt8] = []
        utf8.reserveCapacity(window.count)
        var firstInvalid: Int?
        for index in 0..<window.count {
            let byte = window[index]
            if byte < 0x80 {
                utf8.append(byte)
                continue
            }
            var scalar: UInt16 = table.isEmpty ? 0 : table[Int(byte) - 0x80]
            if scalar == 0 {
                firstInvalid = firstInvalid ?? index
                scalar = 0xFFFD
            }
            appendUTF8(UInt32(scalar), to: &utf8)
        }
        return (String(decoding: utf8, as: UTF8.self), firstInvalid)
    }
}
