/// A line of a file of cookies or HSTS hosts that can't be read as one; it is written again as it is.
package struct UnreadLine: Sendable, Hashable {
    /// Counted from 1.
    package let number: Int
    /// The line, without LF or CR LF.
    package let octets: [UInt8]
}

extension [UnreadLine] {
    /// Adds lines, each of a text once, so that a file that is read and written many times doesn't grow.
    mutating func keep(_ lines: [UnreadLine]) {
        var known = Set(map(\.octets))
        for line in lines where known.insert(line.octets).inserted { append(line) }
    }

    /// The lines as they are written. A CR that is part of a line is followed by CR LF, as LF alone would make it the line's end.
    var text: [UInt8] { flatMap { $0.octets + ($0.octets.last == 0x0D ? [0x0D, 0x0A] : [0x0A]) } }
}
