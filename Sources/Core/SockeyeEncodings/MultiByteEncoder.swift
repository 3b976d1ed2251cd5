/// The encoders of the Encoding Standard (sections 9 to 14), for all encodings but those that are sent as UTF-8.
struct MultiByteEncoder {
    private let kind: TextEncoding.Kind
    private(set) var output: [UInt8] = []
    private var mode = Mode.ascii
    /// The bytes of a single-byte encoding by scalar.
    private var lower: [UInt32: UInt8] = [:]

    /// What ISO-2022-JP has selected last.
    private enum Mode { case ascii, roman, jis0208 }

    init(_ kind: TextEncoding.Kind) {
        self.kind = kind
        if case .singleByte(let charset) = kind {
            for (offset, scalar) in EncodingIndex.singleByte(charset).enumerated()
            where scalar != EncodingIndex.undefined && lower[scalar] == nil {
                lower[scalar] = UInt8(truncatingIfNeeded: offset + 0x80)
            }
        }
    }

    /// Appends a character; false if the encoding lacks it.
    mutating func append(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if kind == .iso2022JP { return appendISO2022JP(value) }
        if value < 0x80 {
            output.append(UInt8(truncatingIfNeeded: value))
            return true
        }
        guard let bytes = bytes(value) else { return false }
        output += bytes
        return true
    }

    /// Appends bytes that stand for themselves.
    mutating func append(ascii bytes: [UInt8]) {
        for byte in bytes { _ = append(Unicode.Scalar(byte)) }
    }

    /// Returns to the initial state.
    mutating func finish() {
        if kind == .iso2022JP { select(.ascii) }
    }

    private func bytes(_ value: UInt32) -> [UInt8]? {
        switch kind {
        case .singleByte: lower[value].map { [$0] }
        case .userDefined: 0xF780...0xF7FF ~= value ? [UInt8(truncatingIfNeeded: value - 0xF700)] : nil
        case .big5: EncodingIndex.big5.pointers[value].map { EncodingIndex.big5Code($0) }
        case .eucKR: EncodingIndex.eucKR.pointers[value].map { EncodingIndex.code190($0, 0x41, 0x41) }
        case .shiftJIS: shiftJIS(value)
        case .eucJP: eucJP(value)
        case .gb18030(let isGBK): gb18030(value, isGBK: isGBK)
        case .utf8, .utf16, .replacement, .iso2022JP: nil
        }
    }

    private func shiftJIS(_ value: UInt32) -> [UInt8]? {
        switch value {
        case 0x80: return [0x80]
        case 0xA5: return [0x5C]
        case 0x203E: return [0x7E]
        case 0xFF61...0xFF9F: return [UInt8(truncatingIfNeeded: value - 0xFF61 + 0xA1)]
        default:
            return EncodingIndex.shiftJISPointers[value == 0x2212 ? 0xFF0D : value].map {
                EncodingIndex.shiftJISCode($0)
            }
        }
    }

    private func eucJP(_ value: UInt32) -> [UInt8]? {
        switch value {
        case 0xA5: [0x5C]
        case 0x203E: [0x7E]
        case 0xFF61...0xFF9F: [0x8E, UInt8(truncatingIfNeeded: value - 0xFF61 + 0xA1)]
        default: jis0208(value).map { [$0 + 0x80, $1 + 0x80] }
        }
    }

    /// The two bytes, from 0x21 to 0x7E, of JIS X 0208.
    private func jis0208(_ value: UInt32) -> (UInt8, UInt8)? {
        guard let pointer = EncodingIndex.jis0208.pointers[value == 0x2212 ? 0xFF0D : value], pointer < 94 * 94 else {
            return nil
        }
        return (UInt8(truncatingIfNeeded: pointer / 94 + 0x21), UInt8(truncatingIfNeeded: pointer % 94 + 0x21))
    }

    private func gb18030(_ value: UInt32, isGBK: Bool) -> [UInt8]? {
        // U+E5E5 would come back as another character (section 10.2.2).
        if value == 0xE5E5 { return nil }
        if isGBK, value == 0x20AC { return [0x80] }
        if let pointer = EncodingIndex.gbk.pointers[value] { return EncodingIndex.code190(pointer, 0x40, 0x41) }
        if let code = GB18030Ranges.formerCode(value) { return code }
        return isGBK ? nil : GB18030Ranges.code(value)
    }

    // MARK: ISO-2022-JP (section 13.2.2)

    private mutating func select(_ next: Mode) {
        if mode == next { return }
        mode = next
        switch next {
        case .ascii: output += [0x1B, 0x28, 0x42]
        case .roman: output += [0x1B, 0x28, 0x4A]
        case .jis0208: output += [0x1B, 0x24, 0x42]
        }
    }

    private mutating func appendISO2022JP(_ value: UInt32) -> Bool {
        // These would be taken for escapes.
        if value == 0x0E || value == 0x0F || value == 0x1B { return false }
        if mode == .roman, value == 0xA5 || value == 0x203E {
            output.append(value == 0xA5 ? 0x5C : 0x7E)
            return true
        }
        if value < 0x80 {
            if mode != .roman || value == 0x5C || value == 0x7E { select(.ascii) }
            output.append(UInt8(truncatingIfNeeded: value))
            return true
        }
        if value == 0xA5 || value == 0x203E {
            select(.roman)
            output.append(value == 0xA5 ? 0x5C : 0x7E)
            return true
        }
        var value = value
        if 0xFF61...0xFF9F ~= value { value = EncodingIndex.katakana[Int(value - 0xFF61)].value }
        guard let (first, second) = jis0208(value) else {
            // What stands for it is ASCII.
            if mode == .jis0208 { select(.ascii) }
            return false
        }
        select(.jis0208)
        output += [first, second]
        return true
    }
}
