/// A text file that people write, as all its readers take it (CONTRIBUTING.md, "Files that people write").
package enum WrittenText {
    /// The text without the byte order mark that editors of Windows put before it, which is no part of the first word.
    package static func withoutMark(_ octets: [UInt8]) -> ArraySlice<UInt8> {
        octets.starts(with: [0xEF, 0xBB, 0xBF]) ? octets[3...] : octets[...]
    }

    /// The lines, counted from 1, without their LF or CR LF.
    package static func lines(of octets: [UInt8]) -> [(number: Int, octets: ArraySlice<UInt8>)] {
        withoutMark(octets).split(separator: 0x0A, omittingEmptySubsequences: false).enumerated().map { index, line in
            (index + 1, line.last == 0x0D ? line.dropLast() : line)
        }
    }

    /// Whether it is in UTF-16, by its mark or by the zero in its first character: no word of it can be read.
    package static func isUTF16(_ octets: [UInt8]) -> Bool {
        guard octets.count >= 2 else { return false }
        return switch (octets[0], octets[1]) {
        case (0xFF, 0xFE), (0xFE, 0xFF): true
        case (let first, let second): (first == 0) != (second == 0)
        }
    }
}
