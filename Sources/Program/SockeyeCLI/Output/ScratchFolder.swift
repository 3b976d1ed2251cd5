internal import Glibc

/// A folder of this user's alone, for a while.
struct ScratchFolder: Sendable {
    let path: String

    /// The folder for what is temporary: `TMPDIR`, by default `/tmp`.
    static var parent: String {
        // SAFETY: getenv(3) returns NULL or a NUL-terminated string, copied at once; nothing changes the environment.
        getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    }

    /// Makes one in `TMPDIR` (`mkdtemp(3)`); `nil` if that fails, with the reason in `errno`.
    init?(prefix: String) {
        var template = Array("\(Self.parent)/\(prefix)-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Removes it with everything in it, following no link.
    ///
    /// - Parameter depth: how far folders may lie in one another.
    func remove(depth: Int = 16) { Self.remove(path, depth: depth) }

    private static func remove(_ path: String, depth: Int) {
        // unlink(2) removes a link itself, and refuses a folder.
        if unlink(path) == 0 { return }
        guard depth > 0, let folder = opendir(path) else { return }
        var names: [String] = []
        while let entry = readdir(folder) {
            // SAFETY: d_name is NUL-terminated within the entry, which is valid until the next readdir; the name is copied.
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { name in
                    name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        closedir(folder)
        for name in names where name != "." && name != ".." { remove("\(path)/\(name)", depth: depth - 1) }
        rmdir(path)
    }
}
