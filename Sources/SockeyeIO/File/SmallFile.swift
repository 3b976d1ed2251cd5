internal import Glibc

/// Whole small files: cookies, HSTS lists, credentials. The calls hold the thread for as long as a disk takes.
public enum SmallFile {
    /// All bytes of a file (`open(2)`, `read(2)`).
    ///
    /// - Parameter limit: more bytes than this are refused, so that a wrong name cannot fill the memory.
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

    /// Replaces a file by these bytes, all or nothing: they go to a new file beside it, to the disk (`fsync(2)`), and then
    /// take its name (`rename(2)`). A symbolic link is replaced by the file. What is no file, such as `/dev/null` or a pipe,
    /// is written to and stays.
    ///
    /// - Parameter mode: who may read it; only the owner unless told, since such files hold secrets.
    /// - Throws: `IOError.system`; the old file is then untouched.
    public static func replace(_ path: String, with bytes: [UInt8], mode: UInt32 = 0o600) throws(IOError) {
        if let facts = try? FileFacts(of: path), facts.kind == .other { return try write(bytes, toSpecial: path) }
        let (descriptor, name) = try makeBeside(path, mode)
        do throws(IOError) {
            defer { close(descriptor) }
            try write(bytes, to: descriptor)
            if fsync(descriptor) != 0 { throw .system(call: "fsync", errorNumber: errno) }
        } catch {
            unlink(name)
            throw error
        }
        if rename(name, path) != 0 {
            let error = IOError.system(call: "rename", errorNumber: errno)
            unlink(name)
            throw error
        }
    }

    private static func write(_ bytes: [UInt8], toSpecial path: String) throws(IOError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
        if descriptor < 0 { throw .system(call: "open", errorNumber: errno) }
        defer { close(descriptor) }
        try write(bytes, to: descriptor)
    }

    /// A new file that nobody else has opened.
    private static func makeBeside(_ path: String, _ mode: UInt32) throws(IOError) -> (Int32, String) {
        while true {
            let name = path + "." + String(UInt32.random(in: 0...UInt32.max), radix: 36) + ".tmp"
            let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
            if descriptor >= 0 { return (descriptor, name) }
            if errno != EEXIST { throw .system(call: "open", errorNumber: errno) }
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(IOError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // SAFETY: write(2) reads at most the slice's own bytes, during the call only.
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw .system(call: "write", errorNumber: errno)
            }
            rest = rest.dropFirst(count)
        }
    }
}
