extension JSONTokenizer {
    /// The string in `scratch`.
    @inlinable
    var scratchText: UTF8Span {
        @_lifetime(borrow self)
        get {
            // SAFETY: `unescape` writes nothing but validated runs and whole encoded scalars.
            let span = UTF8Span(unchecked: scratch.span, isKnownASCII: false)
            return _overrideLifetime(span, borrowing: self)
        }
    }

    /// Handles the string at `start` that is not simply closed in this window: resolves its escapes into `scratch`
    /// and returns the index after it; or carries it, if the window ends first; or throws what is wrong.
    ///
    /// Whether too long a string is refused for its length or for something wrong in it must not depend on the pieces:
    /// only as many bytes are looked at as the limit allows, with one more for the closing quotation mark.
    @usableFromInline
    mutating func finishString(
        _ window: ByteWindow, from start: Int, _ scan: StringScan
    ) throws(JSONError.Reason) -> Int {
        let visible = limits.maximumStringLength
        let part = visible < window.count ? window.prefix(start + visible + 2) : window
        let scan = part.count < window.count ? part.scanString(from: start + 1) : scan
        var end: Int?
        switch scan.stop {
        case .quote, .windowEnd: end = nil
        case .backslash: end = try unescape(part, from: start + 1, firstStop: scan)
        case .control:
            suspectIndex = scan.index
            throw .controlCharacter(window[scan.index])
        case .invalidUTF8:
            suspectIndex = scan.index
            throw .invalidUTF8
        }
        if let end { return end }
        if part.count < window.count {
            suspectIndex = start
            throw .stringTooLong(limit: limits.maximumStringLength)
        }
        try carryToken(.string, window, from: start)
        return window.count
    }

    /// Copies the string text from `start` to `scratch`, its escapes resolved (RFC 8259 section 7).
    ///
    /// Returns the index after the closing quotation mark, or `nil` if the window ends first.
    @usableFromInline
    mutating func unescape(
        _ window: ByteWindow, from start: Int, firstStop: StringScan
    ) throws(JSONError.Reason) -> Int? {
        scratch.removeAll(keepingCapacity: true)
        var runStart = start
        var scan = firstStop
        while true {
            window.append(from: runStart, to: scan.index, to: &scratch)
            suspectIndex = scan.index
            switch scan.stop {
            case .quote: return scan.index + 1
            case .windowEnd: return nil
            case .control: throw .controlCharacter(window[scan.index])
            case .invalidUTF8: throw .invalidUTF8
            case .backslash:
                guard let after = try resolveEscape(window, at: scan.index) else { return nil }
                runStart = after
                scan = window.scanString(from: after)
            }
        }
    }

    /// Appends what the escape at `index` stands for; returns the index after it, or `nil` if the window ends first.
    private mutating func resolveEscape(_ window: ByteWindow, at index: Int) throws(JSONError.Reason) -> Int? {
        guard index + 1 < window.count else { return nil }
        switch window[index + 1] {
        case UInt8(ascii: "\""): scratch.append(0x22)
        case UInt8(ascii: "\\"): scratch.append(0x5C)
        case UInt8(ascii: "/"): scratch.append(0x2F)
        case UInt8(ascii: "b"): scratch.append(0x08)
        case UInt8(ascii: "f"): scratch.append(0x0C)
        case UInt8(ascii: "n"): scratch.append(0x0A)
        case UInt8(ascii: "r"): scratch.append(0x0D)
        case UInt8(ascii: "t"): scratch.append(0x09)
        case UInt8(ascii: "u"): return try resolveUnicodeEscape(window, at: index)
        default: throw .invalidEscape
        }
        return index + 2
    }

    private mutating func resolveUnicodeEscape(
        _ window: ByteWindow, at index: Int
    ) throws(JSONError.Reason) -> Int? {
        guard let first = try codeUnit(window, from: index + 2) else { return nil }
        if !UTF16.isSurrogate(first) {
            append(UInt32(first))
            return index + 6
        }
        guard UTF16.isLeadSurrogate(first) else { throw .loneSurrogate }
        guard index + 6 < window.count else { return nil }
        guard window[index + 6] == UInt8(ascii: "\\") else { throw .loneSurrogate }
        guard index + 7 < window.count else { return nil }
        guard window[index + 7] == UInt8(ascii: "u") else { throw .loneSurrogate }
        guard let second = try codeUnit(window, from: index + 8) else { return nil }
        guard UTF16.isTrailSurrogate(second) else { throw .loneSurrogate }
        append(0x1_0000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF)
        return index + 12
    }

    /// Four hexadecimal digits, or `nil` if the window ends before them.
    private func codeUnit(_ window: ByteWindow, from start: Int) throws(JSONError.Reason) -> UInt16? {
        var value: UInt16 = 0
        for index in start..<start + 4 {
            guard index < window.count else { return nil }
            guard let digit = hexadecimalDigit(window[index]) else { throw .invalidEscape }
            value = value << 4 | UInt16(digit)
        }
        return value
    }

    /// Appends a scalar that is no surrogate, in UTF-8.
    private mutating func append(_ scalar: UInt32) {
        appendUTF8(scalar, to: &scratch)
    }
}

/// Appends `scalar`, which is no surrogate and at most U+10FFFF, in UTF-8.
func appendUTF8(_ scalar: UInt32, to bytes: inout [UInt8]) {
    switch scalar {
    case ..<0x80:
        bytes.append(UInt8(truncatingIfNeeded: scalar))
    case ..<0x800:
        bytes.append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
        bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    case ..<0x1_0000:
        bytes.append(0xE0 | UInt8(truncatingIfNeeded: scalar >> 12))
        bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
        bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    default:
        bytes.append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
        bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 12 & 0x3F))
        bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
        bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    }
}

/// The value of a hexadecimal digit, or `nil` when `byte` is none.
@inlinable
func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}
