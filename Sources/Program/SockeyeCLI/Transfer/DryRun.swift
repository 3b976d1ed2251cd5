internal import Sockeye

/// `--dry-run`: shows the requests instead of sending them.
enum DryRun {
    /// What happens before and after the request: a line each.
    static func notes(about operation: TransferSettings) -> String {
        var lines: [String] = []
        if let place = operation.authentication.store, operation.takesUserFromStore {
            lines.append("# with user and password from \(place.text)")
        }
        if operation.extraction.isOn {
            lines.append("# unpacked into " + (operation.extraction.folder ?? "a new folder beside the file"))
        }
        if operation.resumable != nil {
            lines.append("# a resumable upload: whatever its protocol adds depends on the server")
        }
        return lines.map { TerminalText.escaped($0) + "\n" }.joined()
    }

    /// The head of the first request, octet for octet, and the length of its body.
    static func text(for request: Request, _ client: HTTPClient) throws(HTTPClientError) -> String {
        let (head, framing) = try client.plannedOctets(of: request)
        // The empty line at the end comes after what is said of the body.
        var lines = HeadText.lines(of: head).dropLast().map { TerminalText.escaped($0.dropLast(2)) }
        let configuration = client.configuration
        let usesProxy = configuration.unixSocketPath == nil && configuration.proxies.apply(to: request.url)
        let way = usesProxy ? ", through a proxy" : ""
        lines.insert("# to \(TerminalText.escaped(request.url.origin))\(way)", at: 0)
        switch framing {
        case .none, .contentLength(0): break
        case .contentLength(let length): lines.append("# and \(length) bytes of body")
        case .chunked: lines.append("# and a chunked body")
        }
        return lines.joined(separator: "\n") + "\n\n"
    }
}
