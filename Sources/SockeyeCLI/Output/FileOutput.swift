internal import Glibc

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
    /// What is put behind a file's name while it is incomplete.
    static let partialSuffix = ".part"

    private enum Place {
        case standardOutput(refusesBinary: Bool)
        case file(name: String)
        case appending(name: String)
    }

    private let place: Place
    private let keepsContents: Bool
    private var descriptor: Int32 = -1
    /// Set while a partial file is open: its name and the name it will get.
    private var partial: (name: String, finalName: String, isNew: Bool)?
    /// Bytes written so far.
    private(set) var written: Int64 = 0

    /// Standard output; with `refusesBinary`, a chunk with a NUL in it is not written to a terminal.
    static func standardOutput(refusesBinary: Bool) -> FileOutput {
        FileOutput(.standardOutput(refusesBinary: refusesBinary))
    }

    /// The file `name`; the working folder is the base of a relative one. With `keepsContents`, what it holds now
    /// stays, and what is written follows.
    static func file(_ name: String, keepsContents: Bool = false) -> FileOutput {
        FileOutput(.file(name: name), keepsContents: keepsContents)
    }

    /// The end of the file `name`, made when it is not there: curl's way with `-C N`.
    static func appending(to name: String) -> FileOutput {
        FileOutput(.appending(name: name))
    }

    private init(_ place: Place, keepsContents: Bool = false) {
        self.place = place
        self.keepsContents = keepsContents
    }

    deinit {
        if descriptor > STDERR_FILENO { close(descriptor) }
        // The lock is gone with the descriptor, but a partial file of ours that is still empty is nobody's.
        if let partial, partial.isNew, written == 0 { unlink(partial.name) }
    }

    /// Writes all of `bytes`. Calls `write(2)`.
    mutating func write(_ bytes: RawSpan) throws(OutputError) {
        if bytes.byteCount == 0 { return }
        if case .standardOutput(refusesBinary: true) = place, isatty(STDOUT_FILENO) == 1, Self.holdsNUL(bytes) {
            throw .binaryToTerminal
        }
        try openIfNeeded()
        var offset = 0
        while offset < bytes.byteCount {
            // SAFETY: the pointer is used only inside the closure, and `offset` is below the span's count.
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: offset), $0.count - offset)
            }
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN {
                    waitUntilWritable()
                    continue
                }
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
    mutating func complete() throws(OutputError) {
        try openIfNeeded()
        if let partial {
            if rename(partial.name, partial.finalName) != 0 { throw failure("rename", partial.finalName) }
            self.partial = nil
        }
        if descriptor > STDERR_FILENO {
            // A full disk or quota may show only here (NFS).
            let result = close(descriptor)
            descriptor = -1
            if result != 0, errno != EINTR { throw failure("close", shownName) }
        }
    }

    /// The name of the partial file that a failure leaves behind, while it holds bytes.
    var partialName: String? {
        written > 0 ? partial?.name : nil
    }

    private var shownName: String {
        switch place {
        case .standardOutput: "standard output"
        case .file(let name): partial?.name ?? name
        case .appending(let name): name
        }
    }

    // MARK: Opening

    private mutating func openIfNeeded() throws(OutputError) {
        if descriptor >= 0 { return }
        switch place {
        case .standardOutput: descriptor = STDOUT_FILENO
        case .file(let name): try openFile(name)
        case .appending(let name):
            descriptor = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o666)
            if descriptor < 0 { throw failure("open", name) }
        }
    }

    private mutating func openFile(_ name: String) throws(OutputError) {
        var status = stat()
        var mode: mode_t = 0o666
        var finalName = name
        if stat(name, &status) == 0 {
            switch status.st_mode & S_IFMT {
            case S_IFDIR: throw .isFolder(path: name)
            case S_IFREG: break
            default:
                descriptor = open(name, O_WRONLY | O_CLOEXEC | O_NOCTTY)
                if descriptor < 0 { throw failure("open", name) }
                return
            }
            // A read-only file stays one, though its folder would let us replace it.
            if access(name, W_OK) != 0 { throw failure("open", name) }
            mode = status.st_mode & 0o777
            finalName = try Self.resolved(name)
        } else if lstat(name, &status) == 0 {
            throw .danglingLink(path: name)
        }
        try openPartial(of: finalName, mode: mode)
        if keepsContents { try copyContents(of: finalName) }
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

    /// Opens and locks NAME.part, empty. Two processes never write one partial file: the second is told.
    private mutating func openPartial(of finalName: String, mode: mode_t) throws(OutputError) {
        let name = finalName + Self.partialSuffix
        // Each turn means that another process finished between our open and our lock.
        for _ in 0..<8 {
            var isNew = true
            var opened = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
            if opened < 0, errno == EEXIST {
                isNew = false
                // O_NONBLOCK: a named pipe of that name must not hold us here; `isStill` then refuses it.
                opened = open(name, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
                if opened < 0, errno == ENOENT { continue }
            }
            if opened < 0 { throw failure("open", name) }
            if flock(opened, LOCK_EX | LOCK_NB) != 0 {
                let isBusy = errno == EWOULDBLOCK
                let error = isBusy ? OutputError.busy(path: name) : failure("flock", name)
                close(opened)
                throw error
            }
            if Self.isStill(opened, at: name) {
                if !isNew, ftruncate(opened, 0) != 0 {
                    let error = failure("ftruncate", name)
                    close(opened)
                    throw error
                }
                descriptor = opened
                partial = (name, finalName, isNew)
                return
            }
            close(opened)
        }
        throw .busy(path: name)
    }

    /// Whether the open file is a regular one, and the one that `name` leads to now.
    private static func isStill(_ descriptor: Int32, at name: String) -> Bool {
        var opened = stat()
        var named = stat()
        guard fstat(descriptor, &opened) == 0, lstat(name, &named) == 0 else { return false }
        return opened.st_mode & S_IFMT == S_IFREG && opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
    }

    /// The file behind a symbolic link, so that the rename replaces the file and not the link.
    private static func resolved(_ name: String) throws(OutputError) -> String {
        guard let path = realpath(name, nil) else {
            throw .failed(call: "realpath", path: name, reason: SystemReason.current)
        }
        defer { free(path) }
        // SAFETY: realpath(3) gives a NUL-terminated string that is ours until the free above.
        return String(cString: path)
    }

    // MARK: Small things

    private func failure(_ call: String, _ path: String) -> OutputError {
        .failed(call: call, path: path, reason: SystemReason.current)
    }

    private func waitUntilWritable() {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, -1)
    }

    private static func holdsNUL(_ bytes: RawSpan) -> Bool {
        // SAFETY: memchr reads no more than the span's count, and the pointer stays inside the closure.
        bytes.withUnsafeBytes { buffer in
            buffer.baseAddress.map { memchr($0, 0, buffer.count) != nil } ?? false
        }
    }
}
