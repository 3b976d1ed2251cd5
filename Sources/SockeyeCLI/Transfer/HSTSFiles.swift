internal import Sockeye

/// The hosts to be asked over TLS only, of one operation: read before the first URL, written after the last.
struct HSTSFiles {
    /// `--hsts`, in order; all are read, the last one is written. An empty name is no file.
    let names: [String]
    let isSilent: Bool

    /// A store with what the files hold; `nil` when none was asked for. A file that is not there yet is an empty one.
    func load() -> HSTSStore? {
        if names.isEmpty { return nil }
        let store = HSTSStore()
        for name in names where !name.isEmpty { try? store.load(from: name) }
        return store
    }

    /// Writes what the store holds; a failure is warned of.
    func save(_ store: HSTSStore?) {
        guard let store, let name = names.last, !name.isEmpty else { return }
        do throws(IOError) {
            try store.save(to: name)
        } catch {
            if !isSilent { Terminal.printError(Message.warning("failed to save hosts in \(name): \(error)")) }
        }
    }
}
