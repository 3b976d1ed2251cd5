internal import SockeyeFields

/// A body decoded as text, with its charset and the first invalid byte.
///
/// Names of charsets mean what the WHATWG Encoding Standard says, as for browsers: ISO-8859-1 and ASCII are windows-1252, UTF-16
/// is little-endian. `BufferedResponse.text()` in SockeyeClient follows the same rules, and knows the charsets of several bytes a
/// character (GBK, Shift_JIS …), which are an error here.
public struct DecodedText: Sendable, Hashable {
    /// The text, without a byte order mark.
    public var text: String
    /// The charset it was decoded from.
    public var charset: Charset
    /// The position of the first bytes that were invalid and replaced by U+FFFD, if any.
    public var firstInvalidByte: TextPosition?

    /// Decodes a body: in the charset of its byte order mark, otherwise in that of its Content-Type, otherwise as UTF-8.
    ///
    /// - Parameters:
    ///   - bytes: the whole body.
    ///   - contentType: the Content-Type field, for its `charset` parameter.
    /// - Throws: ``TextError`` for an unknown charset, unless there is a mark.
    public init(_ bytes: some Collection<UInt8>, contentType: String? = nil) throws(TextError) {
        let mark = Charset.byteOrderMark(of: bytes)
        if let mark {
            charset = mark.charset
        } else if let name = contentType.flatMap(MediaType.charset(ofContentType:)) {
            guard let named = Charset(bodyLabel: name) else { throw TextError(reason: .unsupportedCharset(name)) }
            charset = named
        } else {
            charset = .utf8
        }
        let body = bytes.dropFirst(mark?.length ?? 0)
        do throws(TextError) {
            text = try charset.decode(body)
        } catch {
            text = try charset.decode(body, invalidBytes: .replace)
            var place = error.position
            place.offset += bytes.count - body.count
            firstInvalidByte = place
        }
    }
}

extension Charset {
    /// What browsers decode a body with this label as (WHATWG Encoding Standard, section 4.2); `nil` if it is unknown here.
    init?(bodyLabel label: String) {
        let blanks: Set<UInt8> = [0x09, 0x0A, 0x0C, 0x0D, 0x20]
        let trimmed = label.utf8.drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed()
        let name = String(decoding: Array(trimmed), as: UTF8.self)
        switch name.lowercased() {
        case "utf-16", "csunicode", "iso-10646-ucs-2", "ucs-2", "unicode", "unicodefeff": self = .utf16LittleEndian
        case "unicodefffe": self = .utf16BigEndian
        case "unicode11utf8", "unicode20utf8", "x-unicode20utf8": self = .utf8
        default: self.init(namedInBody: name)
        }
    }

    private init?(namedInBody name: String) {
        guard let named = Charset(name) else { return nil }
        switch named.name {
        case "US-ASCII", "ISO-8859-1": self.init(bodyLabel: "windows-1252")
        case "ISO-8859-9": self.init(bodyLabel: "windows-1254")
        case "ISO-8859-11": self.init(bodyLabel: "windows-874")
        default: self = named.asInBodies
        }
    }

    /// The charset with the Standard's index, where that has more than the registered mapping.
    private var asInBodies: Charset {
        guard case .singleByte(var table) = kind else { return self }
        // What Windows leaves undefined there are controls.
        for index in 0..<min(0x20, table.count) where table[index] == 0 { table[index] = 0x80 + UInt16(index) }
        for (byte, scalar) in Self.additions[name] ?? [:] where byte - 0x80 < table.count {
            table[byte - 0x80] = scalar
        }
        return Charset(name: name, kind: .singleByte(table))
    }

    private static let additions: [String: [Int: UInt16]] = [
        "KOI8-U": [0xAE: 0x45E, 0xBE: 0x40E], "windows-1255": [0xCA: 0x5BA],
    ]
}

extension AsyncSequence where Element: Collection<UInt8> {
    /// Decodes the stream as text, reading at most `limit` bytes (64 MiB): in the charset of a byte order mark, otherwise
    /// in that of `contentType`, otherwise as UTF-8; see ``DecodedText``.
    ///
    /// - Throws: ``CollectingError``, ``TextError`` for an unknown charset and, unless they are replaced, for invalid
    ///   bytes; and the stream's errors.
    public func text(
        contentType: String? = nil, upTo limit: Int = 64 << 20, invalidBytes: InvalidBytesPolicy = .replace
    ) async throws -> String {
        let decoded = try DecodedText(try await collect(upTo: limit), contentType: contentType)
        if invalidBytes == .refuse, let place = decoded.firstInvalidByte {
            throw TextError(reason: .invalidBytes(encoding: decoded.charset.name), position: place)
        }
        return decoded.text
    }
}
