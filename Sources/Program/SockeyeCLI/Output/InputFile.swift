internal import SockeyeIO

/// A file named on the command line could not be read.
struct InputError: Error, Equatable, Sendable {
    /// The name as given; `-` is standard input.
    var path: String
    /// The system's text for errno.
    var reason: String
    /// Whether the time of `-m` ended the wait for it.
    var isTimeout = false
    /// Whether there is no such file.
    var isMissing = false

    /// curl's exit code.
    var exitCode: ExitCode { isTimeout ? .operationTimedOut : .readError }

    /// What happened.
    var text: String {
        // The system's text would be about no file at all.
        isMissing && path.isEmpty ? "the file name is empty" : "cannot read \(path): \(reason)"
    }
}

extension InputError {
    init(_ error: FileError, _ path: String) {
        self.init(
            path: path, reason: error.isTimeout ? "it was not written in time; -m SECONDS allows more" : error.reason,
            isTimeout: error.isTimeout, isMissing: error.isMissing)
    }
}

extension Machine {
    /// All bytes of the file `path`, or of standard input for `-`.
    ///
    /// - Parameters:
    ///   - contents: what they are, for a recording.
    ///   - limit: the maximum size, so that a wrong name can't exhaust memory.
    ///   - deadline: by when the writer of a pipe must have written everything.
    func read(
        _ path: String, _ contents: FileContents, limit: Int = 1 << 31, until deadline: Deadline = .never
    ) throws(InputError) -> [UInt8] {
        var reader = try InputReader(path, contents, on: self, until: deadline)
        var bytes: [UInt8] = []
        while let chunk = try reader.next() {
            if bytes.count + chunk.count > limit { throw InputError(path: path, reason: "larger than \(limit) bytes") }
            bytes += chunk
        }
        return bytes
    }
}

/// A file read in chunks, closed with the reader.
struct InputReader: ~Copyable {
    private static let chunkSize = 64 * 1024

    private let path: String
    private let file: any MachineFile
    private let deadline: Deadline
    /// Where the next chunk is, of a file that others read too.
    private var offset: Int64?

    /// Reads what is kept of the file `path`.
    init(_ kept: KeptInput, of path: String) {
        (self.path, file, offset, deadline) = (path, kept.file, kept.start, .never)
    }

    /// Opens the file `path`, or uses standard input for `-`.
    ///
    /// - Parameters:
    ///   - contents: what it has, for a recording.
    ///   - deadline: by when the writer of a pipe must have written each chunk.
    init(
        _ path: String, _ contents: FileContents, on machine: any Machine, until deadline: Deadline = .never
    ) throws(InputError) {
        (self.path, self.deadline) = (path, deadline)
        do throws(FileError) {
            // Opening a pipe doesn't wait for its writer; before the first one it isn't readable.
            file =
                path == "-"
                ? machine.file(of: .input, contents: contents)
                : try machine.open(path, [.reading, .withoutWaiting], contents: contents)
        } catch {
            throw InputError(error, path)
        }
    }

    /// Goes on from `offset`, if the file can. Returns where it is then: 0 for a pipe.
    mutating func seek(to offset: Int64) -> Int64 { file.seek(to: offset) ?? 0 }

    /// Whether there is something to read, or the end.
    var isReadable: Bool { file.isReadable }

    /// The next chunk; `nil` at the end.
    mutating func next() throws(InputError) -> [UInt8]? {
        do throws(FileError) {
            let chunk =
                if let offset { try file.read(Self.chunkSize, at: offset) } else {
                    try file.readNext(Self.chunkSize, until: deadline)
                }
            offset? += Int64(chunk.count)
            return chunk.isEmpty ? nil : chunk
        } catch {
            throw InputError(error, path)
        }
    }
}
