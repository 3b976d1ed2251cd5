internal import CSystemShims
internal import Glibc

/// Operations on names in folders rather than on open files.
package enum FileNames {
    /// Renames `old` to `new` (`rename(2)`).
    ///
    /// - Parameter keepsExisting: fail with `FileError.isThereAlready` rather than replace a file (`renameat2(2)`).
    package static func rename(_ old: String, to new: String, keepsExisting: Bool = false) throws(FileError) {
        try FileError.check(old, "rename")
        try FileError.check(new, "rename")
        let result = sockeye_rename(old, new, keepsExisting ? 1 : 0)
        if result < 0 { throw FileError(call: "rename", path: new, errorNumber: -result) }
    }

    /// Makes a folder (`mkdir(2)`); no error if the name is taken.
    package static func makeFolder(_ path: String, permissions: UInt32) throws(FileError) {
        try FileError.check(path, "mkdir")
        let result = sockeye_make_folder(path, permissions)
        if result < 0, result != -ErrorNumber.fileExists {
            throw FileError(call: "mkdir", path: path, errorNumber: -result)
        }
    }

    /// Removes the name (`unlink(2)`); no error if it doesn't exist.
    package static func remove(_ path: String) throws(FileError) {
        try FileError.check(path, "unlink")
        let result = sockeye_unlink(path)
        if result < 0, result != -ErrorNumber.noSuchFile {
            throw FileError(call: "unlink", path: path, errorNumber: -result)
        }
    }

    /// Throws unless the file itself may be written (`access(2)`): its folder might still allow replacing it.
    package static func checkWritable(_ path: String) throws(FileError) {
        try FileError.check(path, "access")
        let result = sockeye_may_write(path)
        if result < 0 { throw FileError(call: "access", path: path, errorNumber: -result) }
    }

    /// The path with every symbolic link resolved (`realpath(3)`).
    package static func resolved(_ path: String) throws(FileError) -> String {
        try FileError.check(path, "realpath")
        var result: Int32 = 0
        let text = withTextBuffer(capacity: 4097) { text, capacity in
            result = sockeye_real_path(path, text, capacity)
        }
        if result < 0 { throw FileError(call: "realpath", path: path, errorNumber: -result) }
        return text
    }

    /// What the symbolic link `path` holds (`readlink(2)`).
    package static func linkTarget(_ path: String) throws(FileError) -> String {
        try FileError.check(path, "readlink")
        var result = 0
        let text = withTextBuffer(capacity: 4097) { text, capacity in
            // SAFETY: readlink(2) writes at most the count, and the text ends with the zero behind that.
            result = readlink(path, text, capacity - 1)
        }
        if result < 0 { throw FileError(call: "readlink", path: path, errorNumber: errno) }
        return text
    }

    /// The names in a folder, without `.` and `..`, in the system's order (`readdir(3)`).
    ///
    /// - Throws: also if there are more than `limit`.
    package static func list(_ folder: String, limit: Int) throws(FileError) -> [String] {
        try FileError.check(folder, "opendir")
        var names: [String] = []
        // SAFETY: the context is the array above while the call lasts; each name is NUL-terminated and copied.
        let result = withUnsafeMutablePointer(to: &names) { names in
            sockeye_folder_names(
                folder, Int32(clamping: limit),
                { context, name in
                    guard let text = name.map({ String(cString: $0) }), text != ".", text != ".." else { return }
                    context?.assumingMemoryBound(to: [String].self).pointee.append(text)
                }, names)
        }
        if result < 0 { throw FileError(call: "opendir", path: folder, errorNumber: -result) }
        return names
    }

    /// The folder of `path`: `.` if it names none.
    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Everything after the last slash.
    package static func lastComponent(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }

    /// Replaces the file `path` by one that holds `bytes`, in one step: readers see the old file or the new one.
    ///
    /// - Parameters:
    ///   - permissions: before the process's mask; by default only the owner may read the file.
    ///   - isDurable: whether the bytes are on the disk before the name is, so that a power cut leaves one of both.
    ///   - temporary: the file's name until then; `nil` for a random one. A fixed name lets the next run clean up after a
    ///     killed one, but wants a lock against a second process.
    package static func replace(
        _ path: String, with bytes: [UInt8], permissions: UInt32 = 0o600, isDurable: Bool = true,
        through temporary: String? = nil
    ) throws(FileError) {
        // Beside a name that is as long as names may be, a shorter one.
        let stem = lastComponent(of: path).utf8.count > 240 ? folder(of: path) + "/sockeye" : path
        let temporary = temporary ?? "\(stem).\(String(UInt32.random(in: 0 ... .max), radix: 36)).tmp"
        let file = try makeOwn(temporary, permissions)
        do throws(FileError) {
            try file.write(bytes, at: 0)
            if isDurable { try file.sync(dataOnly: true) }
            try rename(temporary, to: path)
        } catch {
            try? remove(temporary)
            throw error
        }
    }

    /// Makes a file that nobody else has open. One left by a killed process is removed first; anything else of that name
    /// (a link, a pipe, another user's file) is an error.
    private static func makeOwn(_ path: String, _ permissions: UInt32) throws(FileError) -> File {
        let mode: File.Mode = [.writing, .creating, .exclusively, .notThroughLink]
        do throws(FileError) {
            return try File(path, mode, permissions: permissions)
        } catch {
            guard error.isThereAlready, let facts = try FileFacts(of: path, followingLinks: false),
                facts.foreignness == nil
            else { throw error }
        }
        try remove(path)
        return try File(path, mode, permissions: permissions)
    }

    /// Waits until the names in the folder of `path` are on disk (`fsync(2)` of the folder).
    package static func syncFolder(of path: String) throws(FileError) {
        do throws(FileError) {
            try File(folder(of: path), [.reading, .folder]).sync()
        } catch {
            // Some file systems cannot sync a folder, and some folders are writable but not readable.
            if !error.isUnsupported, error.errorNumber != ErrorNumber.accessDenied { throw error }
        }
    }
}
