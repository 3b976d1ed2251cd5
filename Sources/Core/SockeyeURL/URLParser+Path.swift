internal import SockeyeBytes

extension URLParser {
    /// Parses the path from `start`, after its leading slash if any, and appends it to the base's path in `output`.
    ///
    /// - Returns: the end of the path: at `?`, `#` or the end of the input.
    mutating func path(from start: Int) -> Int {
        let set = PercentEncodeSet.path
        var position = start
        while true {
            let segmentStart = position
            while position < input.count, !URLParser.endsSegment(input[position]) { position += 1 }
            let isLast = position == input.count || !URLParser.isSlash(input[position])
            switch dots(segmentStart..<position) {
            case 1:
                if isLast { output.append(UInt8(ascii: "/")) }
            case 2:
                removeLastSegment()
                if isLast { output.append(UInt8(ascii: "/")) }
            default:
                output.append(UInt8(ascii: "/"))
                PercentEncoding.append(input[segmentStart..<position], set, to: &output)
            }
            if isLast { break }
            position += 1
        }
        layout.queryStart = outputEnd
        layout.fragmentStart = outputEnd
        return position
    }

    /// Removes the last `/segment` of the path; an empty path stays empty.
    mutating func removeLastSegment() {
        guard let slash = output[layout.pathStart...].lastIndex(of: UInt8(ascii: "/")) else { return }
        output.removeSubrange(slash...)
    }

    /// 1 if the segment is `.`, 2 if it is `..`, also when written with `%2E`; else 0.
    private func dots(_ range: Range<Int>) -> Int {
        // "%2e%2e" is the longest form; the first byte rules out nearly all segments.
        guard (1...6).contains(range.count) else { return 0 }
        var position = range.lowerBound
        var count = 0
        while position < range.upperBound {
            if input[position] == UInt8(ascii: ".") {
                position += 1
            } else if input[position] == UInt8(ascii: "%"), range.upperBound - position >= 3,
                input[position + 1] == UInt8(ascii: "2"),
                ASCII.lowercased(input[position + 2]) == UInt8(ascii: "e")
            {
                position += 3
            } else {
                return 0
            }
            count += 1
        }
        return count <= 2 ? count : 0
    }
}
