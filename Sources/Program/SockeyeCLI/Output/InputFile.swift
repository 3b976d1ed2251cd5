internal import Glibc
internal import SockeyeIO

/// A file named on the command line could not be read.
struct InputError: Error, Equatable, Sendable {
    /// The name as given; `-` is standard input.
    var path: String
    /// The system's text for errno.
    var reason: String
    /// Whether the time of `-m` ended the wait for it.
    var isTimeout = false

    /// curl's exit code.
    var exitCode: ExitCode { isTimeout ? .operationTimedOut : .readError }

    /// What happened.
    var text: String { "cannot read \(path): \(reason)" }
}

extension TransferFailure {
    /// A file that a request needs could not be read.
    init(_ error: InputError) { self.init(error.exitCode, error.text) }
}

/// Reads whole files: option files, formats, header lists, data given with `@`.
enum InputFile {
    /// All bytes of the file `path`, or of standard input for `-`. Calls `open(2)` and `read(2)`.
    ///
    /// - Parameters:
    ///   - limit: the maximum size, so that a wrong name can't exhaust memory.
    ///   - isNoted: whether a recording of the run gets it.
    ///   - isBody: whether it is sent or shown as it is, so that a recording has it unmasked.
    ///   - deadline: by when the writer of a pipe must have written everything.
    static func read(
        _ path: String, limit: Int = 1 << 31, isNoted: Bool = true, isBody: Bool = false,
        until deadline: Deadline = .never
    ) throws(InputError) -> [UInt8] {
        var reader = try InputReader(path, isNoted: isNoted, isBody: isBody, until: deadline)
        var bytes: [UInt8] = []
        while let chunk = try reader.next() {
            if bytes.count + chunk.count > limit {
                throw InputError(path: path, reason: "larger than \(limit) bytes")
            }
            bytes += chunk
        }
        return bytes
    }
}

/// A file read in chunks, closed in deinit.
struct InputReader: ~Copyable {
    private static let chunkSize = 64 * 1024

    private let path: String
    private let isNoted: Bool
    private let isBody: Bool
    private let descriptor: Int32
    private let deadline: Deadline
    /// What is read instead of the descriptor, and from where on.
    private let kept: KeptInput?
    private var offset: Int64 = 0

    /// Reads what is kept of the file `path`.
    init(_ kept: KeptInput, of path: String) {
        (self.path, isNoted, isBody, descriptor, self.kept) = (path, true, false, -1, kept)
        deadline = .never
    }

    /// Opens the file `path`, or uses standard input for `-`. Calls `open(2)`.
    ///
    /// - Parameters:
    ///   - isNoted: whether a recording of the run gets it.
    ///   - isBody: whether it is sent or shown as it is, so that a recording has it unmasked.
    ///   - deadline: by when the writer of a pipe must have written each chunk.
    init(
        _ path: String, isNoted: Bool = true, isBody: Bool = false, until deadline: Deadline = .never
    ) throws(InputError) {
        (self.path, self.isNoted, self.isBody, self.deadline, kept) = (path, isNoted, isBody, deadline, nil)
        // Opening a pipe doesn't wait for its writer; before the first one it isn't readable.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
        descriptor = path == "-" ? STDIN_FILENO : open(RunTape.place(of: path), flags)
        if descriptor < 0 { throw InputError(path: path, reason: SystemReason.current) }
    }

    deinit {
        if descriptor > STDERR_FILENO { close(descriptor) }
    }

    /// Goes on from `offset`, if the file can (`lseek(2)`). Returns where it is then: 0 for a pipe.
    mutating func seek(to offset: Int64) -> Int64 {
        max(0, Int64(lseek(descriptor, off_t(offset), SEEK_SET)))
    }

    /// Whether there is something to read, or the end. Calls `poll(2)`.
    var isReadable: Bool { DescriptorWait.until(.now, descriptor, POLLIN) }

    /// The next chunk; `nil` at the end. Calls `read(2)`.
    mutating func next() throws(InputError) -> [UInt8]? {
        while true {
            // Another process that shares standard input may have made it non-blocking.
            if kept == nil, !DescriptorWait.until(deadline, descriptor, POLLIN) {
                throw InputError(
                    path: path, reason: "it was not written in time; -m SECONDS allows more", isTimeout: true)
            }
            var count = 0
            // SAFETY: read(2) writes at most the capacity, and `initialized` is the count it returns.
            let chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { buffer, initialized in
                count =
                    kept.map { $0.read(into: UnsafeMutableRawBufferPointer(buffer), at: offset) }
                    ?? Glibc.read(descriptor, buffer.baseAddress, Self.chunkSize)
                initialized = max(0, count)
            }
            if count > 0 {
                offset += Int64(count)
                if isNoted, isBody { RunTape.note(chunk, of: path) { $0 } }
                if isNoted, !isBody { RunTape.note(chunk, of: path) }
                return chunk
            }
            if count == 0 { return nil }
            if errno != EINTR, errno != EAGAIN {
                throw InputError(path: path, reason: SystemReason.current)
            }
        }
    }
}

/// The system's text for the last error.
enum SystemReason {
    /// `errno` as text, such as "No such file or directory". Calls `strerror(3)`.
    static var current: String {
        // SAFETY: strerror(3) returns a NUL-terminated string, copied before another call can change it.
        String(cString: strerror(errno))
    }
}
