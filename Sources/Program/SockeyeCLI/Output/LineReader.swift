internal import SockeyeIO

/// The lines of a file or of bytes, which end in LF, CR or both; empty ones and a byte order mark are left out.
struct LineReader: ~Copyable {
    /// Longer lines are refused, so that a wrong file can't exhaust memory.
    private static let longest = 1 << 20

    private var file: InputReader?
    private var chunk: [UInt8]
    private var position = 0
    /// Whether a byte order mark, which editors of Windows write, may still come.
    private var isAtStart = true
    /// The number of the line that was read last, counted from 1, with empty ones.
    private(set) var number = 0
    private var endedInReturn = false

    /// The lines of a file.
    init(_ file: consuming InputReader) {
        self.file = consume file
        chunk = []
    }

    /// The lines of these bytes.
    init(_ octets: [UInt8]) {
        file = nil
        chunk = octets
    }

    /// The next line without its end; `nil` after the last.
    mutating func next() throws(InputError) -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            let rest = chunk[position...]
            if let end = rest.firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
                line += rest[..<end]
                position = end + 1
                let isReturn = chunk[end] == UInt8(ascii: "\r")
                // The LF of a CR LF ends no other line.
                if isReturn || !line.isEmpty || !endedInReturn { number += 1 }
                endedInReturn = isReturn
                dropMark(&line)
                if !line.isEmpty { return line }
                continue
            }
            line += rest
            if line.count > Self.longest {
                throw InputError(path: "", reason: "a line of more than \(Self.longest) bytes")
            }
            (chunk, position) = ([], 0)
            guard let next = try file?.next() else {
                dropMark(&line)
                if line.isEmpty { return nil }
                number += 1
                return line
            }
            chunk = next
        }
    }

    private mutating func dropMark(_ line: inout [UInt8]) {
        if isAtStart { line = Array(WrittenText.withoutMark(line)) }
        isAtStart = false
    }
}
