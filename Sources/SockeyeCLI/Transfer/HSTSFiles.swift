internal import Sockeye

/// The HSTS files of one operation: read before the first URL, written after the last.
struct HSTSFiles {
    /// `--hsts`, in order; all are read, the last one is written. An empty name means no file.
    let names: [String]
    let isSilent: Bool

    /// A store with the files' hosts; `nil` if HSTS isn't enabled. A missing file counts as empty.
    func load() -> HSTSStore? {
        if names.isEmpty { return nil }
        let store = HSTSStore()
        for name in names where !name.isEmpty {
            RunFiles.note(name)
            try? store.load(from: name)
        }
        return store
    }

    /// Writes the store's hosts; a failure is only a warning.
    func save(_ store: HSTSStore?) {
        guard let store, let name = names.last, !name.isEmpty else { return }
        do throws(IOError) {
            try store.save(to: name)
        } catch {
            if !isSilent { Terminal.printError(Message.warning("failed to save HSTS hosts in \(name): \(error)")) }
        }
    }
}
