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

    /// The lines as they are written.
    var text: [UInt8] { flatMap { $0.octets + [0x0A] } }
}
