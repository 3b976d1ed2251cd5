/// The words of a netrc file, with their places.
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

    private let bytes: [UInt8]
    private(set) var position = 0
    /// Whether any word so far is open.
    private(set) var hasOpenQuotes = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func next() -> Word? {
        while position < bytes.count {
            if bytes[position] <= 0x20 {
                position += 1
            } else if bytes[position] == UInt8(ascii: "#") {
                while position < bytes.count, bytes[position] != 0x0A { position += 1 }
            } else {
                break
            }
        }
        guard position < bytes.count else { return nil }
        let start = position
        if bytes[start] == UInt8(ascii: "\"") { return quoted() }
        while position < bytes.count, bytes[position] > 0x20 { position += 1 }
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
        hasOpenQuotes = true
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
    mutating func skipMacro() {
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
