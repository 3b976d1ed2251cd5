/// Where a scan for the end of a JSON string stopped.
@usableFromInline
struct StringScan {
    @usableFromInline
    enum Stop { case quote, backslash, control, invalidUTF8, windowEnd }
    @usableFromInline let stop: Stop
    @usableFromInline let index: Int
    @usableFromInline let isASCII: Bool

    @inlinable
    init(_ stop: Stop, at index: Int, isASCII: Bool) {
        self.stop = stop
        self.index = index
        self.isASCII = isASCII
    }
}

extension ByteWindow {
    /// Marks, in the high bit of each byte of `word`, the bytes that end a run inside a JSON string: control
    /// characters, quotation marks and backslashes. Marks above the lowest may be wrong, because a borrow runs upwards.
    @inlinable
    static func stringStops(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let controls = (word &- ones &* 0x20) & ~word
        let quotes = word ^ (ones &* 0x22)
        let backslashes = word ^ (ones &* 0x5C)
        let matches = ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
        return (controls | matches) & 0x8080_8080_8080_8080
    }

    /// Marks, in the high bit of each byte of `word`, what ``stringStops(in:)`` marks, and bytes above ASCII. Marks above the
    /// lowest may be wrong here too: below it all bytes are ASCII, which saves half of the steps.
    @inlinable
    @inline(__always)
    static func textStops(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = (word ^ (ones &* 0x22)) &- ones
        let backslashes = (word ^ (ones &* 0x5C)) &- ones
        return ((word &- ones &* 0x20) | quotes | backslashes | word) & 0x8080_8080_8080_8080
    }

    /// Scans valid string text from `start` to the first other byte.
    ///
    /// Eight ASCII bytes at a time: 2.5 × the speed of the plain loop on strings of 40 bytes. Most strings are ASCII up to
    /// their quotation mark; only these are scanned inline.
    @inlinable
    @inline(__always)
    func scanString(from start: Int) -> StringScan {
        var index = start
        // The index cannot overflow: it stays below the size of an object in memory.
        let lastWord = count &- 8
        while index <= lastWord {
            let stops = Self.textStops(in: word(at: index))
            if stops == 0 {
                index &+= 8
                continue
            }
            index &+= stops.trailingZeroBitCount >> 3
            if self[index] == 0x22 { return StringScan(.quote, at: index, isASCII: true) }
            break
        }
        return scanAnyString(from: index)
    }

    /// As ``scanString(from:)``, which has read ASCII up to here.
    @usableFromInline
    func scanAnyString(from start: Int) -> StringScan {
        var index = start
        var isASCII = true
        let lastWord = count &- 8
        while true {
            while index <= lastWord {
                let stops = Self.textStops(in: word(at: index))
                if stops == 0 {
                    index &+= 8
                } else {
                    index &+= stops.trailingZeroBitCount >> 3
                    break
                }
            }
            guard index < count else { return StringScan(.windowEnd, at: index, isASCII: isASCII) }
            let byte = self[index]
            if byte == 0x22 { return StringScan(.quote, at: index, isASCII: isASCII) }
            if byte == 0x5C { return StringScan(.backslash, at: index, isASCII: isASCII) }
            if byte < 0x20 { return StringScan(.control, at: index, isASCII: isASCII) }
            if byte < 0x80 {
                index += 1
                continue
            }
            isASCII = false
            repeat {
                if index <= lastWord {
                    let length = Self.commonSequenceLength(in: word(at: index))
                    index &+= length
                    if length > 0 { continue }
                }
                switch utf8Sequence(at: index) {
                case .valid(let length): index += length
                case .cut: return StringScan(.windowEnd, at: index, isASCII: false)
                case .invalid: return StringScan(.invalidUTF8, at: index, isASCII: false)
                }
            } while index < count && self[index] >= 0x80
        }
    }

    /// The length of the valid UTF-8 sequence in the lowest bytes of `word` if it is outside ASCII and valid by the
    /// common rules; 0 otherwise, even if the rarer conditions would allow it.
    ///
    /// One comparison per length makes text outside ASCII much faster.
    @inlinable
    @inline(__always)
    static func commonSequenceLength(in word: UInt64) -> Int {
        // 1110xxxx 10xxxxxx 10xxxxxx; the lead bytes E0 and ED have rules of their own.
        if word & 0xC0_C0F0 == 0x80_80E0 { return word & 0xFF != 0xE0 && word & 0xFF != 0xED ? 3 : 0 }
        // 110xxxxx 10xxxxxx; C0 and C1 would be overlong.
        if word & 0xC0E0 == 0x80C0 { return word & 0x1E != 0 ? 2 : 0 }
        // 11110000 10xxxxxx 10xxxxxx 10xxxxxx; a second byte below 90 would be overlong.
        return word & 0xC0C0_C0FF == 0x8080_80F0 && word & 0x3000 != 0 ? 4 : 0
    }

    /// The index of the first quotation mark, backslash or control character from `start` on, or `count`.
    @usableFromInline
    func firstStringStop(from start: Int) -> Int {
        var index = start
        while index + 8 <= count {
            let stops = Self.stringStops(in: word(at: index))
            if stops != 0 { return index + stops.trailingZeroBitCount >> 3 }
            index += 8
        }
        while index < count {
            let byte = self[index]
            if byte < 0x20 || byte == 0x22 || byte == 0x5C { break }
            index += 1
        }
        return index
    }

    /// The index of the first byte from `start` on that isn't JSON white space (RFC 8259 section 2), or `count`.
    ///
    /// Usually there is no white space, which is checked inline.
    @inlinable
    @inline(__always)
    func skipWhiteSpace(from start: Int) -> Int {
        start < count && self[start] > 0x20 ? start : skipWhiteSpaceRun(from: start)
    }

    @usableFromInline
    func skipWhiteSpaceRun(from start: Int) -> Int {
        var index = start
        while index < count {
            let byte = self[index]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
            index += 1
            // Indentation comes in long runs.
            while index + 8 <= count {
                let others = word(at: index) ^ 0x2020_2020_2020_2020
                if others != 0 {
                    index += others.trailingZeroBitCount >> 3
                    break
                }
                index += 8
            }
        }
        return index
    }
}

/// Where a number ends, and what is wrong with it, if anything.
@usableFromInline
struct NumberScan {
    @usableFromInline let end: Int
    @usableFromInline let problem: NumberProblem?

    @inlinable
    init(end: Int, problem: NumberProblem? = nil) {
        self.end = end
        self.problem = problem
    }
}

/// Why digits aren't a number (RFC 8259 section 6).
@usableFromInline
enum NumberProblem: UInt8 {
    case noDigit, leadingZero, noFraction, noExponent, trailing

    @usableFromInline var explanation: String {
        switch self {
        case .noDigit: "a digit must follow the minus sign"
        case .leadingZero: "a leading zero"
        case .noFraction: "a digit must follow the decimal point"
        case .noExponent: "a digit must follow the exponent mark"
        case .trailing: "unexpected character after the number"
        }
    }
}

extension ByteWindow {
    @inlinable
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// Whether `byte` can occur in a number.
    @inlinable
    static func isNumberByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == 0x2E || byte | 0x20 == 0x65 || byte == 0x2B || byte == 0x2D
    }

    /// Scans the number at `start`, up to the first byte that cannot belong to it or the end of the window.
    @inlinable
    func scanNumber(from start: Int) -> NumberScan {
        var index = start
        if index < count, self[index] == 0x2D { index += 1 }
        guard index < count, Self.isDigit(self[index]) else { return NumberScan(end: index, problem: .noDigit) }
        if self[index] == 0x30 {
            index += 1
            if index < count, Self.isDigit(self[index]) { return NumberScan(end: index, problem: .leadingZero) }
        } else {
            index = skipDigits(from: index)
        }
        guard index < count else { return NumberScan(end: index) }
        var byte = self[index]
        if byte == 0x2E {
            let first = index + 1
            index = skipDigits(from: first)
            if index == first { return NumberScan(end: index, problem: .noFraction) }
            guard index < count else { return NumberScan(end: index) }
            byte = self[index]
        }
        if byte | 0x20 == 0x65 {
            var first = index + 1
            if first < count, self[first] == 0x2B || self[first] == 0x2D { first += 1 }
            index = skipDigits(from: first)
            if index == first { return NumberScan(end: index, problem: .noExponent) }
            guard index < count else { return NumberScan(end: index) }
            byte = self[index]
        }
        return NumberScan(end: index, problem: Self.isNumberByte(byte) ? .trailing : nil)
    }

    /// The index of the first byte from `start` on that cannot occur in a number, or `count`.
    @usableFromInline
    func skipNumberBytes(from start: Int) -> Int {
        var index = start
        while index < count, Self.isNumberByte(self[index]) { index += 1 }
        return index
    }

    /// The index of the first byte from `start` on that isn't a digit, or `count`.
    @inlinable
    func skipDigits(from start: Int) -> Int {
        var index = start
        // Eight at a time: coordinates have fifteen decimals.
        while index &+ 8 <= count {
            // A digit is below ten after the XOR; adding 0x76 sets the highest bit of any other byte. A carry reaches only
            // bytes after the first one that isn't a digit.
            let values = word(at: index) ^ 0x3030_3030_3030_3030
            let others = ((values &+ 0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080
            if others != 0 { return index &+ others.trailingZeroBitCount >> 3 }
            index &+= 8
        }
        while index < count, Self.isDigit(self[index]) { index += 1 }
        return index
    }
}
