/// A file that has no name until it is complete (`open(2)` with O_TMPFILE, `linkat(2)`): an interrupted write leaves
/// nothing behind, and no other process can find it.
package enum UnnamedFile {
    /// Writes a file that is to become `path`; `File.link(as:)` gives it the name.
    ///
    /// - Parameters:
    ///   - permissions: before the process's umask.
    ///   - modified: the modification time in seconds since 1970; default now.
    /// - Returns: `nil`, with nothing done, if the file system has no such files.
    package static func make(
        for path: String, of bytes: [UInt8], permissions: UInt32, modified: Int64?
    ) throws(FileError) -> File? {
        let file: File
        do throws(FileError) {
            file = try File(FileNames.folder(of: path), [.reading, .writing, .unnamed], permissions: permissions)
        } catch {
            if error.isUnsupported || error.isFolder { return nil }
            throw error
        }
        do throws(FileError) {
            try file.write(bytes, at: 0)
            if let modified { try file.setModified(modified) }
        } catch {
            // The file was opened by its folder's name.
            throw FileError(call: error.call, path: path, errorNumber: error.errorNumber)
        }
        return file
    }
}

extension FileError {
    /// Whether the name is a folder's.
    fileprivate var isFolder: Bool { errorNumber == ErrorNumber.isFolder }
}
