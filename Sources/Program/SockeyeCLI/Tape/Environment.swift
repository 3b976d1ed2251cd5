internal import Glibc

/// The process's environment.
enum Environment {
    /// The value of a variable as text; `nil` if it isn't set.
    static func value(_ name: String) -> String? {
        octets(name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The same as it is.
    static func octets(_ name: String) -> [UInt8]? {
        RunTape.variable(name) {
            // SAFETY: getenv(3) returns NULL or a NUL-terminated string, copied at once; nothing changes the environment.
            getenv(name).map { text in
                Array(UnsafeBufferPointer(start: text, count: strlen(text))).map(UInt8.init(bitPattern:))
            }
        }
    }
}
