/// The decoders of the Encoding Standard for encodings of several bytes (sections 10 to 13), for bytes that arrive in pieces. An
/// error is one U+FFFD, and a byte of ASCII that can't belong to a character is read again by itself.
package struct MultiByteDecoder {
    package let encoding: TextEncoding
    private var kind: TextEncoding.Kind { encoding.kind }
    /// What is being decoded, behind what earlier pieces left.
    private var bytes: [UInt8] = []
    private var isLast = false
    private var index = 0
    /// Where the character begins that is being read.
    private var start = 0
    /// Whether the bytes end inside that character, and more may come.
    private var isCut = false
    private var output = String.UnicodeScalarView()
    /// The bytes decoded before those.
    private var passed = 0
    /// The offset of the first bytes that are no character.
    package private(set) var firstInvalid: Int?
    private var mode = Mode.ascii
    /// Two escapes in a row without anything between them are an error; at the start there was none.
    private var hasOutput = true

    /// `nil` for encodings that aren't of several bytes a character, or are Unicode's.
    package init?(_ encoding: TextEncoding) {
        switch encoding.kind {
        case .big5, .eucKR, .eucJP, .shiftJIS, .gb18030, .iso2022JP: self.encoding = encoding
        case .utf8, .utf16, .singleByte, .userDefined, .replacement: return nil
        }
    }

    /// Decodes the next piece. A character that it cuts waits for the next one.
    package mutating func decode(_ piece: [UInt8], isLast: Bool) -> String.UnicodeScalarView {
        bytes += piece
        self.isLast = isLast
        output = .init()
        if kind == .iso2022JP { runISO2022JP() } else { run() }
        let end = isCut ? start : index
        passed += end
        bytes.removeFirst(end)
        (index, start, isCut) = (0, 0, false)
        return output
    }

    private mutating func run() {
        while index < bytes.count, !isCut {
            start = index
            let lead = bytes[index]
            index += 1
            if lead < 0x80 {
                append(UInt32(lead))
                continue
            }
            switch kind {
            case .big5: big5(lead)
            case .eucKR: eucKR(lead)
            case .eucJP: eucJP(lead)
            case .shiftJIS: shiftJIS(lead)
            case .gb18030: gb18030(lead)
            default: fail()
            }
        }
    }

    // MARK: Output

    private mutating func append(_ scalar: UInt32) {
        output.append(Unicode.Scalar(scalar) ?? "\u{FFFD}")
    }

    private mutating func fail() {
        firstInvalid = firstInvalid ?? passed + start
        output.append("\u{FFFD}")
    }

    /// The bytes end inside a character, which is an error at the end of the text.
    private mutating func runOut() {
        if isLast { fail() } else { isCut = true }
    }

    /// The byte after the lead, consumed; `nil` where the bytes end.
    private mutating func trail() -> UInt8? {
        guard index < bytes.count else {
            runOut()
            return nil
        }
        index += 1
        return bytes[index - 1]
    }

    /// Appends the scalar, or an error, after which a trail of ASCII is read again.
    private mutating func append(_ scalar: UInt32?, trail: UInt8) {
        if let scalar { return append(scalar) }
        if trail < 0x80 { index -= 1 }
        fail()
    }

    // MARK: Two bytes

    private mutating func big5(_ lead: UInt8) {
        guard 0x81...0xFE ~= lead else { return fail() }
        guard let trail = trail() else { return }
        guard 0x40...0x7E ~= trail || 0xA1...0xFE ~= trail else { return append(nil, trail: trail) }
        let pointer = (Int(lead) - 0x81) * 157 + Int(trail) - (trail < 0x7F ? 0x40 : 0x62)
        // Four codes are a letter and an accent (section 12.1.1).
        let pairs: [Int: [UInt32]] = [
            1133: [0xCA, 0x304], 1135: [0xCA, 0x30C], 1164: [0xEA, 0x304], 1166: [0xEA, 0x30C],
        ]
        if let pair = pairs[pointer] {
            for scalar in pair { append(scalar) }
            return
        }
        append(EncodingIndex.big5.scalar(pointer), trail: trail)
    }

    private mutating func eucKR(_ lead: UInt8) {
        guard 0x81...0xFE ~= lead else { return fail() }
        guard let trail = trail() else { return }
        let isTrail = 0x41...0xFE ~= trail
        let pointer = (Int(lead) - 0x81) * 190 + Int(trail) - 0x41
        append(isTrail ? EncodingIndex.eucKR.scalar(pointer) : nil, trail: trail)
    }

    private mutating func shiftJIS(_ lead: UInt8) {
        if lead == 0x80 { return append(0x80) }
        if 0xA1...0xDF ~= lead { return append(0xFF61 - 0xA1 + UInt32(lead)) }
        guard 0x81...0x9F ~= lead || 0xE0...0xFC ~= lead else { return fail() }
        guard let trail = trail() else { return }
        guard 0x40...0x7E ~= trail || 0x80...0xFC ~= trail else { return append(nil, trail: trail) }
        let pointer =
            (Int(lead) - (lead < 0xA0 ? 0x81 : 0xC1)) * 188 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41)
        // The user's own characters (section 13.3.1).
        if 8836...10715 ~= pointer { return append(UInt32(0xE000 - 8836 + pointer)) }
        append(EncodingIndex.jis0208.scalar(pointer), trail: trail)
    }

    private mutating func eucJP(_ lead: UInt8) {
        guard lead == 0x8E || lead == 0x8F || 0xA1...0xFE ~= lead else { return fail() }
        guard var trail = trail() else { return }
        if lead == 0x8E, 0xA1...0xDF ~= trail { return append(0xFF61 - 0xA1 + UInt32(trail)) }
        var (first, set) = (lead, EncodingIndex.jis0208)
        if lead == 0x8F, 0xA1...0xFE ~= trail {
            (first, set) = (trail, EncodingIndex.jis0212)
            guard let third = self.trail() else { return }
            trail = third
        }
        let isCode = 0xA1...0xFE ~= first && 0xA1...0xFE ~= trail
        append(isCode ? set.scalar((Int(first) - 0xA1) * 94 + Int(trail) - 0xA1) : nil, trail: trail)
    }

    // MARK: gb18030 (section 10.2.1)

    private mutating func gb18030(_ lead: UInt8) {
        if lead == 0x80 { return append(0x20AC) }
        guard lead != 0xFF else { return fail() }
        guard let trail = trail() else { return }
        if 0x30...0x39 ~= trail { return four(lead, trail) }
        guard 0x40...0x7E ~= trail || 0x80...0xFE ~= trail else { return append(nil, trail: trail) }
        let pointer = (Int(lead) - 0x81) * 190 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41)
        append(EncodingIndex.gbk.scalar(pointer), trail: trail)
    }

    private mutating func four(_ lead: UInt8, _ second: UInt8) {
        let start = index
        let rest = bytes[index..<min(index + 2, bytes.count)]
        guard let third = rest.first, 0x81...0xFE ~= third else {
            if rest.isEmpty { return runOut() }
            // The second byte is a digit, read by itself.
            index = start - 1
            return fail()
        }
        guard rest.count == 2 else {
            index = bytes.count
            return runOut()
        }
        let fourth = bytes[start + 1]
        guard 0x30...0x39 ~= fourth, let scalar = GB18030Ranges.scalar([lead, second, third, fourth]) else {
            // A code without a character is one error; anything else is read again from the second byte.
            index = 0x30...0x39 ~= fourth ? start + 2 : start - 1
            return fail()
        }
        index += 2
        append(scalar)
    }

    // MARK: ISO-2022-JP (section 13.2.1)

    private enum Mode { case ascii, roman, katakana, jis0208 }

    private mutating func runISO2022JP() {
        while index < bytes.count, !isCut {
            start = index
            let byte = bytes[index]
            index += 1
            if byte == 0x1B {
                if !isLast, bytes.count - index < 2 {
                    isCut = true
                    return
                }
                guard let next = escape() else {
                    fail()
                    hasOutput = true
                    continue
                }
                index += 2
                mode = next
                if !hasOutput { fail() }
                hasOutput = false
                continue
            }
            hasOutput = true
            switch mode {
            case .ascii: byte < 0x80 && byte != 0x0E && byte != 0x0F ? append(UInt32(byte)) : fail()
            case .roman:
                if byte == 0x5C {
                    append(0xA5)
                } else if byte == 0x7E {
                    append(0x203E)
                } else {
                    byte < 0x80 && byte != 0x0E && byte != 0x0F ? append(UInt32(byte)) : fail()
                }
            case .katakana: 0x21...0x5F ~= byte ? append(0xFF61 - 0x21 + UInt32(byte)) : fail()
            case .jis0208: jis(byte)
            }
        }
    }

    /// The mode that the escape sequence at the index selects; `nil` if it selects none.
    private func escape() -> Mode? {
        switch Array(bytes[index..<min(index + 2, bytes.count)]) {
        case [0x28, 0x42]: .ascii
        case [0x28, 0x4A]: .roman
        case [0x28, 0x49]: .katakana
        case [0x24, 0x40], [0x24, 0x42]: .jis0208
        default: nil
        }
    }

    private mutating func jis(_ lead: UInt8) {
        guard 0x21...0x7E ~= lead else { return fail() }
        // An escape ends the pair early.
        if index < bytes.count, bytes[index] == 0x1B { return fail() }
        guard let trail = trail() else { return }
        guard 0x21...0x7E ~= trail,
            let scalar = EncodingIndex.jis0208.scalar((Int(lead) - 0x21) * 94 + Int(trail) - 0x21)
        else { return fail() }
        append(scalar)
    }
}
