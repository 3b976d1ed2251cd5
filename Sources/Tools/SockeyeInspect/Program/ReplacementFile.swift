internal import Glibc

/// A file that replaces a server's response, read piece by piece.
final class ReplacementFile {
    struct Failure: Error {
        let reason: String

        /// The error of the last call.
        // SAFETY: strerror(3) returns a NUL-terminated string, copied before another call can change it.
        static var last: Failure { Failure(reason: String(cString: strerror(errno))) }
    }

    private let descriptor: Int32
    /// The file's size when it was opened.
    let size: Int64
    private var left: Int64

    private static let pieceBytes = 64 * 1024

    /// Opens a regular file (`open(2)`, `fstat(2)`).
    init(_ path: String) throws(Failure) {
        // O_NONBLOCK, so that opening a pipe doesn't wait for its writer.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 { throw .last }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw Failure(reason: "it isn't a regular file")
        }
        size = Int64(status.st_size)
        left = size
    }

    deinit { close(descriptor) }

    /// Whether the announced size has been read.
    var isWhole: Bool { left == 0 }

    /// The next piece; `nil` at the end (`read(2)`).
    func next(atMost most: Int) throws(Failure) -> [UInt8]? {
        if left == 0 { return nil }
        let count = min(max(1, most), Self.pieceBytes, Int(clamping: left))
        var result = 0
        // SAFETY: read(2) writes at most `count` bytes, the capacity, and `initialized` is the count it returns.
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            result = read(descriptor, buffer.baseAddress, count)
            initialized = max(0, result)
        }
        if result < 0 { throw .last }
        left -= Int64(result)
        return result == 0 ? nil : bytes
    }
}
