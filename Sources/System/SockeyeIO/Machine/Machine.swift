/// What a program does outside its connections: environment, files, standard streams, time, signals, processes.
///
/// A program that is handed one, rather than calling the system, can run in a test on files in memory, and can be recorded and
/// replayed: what it learns from outside comes through here. ``SystemMachine`` is the kernel's. Every call blocks as long as the
/// system does, unless it has a deadline. What programs need of it may be added in a minor version.
package protocol Machine: Sendable {
    // MARK: Environment

    /// A variable of the environment as it is; `nil` if it isn't set (`getenv(3)`).
    func variable(_ name: String) -> [UInt8]?
    /// All of them, as `NAME=value`.
    var variables: [[UInt8]] { get }
    /// The path of the working folder; `nil` if it is gone (`getcwd(3)`).
    var workingFolder: String? { get }
    /// Makes an open folder the working one (`fchdir(2)`).
    func enter(_ folder: any MachineFile) throws(FileError)

    // MARK: Files by name

    /// Opens a file (`open(2)`).
    ///
    /// - Parameters:
    ///   - path: of the file.
    ///   - mode: what it is opened for.
    ///   - permissions: of a new file, before the process's mask.
    ///   - contents: what is read, for those who show it to others.
    ///   - deadline: by when a pipe that is written must have a reader; the file doesn't block then. `nil` waits as the system does.
    func open(
        _ path: String, _ mode: FileMode, permissions: UInt32, contents: FileContents, until deadline: Deadline?
    ) throws(FileError) -> any MachineFile
    /// The facts of a file (`stat(2)`, `lstat(2)`); `nil` if there is none.
    func facts(of path: String, followingLinks: Bool) throws(FileError) -> FileFacts?
    /// When a file was modified, in seconds since 1970; `nil` if there is none.
    func modificationTime(of path: String) throws(FileError) -> Int64?
    /// The names in a folder, without `.` and `..`, in the system's order (`readdir(3)`).
    ///
    /// - Throws: also if there are more than `limit`.
    func names(in folder: String, limit: Int) throws(FileError) -> [String]
    /// Throws unless the file may be read or written, or a folder be written in (`access(2)`).
    func check(_ path: String, for mode: FileMode) throws(FileError)
    /// The path with every symbolic link resolved (`realpath(3)`).
    func resolved(_ path: String) throws(FileError) -> String
    /// Makes a folder (`mkdir(2)`).
    func makeFolder(_ path: String, permissions: UInt32) throws(FileError)
    /// Makes a folder of a new name that begins with `prefix`, for this user alone (`mkdtemp(3)`). Returns its path.
    func makeScratchFolder(_ prefix: String) throws(FileError) -> String
    /// Gives a file another name, and so replaces one that has it (`rename(2)`).
    func rename(_ path: String, to new: String) throws(FileError)
    /// Gives a file a further name, unless that is taken (`link(2)`).
    func link(_ path: String, as new: String) throws(FileError)
    /// Gives a file an extended attribute, such as `user.mime_type` (`setxattr(2)`).
    func setAttribute(_ name: String, to value: [UInt8], of path: String) throws(FileError)
    /// Replaces a file by these bytes, all or nothing, as ``SmallFile/replace(_:with:mode:until:)`` does.
    func replace(
        _ path: String, with bytes: [UInt8], mode: UInt32, until deadline: Deadline
    ) throws(IOError)
    /// A path by which these bytes can be read any number of times until the process ends, though they are on no disk.
    func hold(_ bytes: [UInt8]) throws(FileError) -> String
    /// Removes a file or an empty folder (`unlink(2)`, `rmdir(2)`), and of a symbolic link the link.
    func remove(_ path: String) throws(FileError)

    // MARK: Standard streams

    /// A stream that the process was started with; it is never closed.
    ///
    /// - Parameters:
    ///   - stream: which one.
    ///   - contents: what is read, for those who show it to others.
    func file(of stream: StandardStream, contents: FileContents) -> any MachineFile
    /// Lets the stream lead to this file from now on (`dup2(2)`).
    func redirect(_ stream: StandardStream, to file: any MachineFile)
    /// The size of the terminal that standard error is; `nil` if it isn't one, or doesn't tell (`ioctl(2)`, TIOCGWINSZ).
    var windowSize: WindowSize? { get }
    /// Does `work` while the terminal doesn't show what is typed (`tcsetattr(3)`). A signal that ends the process meanwhile restores
    /// the terminal first.
    ///
    /// - Parameters:
    ///   - file: of the terminal.
    ///   - isByKey: whether a single key is read, of a user who may have typed it before; signals are others' then.
    ///   - work: reads what is typed.
    /// - Returns: false if the file is no terminal; then `work` is done all the same.
    func withoutEcho(on file: any MachineFile, isByKey: Bool, _ work: () -> Void) -> Bool

    // MARK: Time and chance

    /// The time of day (`clock_gettime(2)`, CLOCK_REALTIME).
    var timeOfDay: TimeOfDay { get }
    /// Lets the thread sleep (`clock_nanosleep(2)`), or return early if a signal comes.
    func sleep(_ duration: Duration)
    /// Sixty-four random bits.
    func random() -> UInt64

    // MARK: Signals and processes

    /// From now on SIGINT, SIGTERM and SIGHUP are noted rather than end the process, unless the parent ignores them. One that comes
    /// two seconds after the first still ends it.
    func catchSignals()
    /// The first one that was noted.
    var caughtSignal: Int32? { get }
    /// Ends the process by a signal, as its parent expects.
    func end(bySignal number: Int32)
    /// This process.
    var process: ProcessIdentity { get }
    /// Whether a process runs; `nil` if it is of another machine or container.
    func isRunning(_ process: ProcessIdentity) -> Bool?
    /// How many files the process may have open (`getrlimit(2)`, RLIMIT_NOFILE).
    var descriptorLimit: Int { get }
    /// The user that the process acts for (`geteuid(2)`).
    var user: UInt32 { get }
}

/// What is read of a file, for a machine that shows it to others: a recording masks secrets.
package enum FileContents: Sendable {
    /// Text that a person writes, in which fields and URLs may have secrets.
    case text
    /// A list, read once to be checked and, if it is long, again for its entries.
    case list
    /// What is sent or shown as it is.
    case body
    /// Users and passwords of a netrc file.
    case netrc
    /// A password.
    case secret
    /// Cookies.
    case cookies
    /// The program's own state and results: nothing that comes from outside.
    case own
}

/// The size of a terminal.
package struct WindowSize: Sendable, Hashable {
    /// Lines of text.
    package var rows: Int
    /// Characters in each.
    package var columns: Int

    /// A size.
    package init(rows: Int, columns: Int) { (self.rows, self.columns) = (rows, columns) }
}

extension Machine {
    /// The same as text, with replacement characters for what isn't UTF-8.
    package func text(ofVariable name: String) -> String? {
        variable(name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Opens a file that exists, or makes one with the usual permissions.
    package func open(
        _ path: String, _ mode: FileMode, contents: FileContents = .own, until deadline: Deadline? = nil
    ) throws(FileError) -> any MachineFile {
        try open(path, mode, permissions: 0o666, contents: contents, until: deadline)
    }

    /// A standard stream that is written to.
    package func file(of stream: StandardStream) -> any MachineFile { file(of: stream, contents: .own) }

    /// The facts of a file, behind symbolic links; `nil` if there is none.
    package func facts(of path: String) throws(FileError) -> FileFacts? { try facts(of: path, followingLinks: true) }
}
