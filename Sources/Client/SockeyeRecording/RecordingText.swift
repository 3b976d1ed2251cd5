internal import SockeyeDigest

// Formats and parses an entry's line.

/// Why a recording can't be read.
public struct RecordingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The reason.
    public var reason: String
    /// The line, from 1; 0 for the whole file.
    public var line: Int
    /// The offset in the line, from 0.
    public var offset: Int

    init(_ reason: String, line: Int = 0, offset: Int = 0) {
        (self.reason, self.line, self.offset) = (reason, line, offset)
    }

    /// One line.
    public var description: String {
        line == 0
            ? "the recording can't be read: \(reason)" : "line \(line) of the recording, offset \(offset): \(reason)"
    }
}

extension RecordingEntry {
    /// The line, including its line feed.
    var text: [UInt8] {
        var line = Array("\(time) \(kind.rawValue)".utf8)
        if let connection { line += " c\(connection)".utf8 }
        for value in values {
            line.append(0x20)
            line += value.name.utf8
            line.append(UInt8(ascii: "="))
            Self.append(value.bytes, to: &line)
        }
        line.append(0x0A)
        return line
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._:/+[]".utf8.contains(byte)
        }
    }

    private static func append(_ bytes: [UInt8], to line: inout [UInt8]) {
        if !bytes.isEmpty, bytes.count <= 128, bytes.allSatisfy(isBare) {
            line += bytes
            return
        }
        let plain = bytes.reduce(0) {
            $0 + ((0x20..<0x7F).contains($1) || $1 == 0x0A || $1 == 0x0D || $1 == 0x09 ? 1 : 0)
        }
        // Base64 for mostly unreadable bytes.
        if bytes.count - plain > bytes.count / 8 {
            line.append(UInt8(ascii: "~"))
            line += Base64.encode(bytes).utf8
            return
        }
        line.append(UInt8(ascii: "\""))
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): line += [UInt8(ascii: "\\"), byte]
            case 0x0A: line += "\\n".utf8
            case 0x0D: line += "\\r".utf8
            case 0x09: line += "\\t".utf8
            case 0x20..<0x7F: line.append(byte)
            default: line += "\\x\(String(byte >> 4, radix: 16))\(String(byte & 15, radix: 16))".utf8
            }
        }
        line.append(UInt8(ascii: "\""))
    }
}

/// Parses a line.
struct RecordingLineParser {
    /// The maximum number of values.
    private static let valueLimit = 4096

    private let bytes: ArraySlice<UInt8>
    private let number: Int
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>, number: Int) {
        (self.bytes, self.number) = (bytes, number)
        position = bytes.startIndex
    }

    private func fault(_ reason: String) -> RecordingError {
        RecordingError(reason, line: number, offset: position - bytes.startIndex)
    }

    private var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

    mutating func entry() throws(RecordingError) -> RecordingEntry {
        guard let time = UInt64(word()) else { throw fault("expected a time in microseconds") }
        try space()
        let name = word()
        guard let kind = RecordingEntry.Kind(rawValue: name) else {
            throw fault("unknown kind of entry '\(String(name.prefix(40)))'")
        }
        var entry = RecordingEntry(kind, at: time)
        entry.line = number
        if kind.hasConnection {
            try space()
            let word = word()
            guard word.hasPrefix("c"), let connection = Int(word.dropFirst()), connection >= 0 else {
                throw fault("expected the connection, such as c0")
            }
            entry.connection = connection
        }
        while next != nil {
            try space()
            guard entry.values.count < Self.valueLimit else { throw fault("more than \(Self.valueLimit) values") }
            let name = word { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
            guard !name.isEmpty, next == UInt8(ascii: "=") else { throw fault("expected name=value") }
            position += 1
            entry.values.append(RecordingEntry.Value(name, try value()))
        }
        for (name, isNumber) in kind.required {
            guard entry.bytes(name) != nil else { throw fault("'\(kind.rawValue)' lacks its value '\(name)'") }
            if isNumber, entry.number(name) == nil { throw fault("'\(name)' isn't a number") }
        }
        return entry
    }

    private mutating func space() throws(RecordingError) {
        guard next == 0x20 else { throw fault("expected one space") }
        position += 1
    }

    private mutating func word(_ belongs: (UInt8) -> Bool = { $0 != 0x20 }) -> String {
        String(decoding: octets(belongs), as: UTF8.self)
    }

    private mutating func octets(_ belong: (UInt8) -> Bool = { $0 != 0x20 }) -> ArraySlice<UInt8> {
        let start = position
        while let byte = next, belong(byte) { position += 1 }
        return bytes[start..<position]
    }

    private mutating func value() throws(RecordingError) -> [UInt8] {
        switch next {
        case UInt8(ascii: "\""):
            position += 1
            return try quoted()
        case UInt8(ascii: "~"):
            position += 1
            let text = word()
            guard let bytes = try? Base64.decode(text) else { throw fault("bad base64") }
            return bytes
        default:
            let bare = Array(octets())
            if bare.isEmpty { throw fault("a value is missing; an empty one is \"\"") }
            return bare
        }
    }

    private mutating func quoted() throws(RecordingError) -> [UInt8] {
        var result: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return result
            case UInt8(ascii: "\\"): result.append(try escaped())
            default: result.append(byte)
            }
        }
        throw fault("the closing quote is missing")
    }

    private mutating func escaped() throws(RecordingError) -> UInt8 {
        guard let byte = next else { throw fault("an escape is truncated") }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): return byte
        case UInt8(ascii: "x"):
            let end = position + 2
            guard end <= bytes.endIndex,
                let value = UInt8(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16)
            else { throw fault("\\x needs two hexadecimal digits") }
            position = end
            return value
        default: throw fault("an unknown escape")
        }
    }
}
