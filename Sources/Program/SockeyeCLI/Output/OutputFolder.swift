internal import SockeyeIO

/// File names for `--output-dir`, `--create-dirs` and `--no-clobber`.
enum OutputFolder {
    /// The path of a file in the folder, if any; an absolute name stays unchanged.
    static func path(_ name: String, in folder: String?) -> String {
        guard let folder, !folder.isEmpty, !name.hasPrefix("/") else { return name }
        return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    /// The path with `.`, `..` and doubled slashes resolved by their text: two names of one file are the same then, unless links
    /// lead to it.
    static func normalized(_ path: String) -> String {
        if isNormal(path) { return path }
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }

    /// Whether no part is empty or begins with a dot. Nearly all paths are so, and a list has many.
    private static func isNormal(_ path: String) -> Bool {
        let slash = UInt8(ascii: "/")
        var before = path.utf8.first == slash ? 0 : slash
        for byte in path.utf8 {
            if before == slash, byte == slash || byte == UInt8(ascii: ".") { return false }
            before = byte
        }
        return before != slash || path == "/"
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
}

extension Machine {
    /// Whether something of that name exists, or can't be checked.
    func isTaken(_ path: String) -> Bool {
        do throws(FileError) {
            return try facts(of: path, followingLinks: false) != nil
        } catch {
            return !error.isNoFolder
        }
    }

    /// Fails if the file could not be written later, so that nothing is sent of which the answer would be lost.
    func checkOutput(
        _ path: String, _ manner: OutputFolder.Manner = .replaced, makesFolders: Bool
    ) throws(OutputError) {
        if makesFolders { try makeParents(of: path) }
        if isSpecial(path) { return }
        var place = path
        let facts = (try? facts(of: path)) ?? nil
        if facts?.kind == .folder { throw .isFolder(path: path) }
        do throws(FileError) {
            if facts != nil, manner != .replacedWithLink {
                try check(path, for: .writing)
                if manner == .inPlace { return }
                place = (try? resolved(path)) ?? path
            }
            try check(OutputFolder.folder(of: place), for: .folder)
        } catch {
            throw .failed(call: "open", path: path, reason: error.reason + OutputError.advice(for: error))
        }
    }

    /// Makes the folders that lead to a file, readable for owner and group as curl makes them.
    func makeParents(of path: String) throws(OutputError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/").dropLast() {
            made += made.isEmpty || made.hasSuffix("/") ? String(part) : "/\(part)"
            do throws(FileError) {
                try makeFolder(made, permissions: 0o750)
            } catch {
                if error.isThereAlready { continue }
                throw OutputError(error, made)
            }
        }
    }
}
