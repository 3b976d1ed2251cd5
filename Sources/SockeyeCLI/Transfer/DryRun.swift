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
        return lines.map { TerminalText.escaped($0) + "\n" }.joined()
    }

    /// The request's head, byte for byte, and the length of its body.
    static func text(for request: Request, _ client: HTTPClient) -> String {
        let head = client.plannedHead(of: request)
        var lines = ["# to \(request.url.origin)", HeadText.requestLine(head)]
        lines += head.fields.map { "\($0.name.rawName): \($0.value)" }
        if let length = request.body.length {
            if length > 0 { lines.append("# and \(length) bytes of body") }
        } else {
            lines.append("# and a chunked body")
        }
        return lines.map { TerminalText.escaped($0) + "\n" }.joined() + "\n"
    }
}
