internal import CSystemShims

/// A file that has no name until it is whole (`open(2)` with O_TMPFILE, `linkat(2)`): what is cut short leaves nothing
/// behind, and nobody else can come upon it.
package enum UnnamedFile {
    /// Makes a file of `bytes` under the name `path`.
    ///
    /// - Parameters:
    ///   - permissions: before the process's mask.
    ///   - modified: the time of its last change, in seconds since 1970; now unless told.
    ///   - isDurable: the bytes are on the disk before the name is. The name is when the folder was synced.
    /// - Returns: false when it cannot be made so: the file system has no such files, or the name is taken. Then nothing
    ///   was done.
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
        // Without /proc the file cannot be told by its number.
        if result == -ErrorNumber.fileExists || result == -ErrorNumber.noSuchFile { return false }
        if result < 0 { throw FileError(call: "link", path: path, errorNumber: -result) }
        return true
    }
}

extension FileError {
    /// Whether the name is a folder's.
    fileprivate var isFolder: Bool { errorNumber == ErrorNumber.isFolder }
}
