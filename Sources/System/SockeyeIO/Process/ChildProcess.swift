internal import Glibc

/// A program that was started, with its own group, which dies with everything it started.
package struct ChildProcess: Sendable {
    /// How a program ended.
    package enum End: Sendable, Hashable {
        /// With this code.
        case exited(Int32)
        /// By this signal.
        case signalled(Int32)
    }

    private let process: pid_t

    /// How often to look whether it has ended; there is no signal handler to tell.
    private static let interval = Duration.milliseconds(5)

    /// Starts a program (`posix_spawnp(3)`), with its output in files and no input.
    ///
    /// - Parameters:
    ///   - words: its name, looked up in PATH, and its arguments.
    ///   - output: the file for its standard output, which is emptied.
    ///   - errors: the file for its standard error.
    ///   - variables: its environment, as `NAME=value`.
    /// - Throws: `IOError.system`; `.invalidArgument` for a NUL in a word.
    package init(
        _ words: [String], output: String, errors: String, variables: [[UInt8]]
    ) throws(IOError) {
        if words.contains(where: { $0.utf8.contains(0) }) { throw .invalidArgument("a word has a NUL: \(words)") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let mode = O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, mode, 0o600)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, mode, 0o600)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // What this process ignores, the client would inherit.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for signal in [SIGINT, SIGTERM, SIGPIPE, SIGXFSZ] { sigaddset(&defaults, signal) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        var process: pid_t = 0
        // SAFETY: the strings live until posix_spawnp returns, and both arrays end with the null pointer it requires.
        let arguments = words.map { strdup($0) } + [nil]
        let environment = variables.map { strdup($0.map(CChar.init(bitPattern:)) + [0]) } + [nil]
        let error = posix_spawnp(&process, words.first ?? "", &actions, &attributes, arguments, environment)
        for text in arguments + environment { free(text) }
        guard error == 0 else { throw .system(call: "posix_spawnp", errorNumber: error) }
        self.process = process
    }

    /// Waits until it has ended, and kills it, with its whole group, at the deadline or when the task is cancelled: `nil` then.
    package func end(on loop: EventLoop, until deadline: Deadline) async -> End? {
        // What it started and left behind must not outlive it.
        defer { kill(-process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            guard !deadline.hasPassed, (try? await loop.sleep(until: .after(Self.interval))) != nil else {
                kill(-process, SIGKILL)
                waitpid(process, &status, 0)
                return nil
            }
        }
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
    }
}
