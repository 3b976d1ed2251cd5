internal import Glibc
internal import Sockeye
internal import SockeyeIO

/// A client that is graded: a process with a group of its own, which dies with everything it started.
struct ClientProgram {
    private let process: pid_t

    /// How often to look whether it has ended; there is no signal handler to tell.
    private static let interval = Duration.milliseconds(5)
    /// Proxies would keep the client from the server.
    private static let withoutVariables: Set<String> = ["http_proxy", "https_proxy", "all_proxy", "no_proxy"]

    /// Starts a program (`posix_spawnp(3)`), with its output in files.
    ///
    /// - Throws: the reason, in words.
    init(_ words: [String], output: String, errors: String) throws(StartFailure) {
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
        let environment = Self.environment().map { strdup($0) } + [nil]
        let error = posix_spawnp(&process, words.first ?? "", &actions, &attributes, arguments, environment)
        for text in arguments + environment { free(text) }
        // SAFETY: strerror(3) returns a NUL-terminated string, copied before another call can change it.
        guard error == 0 else { throw StartFailure(reason: String(cString: strerror(error))) }
        self.process = process
    }

    struct StartFailure: Error {
        let reason: String
    }

    /// Waits until it has ended, and kills it, with its whole group, at the deadline or when the task is cancelled.
    func end(on loop: EventLoop, until deadline: Deadline) async -> GradeEvidence.End {
        // What it started and left behind must not outlive it.
        defer { kill(-process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            guard !deadline.hasPassed, (try? await loop.sleep(until: .after(Self.interval))) != nil else {
                kill(-process, SIGKILL)
                waitpid(process, &status, 0)
                return .timedOut
            }
        }
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
    }

    /// This process's variables as they are, but those of proxies.
    private static func environment() -> [String] {
        var (kept, next) = ([String](), environ)
        // SAFETY: environ is an array of NUL-terminated strings that ends with a null pointer; nothing changes it here.
        while let entry = next.pointee {
            let text = String(cString: entry)
            if !withoutVariables.contains(text.prefix { $0 != "=" }.lowercased()) { kept.append(text) }
            next += 1
        }
        return kept
    }
}
