internal import Sockeye
internal import SockeyeDigest
internal import SockeyeIO

/// The variables of `--variable`, expanded by `--expand-NAME`.
///
/// ```
/// --variable name=text      name@file      name[0-99]@file      %NAME      %NAME=default      %NAME@file
/// --expand-data "{{name}} {{name:trim:json}} \{{literal}}"
/// ```
struct Variables: Sendable {
    /// The maximum size of an expanded argument; a larger one is a mistake.
    private static let byteLimit = 10_000_000
    private static let nameByteLimit = 127

    private var values: [String: [UInt8]] = [:]

    /// Reads the argument of `--variable`.
    mutating func set(_ argument: OptionValue) throws(OptionFault) {
        var rest = argument.bytes[...]
        let isImported = rest.first == UInt8(ascii: "%")
        if isImported { rest.removeFirst() }
        let nameBytes = rest.prefix(while: Self.isNameByte)
        let name = String(decoding: nameBytes, as: UTF8.self)
        guard (1...Self.nameByteLimit).contains(nameBytes.count) else {
            throw .invalid("a variable name has 1 to \(Self.nameByteLimit) letters, digits and underscores")
        }
        rest = rest.dropFirst(nameBytes.count)
        let range = try Self.range(&rest)
        var content: [UInt8]
        if isImported, let value = argument.readFile.machine.variable(name) {
            content = value
        } else if rest.first == UInt8(ascii: "=") {
            content = Array(rest.dropFirst())
        } else if rest.first == UInt8(ascii: "@") {
            let path = try OptionValue(bytes: Array(rest), readFile: argument.readFile).fileName() ?? ""
            content = try argument.contents(of: path)
        } else if isImported, rest.isEmpty {
            throw .invalid("the environment has no variable '\(name)'")
        } else {
            throw .invalid("expected NAME=TEXT, NAME@FILE, or %NAME from the environment")
        }
        if let range { content = Array(content[range.clamped(to: content.indices)]) }
        values[name] = content
    }

    /// `[FIRST-LAST]` or `[FIRST-]` after a name: the bytes of the content to use.
    private static func range(_ rest: inout ArraySlice<UInt8>) throws(OptionFault) -> Range<Int>? {
        guard rest.first == UInt8(ascii: "[") else { return nil }
        let fault = OptionFault.invalid("expected a range of bytes such as [0-99] or [100-]")
        guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { throw fault }
        let parts = rest[(rest.startIndex + 1)..<end].split(
            separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 2, let first = Int(String(decoding: parts[0], as: UTF8.self)),
            let last = parts[1].isEmpty ? Int.max - 1 : Int(String(decoding: parts[1], as: UTF8.self)),
            first <= last, last < Int.max
        else { throw fault }
        rest = rest[(end + 1)...]
        return first..<last + 1
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDecimalDigit || byte == UInt8(ascii: "_")
    }

    // MARK: Expanding

    /// An option's argument, with variables expanded if its name asks for it.
    func expand(_ argument: [UInt8]?, if isExpanded: Bool) throws(OptionFault) -> [UInt8]? {
        guard isExpanded, let argument else { return argument }
        return try expand(argument)
    }

    /// The text with each `{{name}}` replaced; an unset variable is empty. Anything that isn't a name stays as it is.
    func expand(_ text: [UInt8]) throws(OptionFault) -> [UInt8] {
        var output: [UInt8] = []
        var rest = text[...]
        while let start = Self.index(of: UInt8(ascii: "{"), in: rest) {
            let before = rest[..<start]
            if before.last == UInt8(ascii: "\\") {
                output += before.dropLast() + "{{".utf8
                rest = rest[(start + 2)...]
                continue
            }
            output += before
            guard let end = Self.index(of: UInt8(ascii: "}"), in: rest[(start + 2)...]) else {
                rest = rest[start...]
                break
            }
            let inside = rest[(start + 2)..<end].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            rest = rest[(end + 2)...]
            if let name = inside.first, (1...Self.nameByteLimit).contains(name.count), name.allSatisfy(Self.isNameByte)
            {
                output += try value(String(decoding: name, as: UTF8.self), inside.dropFirst())
            } else {
                output += Array("{{".utf8) + inside.joined(separator: [UInt8(ascii: ":")]) + Array("}}".utf8)
            }
            if output.count > Self.byteLimit { throw .invalid("expands to more than \(Self.byteLimit) bytes") }
        }
        return output + rest
    }

    /// Where `byte` first occurs twice in a row.
    private static func index(of byte: UInt8, in text: ArraySlice<UInt8>) -> Int? {
        text.indices.dropLast().first { text[$0] == byte && text[$0 + 1] == byte }
    }

    private func value(_ name: String, _ functions: ArraySlice<ArraySlice<UInt8>>) throws(OptionFault) -> [UInt8] {
        var value = values[name] ?? []
        for function in functions {
            switch String(decoding: function, as: UTF8.self) {
            case "trim": value = Self.trimmed(value)
            case "json": value = Self.jsonEscaped(value)
            case "url": value = EncodedData.encoded(value, blankIsPlus: false)
            case "b64": value = Array(Base64.encode(value).utf8)
            // curl's text for invalid base64.
            case "64dec":
                value = (try? Base64.decode(String(decoding: value, as: UTF8.self))) ?? Array("[64dec-fail]".utf8)
            case let unknown: throw .invalid("unknown variable function '\(unknown)'")
            }
        }
        // Arguments can't contain NUL in C, so this is a mistake.
        if value.contains(0) { throw .invalid("variable '\(name)' contains a null byte") }
        return value
    }

    private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        let end = bytes.lastIndex { !$0.isWhiteSpace } ?? -1
        return Array(bytes[...end].drop(while: \.isWhiteSpace))
    }

    /// The inside of a JSON string (RFC 8259 section 7); non-ASCII bytes stay as they are.
    private static func jsonEscaped(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { byte in
            byte < 0x80 ? Array(WriteOutJSON.quoted(String(Unicode.Scalar(byte))).utf8.dropFirst().dropLast()) : [byte]
        }
    }
}
