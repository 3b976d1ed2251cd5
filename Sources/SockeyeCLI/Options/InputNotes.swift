internal import Synchronization

/// What was read while options were parsed, before a recording could begin.
final class InputNotes: Sendable {
    private let notes = Mutex<[(path: String, bytes: [UInt8])]>([])

    /// In the order in which they were read.
    var all: [(path: String, bytes: [UInt8])] { notes.withLock { $0 } }

    /// Reads a file, and remembers it.
    @Sendable func read(_ path: String) throws(InputError) -> [UInt8] {
        let bytes = try InputFile.read(path)
        notes.withLock { $0.append((path, bytes)) }
        return bytes
    }
}
