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
    private static let digits = 10
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)

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
        // Asked for once: the thread sanitizer takes a lock each time.
        let alphabet = alphabet
        // SAFETY: the columns of digits, space, letters and line feed add up to the capacity, and each is written once.
        return [UInt8](unsafeUninitializedCapacity: lineBytes) { buffer, initialized in
            var rest = number * lineBytes
            for column in (0..<digits).reversed() {
                buffer[column] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
            buffer[digits] = UInt8(ascii: " ")
            var letter = firstLetter(number, of: alphabet.count)
            for column in (digits + 1)..<(lineBytes - 1) {
                buffer[column] = alphabet[letter]
                letter = letter + 1 == alphabet.count ? 0 : letter + 1
            }
            buffer[lineBytes - 1] = UInt8(ascii: "\n")
            initialized = lineBytes
        }
    }

    /// Two rounds of multiplying by an odd constant and folding down the high half, so that neighbouring lines differ.
    private static func firstLetter(_ number: Int, of count: Int) -> Int {
        var mixed = (UInt64(bitPattern: Int64(number)) &+ 1) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 32)) &* 0xD6E8_FEB8_6659_FD93
        return Int((mixed >> 32) % UInt64(count))
    }
}
