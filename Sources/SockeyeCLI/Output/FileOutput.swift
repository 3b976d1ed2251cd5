internal import Glibc
internal import Sockeye

/// The one place where the program's output is opened, written, renamed.
///
/// ```
///            regular file, or none yet              /dev/null, pipe, terminal
/// open ──→ NAME.part, locked ──write──→ …           open ──→ NAME itself ──write──→ …
///               │ complete()                             │ complete()
///               ▼                                        ▼
///          renamed to NAME                            closed
///
/// dropped or abandoned before complete(): NAME is untouched; NAME.part stays when it holds bytes,
/// so that a resume can go on, and is removed when it is empty and this run made it.
/// ```
/// Nothing is opened before the first byte (or `complete()`), so a refused request leaves no trace.
struct FileOutput: ~Copyable {
    private enum Place {
        case standardOutput(refusesBinary: Bool)
        case file(name: String)
        case appending(name: String)
        case nothing
    }

    private let place: Place
    private let keepsContents: Bool
    private let replacesExisting: Bool
    /// Whether the user chose the name: then a symbolic link leads on, and a device or a pipe is written to.
    private let followsLink: Bool
    private let mode: UInt32
    private var descriptor: Int32 = -1
    /// Set while a partial file is open; its descriptor is not ours.
    private var partial: PartialFile?
    /// Bytes written so far.
    private(set) var written: Int64 = 0
    /// When whoever reads a pipe has to have taken the bytes.
    var deadline = Deadline.never

    /// Standard output; with `refusesBinary`, a chunk with a NUL in it is not written to a terminal.
    static func standardOutput(refusesBinary: Bool) -> FileOutput {
        FileOutput(.standardOutput(refusesBinary: refusesBinary))
    }

    /// The file `name`; the working folder is the base of a relative one. With `keepsContents`, what it holds now
    /// stays, and what is written follows.
    ///
    /// - Parameters:
    ///   - replacesExisting: whether a file of that name may be there already.
    ///   - followsLink: whether the user chose the name. One that a server chose leads through no symbolic link and to
    ///     no pipe or device.
    ///   - mode: the permissions of a file that is made, less the umask.
    static func file(
        _ name: String, keepsContents: Bool = false, replacesExisting: Bool = true, followsLink: Bool = true,
        mode: UInt32 = 0o666
    ) -> FileOutput {
        FileOutput(
            .file(name: name), keepsContents: keepsContents, replacesExisting: replacesExisting,
            followsLink: followsLink, mode: mode)
    }

    /// Nowhere: what is written is only counted.
    static func nothing() -> FileOutput {
        FileOutput(.nothing)
    }

    /// The end of the file `name`, made when it is not there: curl's way with `-C N`.
    static func appending(to name: String, mode: UInt32 = 0o666) -> FileOutput {
        FileOutput(.appending(name: name), mode: mode)
    }

    private init(
        _ place: Place, keepsContents: Bool = false, replacesExisting: Bool = true, followsLink: Bool = true,
        mode: UInt32 = 0o666
    ) {
        self.place = place
        self.keepsContents = keepsContents
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
            // SAFETY: the pointer is used only inside the closure.
            try OutputError.wrapping { () throws(FileError) in
                try bytes.withUnsafeBytes { buffer throws(FileError) in try partial.file.write(buffer, at: written) }
            }
            written += Int64(bytes.byteCount)
            return
        }
        var offset = 0
        while offset < bytes.byteCount {
            // SAFETY: the pointer is used only inside the closure, and `offset` is below the span's count.
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

    /// The body is whole: an empty one makes an empty file, a partial file takes its final name (`rename(2)`).
    ///
    /// - Parameter modified: the time of the file's last change, in seconds since 1970; now unless told.
    mutating func complete(modified: Int64? = nil) throws(OutputError) {
        try openIfNeeded()
        if let partial {
            try OutputError.wrapping { [replacesExisting] () throws(DownloadError) in
                try partial.commit(isDurable: false, modified: modified, keepsExisting: !replacesExisting)
            }
            self.partial = nil
        }
        if descriptor > STDERR_FILENO {
            // A full disk or quota may show only here (NFS).
            let result = close(descriptor)
            descriptor = -1
            if result != 0, errno != EINTR { throw failure("close", shownName) }
        }
    }

    /// Nothing of it is to stay: the partial file goes.
    mutating func discard() {
        guard let partial else { return }
        try? FileNames.remove(partial.path)
        self.partial = nil
    }

    /// The name of the partial file that a failure leaves behind, while it holds bytes.
    var partialName: String? {
        written > 0 ? partial?.path : nil
    }

    private var shownName: String {
        switch place {
        case .standardOutput: "standard output"
        case .file(let name): partial?.path ?? name
        case .appending(let name): name
        case .nothing: "nothing"
        }
    }

    // MARK: Opening

    private mutating func openIfNeeded() throws(OutputError) {
        if descriptor >= 0 || partial != nil { return }
        switch place {
        case .standardOutput: descriptor = STDOUT_FILENO
        case .file(let name): try openFile(name)
        case .appending(let name):
            descriptor = open(name, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, mode)
            if descriptor < 0 { throw failure("open", name) }
        case .nothing: break
        }
    }

    /// A device or a pipe is written straight; anything else is a partial file until it is complete.
    private mutating func openFile(_ name: String) throws(OutputError) {
        if followsLink, PartialFile.isStraight(name) {
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
        if keepsContents { try copyContents(of: name) }
    }

    /// Puts what the file holds, if it is there, before what will be written.
    private mutating func copyContents(of name: String) throws(OutputError) {
        if access(name, F_OK) != 0 { return }
        let contents: [UInt8]
        do throws(InputError) {
            contents = try InputFile.read(name)
        } catch {
            throw .failed(call: "read", path: name, reason: error.reason)
        }
        try write(contents)
    }

    /// Opens a named pipe as soon as somebody reads it (`fifo(7)`): false while nobody does. Anything else is opened when
    /// the first byte comes.
    mutating func opensPipe() throws(OutputError) -> Bool {
        guard descriptor < 0, partial == nil, let name = pipeName else { return true }
        descriptor = Self.openStraight(name)
        if descriptor >= 0 { return true }
        if errno == ENXIO { return false }
        throw failure("open", name)
    }

    /// The name of the pipe that it goes to, if it is one.
    var pipeName: String? {
        let name: String
        switch place {
        case .file(let given) where followsLink: name = given
        case .appending(let given): name = given
        default: return nil
        }
        var facts = stat()
        return stat(name, &facts) == 0 && facts.st_mode & S_IFMT == S_IFIFO ? name : nil
    }

    /// Without waiting: a pipe that nobody reads, or that is full, would hold the thread longer than `-m` allows.
    private static func openStraight(_ name: String) -> Int32 {
        open(name, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    }

    // MARK: Small things

    private func failure(_ call: String, _ path: String) -> OutputError {
        .failed(call: call, path: path, reason: SystemReason.current)
    }

    private func waitUntilWritable() throws(OutputError) {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        var milliseconds: Int32 = -1
        if deadline != .never {
            let left = deadline.duration(since: .now)
            if left == .zero { throw .timedOut(path: shownName) }
            // Rounded up, so that the time is over when the call returns.
            milliseconds = Int32(clamping: left.wholeMicroseconds / 1_000 + 1)
        }
        poll(&request, 1, milliseconds)
    }

    private static func holdsNUL(_ bytes: RawSpan) -> Bool {
        // SAFETY: memchr reads no more than the span's count, and the pointer stays inside the closure.
        bytes.withUnsafeBytes { buffer in
            buffer.baseAddress.map { memchr($0, 0, buffer.count) != nil } ?? false
        }
    }
}

extension OutputError {
    /// Runs work of the downloader's, its error in the words of an output.
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

    fileprivate static func wrapping<Value>(_ work: () throws(FileError) -> Value) throws(OutputError) -> Value {
        do throws(FileError) {
            return try work()
        } catch {
            throw OutputError(error)
        }
    }

    private init(_ error: FileError) {
        self = .failed(call: error.call, path: error.path, reason: IOError.message(for: error.errorNumber))
    }
}
