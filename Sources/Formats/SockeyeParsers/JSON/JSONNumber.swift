/// A JSON number, kept as its exact text until a machine number is requested.
///
/// Two numbers are equal if their texts are: `1.0` is not `1`, so that nothing is lost silently.
public struct JSONNumber: Sendable, Hashable {
    private enum Storage: Sendable, Hashable {
        /// Up to 30 characters, stored inline to avoid an allocation for each number.
        case packed(PackedNumber)
        /// Longer texts.
        case text(String)
    }

    private let storage: Storage

    /// The number as written, for example `-12.50e3`.
    public var text: String {
        switch storage {
        case .packed(let number): number.text
        case .text(let text): text
        }
    }

    /// Wraps a text that is known to be valid.
    init(unchecked text: UTF8Span) {
        let bytes = text.span
        if let number = PackedNumber(bytes) {
            storage = .packed(number)
        } else {
            storage = .text(String(copying: text))
        }
    }

    /// Wraps a text that is known to be valid.
    init(unchecked text: ByteWindow) {
        if let number = PackedNumber(text) {
            storage = .packed(number)
        } else {
            storage = .text(String(copying: text.text(from: 0, to: text.count, isASCII: true)))
        }
    }

    /// Wraps a text that is known to be valid.
    init(unchecked text: String) { self.init(unchecked: text.utf8Span) }

    /// Parses `text`; `nil` if it isn't a JSON number (RFC 8259 section 6).
    public init?(text: String) {
        var isValid = false
        withByteWindow(of: text.utf8) { window in
            let scan = window.scanNumber(from: 0)
            isValid = scan.problem == nil && scan.end == window.count
        }
        guard isValid else { return nil }
        self.init(unchecked: text)
    }

    /// The number with the value of `integer`.
    public init(_ integer: some BinaryInteger) {
        self.init(unchecked: String(integer))
    }

    /// The shortest text that reads back as `double`; `nil` if `double` is not finite, which JSON cannot represent.
    public init?(_ double: Double) {
        guard double.isFinite else { return nil }
        self.init(unchecked: jsonText(double))
    }

    /// The value as an `Int`, if it is integral and fits; `1.0` and `1e2` are integral.
    public var int: Int? { integer(as: Int.self) }
    /// The value as a `UInt64`, if it is integral and fits.
    public var uint64: UInt64? { integer(as: UInt64.self) }
    /// The nearest `Double`; `nil` if the value is too large for one.
    public var double: Double? {
        withText(DecimalText.double)
    }

    /// The value as any integer type, if it is integral and fits.
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer? {
        withText { DecimalText.integer($0, as: type) }
    }

    private func withText<Value>(_ convert: (ByteWindow) -> Value?) -> Value? {
        var text = text
        // SAFETY: the string keeps its bytes alive for the closure, which keeps no window.
        return text.withUTF8 { bytes in ByteWindow(UnsafeRawBufferPointer(bytes)).flatMap(convert) }
    }
}

/// The text of a number at four bits per character, with its length in the highest eight; unused bits are zero.
struct PackedNumber: Sendable, Hashable {
    /// The maximum number of characters.
    static let capacity = 30

    private var first: UInt64 = 0
    private var second: UInt64 = 0

    /// `nil` if the text has too many characters.
    init?(_ text: borrowing Span<UInt8>) {
        // SAFETY: the span keeps the bytes alive for the closure, which only reads them.
        let isPacked = text.withUnsafeBytes { buffer in
            guard let window = ByteWindow(buffer) else { return true }
            return pack(window)
        }
        if !isPacked { return nil }
    }

    /// `nil` if the text has too many characters.
    init?(_ text: ByteWindow) {
        if !pack(text) { return nil }
    }

    private mutating func pack(_ text: ByteWindow) -> Bool {
        let count = text.count
        if count > Self.capacity { return false }
        var index = 0
        while index &+ 8 <= count {
            let word = text.word(at: index)
            // An exponent's mark: the low four bits of its letter are a digit's.
            if word & 0x4040_4040_4040_4040 != 0 { break }
            add(Self.codes(word), at: index)
            index &+= 8
        }
        while index < count {
            add(UInt64(Self.code(text[index])), at: index)
            index &+= 1
        }
        second |= UInt64(truncatingIfNeeded: count) &<< 56
        return true
    }

    @inline(__always)
    private mutating func add(_ codes: UInt64, at index: Int) {
        let shift = UInt64(truncatingIfNeeded: index & 15) &<< 2
        if index < 16 { first |= codes &<< shift } else { second |= codes &<< shift }
    }

    /// The codes of eight characters that are digits, signs or points. Packing them at once is much faster than one by
    /// one.
    @inline(__always)
    private static func codes(_ word: UInt64) -> UInt64 {
        var codes = word & 0x0F0F_0F0F_0F0F_0F0F
        codes = (codes | codes &>> 4) & 0x00FF_00FF_00FF_00FF
        codes = (codes | codes &>> 8) & 0x0000_FFFF_0000_FFFF
        return (codes | codes &>> 16) & 0xFFFF_FFFF
    }

    /// The low four bits of the character, except for the exponent's marks.
    @inline(__always)
    private static func code(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "e"): 10
        case UInt8(ascii: "E"): 12
        default: byte & 15
        }
    }

    private static func character(_ code: UInt8) -> UInt8 {
        switch code {
        case 10: UInt8(ascii: "e")
        case 11: UInt8(ascii: "+")
        case 12: UInt8(ascii: "E")
        case 13: UInt8(ascii: "-")
        case 14: UInt8(ascii: ".")
        default: code &+ 0x30
        }
    }

    /// The characters.
    var text: String {
        let count = Int(truncatingIfNeeded: second &>> 56)
        return String(unsafeUninitializedCapacity: count) { buffer in
            // SAFETY: `count` bytes of the buffer's capacity are initialized, and they are ASCII.
            for index in 0..<count {
                let word = index < 16 ? first : second
                buffer[index] = Self.character(UInt8(truncatingIfNeeded: word &>> UInt64(4 * (index & 15))) & 15)
            }
            return count
        }
    }
}

/// The JSON text of a finite double: the shortest digits that read back the same, `5.0` as `5`.
func jsonText(_ double: Double) -> String {
    let text = double.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
