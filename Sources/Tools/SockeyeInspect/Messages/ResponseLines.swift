/// A response's head for the program.
extension HeadLines {
    /// Without the fields of one hop, whose names come with it, and with this proxy in Via, also of an interim response or one that
    /// changes the protocol (RFC 9110 section 7.6.3).
    static func forProgram(_ raw: [UInt8]) -> (head: HeadLines, removed: [String]) {
        var head = HeadLines(raw)
        let removed = head.removeHopByHop()
        let version = head.start.starts(with: "HTTP/1.0".utf8) ? "1.0" : "1.1"
        head.append("Via: \(version) \(InspectedRequest.pseudonym)-inspect")
        return (head, removed)
    }

    /// With a status line in the proxy's own version (RFC 9110 section 2.5).
    var encodedForProgram: [UInt8] { encoded(start: Array("HTTP/1.1".utf8) + start.drop { $0 != 32 }) }
}
