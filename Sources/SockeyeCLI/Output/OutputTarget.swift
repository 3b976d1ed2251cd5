/// Where a body was asked to go.
enum OutputTarget: Equatable, Sendable {
    /// Standard output because nothing else was asked for: binary bytes are kept off a terminal.
    case standardOutput
    /// Standard output by `-o -`: anything may go to a terminal.
    case standardOutputByName
    /// A file by `-o NAME`.
    case file(String)
    /// `-O`: a file in the working folder, named after the URL's last path segment.
    case remoteName
    /// Nowhere, by `--out-null`.
    case nothing

    /// What `-o NAME` asks for.
    init(option name: String) {
        self = name == "-" ? .standardOutputByName : .file(name)
    }
}

/// The file name in a URL, for `-O`.
enum RemoteName {
    /// The last segment of the path of `url`, before any `?` or `#`, as curl takes it: not percent-decoded.
    ///
    /// A name that would leave the folder or hide in it (`.`, `..`, a separator, a leading dot or dash, a control
    /// character) never comes out of here: leading dots and dashes become `_`, as do the other bad characters.
    static func from(url: String) throws(OutputError) -> String {
        var path = Substring(url)
        if let schemeEnd = url.firstRange(of: "://") { path = url[schemeEnd.upperBound...] }
        path = path.prefix { $0 != "?" && $0 != "#" }
        guard let slash = path.lastIndex(of: "/") else { throw .noRemoteName(url: url) }
        let segment = path[path.index(after: slash)...]
        guard !segment.isEmpty, segment != ".", segment != ".." else { throw .noRemoteName(url: url) }
        return sanitized(String(segment))
    }

    /// `name` with every character that a server must not put in a file name replaced by `_`.
    static func sanitized(_ name: String) -> String {
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
