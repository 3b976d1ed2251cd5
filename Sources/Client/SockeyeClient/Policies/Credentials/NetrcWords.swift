internal import SockeyeBytes
internal import SockeyeIO

/// The statements of a netrc file, with their places. ``Netrc`` and its masks read it with this one grammar.
struct NetrcWords {
    struct Word {
        /// Without quotes and escapes.
        var octets: [UInt8]
        /// With them.
        var place: Range<Int>
        /// Whether it is quoted, and then whether its line ends before the quote that closes it.
        var isQuoted = false
        var isOpen = false
    }

    enum Keyword: String {
        case machine, `default`, login, password, account, macdef

        /// In any case, as in curl: a machine's password must not go to the machine before it.
        init?(_ word: Word) { self.init(rawValue: String(decoding: word.octets.map(ASCII.lowercased), as: UTF8.self)) }

        var takesValue: Bool { self != .default && self != .macdef }
    }

    /// A keyword with its value, or a word that means nothing.
    struct Statement {
        var word: Word
        var keyword: Keyword?
        var value: Word?
        /// Why it is ambiguous.
        var fault: Netrc.Fault.Reason?
    }

    private let bytes: [UInt8]
    private(set) var position: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = WrittenText.withoutMark(bytes).startIndex
    }

    /// The line of a place, counted from 1.
    func line(of place: Int) -> Int { 1 + bytes[..<place].count { $0 == 0x0A } }

    mutating func next() -> Statement? {
        // Only where a keyword may stand does a number sign begin a comment: in a value it is a character like others.
        skip { $0 <= 0x20 }
        while position < bytes.count, bytes[position] == UInt8(ascii: "#") {
            skip { $0 != 0x0A }
            skip { $0 <= 0x20 }
        }
        guard position < bytes.count else { return nil }
        let first = word()
        let keyword = Keyword(first)
        var statement = Statement(word: first, keyword: keyword, fault: first.isOpen ? .openQuote : nil)
        if let keyword, keyword.takesValue {
            (statement.value, statement.fault) = value(of: keyword)
        } else if keyword == .macdef {
            skipMacro()
        }
        return statement
    }

    /// A value that begins a line is neither a keyword nor a comment, which would be another entry's.
    private mutating func value(of keyword: Keyword) -> (Word?, Netrc.Fault.Reason?) {
        skip(Self.isBlank)
        if position == bytes.count || Self.isLineEnd(bytes[position]) {
            var ahead = self
            ahead.skip { $0 <= 0x20 }
            guard ahead.position < bytes.count, bytes[ahead.position] != UInt8(ascii: "#") else {
                return (nil, .missingValue(keyword.rawValue))
            }
            let value = ahead.word()
            if Keyword(value) != nil { return (nil, .missingValue(keyword.rawValue)) }
            self = ahead
            return (value, value.isOpen ? .openQuote : nil)
        }
        let value = word()
        if value.isOpen { return (value, .openQuote) }
        // `login password x`: a keyword as a value, followed by a word that isn't a keyword, means that the value is missing.
        let looksLeftOut = !value.isQuoted && (Keyword(value) != nil || value.octets == [UInt8(ascii: "#")])
        return (value, looksLeftOut && isStrayWordNext ? .missingValue(keyword.rawValue) : nil)
    }

    /// Whether the line goes on with a word that is neither a keyword nor a comment.
    private var isStrayWordNext: Bool {
        var ahead = self
        ahead.skip(Self.isBlank)
        guard ahead.position < bytes.count, !Self.isLineEnd(bytes[ahead.position]),
            bytes[ahead.position] != UInt8(ascii: "#")
        else { return false }
        return Keyword(ahead.word()) == nil
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 && !isLineEnd(byte) }

    private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
        while position < bytes.count, isSkipped(bytes[position]) { position += 1 }
    }

    /// The word that begins here.
    private mutating func word() -> Word {
        let start = position
        if bytes[start] == UInt8(ascii: "\"") { return quoted() }
        skip { $0 > 0x20 }
        return Word(octets: Array(bytes[start..<position]), place: start..<position)
    }

    private mutating func quoted() -> Word {
        let start = position
        var octets: [UInt8] = []
        position += 1
        while position < bytes.count, bytes[position] != 0x0A {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return Word(octets: octets, place: start..<position, isQuoted: true) }
            guard byte == UInt8(ascii: "\\"), position < bytes.count, bytes[position] != 0x0A else {
                octets.append(byte)
                continue
            }
            switch bytes[position] {
            case UInt8(ascii: "n"): octets.append(0x0A)
            case UInt8(ascii: "r"): octets.append(0x0D)
            case UInt8(ascii: "t"): octets.append(0x09)
            default: octets.append(bytes[position])
            }
            position += 1
        }
        return Word(octets: octets, place: start..<position, isQuoted: true, isOpen: true)
    }

    /// A quoted word that is read as these octets.
    static func quoted(_ octets: [UInt8]) -> [UInt8] {
        var text: [UInt8] = [UInt8(ascii: "\"")]
        for octet in octets {
            switch octet {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), octet]
            case 0x0A: text += Array("\\n".utf8)
            case 0x0D: text += Array("\\r".utf8)
            case 0x09: text += Array("\\t".utf8)
            default: text.append(octet)
            }
        }
        return text + [UInt8(ascii: "\"")]
    }

    /// Skips everything up to an empty line.
    private mutating func skipMacro() {
        var wasLineEnd = false
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == 0x0D { continue }
            if byte == 0x0A, wasLineEnd { return }
            wasLineEnd = byte == 0x0A
        }
    }
}
