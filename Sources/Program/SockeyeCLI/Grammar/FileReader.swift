internal import SockeyeIO
internal import Synchronization

/// Reads the files that options name, for the options or for the bodies of requests.
///
/// What can be read only once, standard input and pipes, is kept for requests: each URL and each retry of `-d @-` sends it, as in
/// curl.
struct FileReader: Sendable {
    /// What was read and can't be again. Nothing is made for a run that reads nothing: a dictionary costs each start.
    private final class Spent: Sendable {
        private final class Kept: Sendable { let bytes = Mutex<[String: [UInt8]]>([:]) }

        private let kept = Mutex<Kept?>(nil)

        subscript(path: String) -> [UInt8]? {
            get { kept.withLock { $0 }?.bytes.withLock { $0[path] } }
            set {
                let kept = kept.withLock { kept in
                    let there = kept ?? Kept()
                    kept = there
                    return there
                }
                kept.bytes.withLock { $0[path] = newValue }
            }
        }
    }

    let machine: any Machine
    private let contents: FileContents
    private let spent: Spent?
    /// How long a file that is a pipe may take (`-m`).
    var timeLimit: Duration?

    /// For options.
    init(forOptionsOn machine: any Machine) { (self.machine, contents, spent) = (machine, .text, nil) }

    /// For the bodies of requests.
    init(forRequestsOn machine: any Machine) { (self.machine, contents, spent) = (machine, .body, Spent()) }

    /// All bytes of a file, or of standard input for `-`.
    func callAsFunction(_ path: String) throws(InputError) -> [UInt8] {
        guard let spent else { return try machine.read(path, contents, until: deadline) }
        if let bytes = spent[path] { return bytes }
        // Before it is read: a name of a pipe may be gone afterwards.
        let isSpent = path == "-" || machine.knownFacts(of: path)?.kind == .other
        let bytes = try machine.read(path, contents, until: deadline)
        if isSpent { spent[path] = bytes }
        return bytes
    }

    /// By when a file that is a pipe must have been written.
    var deadline: Deadline { timeLimit.map { .after($0) } ?? .never }
}
