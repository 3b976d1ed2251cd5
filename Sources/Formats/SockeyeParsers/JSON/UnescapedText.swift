internal import SockeyeBytes

/// Copies the text of a JSON string out of a window, unescaped (RFC 8259 section 7).
///
/// A single pass finds the next escape, validates the UTF-8 and copies, eight bytes at a time, into memory without an
/// array's check at each append.
struct UnescapedText {
    enum Stop { case quote, windowEnd, control, invalidUTF8, invalidEscape, loneSurrogate, room }

    private let window: ByteWindow
    /// The part that is already scanned and only needs copying.
    private var scanned: Range<Int>
    /// The index where the text continues, ended, or is wrong.
    private(set) var index: Int
    /// The bytes of the text so far.
    private(set) var count = 0

    /// Prepares the text that begins at `start`, of which the part before `scanned` is known to be valid and without
    /// escapes.
    init(_ window: ByteWindow, from start: Int, upTo scanned: Int) {
        self.window = window
        self.scanned = start..<scanned
        index = scanned
    }

    /// The room required to continue.
    var neededRoom: Int { count + scanned.count + 64 }

    /// Continues until something other than text, or until fewer than sixteen bytes of room are left.
    mutating func resolve(into base: UnsafeMutablePointer<UInt8>, _ room: Int) -> Stop {
        // SAFETY: everything is written below `room`: each turn of the loop advances `count` by less than eight bytes
        // of text and then writes at most eight more.
        if !scanned.isEmpty {
            guard scanned.count <= room - count else { return .room }
            (base + count).update(from: window.base + scanned.lowerBound, count: scanned.count)
            count += scanned.count
            scanned = scanned.upperBound..<scanned.upperBound
        }
        var index = index
        var count = count
        defer { (self.index, self.count) = (index, count) }
        // Neither index can overflow: both stay below the size of an object in memory.
        let lastWord = window.count - 8
        while count &+ 16 <= room {
            if index <= lastWord {
                let word = window.word(at: index)
                // SAFETY: `count` is at least eight below the room at `base`.
                UnsafeMutableRawPointer(base + count).storeBytes(of: word.littleEndian, as: UInt64.self)
                let stops = (ByteWindow.stringStops(in: word) | word) & 0x8080_8080_8080_8080
                let length = stops == 0 ? 8 : stops.trailingZeroBitCount >> 3
                count &+= length
                index &+= length
                if stops == 0 { continue }
            }
            guard index < window.count else { return .windowEnd }
            let byte = window[index]
            if byte == UInt8(ascii: "\\") {
                guard index &+ 1 < window.count else { return .windowEnd }
                let meaning = Self.meaning(ofEscape: window[index &+ 1])
                if meaning != 0 {
                    base[count] = meaning
                    count &+= 1
                    index &+= 2
                    continue
                }
                switch unicodeEscape(at: index) {
                case .failure(let stop): return stop
                case .scalar(let scalar, let length):
                    count += Self.write(scalar, to: base + count)
                    index += length
                }
            } else if byte == UInt8(ascii: "\"") {
                return .quote
            } else if byte < 0x20 {
                return .control
            } else if byte < 0x80 {
                base[count] = byte
                count += 1
                index += 1
            } else {
                repeat {
                    if index <= lastWord {
                        let word = window.word(at: index)
                        // SAFETY: `count` is at least eight below the room at `base`.
                        UnsafeMutableRawPointer(base + count).storeBytes(of: word.littleEndian, as: UInt64.self)
                        let length = ByteWindow.commonSequenceLength(in: word)
                        count &+= length
                        index &+= length
                        if length > 0 { continue }
                    }
                    switch window.utf8Sequence(at: index) {
                    case .cut: return .windowEnd
                    case .invalid: return .invalidUTF8
                    case .valid(let length):
                        for place in 0..<length { base[count + place] = window[index + place] }
                        count += length
                        index += length
                    }
                } while count &+ 8 <= room && index < window.count && window[index] >= 0x80
            }
        }
        return .room
    }

    /// The byte that the character after a backslash stands for; 0 for `u` and invalid ones.
    private static func meaning(ofEscape byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "\""): 0x22
        case UInt8(ascii: "\\"): 0x5C
        case UInt8(ascii: "/"): 0x2F
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: 0
        }
    }

    private enum UnicodeEscape {
        /// A scalar that isn't a surrogate, and the bytes its escape takes.
        case scalar(UInt32, length: Int)
        case failure(Stop)
    }

    /// The scalar of the escape at `index`, which may be a surrogate pair.
    private func unicodeEscape(at index: Int) -> UnicodeEscape {
        guard window[index + 1] == UInt8(ascii: "u") else { return .failure(.invalidEscape) }
        let first: UInt16
        switch codeUnit(from: index + 2) {
        case .failure(let stop): return .failure(stop)
        case .scalar(let value, _): first = UInt16(truncatingIfNeeded: value)
        }
        if !UTF16.isSurrogate(first) { return .scalar(UInt32(first), length: 6) }
        guard UTF16.isLeadSurrogate(first) else { return .failure(.loneSurrogate) }
        guard index + 6 < window.count else { return .failure(.windowEnd) }
        guard window[index + 6] == UInt8(ascii: "\\") else { return .failure(.loneSurrogate) }
        guard index + 7 < window.count else { return .failure(.windowEnd) }
        guard window[index + 7] == UInt8(ascii: "u") else { return .failure(.loneSurrogate) }
        switch codeUnit(from: index + 8) {
        case .failure(let stop): return .failure(stop)
        case .scalar(let second, _):
            guard second & 0xFC00 == 0xDC00 else { return .failure(.loneSurrogate) }
            return .scalar(0x1_0000 + (UInt32(first) & 0x3FF) << 10 + second & 0x3FF, length: 12)
        }
    }

    /// Parses four hexadecimal digits.
    private func codeUnit(from start: Int) -> UnicodeEscape {
        var value: UInt32 = 0
        for index in start..<start + 4 {
            guard index < window.count else { return .failure(.windowEnd) }
            guard let digit = ASCII.hexadecimalDigit(window[index]) else { return .failure(.invalidEscape) }
            value = value << 4 | UInt32(digit)
        }
        return .scalar(value, length: 4)
    }

    /// Writes a scalar that isn't a surrogate as UTF-8; returns its length.
    private static func write(_ scalar: UInt32, to place: UnsafeMutablePointer<UInt8>) -> Int {
        var length = 0
        // SAFETY: the caller guarantees eight bytes of room, and UTF-8 takes at most four.
        for byte in UTF8.encode(UnicodeScalar(scalar) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter {
            place[length] = byte
            length += 1
        }
        return length
    }
}
