internal import SockeyeIO

/// Reads the files that options name; tests inject their own.
struct FileReader: Sendable {
    private let read: @Sendable (_ path: String, _ deadline: Deadline) throws(InputError) -> [UInt8]
    /// Told what was read otherwise; `nil` if the files aren't the system's.
    let note: (@Sendable (_ path: String, _ bytes: [UInt8]) -> Void)?
    /// How long a file that is a pipe may take (`-m`).
    var maximumTime: Duration?

    init(
        note: (@Sendable (_ path: String, _ bytes: [UInt8]) -> Void)? = nil,
        _ read: @escaping @Sendable (_ path: String) throws(InputError) -> [UInt8]
    ) {
        self.init(note: note) { path, _ throws(InputError) in try read(path) }
    }

    init(
        note: (@Sendable (_ path: String, _ bytes: [UInt8]) -> Void)?,
        waiting read: @escaping @Sendable (_ path: String, _ deadline: Deadline) throws(InputError) -> [UInt8]
    ) {
        (self.note, self.read) = (note, read)
    }

    /// The system's files. What can be read only once is kept for the requests that follow.
    static let system = FileReader(note: { _, _ in }) { path, deadline throws(InputError) in
        try SpentInput.read(path, until: deadline)
    }

    /// All bytes of a file, or of standard input for `-`.
    func callAsFunction(_ path: String) throws(InputError) -> [UInt8] { try read(path, deadline) }

    /// By when a file that is a pipe must have been written.
    var deadline: Deadline { maximumTime.map { .after($0) } ?? .never }
}
