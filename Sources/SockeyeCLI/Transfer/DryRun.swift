internal import Sockeye

/// `--dry-run`: the requests as they would go over the wire, and nothing of it done.
enum DryRun {
    /// The request's head, byte for byte, and how long its body would be.
    static func text(for request: Request, _ client: HTTPClient) throws -> String {
        let (head, url) = try client.plannedHead(of: request)
        var lines = ["# to \(url.origin)", HeadText.requestLine(head)]
        lines += head.fields.map { "\($0.name.rawName): \($0.value)" }
        if let length = request.body.length {
            if length > 0 { lines.append("# and \(length) bytes of body") }
        } else {
            lines.append("# and a body in chunks")
        }
        return lines.map { TerminalText.escaped($0) + "\n" }.joined() + "\n"
    }
}
