internal import SockeyeBytes

/// The Content-Disposition field (RFC 6266): whether to show or to save a body, and under which name.
public struct ContentDisposition: Sendable, Hashable {
    /// `attachment`, `inline`, `form-data` or another, in lowercase. Treat unknown types as attachment.
    public let type: String
    /// The parameters in the order given.
    public let parameters: [FieldParameter]

    /// Parses a field value; `nil` if it is malformed.
    ///
    /// White space around `=` is allowed, a repeated parameter is not (RFC 6266 section 4.1). A backslash in quotes escapes a
    /// quote or a backslash; before anything else it stays, since servers on Windows write whole paths (appendix D).
    public init?(parsing text: String) {
        self.init(parsing: Array(text.utf8))
    }

    /// Parses a field value that need not be text.
    package init?(parsing octets: [UInt8]) {
        var scanner = FieldScanner(octets)
        scanner.keepsSeparators = true
        guard let type = scanner.token(), let parameters = scanner.parameters(allowingWhiteSpace: true),
            !parameters.hasDuplicates
        else { return nil }
        self.type = FieldParameter.asciiLowercased(type)
        self.parameters = parameters
    }

    /// The server's raw file name: from a well-formed `filename*` if any, else from `filename` (RFC 6266 section 4.3).
    ///
    /// It may contain anything, even `../`: use ``sanitizedFileName`` for a file.
    public var fileName: String? { extendedFileName ?? plainFileName }

    /// The raw file name in a field that is malformed but has a `filename=`: without a type, or unquoted with spaces or
    /// commas, up to the next semicolon; what follows a quoted name isn't part of it. Browsers and curl take it too, and the
    /// caller makes it safe anyway.
    package static func looseFileName(in octets: [UInt8]) -> String? {
        let word = Array("filename=".utf8)
        var rest = octets[...]
        while !rest.isEmpty {
            let part = rest.prefix { $0 != UInt8(ascii: ";") }
            let trimmed = part.drop { $0 == 0x20 || $0 == 0x09 }
            if trimmed.prefix(word.count).elementsEqual(word, by: { $0 | 0x20 == $1 | 0x20 }) {
                var scanner = FieldScanner(Array(rest[trimmed.startIndex...].dropFirst(word.count)))
                scanner.keepsSeparators = true
                scanner.skipWhiteSpace()
                if let quoted = scanner.quotedString(), !quoted.isEmpty { return quoted.utf8OrLatin1 }
                let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: "\"") }
                let value = trimmed.dropFirst(word.count).trimming(isBlank)
                return value.isEmpty ? nil : Array(value).utf8OrLatin1
            }
            rest = rest.dropFirst(part.count + 1)
        }
        return nil
    }

    /// The `filename` parameter, raw.
    ///
    /// Decoded as UTF-8 if valid, else as ISO 8859-1, which RFC 6266 section 4.3 names for this parameter and browsers fall
    /// back to.
    package var plainFileName: String? { parameters.octets(of: "filename")?.utf8OrLatin1 }

    /// The `filename*` parameter, decoded (RFC 8187) but raw; `nil` if it is absent or malformed.
    package var extendedFileName: String? { parameters.value(of: "filename*").flatMap(ExtendedValue.decode) }

    /// ``fileName`` made safe as the name of a file in one folder; `nil` if
    /// there isn't one or nothing of it is left.
    public var sanitizedFileName: String? { fileName.flatMap { FileName.sanitized($0) } }
}
