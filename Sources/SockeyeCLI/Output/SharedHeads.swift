internal import Synchronization

/// The file of `-D` while transfers run at once (`-Z`). Each hands over the heads of an attempt when that is over, so that they
/// stay together; a partial file of its own for each, made into the file at its end, would lose those of others.
final class SharedHeads: Sendable {
    private struct State {
        /// The file that the run begins anew.
        var newFile: String?
        var hasBegun = false
    }

    private let state = Mutex(State())

    /// Begins this file anew when the first heads come. As in curl, that is the first operation's file; others grow.
    func begin(_ name: String?) { state.withLock { $0.newFile = name } }

    /// Writes the heads behind those that are there, or leaves the file as it was.
    func append(_ heads: [UInt8], to name: String) throws(OutputError) {
        try state.withLock { (state) throws(OutputError) in
            let isNew = name == state.newFile && !state.hasBegun
            var output = isNew ? FileOutput.file(name) : FileOutput.appending(to: name)
            do throws(OutputError) {
                try output.write(heads)
                try output.complete()
            } catch {
                if isNew { output.discard() } else { _ = output.takeBack() }
                throw error
            }
            if isNew { state.hasBegun = true }
        }
    }
}
