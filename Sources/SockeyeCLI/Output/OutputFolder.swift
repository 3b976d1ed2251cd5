internal import Glibc

/// Where `--output-dir` and `--create-dirs` put files.
enum OutputFolder {
    /// The name of a file in that folder; an absolute name stays as it is, as does every name without a folder.
    static func path(_ name: String, in folder: String?) -> String {
        guard let folder, !folder.isEmpty, !name.hasPrefix("/") else { return name }
        return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    /// curl's way with --no-clobber: NAME, else the first of NAME.1 to NAME.100 that is free.
    ///
    /// - Parameter chosen: names that count as taken, although nothing is there yet.
    static func freeName(for path: String, besides chosen: Set<String>) throws(OutputError) -> String {
        for number in 0...100 {
            let name = number == 0 ? path : "\(path).\(number)"
            if !isTaken(name), !chosen.contains(name) { return name }
        }
        throw .noFreeName(path: path)
    }

    /// Whether there is something of that name; one that cannot be looked at counts.
    static func isTaken(_ path: String) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0 || errno != ENOENT && errno != ENOTDIR
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
