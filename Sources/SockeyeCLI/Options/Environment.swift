internal import Glibc

/// The process's environment.
enum Environment {
    /// The value of a variable; `nil` when it is not set.
    static func value(_ name: String) -> String? {
        // SAFETY: getenv(3) gives NULL or a NUL-terminated string, copied at once; nothing here changes the environment.
        getenv(name).map { String(cString: $0) }
    }
}
