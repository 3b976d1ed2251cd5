internal import CSystemShims

/// A file that has no name until it is complete (`open(2)` with O_TMPFILE, `linkat(2)`): an interrupted write leaves
/// nothing behind, and no other process can find it.
package enum UnnamedFile {
    /// Creates the file `path` from `bytes`.
    ///
    /// - Parameters:
    ///   - permissions: before the process's umask.
    ///   - modified: the modification time in seconds since 1970; default now.
    ///   - isDurable: put the bytes on disk before the name. The name is durable once the folder is synced.
    /// - Returns: false, with nothing done, if the file system has no such files or the name is taken.
    package static func make(
        _ path: String, of bytes: [UInt8], permissions: UInt32, modified: Int64?, isDurable: Bool
    ) throws(FileError) -> Bool {
        let file: File
        do throws(FileError) {
            file = try File(FileNames.folder(of: path), [.writing, .unnamed], permissions: permissions)
        } catch {
            if error.isUnsupported || error.isFolder { return false }
            throw error
        }
        try file.write(bytes, at: 0)
        if let modified { try file.setModified(modified) }
        if isDurable { try file.sync() }
        let result = sockeye_link(file.number, path)
        // ENOENT: without /proc, the file cannot be linked by its descriptor.
        if result == -ErrorNumber.fileExists || result == -ErrorNumber.noSuchFile { return false }
        if result < 0 { throw FileError(call: "link", path: path, errorNumber: -result) }
        return true
    }
}

extension FileError {
    /// Whether the name is a folder's.
    fileprivate var isFolder: Bool { errorNumber == ErrorNumber.isFolder }
}
