/// A tar, octet by octet, so that it can say what no archiver would.
struct Tar {
    private(set) var bytes: [UInt8] = []

    mutating func add(
        _ name: String, _ content: [UInt8] = [], type: Character = "0", link: String = "", mode: Int = 0o644,
        size: Int? = nil
    ) {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, at offset: Int) {
            header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
        }
        func octal(_ value: Int, _ count: Int) -> String {
            let digits = String(value, radix: 8)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        put(name, at: 0)
        put(octal(mode, 7), at: 100)
        put(octal(0, 7), at: 108)
        put(octal(0, 7), at: 116)
        put(octal(size ?? content.count, 11), at: 124)
        put(octal(1_000_000_000, 11), at: 136)
        put("        ", at: 148)
        header[156] = type.asciiValue ?? 48
        put(link, at: 157)
        put("ustar", at: 257)
        put("00", at: 263)
        put(octal(header.reduce(0) { $0 + Int($1) }, 6), at: 148)
        header[154] = 0
        bytes += header + content
        bytes += [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
    }

    /// The whole archive.
    var whole: [UInt8] { bytes + [UInt8](repeating: 0, count: 1024) }
}

/// A zip of stored entries, likewise.
struct Zip {
    private var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    /// - Parameters:
    ///   - flags: the general purpose bits: 1 says encrypted, 0x800 that the name is UTF-8.
    ///   - mode: the file's type and mode on Unix.
    ///   - local: the name in front of the content; the same by default.
    ///   - place: where the directory says that the entry begins.
    ///   - system: where it was made: 3 is Unix, 0 MS-DOS.
    mutating func add(
        _ name: [UInt8], _ content: [UInt8] = [], flags: Int = 0x800, mode: Int = 0o100644, crc: UInt32? = nil,
        local: [UInt8]? = nil, at place: Int? = nil, system: Int = 3, extra: [UInt8] = []
    ) {
        let local = local ?? name
        let shared =
            word(flags) + word(0) + word(0) + word(0x21) + long(Int(crc ?? Self.crc(content))) + long(content.count)
            + long(content.count)
        directory +=
            long(0x0201_4b50) + word(system << 8 | 20) + word(20) + shared + word(name.count) + word(extra.count)
            + word(0) + word(0) + word(0) + long(mode << 16)
        directory += long(place ?? bytes.count) + name + extra
        bytes += long(0x0403_4b50) + word(20) + shared + word(local.count) + word(0) + local + content
        count += 1
    }

    /// An extra field (APPNOTE 4.5.1).
    static func extra(_ kind: Int, _ content: [UInt8]) -> [UInt8] {
        Zip().word(kind) + Zip().word(content.count) + content
    }

    /// The extra field for a name in UTF-8, which belongs to `name`.
    static func unicodePath(_ unicode: String, for name: [UInt8]) -> [UInt8] {
        extra(0x7075, [1] + Zip().long(Int(crc(name))) + unicode.utf8)
    }

    var whole: [UInt8] {
        bytes + directory + long(0x0605_4b50) + word(0) + word(0) + word(count) + word(count) + long(directory.count)
            + long(bytes.count) + word(0)
    }

    private func word(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }
    private func long(_ value: Int) -> [UInt8] { word(value) + word(value >> 16) }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }
}
