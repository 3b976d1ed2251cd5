/// A response's head as the program gets it.
extension HeadLines {
    /// Removes the hop-by-hop fields, returns their names, and adds this proxy to Via, also for interim responses and upgrades
    /// (RFC 9110 section 7.6.3).
    static func forProgram(_ raw: [UInt8]) -> (head: HeadLines, removed: [String]) {
        var head = HeadLines(raw)
        let removed = head.removeHopByHop()
        let version = head.start.starts(with: "HTTP/1.0".utf8) ? "1.0" : "1.1"
        head.append("Via: \(version) \(InspectedRequest.pseudonym)-inspect")
        return (head, removed)
    }

    /// Replaces the version in the status line with the proxy's own (RFC 9110 section 2.5).
    var encodedForProgram: [UInt8] { encoded(start: Array("HTTP/1.1".utf8) + start.drop { $0 != 32 }) }
}
