// A token that a piece boundary splits is carried: its bytes are collected up to its end and then read once, as if they
// had come together. So every split yields the same events, and a token of n bytes costs O(n).

extension JSONTokenizer {
    /// Carries the token that starts at `start` and is cut off by the window's end.
    @usableFromInline
    mutating func carryToken(
        _ token: PartialToken, _ window: ByteWindow, from start: Int
    ) throws(JSONError.Reason) {
        carryPosition = position
        carryPosition.advance(over: window, upTo: start)
        carry.removeAll(keepingCapacity: true)
        window.append(from: start, to: window.count, to: &carry)
        partial = token
        suspectIndex = start
        if token == .string {
            escapeIsOpen = false
            _ = stringEnd(window, from: start + 1)
        }
        try checkCarriedLength()
    }

    /// Refuses a carried token that is already too long.
    @usableFromInline
    mutating func checkCarriedLength() throws(JSONError.Reason) {
        switch partial {
        case .string where carry.count - 1 > limits.stringLimit:
            // Report errors in the part within the limit first, as for a string in one piece.
            carry.removeLast(carry.count - limits.stringLimit - 2)
            _ = try unescapeCarriedString()
            suspectCarryIndex = 0
            throw .stringTooLong(limit: limits.stringLimit)
        case .number where carry.count > limits.numberLimit:
            throw .numberTooLong(limit: limits.numberLimit)
        default: break
        }
    }

    /// The index after the closing quotation mark (or after a control character, which ends a string as an error), or
    /// `nil` if the window ends first. Keeps `escapeIsOpen` for the next window.
    private mutating func stringEnd(_ window: ByteWindow, from start: Int) -> Int? {
        var index = start
        while index < window.count {
            if escapeIsOpen {
                escapeIsOpen = false
                index += 1
                continue
            }
            index = window.firstStringStop(from: index)
            guard index < window.count else { break }
            index += 1
            if window[index - 1] != UInt8(ascii: "\\") { return index }
            escapeIsOpen = true
        }
        return nil
    }

    /// Continues the carried token. Returns the index after it; if it is still cut off, `partial` stays set.
    @inlinable
    mutating func resume<Handler: JSONTokenHandler & ~Copyable>(
        _ window: ByteWindow, _ handler: inout Handler
    ) throws(JSONError.Reason) -> Int {
        let (index, isEnd) = try extendCarry(window)
        if isEnd { try completeCarriedToken(atEnd: false, &handler) }
        return index
    }

    /// Adds this window's part of the carried token; returns where it ends and whether the token is complete.
    @usableFromInline
    mutating func extendCarry(_ window: ByteWindow) throws(JSONError.Reason) -> (index: Int, isEnd: Bool) {
        var index = 0
        switch partial {
        case .none:
            return (0, false)
        case .byteOrderMark:
            // RFC 8259 section 8.1: a parser may ignore a byte order mark.
            let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
            while index < window.count, carry.count < 3 {
                if window[index] != mark[carry.count] {
                    if carry.isEmpty { break }
                    suspectIndex = index
                    throw .unexpectedByte(window[index], expected: "the rest of a byte order mark")
                }
                carry.append(window[index])
                index += 1
            }
            if index == window.count, carry.count < 3 { return (index, false) }
            carry.removeAll(keepingCapacity: true)
            partial = .none
            return (index, false)
        case .string:
            let end = stringEnd(window, from: 0)
            window.append(from: 0, to: end ?? window.count, to: &carry)
            // The closing quotation mark doesn't count.
            if end == nil || carry.count - 2 > limits.stringLimit { try checkCarriedLength() }
            suspectCarryIndex = nil
            return (end ?? window.count, end != nil)
        case .number:
            while index < window.count, ByteWindow.isNumberByte(window[index]) { index += 1 }
            window.append(from: 0, to: index, to: &carry)
            suspectCarryIndex = 0
            try checkCarriedLength()
            suspectCarryIndex = nil
            return (index, index < window.count)
        case .literal:
            let word = Self.literal(startingWith: carry[0])
            while index < window.count, carry.count < word.utf8CodeUnitCount {
                suspectIndex = index
                try Self.check(window[index], is: carry.count, of: word)
                carry.append(window[index])
                index += 1
            }
            return (index, carry.count == word.utf8CodeUnitCount)
        }
    }

    /// Parses the complete carried token and delivers it. At the end of the text this also examines an unclosed string,
    /// so that the error names the first thing wrong with it.
    @inlinable
    mutating func completeCarriedToken<Handler: JSONTokenHandler & ~Copyable>(
        atEnd: Bool, _ handler: inout Handler
    ) throws(JSONError.Reason) {
        switch partial {
        case .none, .byteOrderMark: return
        case .literal:
            if atEnd { return }
            suspectCarryIndex = 0
            switch carry[0] {
            case UInt8(ascii: "n"): try handler.null()
            case let first: try handler.boolean(first == UInt8(ascii: "t"))
            }
            expectation = containers.isEmpty ? .end : .afterValue
        case .number:
            try checkCarriedNumber()
            try withByteWindow(of: carry) { (text) throws(JSONError.Reason) in try handler.number(text) }
            expectation = containers.isEmpty ? .end : .afterValue
        case .string:
            guard try unescapeCarriedString() else { return }
            if expectation == .key {
                try withScratch { (text) throws(JSONError.Reason) in try handler.key(text, isASCII: false) }
                expectation = .colon
            } else {
                try withScratch { (text) throws(JSONError.Reason) in try handler.string(text, isASCII: false) }
                expectation = containers.isEmpty ? .end : .afterValue
            }
        }
        suspectCarryIndex = nil
        partial = .none
        carry.removeAll(keepingCapacity: true)
    }

    @usableFromInline
    mutating func checkCarriedNumber() throws(JSONError.Reason) {
        suspectCarryIndex = 0
        var scan = NumberScan(end: 0)
        withByteWindow(of: carry) { window in scan = window.scanNumber(from: 0) }
        let problem = scan.problem ?? (scan.end < carry.count ? .trailing : nil)
        if let problem {
            suspectCarryIndex = scan.end
            throw .invalidNumber(problem.explanation)
        }
    }

    /// Unescapes the carried string into `scratch`. Returns whether it is closed.
    @usableFromInline
    mutating func unescapeCarriedString() throws(JSONError.Reason) -> Bool {
        // Moved out so that `scratch` can be written while its bytes are read.
        var token: [UInt8] = []
        swap(&token, &carry)
        defer { swap(&token, &carry) }
        var isClosed = false
        suspectIndex = 0
        suspectCarryIndex = 0
        do throws(JSONError.Reason) {
            try withByteWindow(of: token) { (window) throws(JSONError.Reason) in
                let scan = window.scanString(from: 1)
                isClosed = try unescape(window, from: 1, firstStop: scan) != nil
            }
        } catch {
            suspectCarryIndex = suspectIndex
            throw error
        }
        return isClosed
    }

    @usableFromInline
    static func literal(startingWith byte: UInt8) -> StaticString {
        switch byte {
        case UInt8(ascii: "t"): "true"
        case UInt8(ascii: "f"): "false"
        default: "null"
        }
    }

    private static func check(_ byte: UInt8, is index: Int, of word: StaticString) throws(JSONError.Reason) {
        let expected = word.withUTF8Buffer { $0[index] }
        if byte != expected {
            throw .unexpectedByte(byte, expected: "'\(Character(UnicodeScalar(expected)))' of \(word)")
        }
    }

    /// Matches true, false or null at `start`. Returns its length, or carries it if the window ends first.
    @usableFromInline
    mutating func matchLiteral(_ window: ByteWindow, from start: Int) throws(JSONError.Reason) -> Int {
        // Compare the common ones at once: "true" and "null" are four bytes.
        if start + 4 <= window.count {
            let bytes =
                UInt32(window[start]) | UInt32(window[start + 1]) << 8 | UInt32(window[start + 2]) << 16
                | UInt32(window[start + 3]) << 24
            if bytes == 0x6575_7274 || bytes == 0x6C6C_756E { return 4 }
        }
        let word = Self.literal(startingWith: window[start])
        let length = word.utf8CodeUnitCount
        var index = 1
        while index < length {
            guard start + index < window.count else {
                try carryToken(.literal, window, from: start)
                return index
            }
            suspectIndex = start + index
            try Self.check(window[start + index], is: index, of: word)
            index += 1
        }
        suspectIndex = start
        return length
    }
}
