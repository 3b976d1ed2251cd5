/// Whose surface the program has: its own, or curl's, for scripts that were written for curl. Decided once, by the name that it is
/// called by.
///
/// It is about what a script sees of a failure, messages, exit codes and what is in which file, and of files that curl writes, too.
enum CommandSurface: String, Sendable {
    case sockeye, curl

    /// - Parameter path: the program's name as it was called: `curl`, or a path to it.
    init(calledAs path: [UInt8]) {
        self = path.split(separator: UInt8(ascii: "/")).last.map(Array.init) == Array("curl".utf8) ? .curl : .sockeye
    }

    /// The name before every message.
    var name: String { rawValue }

    /// The permissions of files of cookies and of HSTS hosts. Those of curl's are left to the umask.
    var storeMode: UInt32 { self == .curl ? 0o666 : 0o600 }
}
