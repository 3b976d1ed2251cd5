internal import SockeyeIO

/// The server's file operations: write the authority's certificate, remove the socket.
enum TextFile {
    /// Writes a text, replacing any existing file.
    static func write(_ text: String, to path: String) throws(IOError) {
        do throws(FileError) {
            try File(path, [.writing, .creating, .emptied], permissions: 0o644).append(Array(text.utf8))
        } catch {
            throw .system(call: "\(error.call) \(path)", errorNumber: error.errorNumber)
        }
    }

    /// Removes a file; no error if it doesn't exist.
    static func remove(_ path: String) { try? FileNames.remove(path) }
}
