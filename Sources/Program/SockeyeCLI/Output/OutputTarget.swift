/// The requested destination of a body.
enum OutputTarget: Equatable, Sendable {
    /// Standard output by default: binary data isn't written to a terminal.
    case standardOutput
    /// Standard output by `-o -`: binary data may go to a terminal.
    case standardOutputByName
    /// A file by `-o NAME`.
    case file(String)
    /// `-O`: a file in the working folder, named after the URL's last path segment.
    case remoteName
    /// `--out-null`: discarded.
    case nothing

    /// The destination of `-o NAME`.
    init(option name: String) { self = name == "-" ? .standardOutputByName : .file(name) }
}

/// The file name in a URL, for `-O`.
enum RemoteName {
    /// The last segment of the URL's path, before any `?` or `#`. As in curl, it isn't percent-decoded.
    ///
    /// The name never leaves the folder or hides in it: leading dots and dashes, separators and control characters
    /// become `_`; `.` and `..` are refused.
    static func from(url: String) throws(OutputError) -> String {
        guard let segment = segment(of: url) else { return "curl_response" }
        guard segment != ".", segment != ".." else { throw .noRemoteName(url: LoginInURL.removed(from: url)) }
        return sanitized(String(segment))
    }

    /// The last segment as it stands in the URL. As in curl, that of a path that ends in a slash is the folder's name.
    static func segment(of url: String) -> Substring? {
        let bytes = url.utf8
        var start = bytes.startIndex
        var rest = bytes[...]
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            rest = bytes[bytes.index(after: colon)...]
            if rest.starts(with: "//".utf8) {
                start = bytes.index(colon, offsetBy: 3)
                break
            }
        }
        let path = bytes[start...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let segments = path.split(separator: UInt8(ascii: "/"))
        return segments.count > 1 ? segments.last.map(Substring.init) : nil
    }

    /// `name` with every character that is unsafe in a file name replaced with `_`.
    static func sanitized(_ name: String) -> String {
        // Most names need no change, and checking them by Character is slow.
        if name.utf8.first != UInt8(ascii: "."), name.utf8.first != UInt8(ascii: "-"),
            name.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") })
        {
            return name
        }
        var safe = ""
        for scalar in name.unicodeScalars {
            let leads = safe.isEmpty && (scalar == "." || scalar == "-")
            let isBad =
                leads || scalar == "/" || scalar == "\\" || TerminalText.escaped(String(scalar)) != String(scalar)
            safe.unicodeScalars.append(isBad || scalar == "\t" ? "_" : scalar)
        }
        return safe
    }
}
