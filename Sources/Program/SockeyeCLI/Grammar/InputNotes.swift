internal import Synchronization

/// What was read while options were parsed, before a recording could begin.
final class InputNotes: Sendable {
    private let notes = Mutex<[(path: String, bytes: [UInt8])]>([])

    /// In the order in which they were read.
    var all: [(path: String, bytes: [UInt8])] { notes.withLock { $0 } }

    /// Reads files, and remembers them.
    var reader: FileReader {
        FileReader(note: { path, bytes in self.note(path, bytes) }) { path, deadline throws(InputError) in
            let bytes = try InputFile.read(path, until: deadline)
            self.note(path, bytes)
            return bytes
        }
    }

    private func note(_ path: String, _ bytes: [UInt8]) { notes.withLock { $0.append((path, bytes)) } }
}
