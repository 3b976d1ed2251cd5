import CourseSupport

extension WhereTheAnswerEnds {
    // snippet.solution
    /// All lengths that the head announces must be the same one (RFC 9112 section 6.3, rules 4 and 5).
    static func agreedLength(of head: Head) -> BodyEnd {
        let lengths = head.fields.filter { $0.name == "content-length" }
            .flatMap { $0.value.split(separator: ",", omittingEmptySubsequences: false) }
            .map { $0.trimmed }
        guard let first = lengths.first else { return .withTheConnection }
        guard lengths.allSatisfy({ $0 == first }) else { return .invalid("lengths \(lengths) disagree") }
        guard !first.isEmpty, first.allSatisfy(\.isASCIIDigit), let count = Int(first) else {
            return .invalid("“\(first)” is not a length")
        }
        return .after(count)
    }

    static func solution() async throws {
        for lines in [
            "Content-Length: 12\r\nContent-Length: 12", "Content-Length: 12, 12",
            "Content-Length: 12\r\nContent-Length: 7", "Content-Length: ", "Content-Length: 99999999999999999999",
        ] {
            let (head, _) = Head.split(Array("HTTP/1.1 200 OK\r\n\(lines)\r\n\r\n".utf8))
            print("\(Wire.drawn(Array(lines.utf8))): \(agreedLength(of: head))")
        }
    }
    // snippet.end
}

extension Substring {
    /// Without the blanks around it.
    fileprivate var trimmed: String {
        let start = drop { $0 == " " || $0 == "\t" }
        return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
