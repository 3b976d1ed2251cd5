internal import Sockeye

/// The HSTS files of one operation: read before the first URL, written after the last.
struct HSTSFiles {
    /// `--hsts`, in order; all are read, the last one is written. An empty name means no file.
    let names: [String]

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

    /// Writes the store's hosts. What prevents it is a failure, where curl warns and succeeds: the next run would speak
    /// without TLS.
    func save(_ store: HSTSStore?) -> TransferFailure? {
        guard let store, let name = names.last, !name.isEmpty else { return nil }
        do throws(IOError) {
            try store.save(to: name)
            return nil
        } catch {
            return TransferFailure(.writeError, "failed to save HSTS hosts in \(name): \(error)")
        }
    }
}
