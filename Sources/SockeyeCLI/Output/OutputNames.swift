internal import Synchronization

/// The names that transfers under way have chosen, so that two at once never choose the same.
final class OutputNames: Sendable {
    private let chosen = Mutex<Set<String>>([])

    /// A name that is free, for `--no-clobber`; it stays chosen until it is given back.
    func choose(for path: String) throws(OutputError) -> String {
        try chosen.withLock { (chosen) throws(OutputError) in
            let name = try OutputFolder.freeName(for: path, besides: chosen)
            chosen.insert(name)
            return name
        }
    }

    /// The transfer is over: its file is there, or its name is free again.
    func giveBack(_ name: String?) {
        guard let name else { return }
        _ = chosen.withLock { $0.remove(name) }
    }
}
