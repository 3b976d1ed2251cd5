internal import SockeyeBytes

/// Bytes in the layout of curl's `--trace` and `--trace-ascii`.
///
/// ```
/// <= Recv data, 18 bytes (0x12)                                   <= Recv data, 18 bytes (0x12)
/// 0000: 48 65 6c 6c 6f 0d 0a 61 62 63 64 65 66 67 68 69 Hello..   0000: Hello
/// 0010: 6a 6b                                           jk        0007: abcdefghijk
/// ```
enum TraceDump {
    /// The title line and the rows; `title` says what the bytes are.
    static func text(_ title: String, _ bytes: [UInt8], isHexadecimal: Bool) -> [UInt8] {
        var output = Array("\(title), \(bytes.count) bytes (0x\(String(bytes.count, radix: 16)))\n".utf8)
        var start = 0
        while start < bytes.count {
            output += "\(ASCII.padded(start, to: 4, radix: 16)): ".utf8
            start = isHexadecimal ? hexadecimal(bytes, start, &output) : plain(bytes, start, &output)
            output.append(UInt8(ascii: "\n"))
        }
        return output
    }

    /// Writes a row of sixteen bytes. Returns the start of the next row.
    private static func hexadecimal(_ bytes: [UInt8], _ start: Int, _ output: inout [UInt8]) -> Int {
        let end = min(start + 16, bytes.count)
        for byte in bytes[start..<end] {
            let (high, low) = ASCII.hexadecimal(byte, inCapitals: false)
            output += [high, low, UInt8(ascii: " ")]
        }
        output += [UInt8](repeating: UInt8(ascii: " "), count: 3 * (16 - (end - start)))
        output += bytes[start..<end].map(shown)
        return end
    }

    /// Writes a row of up to 64 characters, or up to a line end, which isn't shown. Returns the start of the next row.
    private static func plain(_ bytes: [UInt8], _ start: Int, _ output: inout [UInt8]) -> Int {
        var index = start
        while index < bytes.count, index - start < 64, !isLineEnd(bytes, index) {
            output.append(shown(bytes[index]))
            index += 1
        }
        return isLineEnd(bytes, index) ? index + 2 : index
    }

    private static func isLineEnd(_ bytes: [UInt8], _ index: Int) -> Bool {
        index + 1 < bytes.count && bytes[index] == 0x0D && bytes[index + 1] == 0x0A
    }

    private static func shown(_ byte: UInt8) -> UInt8 { (0x20..<0x7F).contains(byte) ? byte : UInt8(ascii: ".") }
}
