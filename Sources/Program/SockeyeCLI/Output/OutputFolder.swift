internal import Glibc
internal import SockeyeIO

/// File names for `--output-dir`, `--create-dirs` and `--no-clobber`.
enum OutputFolder {
    /// The path of a file in the folder, if any; an absolute name stays unchanged. Of a replay it is in the replay's folder: a name
    /// may come from a list or a glob, and not only from an option.
    static func path(_ name: String, in folder: String?) -> String {
        guard let folder, !folder.isEmpty, !name.hasPrefix("/") else { return RunTape.place(of: name) }
        return RunTape.place(of: folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)")
    }

    /// The path with `.`, `..` and doubled slashes resolved by their text: two names of one file are the same then, unless links
    /// lead to it.
    static func normalized(_ path: String) -> String {
        // Most are a single part.
        if !path.utf8.contains(UInt8(ascii: "/")) { return path }
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }

    /// `--no-clobber` as in curl: NAME, else the first free one of NAME.1 to NAME.100.
    ///
    /// - Parameter chosen: names that count as taken although they don't exist yet.
    static func freeName(for path: String, besides chosen: Set<String>) throws(OutputError) -> String {
        for number in 0...100 {
            let name = number == 0 ? path : "\(path).\(number)"
            if !isTaken(name), !chosen.contains(name) { return name }
        }
        throw .noFreeName(path: path)
    }

    /// Whether something of that name exists, or can't be checked.
    static func isTaken(_ path: String) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0 || errno != ENOENT && errno != ENOTDIR
    }

    /// The folder that `path` lies in: `.` if it names none.
    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// How a file is written.
    enum Manner {
        /// By a new one, which takes its name; where a symbolic link has that, the name that it leads to.
        case replaced
        /// The same, but a symbolic link gives way to it.
        case replacedWithLink
        /// Itself, if it exists.
        case inPlace
    }

    /// Fails if the file could not be written later, so that nothing is sent of which the answer would be lost.
    static func check(_ path: String, _ manner: Manner = .replaced, makesFolders: Bool) throws(OutputError) {
        if makesFolders { try makeParents(of: path) }
        if FileOutput.isSpecial(path) { return }
        var place = path
        if let facts = (try? FileFacts(of: path)) ?? nil {
            if facts.kind == .folder { throw .isFolder(path: path) }
            if manner != .replacedWithLink {
                if access(path, W_OK) != 0 { throw .failed(call: "open", path: path, reason: SystemReason.current) }
                if manner == .inPlace { return }
                place = resolved(path)
            }
        }
        if !hasWritableFolder(place) { throw .failed(call: "open", path: path, reason: SystemReason.current) }
    }

    /// Whether a file can be made beside this one (`access(2)`); otherwise errno says why.
    static func hasWritableFolder(_ path: String) -> Bool { access(folder(of: path), W_OK | X_OK) == 0 }

    /// The path without symbolic links, or as it is if it can't be resolved.
    static func resolved(_ path: String) -> String {
        // SAFETY: without a buffer, realpath(3) returns an allocated string or NULL; it is copied and freed here.
        let resolved = realpath(path, nil)
        defer { free(resolved) }
        return resolved.map { String(cString: $0) } ?? path
    }

    /// Makes the folders that lead to a file (`mkdir(2)`), readable for owner and group as curl makes them.
    static func makeParents(of path: String) throws(OutputError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/").dropLast() {
            made += made.isEmpty || made.hasSuffix("/") ? String(part) : "/\(part)"
            if mkdir(made, 0o750) != 0, errno != EEXIST {
                throw .failed(call: "mkdir", path: made, reason: SystemReason.current)
            }
        }
    }
}
