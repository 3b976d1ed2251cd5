internal import Sockeye
internal import SockeyeClient
internal import SockeyeHTTP1

/// The order of curl's request fields, and the lines of `-H` as written.
enum RequestSpelling {
    /// What precedes the fields of `-H`; after the second, what a signature adds.
    private static let first = [
        "proxy-authorization", "authorization", "range", "content-range", "user-agent", "accept", "te",
        "accept-encoding", "referer", "proxy-connection", "transfer-encoding", "cookie", "if-modified-since",
        "if-unmodified-since",
    ]
    /// What follows them.
    private static let last = ["content-length", "content-type", "expect", "connection"]

    /// The layout for one operation's requests.
    ///
    /// - Parameter host: the URL's host and port as typed, sent like that in Host.
    static func layout(of settings: TransferSettings, host: String?) throws(HTTP1Error) -> RequestLayout {
        let own = settings.headers.filter { $0.value != nil }
        var spellings: [RequestLayout.Spelling] = []
        for edit in own {
            guard var line = edit.line, let value = edit.value else { continue }
            let isHost = edit.name.lowercased() == "host"
            // curl writes the name of this one itself.
            if isHost, let colon = line.firstIndex(of: UInt8(ascii: ":")) { line = Array("Host".utf8) + line[colon...] }
            let name = isHost ? "Host" : fieldName(of: edit)
            spellings.append(.init(try HTTPField(checkedName: name, octets: value.bytes), line: line))
        }
        if let host, let name = HTTPField.Name("Host") {
            spellings.append(.init(HTTPField(name: name, value: host.lowercased()), line: Array("Host: \(host)".utf8)))
        }
        var names = Set(own.map { fieldName(of: $0).lowercased() })
        if settings.content.isJSON { names.formUnion(["content-type", "accept"]) }
        // As in curl, after the others; the client may add TE to it.
        names.remove("connection")
        // A form's boundary is added to it.
        if settings.upload.form != nil { names.remove("content-type") }
        var first = first
        if let provider = settings.authentication.signature?.fieldProvider.lowercased() {
            let added = ["date", "security-token", "content-sha256"].map { "x-\(provider)-\($0)" }
            first.insert(contentsOf: added, at: 2)
        }
        return RequestLayout(
            first: first, last: last, own: names, spellings: spellings,
            omitsHost: settings.headers.contains { $0 == .remove(name: $0.name) && $0.name.lowercased() == "host" },
            omitsEmptyLength: true,
            hasFreeTarget: settings.content.requestTarget != nil || settings.targets.contains(where: \.isFTP))
    }

    /// The name under which the client knows the field. A name that is no token can't be one of those that mean something
    /// to the client, so a stand-in will do: only the line as written is sent.
    static func fieldName(of edit: HeaderEdit) -> String {
        if edit.name.utf8.allSatisfy(HeaderEdit.isTokenByte) { return edit.name }
        return "As-Written-" + edit.name.utf8.map { String($0, radix: 16) }.joined()
    }
}
