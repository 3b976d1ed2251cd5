/// Bytes that the Encoding Standard reads otherwise than glibc.
enum SingleByteCorrections {
    private static let scalars: [String: [UInt32: UInt32]] = [
        "KOI8-U": [0xAE: 0x45E, 0xBE: 0x40E], "MACINTOSH": [0xC6: 0x2206, 0xF0: 0xF8FF], "CP1255": [0xCA: 0x5BA],
        "MAC-UK": [0xFF: 0x20AC],
    ]

    static func scalar(of byte: UInt32, in charset: String) -> UInt32? { scalars[charset]?[byte] }
}
