/// Text that can be computed from its offset, so that a body can be checked without a copy, and read by eye.
///
/// ```
/// 0000000000 klmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789
/// 0000000064 OPQRSTUVWXYZ0123456789abcdefghijklmnopqrstuvwxyzABCD
/// ```
/// Each line of 64 bytes begins with its own offset (the last ten digits) and continues with the alphabet from a letter
/// chosen by the line's number, so that shifted, doubled or dropped pieces show.
public enum BytePattern {
    private static let lineBytes = 64
    private static let alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    /// Twice the alphabet: a line is one piece of it, whichever letter begins it.
    private static let letters = Array((alphabet + alphabet).utf8)

    /// The bytes at these offsets; negative offsets count as zero.
    public static func bytes(_ offsets: Range<Int>) -> [UInt8] {
        let offsets = offsets.clamped(to: 0..<Int.max)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(offsets.count)
        var next = offsets.lowerBound
        while next < offsets.upperBound {
            let number = next / lineBytes
            let start = number * lineBytes
            let end = min(offsets.upperBound - start, lineBytes)
            bytes += line(number)[(next - start)..<end]
            next = start + end
        }
        return bytes
    }

    /// The byte at an offset; negative offsets count as zero.
    public static func byte(at offset: Int) -> UInt8 {
        let offset = max(0, offset)
        return line(offset / lineBytes)[offset % lineBytes]
    }

    private static func line(_ number: Int) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(lineBytes)
        // With a digit before them, which is dropped, the last ten keep their leading zeros.
        line += String(number * lineBytes % 10_000_000_000 + 10_000_000_000).utf8.dropFirst()
        line.append(UInt8(ascii: " "))
        let letter = firstLetter(number)
        line += letters[letter..<(letter + lineBytes - line.count - 1)]
        line.append(UInt8(ascii: "\n"))
        return line
    }

    /// Two rounds of multiplying by an odd constant and folding down the high half, so that neighbouring lines differ.
    private static func firstLetter(_ number: Int) -> Int {
        var mixed = (UInt64(bitPattern: Int64(number)) &+ 1) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 32)) &* 0xD6E8_FEB8_6659_FD93
        return Int((mixed >> 32) % UInt64(letters.count / 2))
    }
}
