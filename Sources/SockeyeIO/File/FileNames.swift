internal import CSystemShims

/// What is done to names in folders rather than to open files.
package enum FileNames {
    /// Gives `old` the name `new` (`rename(2)`).
    ///
    /// - Parameter keepsExisting: fail with `FileError.isThereAlready` rather than replace a file (`renameat2(2)`).
    package static func rename(_ old: String, to new: String, keepsExisting: Bool = false) throws(FileError) {
        let result = sockeye_rename(old, new, keepsExisting ? 1 : 0)
        if result < 0 { throw FileError(call: "rename", path: new, errorNumber: -result) }
    }

    /// Takes the name away (`unlink(2)`); one that is not there is no error.
    package static func remove(_ path: String) throws(FileError) {
        let result = sockeye_unlink(path)
        if result < 0, result != -ErrorNumber.noSuchFile {
            throw FileError(call: "unlink", path: path, errorNumber: -result)
        }
    }

    /// Whether the file may be written (`access(2)`), though its folder would let it be replaced.
    package static func checkWritable(_ path: String) throws(FileError) {
        let result = sockeye_may_write(path)
        if result < 0 { throw FileError(call: "open", path: path, errorNumber: -result) }
    }

    /// The path with every symbolic link followed (`realpath(3)`).
    package static func resolved(_ path: String) throws(FileError) -> String {
        var result: Int32 = 0
        let text = withTextBuffer(capacity: 4097) { text, capacity in
            result = sockeye_real_path(path, text, capacity)
        }
        if result < 0 { throw FileError(call: "realpath", path: path, errorNumber: -result) }
        return text
    }

    /// The folder that `path` lies in: `.` when it names none.
    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// What stands behind the last slash.
    package static func lastComponent(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }

    /// Replaces the file `path` by one that holds `bytes` and that only its owner may read, in one step: who looks sees the
    /// old or the new one.
    ///
    /// - Parameter isDurable: the bytes are on the disk before the name is, so that a power cut leaves one of both.
    package static func replace(_ path: String, with bytes: [UInt8], isDurable: Bool) throws(FileError) {
        let temporary = path + ".new"
        let file = try makeOwn(temporary)
        try file.write(bytes, at: 0)
        if isDurable { try file.syncData() }
        try rename(temporary, to: path)
    }

    /// Makes a file that nobody else has open. What a killed process left under that name goes; what is not its leaving
    /// (a link, a pipe, another user's file) is an error.
    private static func makeOwn(_ path: String) throws(FileError) -> File {
        let mode: File.Mode = [.writing, .creating, .exclusively, .notThroughLink]
        do throws(FileError) {
            return try File(path, mode, permissions: 0o600)
        } catch {
            guard error.isThereAlready, let facts = try FileFacts(of: path, followingLinks: false),
                facts.foreignness == nil
            else { throw error }
        }
        try remove(path)
        return try File(path, mode, permissions: 0o600)
    }

    /// Waits until the names in the folder of `path` are on the disk (`fsync(2)` of the folder).
    package static func syncFolder(of path: String) throws(FileError) {
        do throws(FileError) {
            try File(folder(of: path), [.reading, .folder]).sync()
        } catch {
            // Some file systems cannot sync a folder, and some folders may be written but not read.
            if !error.isUnsupported, error.errorNumber != ErrorNumber.accessDenied { throw error }
        }
    }
}
