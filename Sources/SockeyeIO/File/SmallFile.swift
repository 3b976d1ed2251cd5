internal import Glibc

/// Whole small files: cookies, HSTS lists, credentials. Calls block the thread for as long as the disk takes.
public enum SmallFile {
    /// All bytes of a file (`open(2)`, `read(2)`).
    ///
    /// - Parameter limit: longer files are refused, so that a wrong name cannot exhaust memory.
    /// - Throws: `IOError.system`, `.limitExceeded`.
    public static func read(_ path: String, limit: Int = 64 * 1024 * 1024) throws(IOError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { throw .system(call: "open", errorNumber: errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw .system(call: "read", errorNumber: errno)
            }
            if count == 0 { return bytes }
            if count > limit - bytes.count { throw .limitExceeded(limit) }
            bytes += piece[..<count]
        }
    }

    /// Replaces a file by these bytes, all or nothing: they go to a new file beside it, to the disk (`fdatasync(2)`), and
    /// then take its name (`rename(2)`). A symbolic link is replaced by the file. A device or a pipe, such as `/dev/null`,
    /// is written to and stays.
    ///
    /// - Parameter mode: its permissions; by default only the owner may read it, since such files hold secrets.
    /// - Throws: `IOError.system`; the old file is then untouched.
    public static func replace(_ path: String, with bytes: [UInt8], mode: UInt32 = 0o600) throws(IOError) {
        do throws(FileError) {
            if let facts = try? FileFacts(of: path), facts.kind == .other {
                return try File(path, .writing).append(bytes)
            }
            try FileNames.replace(path, with: bytes, permissions: mode)
        } catch {
            throw .system(call: error.call, errorNumber: error.errorNumber)
        }
    }
}
