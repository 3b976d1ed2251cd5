internal import SockeyeTransfers

/// Decodes the name of a zip's entry as its writer encoded it (APPNOTE 4.4.4, 4.6.9 and appendix D).
enum ZipName {
    /// The name's octets for the file system; `nil` if it is flagged as UTF-8 but isn't.
    ///
    /// Without the UTF-8 flag, a name is in code page 437. Writers on Unix store raw octets instead, recognisable by the extra field
    /// for the owner or by valid UTF-8.
    static func octets(of record: ZipRecord) -> [UInt8]? {
        var name = record.name
        if let unicode = unicodePath(record) {
            name = unicode
        } else if record.flags & 0x800 != 0 {
            guard name.isUTF8 else { return nil }
        } else if !(record.isFromUnix && (name.isUTF8 || record.extra(0x7875) ?? record.extra(0x5855) != nil)) {
            name = name.flatMap { byte in byte < 0x80 ? [byte] : Array(codePage437[Int(byte) - 0x80].utf8) }
        }
        // Windows programs that use backslashes use no slashes.
        guard record.system == 0, !name.contains(UInt8(ascii: "/")) else { return name }
        return name.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
    }

    /// The UTF-8 name in its extra field, if its checksum fits this name.
    private static func unicodePath(_ record: ZipRecord) -> [UInt8]? {
        guard let field = record.extra(0x7075), field.count > 5, field[0] == 1,
            UInt32(littleEndian(field[1..<5])) == Checksum32.of(record.name), Array(field[5...]).isUTF8
        else { return nil }
        return Array(field[5...])
    }

    /// The upper half of the code page.
    private static let codePage437 = [Character](
        """
        ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»\
        ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
        αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
        """)
}

/// A record of a zip's directory (APPNOTE 4.3.12).
struct ZipRecord {
    /// The name as written.
    var name: [UInt8]
    var flags: UInt64
    /// The system it was made on; 0 is MS-DOS.
    var system: UInt64
    var compressedSize: UInt64
    var size: UInt64
    /// The entry's offset, not counting data before the zip.
    var offset: UInt64
    /// The length of the record.
    let length: Int
    private var extras: [UInt8]

    static let signature: [UInt8] = [0x50, 0x4B, 1, 2]
    static let headLength = 46

    /// The length of the record at this offset; `nil` if there is none.
    static func length(_ head: [UInt8]) -> Int? {
        guard head.count >= headLength, head.starts(with: signature) else { return nil }
        return headLength + [28, 30, 32].reduce(0) { $0 + Int(littleEndian(head[$1..<$1 + 2])) }
    }

    /// Parses a whole record.
    init?(_ bytes: [UInt8]) {
        guard let length = Self.length(bytes), bytes.count >= length else { return nil }
        self.length = length
        let nameEnd = Self.headLength + Int(littleEndian(bytes[28..<30]))
        name = Array(bytes[Self.headLength..<nameEnd])
        extras = Array(bytes[nameEnd..<nameEnd + Int(littleEndian(bytes[30..<32]))])
        (system, flags) = (UInt64(bytes[5]), littleEndian(bytes[8..<10]))
        (compressedSize, size) = (littleEndian(bytes[20..<24]), littleEndian(bytes[24..<28]))
        offset = littleEndian(bytes[42..<46])
        // Values that don't fit are in the Zip64 extra field, in this order (4.5.3).
        var long = extra(1)?[...] ?? []
        for field in [\ZipRecord.size, \.compressedSize, \.offset] where self[keyPath: field] == UInt32.max {
            guard long.count >= 8 else { return nil }
            self[keyPath: field] = littleEndian(long.prefix(8))
            long = long.dropFirst(8)
        }
    }

    var isFromUnix: Bool { system == 3 || system == 19 }

    /// The content of the first extra field with this identifier.
    func extra(_ kind: UInt64) -> [UInt8]? {
        var rest = extras[...]
        while rest.count >= 4 {
            let found = littleEndian(rest.prefix(2))
            let length = Int(littleEndian(rest.dropFirst(2).prefix(2)))
            rest = rest.dropFirst(4)
            guard rest.count >= length else { return nil }
            if found == kind { return Array(rest.prefix(length)) }
            rest = rest.dropFirst(length)
        }
        return nil
    }
}

/// A little-endian number of at most eight octets.
func littleEndian(_ octets: some BidirectionalCollection<UInt8>) -> UInt64 {
    octets.reversed().reduce(0) { $0 << 8 | UInt64($1) }
}
