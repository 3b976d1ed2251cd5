internal import SockeyeIO
internal import Synchronization

/// The files of `-D`. Each transfer hands over the heads of an attempt when that is over, so that those of transfers at once (`-Z`)
/// stay together, and a transfer among thousands doesn't copy what is there.
final class SharedHeads: Sendable {
    private let machine: any Machine
    /// The files that have been begun.
    private let begun = Mutex<Set<String>>([])

    init(_ machine: any Machine) { self.machine = machine }

    /// Begins the file anew when the next heads come. As in curl, each operation does that; those of transfers at once begin
    /// together, so that each file is begun once.
    func begin(_ name: String?) {
        guard let name else { return }
        _ = begun.withLock { $0.remove(OutputFolder.normalized(name)) }
    }

    /// Writes the heads behind those that are there, or leaves the file as it was.
    func append(_ heads: [UInt8], to name: String) throws(OutputError) {
        let key = OutputFolder.normalized(name)
        try begun.withLock { (begun) throws(OutputError) in
            let isNew = !begun.contains(key)
            var output = isNew ? FileOutput.file(name, on: machine) : FileOutput.appending(to: name, on: machine)
            do throws(OutputError) {
                try output.write(heads)
                try output.complete()
            } catch {
                if isNew { output.discard() } else { _ = output.takeBack() }
                throw error
            }
            begun.insert(key)
        }
    }
}
