internal import Glibc

/// File names for `--output-dir`, `--create-dirs` and `--no-clobber`.
enum OutputFolder {
    /// The path of a file in the folder, if any; an absolute name stays unchanged. Of a replay it is in the replay's folder: a name
    /// may come from a list or a glob, and not only from an option.
    static func path(_ name: String, in folder: String?) -> String {
        guard let folder, !folder.isEmpty, !name.hasPrefix("/") else { return RunTape.place(of: name) }
        return RunTape.place(of: folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)")
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
