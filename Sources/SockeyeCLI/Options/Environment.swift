internal import Glibc

/// The process's environment.
enum Environment {
    /// The value of a variable; `nil` if it isn't set.
    static func value(_ name: String) -> String? {
        // SAFETY: getenv(3) returns NULL or a NUL-terminated string, copied at once; nothing changes the environment.
        RunTape.variable(name) { getenv(name).map { String(cString: $0) } }
    }
}
