internal import CSystemShims
internal import Glibc

/// The ``Machine`` that the process runs on: each call is the kernel's.
package struct SystemMachine: Machine {
    /// The only one there is.
    package init() {}

    /// Readies the process for programs that write to files and pipes; call it first.
    ///
    /// Where a reader goes away (SIGPIPE) or a file is at its size limit (SIGXFSZ), writing fails instead of ending the process. The
    /// standard streams that the parent closed (`>&-`) are held: a socket could get such a number, and output be written into it.
    /// Reading from or writing to the placeholder fails.
    package static func prepareProcess() {
        sockeye_ignore_broken_pipe()
        for stream in [StandardStream.input, .output, .error] where fcntl(stream.rawValue, F_GETFD) < 0 {
            _ = Glibc.open("/dev/null", (stream == .input ? O_WRONLY : O_RDONLY) | O_CLOEXEC)
        }
    }

    /// Ends the process with this code (`exit(3)`).
    package static func exit(_ code: Int32) -> Never { Glibc.exit(code) }

    // MARK: Environment

    /// Calls `getenv(3)`.
    package func variable(_ name: String) -> [UInt8]? {
        // SAFETY: getenv(3) returns NULL or a NUL-terminated string, copied at once; nothing changes the environment.
        getenv(name).map { text in
            Array(UnsafeBufferPointer(start: text, count: strlen(text))).map(UInt8.init(bitPattern:))
        }
    }

    /// Reads `environ`.
    package var variables: [[UInt8]] {
        var (found, next) = ([[UInt8]](), environ)
        // SAFETY: environ is an array of NUL-terminated strings that ends with a null pointer; nothing changes it.
        while let text = next.pointee {
            found.append(Array(UnsafeBufferPointer(start: text, count: strlen(text))).map(UInt8.init(bitPattern:)))
            next += 1
        }
        return found
    }

    /// Calls `getcwd(3)`.
    package var workingFolder: String? {
        // SAFETY: without a buffer, getcwd(3) returns an allocated string or NULL; it is copied and freed here.
        let path = getcwd(nil, 0)
        defer { free(path) }
        return path.map { String(cString: $0) }
    }

    /// Calls `fchdir(2)`.
    package func enter(_ folder: any MachineFile) throws(FileError) {
        try check("fchdir", folder.path, sockeye_enter(folder.descriptor ?? -1))
    }

    // MARK: Files by name

    /// Calls `open(2)`.
    package func open(
        _ path: String, _ mode: FileMode, permissions: UInt32, contents: FileContents, until deadline: Deadline?
    ) throws(FileError) -> any MachineFile {
        try File(path, mode, permissions: permissions, until: deadline)
    }

    /// Calls `stat(2)` or `lstat(2)`.
    package func facts(of path: String, followingLinks: Bool) throws(FileError) -> FileFacts? {
        try FileFacts(of: path, followingLinks: followingLinks)
    }

    /// Calls `stat(2)`.
    package func modificationTime(of path: String) throws(FileError) -> Int64? {
        try FileFacts(of: path)?.modifiedSeconds
    }

    /// Calls `readdir(3)`.
    package func names(in folder: String, limit: Int) throws(FileError) -> [String] {
        try FileNames.list(folder, limit: limit)
    }

    /// Calls `access(2)`. Of what should be a folder it asks the folder itself: a file would lack permissions to be entered.
    package func check(_ path: String, for mode: FileMode) throws(FileError) {
        try check("access", path, sockeye_check_access(mode == .folder ? "\(path)/." : path, mode.rawValue))
    }

    /// Calls `realpath(3)`.
    package func resolved(_ path: String) throws(FileError) -> String { try FileNames.resolved(path) }

    /// Calls `mkdir(2)`.
    package func makeFolder(_ path: String, permissions: UInt32) throws(FileError) {
        try check("mkdir", path, sockeye_make_folder(path, permissions))
    }

    /// Calls `mkdtemp(3)`.
    package func makeScratchFolder(_ prefix: String) throws(FileError) -> String {
        var path = Array("\(prefix)-XXXXXX".utf8CString)
        // SAFETY: mkdtemp(3) replaces the six letters before the NUL.
        let result = path.withUnsafeMutableBufferPointer { sockeye_make_scratch_folder($0.baseAddress) }
        try check("mkdtemp", prefix, result)
        return String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Calls `rename(2)`.
    package func rename(_ path: String, to new: String) throws(FileError) { try FileNames.rename(path, to: new) }

    /// Calls `link(2)`.
    package func link(_ path: String, as new: String) throws(FileError) {
        try check("link", new, sockeye_link_name(path, new))
    }

    /// Calls `setxattr(2)`.
    package func setAttribute(_ name: String, to value: [UInt8], of path: String) throws(FileError) {
        try check("setxattr", path, sockeye_set_attribute(path, name, value, value.count))
    }

    /// Calls `rename(2)` at the end.
    package func replace(
        _ path: String, with bytes: [UInt8], mode: UInt32, until deadline: Deadline
    ) throws(IOError) { try SmallFile.replace(path, with: bytes, mode: mode, until: deadline) }

    /// Calls `memfd_create(2)`.
    package func hold(_ bytes: [UInt8]) throws(FileError) -> String {
        let number = sockeye_hold_memory()
        try check("memfd_create", "memory", number)
        try File(StandardStream(rawValue: number)).append(bytes)
        // It stays open, to be read again.
        return "/proc/self/fd/\(number)"
    }

    /// Calls `unlink(2)`, and `rmdir(2)` for a folder.
    package func remove(_ path: String) throws(FileError) {
        let result = sockeye_unlink(path)
        let isFolder = result == -ErrorNumber.isFolder || result == -ErrorNumber.notPermitted
        try check("unlink", path, isFolder ? sockeye_remove_folder(path) : result)
    }

    // MARK: Standard streams

    /// The descriptor 0, 1 or 2.
    package func file(of stream: StandardStream, contents: FileContents) -> any MachineFile { File(stream) }

    /// Calls `dup2(2)`.
    package func redirect(_ stream: StandardStream, to file: any MachineFile) {
        if let descriptor = file.descriptor { _ = sockeye_replace_descriptor(stream.rawValue, descriptor) }
    }

    /// Calls `ioctl(2)` with TIOCGWINSZ.
    package var windowSize: WindowSize? {
        var (rows, columns) = (Int32(0), Int32(0))
        guard sockeye_window_size(StandardStream.error.rawValue, &rows, &columns) == 0 else { return nil }
        return WindowSize(rows: Int(rows), columns: Int(columns))
    }

    /// Calls `tcsetattr(3)`.
    package func withoutEcho(on file: any MachineFile, isByKey: Bool, _ work: () -> Void) -> Bool {
        let how =
            isByKey
            ? SOCKEYE_SILENT_ECHO | SOCKEYE_SILENT_LINES
            : SOCKEYE_SILENT_ECHO | SOCKEYE_SILENT_DISCARD | SOCKEYE_SILENT_GUARDED
        let isTerminal = sockeye_silence_terminal(file.descriptor ?? -1, Int32(how)) == 0
        work()
        if isTerminal { sockeye_restore_terminal() }
        return isTerminal
    }

    // MARK: Time and chance

    /// Calls `clock_gettime(2)`.
    package var timeOfDay: TimeOfDay {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return TimeOfDay(seconds: Int64(now.tv_sec), nanoseconds: Int32(now.tv_nsec))
    }

    /// Calls `nanosleep(2)`.
    package func sleep(_ duration: Duration) {
        var time = timespec(
            tv_sec: Int(clamping: duration.components.seconds),
            tv_nsec: Int(duration.components.attoseconds / 1_000_000_000))
        nanosleep(&time, nil)
    }

    /// Calls `getrandom(2)` by way of the standard library.
    package func random() -> UInt64 { .random(in: 0 ... .max) }

    // MARK: Signals and processes

    /// Calls `sigaction(2)`.
    package func catchSignals() { sockeye_catch_signals() }

    /// What the handler noted.
    package var caughtSignal: Int32? {
        let signal = sockeye_caught_signal()
        return signal == 0 ? nil : signal
    }

    /// Calls `raise(3)`.
    package func end(bySignal number: Int32) { sockeye_end_by_signal(number) }

    /// Reads `/proc/self`.
    package var process: ProcessIdentity { .current }

    /// Calls `kill(2)` with 0, and reads `/proc`.
    package func isRunning(_ process: ProcessIdentity) -> Bool? { process.isRunning }

    /// Calls `getrlimit(2)`.
    package var descriptorLimit: Int { Descriptor.limit }

    /// Calls `geteuid(2)`.
    package var user: UInt32 { sockeye_user() }

    private func check(_ call: String, _ path: String, _ result: Int32) throws(FileError) {
        // C ends a path with a NUL, and so would have done this to another file.
        try FileError.check(path, call)
        if result < 0 { throw FileError(call: call, path: path, errorNumber: -result) }
    }
}
