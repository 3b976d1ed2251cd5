internal import Glibc
internal import Sockeye
internal import SockeyeIO
internal import SockeyeTransfers

/// Opens, writes and renames the program's output. Nothing else does.
///
/// ```
///            regular file, or none yet              /dev/null, pipe, terminal, /dev/stdout
/// open ──→ NAME.part, locked ──write──→ …           open ──→ NAME itself ──write──→ …
///               │ complete()                             │ complete()
///               ▼                                        ▼
///          renamed to NAME                            closed
///
/// dropped before complete(): NAME is untouched; NAME.part stays if it has bytes, so that a resume
/// can use it, and is removed if it is empty and this run created it.
/// ```
/// Nothing is opened before the first byte or `complete()`, so a refused request leaves no trace.
struct FileOutput: ~Copyable {
    private enum Place {
        case standardOutput(refusesBinary: Bool)
        case standardError
        case file(name: String)
        case appending(name: String)
        case growing(name: String)
        case nothing
    }

    private let place: Place
    private let replacesExisting: Bool
    /// Whether the user chose the name: then symbolic links are followed, and devices and pipes written to.
    private let followsLink: Bool
    private let mode: UInt32
    private var descriptor: Int32 = -1
    /// Set while a partial file is open; it owns its descriptor.
    private var partial: PartialFile?
    /// Bytes written so far.
    private(set) var written: Int64 = 0
    /// What the file had before, if it is one that grows.
    private var lengthBefore: off_t?
    /// The time by which the reader of a pipe must have taken the bytes.
    var deadline = Deadline.never

    /// Standard output; with `refusesBinary`, a chunk that contains NUL isn't written to a terminal.
    static func standardOutput(refusesBinary: Bool) -> FileOutput {
        FileOutput(.standardOutput(refusesBinary: refusesBinary))
    }

    /// Standard error.
    static func standardError() -> FileOutput { FileOutput(.standardError) }

    /// The file `name`; a relative one is in the working folder.
    ///
    /// - Parameters:
    ///   - replacesExisting: whether an existing file of that name is replaced.
    ///   - followsLink: whether the user chose the name. A name that a server chose never leads through a symbolic link
    ///     or to a pipe or device.
    ///   - mode: the permissions of a new file, less the umask.
    static func file(
        _ name: String, replacesExisting: Bool = true, followsLink: Bool = true, mode: UInt32 = 0o666
    ) -> FileOutput {
        FileOutput(.file(name: name), replacesExisting: replacesExisting, followsLink: followsLink, mode: mode)
    }

    /// No output: bytes are only counted.
    static func nothing() -> FileOutput {
        FileOutput(.nothing)
    }

    /// Appends to the file `name`, created if missing: curl's `-C N`.
    static func appending(to name: String, mode: UInt32 = 0o666) -> FileOutput {
        FileOutput(.appending(name: name), mode: mode)
    }

    /// The file `name` itself, which others may read as it grows, and which keeps what it got whatever happens then: for
    /// streams without an end.
    static func growing(_ name: String, mode: UInt32 = 0o666) -> FileOutput {
        FileOutput(.growing(name: name), mode: mode)
    }

    private init(
        _ place: Place, replacesExisting: Bool = true, followsLink: Bool = true, mode: UInt32 = 0o666
    ) {
        self.place = place
        self.replacesExisting = replacesExisting
        self.followsLink = followsLink
        self.mode = mode
    }

    deinit {
        if descriptor > STDERR_FILENO { close(descriptor) }
    }

    /// Writes all of `bytes`. Calls `write(2)`.
    mutating func write(_ bytes: RawSpan) throws(OutputError) {
        if bytes.byteCount == 0 { return }
        if case .nothing = place {
            written += Int64(bytes.byteCount)
            return
        }
        if case .standardOutput(refusesBinary: true) = place, isatty(STDOUT_FILENO) == 1, Self.holdsNUL(bytes) {
            throw .binaryToTerminal
        }
        try openIfNeeded()
        if let partial {
            try OutputError.wrapping { () throws(DownloadError) in try partial.write(bytes, at: written) }
            written += Int64(bytes.byteCount)
            return
        }
        var offset = 0
        while offset < bytes.byteCount {
            // SAFETY: `offset` is below the count, so write(2) reads within the span, which outlives the call.
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: offset), $0.count - offset)
            }
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN {
                    try waitUntilWritable()
                    continue
                }
                if errno == EPIPE, case .standardOutput = place { throw .readerGone }
                throw failure("write", shownName)
            }
            offset += count
            written += Int64(count)
        }
    }

    /// Writes all of `bytes`.
    mutating func write(_ bytes: [UInt8]) throws(OutputError) {
        try write(bytes.span.bytes)
    }

    /// Whether the output is `/dev/null`. Opens devices and standard streams to find out.
    var isNullDevice: Bool {
        mutating get throws(OutputError) {
            switch place {
            case .nothing: return true
            case .file(let name) where followsLink && Self.isSpecial(name): try openIfNeeded()
            case .standardOutput, .standardError: try openIfNeeded()
            case .file, .appending, .growing: return false
            }
            var facts = stat()
            guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFCHR, facts.st_rdev == Self.nullDevice
            else { return false }
            // In place of a closed standard output it is open for reading only, so that writing fails.
            return fcntl(descriptor, F_GETFL) & O_ACCMODE != O_RDONLY
        }
    }

    /// Counts bytes that needn't be written, since ``isNullDevice`` is true.
    mutating func dropped(_ count: Int64) {
        written += count
    }

    /// Ends a complete body: an empty one creates an empty file; a partial file gets its final name (`rename(2)`).
    ///
    /// - Parameter modified: the file's modification time, in seconds since 1970; the current time by default.
    mutating func complete(modified: Int64? = nil) throws(OutputError) {
        try openIfNeeded()
        if let partial {
            try OutputError.wrapping { [replacesExisting] () throws(DownloadError) in
                try partial.commit(isDurable: false, modified: modified, keepsExisting: !replacesExisting)
            }
            self.partial = nil
        }
        if descriptor > STDERR_FILENO {
            // On NFS, a full disk or quota may be reported only here.
            let result = close(descriptor)
            descriptor = -1
            if result != 0, errno != EINTR { throw failure("close", shownName) }
        }
    }

    /// Takes back what was written, so that another attempt can write it. False if that is too late: a reader has it.
    mutating func takeBack() -> Bool {
        if written == 0 { return true }
        switch place {
        case .nothing: return true
        // The next attempt begins the partial file anew.
        case .file where partial != nil: return true
        // As in curl, the file is again as long as it was.
        case .appending:
            guard let lengthBefore, ftruncate(descriptor, lengthBefore) == 0 else { return false }
            written = 0
            return true
        case .file, .standardOutput, .standardError, .growing: return (try? isNullDevice) ?? false
        }
    }

    /// Removes the partial file.
    mutating func discard() {
        partial?.discard()
        partial = nil
    }

    /// The name of the partial file that a failure leaves behind, if it has bytes.
    var partialName: String? {
        written > 0 ? partial?.path : nil
    }

    private var shownName: String {
        switch place {
        case .standardOutput: "standard output"
        case .standardError: "standard error"
        case .file(let name): partial?.path ?? name
        case .appending(let name), .growing(let name): name
        case .nothing: "nothing"
        }
    }

    // MARK: Opening

    private mutating func openIfNeeded() throws(OutputError) {
        if descriptor >= 0 || partial != nil { return }
        switch place {
        case .standardOutput: descriptor = STDOUT_FILENO
        case .standardError: descriptor = STDERR_FILENO
        case .file(let name), .appending(let name), .growing(let name):
            // Only the descriptor knows where the others that write to the file are.
            guard followsLink, let own = OpenFile.duplicate(of: name) else { return try openByName(name) }
            descriptor = own
            if descriptor < 0 { throw failure("open", name) }
        case .nothing: break
        }
    }

    private mutating func openByName(_ name: String) throws(OutputError) {
        switch place {
        case .file: try openFile(name)
        case .appending:
            descriptor = open(name, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, mode)
            if descriptor < 0 { throw failure("open", name) }
            var facts = stat()
            if fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG { lengthBefore = facts.st_size }
        case .growing:
            descriptor = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, mode)
            if descriptor < 0 { throw failure("open", name) }
        case .nothing, .standardOutput, .standardError: break
        }
    }

    /// Opens a device or a pipe directly, anything else as a partial file.
    private mutating func openFile(_ name: String) throws(OutputError) {
        if followsLink, Self.isSpecial(name) {
            descriptor = Self.openStraight(name)
            if descriptor < 0 { throw failure("open", name) }
            return
        }
        partial = try OutputError.wrapping { [mode, replacesExisting, followsLink] () throws(DownloadError) in
            let partial = try PartialFile(
                of: name, replacesExisting: replacesExisting, followsLink: followsLink, newFileMode: mode)
            if !partial.isNew { try partial.restart() }
            return partial
        }
    }

    /// Opens a named pipe if it has a reader (`fifo(7)`); false if it has none. Anything else is opened when the first
    /// byte arrives, and returns true.
    mutating func opensPipe() throws(OutputError) -> Bool {
        guard descriptor < 0, partial == nil, let name = pipeName else { return true }
        descriptor = Self.openStraight(name)
        if descriptor >= 0 { return true }
        if errno == ENXIO { return false }
        throw failure("open", name)
    }

    /// The name of the output if it is a pipe.
    var pipeName: String? {
        let name: String
        switch place {
        case .file(let given) where followsLink: name = given
        case .appending(let given), .growing(let given): name = given
        default: return nil
        }
        var facts = stat()
        return stat(name, &facts) == 0 && facts.st_mode & S_IFMT == S_IFIFO ? name : nil
    }

    /// Opens without blocking: a pipe that is full or has no reader would block the thread longer than `-m` allows.
    private static func openStraight(_ name: String) -> Int32 {
        open(name, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    }

    /// Whether `name` is a device or a pipe, which is written to itself, or a file that is open as standard output or such.
    static func isSpecial(_ name: String) -> Bool {
        guard let facts = (try? FileFacts(of: name)) ?? nil else { return false }
        return facts.kind == .other || OpenFile.descriptor(of: name, facts) != nil
    }

    // MARK: Helpers

    private func failure(_ call: String, _ path: String) -> OutputError {
        .failed(call: call, path: path, reason: SystemReason.current)
    }

    private func waitUntilWritable() throws(OutputError) {
        if !DescriptorWait.until(deadline, descriptor, POLLOUT) { throw .timedOut(path: shownName) }
    }

    /// Major 1, minor 3 (`null(4)`).
    private static let nullDevice: dev_t = 1 << 8 | 3

    private static func holdsNUL(_ bytes: RawSpan) -> Bool {
        // SAFETY: memchr(3) reads at most `count` bytes of the span, which outlives the call.
        bytes.withUnsafeBytes { buffer in
            buffer.baseAddress.map { memchr($0, 0, buffer.count) != nil } ?? false
        }
    }
}

extension OutputError {
    /// Runs a call of the library and translates its error to an output's.
    fileprivate static func wrapping<Value>(_ work: () throws(DownloadError) -> Value) throws(OutputError) -> Value {
        do throws(DownloadError) {
            return try work()
        } catch {
            switch error {
            case .isFolder(let path): throw .isFolder(path: path)
            case .notAFile(let path):
                let facts = (try? FileFacts(of: path, followingLinks: false)) ?? nil
                throw facts?.kind == .link ? .danglingLink(path: path) : .unusable("\(error)")
            case .busy(let path): throw .busy(path: path)
            case .fileExists(let path): throw .isThere(path: path)
            case .notOurs: throw .unusable("\(error)")
            case .file(let error): throw OutputError(error)
            default: throw .failed(call: "write", path: "output", reason: "\(error)")
            }
        }
    }

    private init(_ error: FileError) {
        self = .failed(call: error.call, path: error.path, reason: IOError.message(for: error.errorNumber))
    }
}
