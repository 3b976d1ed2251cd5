internal import Glibc
internal import SockeyeIO

/// The server's file operations: write the authority's certificate, remove the socket.
enum TextFile {
    /// Writes a text, replacing any existing file (`open(2)`, `write(2)`).
    static func write(_ text: String, to path: String) throws(IOError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        if descriptor < 0 { throw .system(call: "open \(path)", errorNumber: errno) }
        defer { _ = close(descriptor) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            // SAFETY: the slice keeps its storage alive for the closure, and write(2) does not keep the pointer.
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { throw .system(call: "write \(path)", errorNumber: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Removes a file (`unlink(2)`); no error if it doesn't exist.
    static func remove(_ path: String) {
        _ = unlink(path)
    }
}
