internal import Glibc

/// The process that this code runs in.
package enum ThisProcess {
    /// The value of a variable of its environment (`getenv(3)`); `nil` if it isn't set.
    package static func variable(_ name: String) -> String? {
        // SAFETY: getenv(3) returns NULL or a NUL-terminated string, copied at once; nothing changes the environment.
        getenv(name).map { String(cString: $0) }
    }

    /// Runs `main` as the whole program and ends the process (`exit(3)`): with code 0, or with 1 and the error on standard error.
    ///
    /// A write that nobody reads is an error meanwhile, and doesn't end the process (`signal(2)` with SIGPIPE).
    package static func run(_ main: () throws -> Void) -> Never {
        signal(SIGPIPE, SIG_IGN)
        do {
            try main()
        } catch {
            try? File(duplicating: STDERR_FILENO, path: "-").append(Array("\(error)\n".utf8))
            exit(EXIT_FAILURE)
        }
        exit(EXIT_SUCCESS)
    }
}
