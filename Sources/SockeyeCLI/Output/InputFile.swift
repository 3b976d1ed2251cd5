internal import Glibc

/// A file named on the command line could not be read.
struct InputError: Error, Equatable, Sendable {
    /// The name as given; `-` is standard input.
    var path: String
    /// The system's text for errno.
    var reason: String
}

/// Whole small files: option files, formats, header lists, data given with `@`.
enum InputFile {
    /// All bytes of the file `path`, or of standard input for `-`. Calls `open(2)` and `read(2)`.
    ///
    /// - Parameter limit: more bytes than this are refused, so that a wrong name cannot fill the memory.
    static func read(_ path: String, limit: Int = 1 << 31) throws(InputError) -> [UInt8] {
        let isStandardInput = path == "-"
        let descriptor = isStandardInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { throw failure(path) }
        defer { if !isStandardInput { close(descriptor) } }
        var bytes: [UInt8] = []
        let chunkSize = 64 * 1024
        while true {
            var count = 0
            // SAFETY: read(2) fills at most the capacity it is told, and the count it returns is what is claimed.
            let chunk = [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, initialized in
                count = Glibc.read(descriptor, buffer.baseAddress, chunkSize)
                initialized = max(0, count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(path)
            }
            if count == 0 { return bytes }
            if bytes.count + count > limit {
                throw InputError(path: path, reason: "larger than \(limit) bytes")
            }
            bytes += chunk
        }
    }

    private static func failure(_ path: String) -> InputError {
        InputError(path: path, reason: SystemReason.current)
    }
}

/// The system's words for the last error.
enum SystemReason {
    /// `errno` as text, such as "No such file or directory". Calls `strerror(3)`.
    static var current: String {
        // SAFETY: strerror(3) gives a NUL-terminated string, copied before another call can change it.
        String(cString: strerror(errno))
    }
}
