internal import SockeyeClient
internal import SockeyeIO

/// The HSTS files of one operation: read before the first URL, written after the last.
struct HSTSFiles {
    /// `--hsts`, in order; all are read, the last one is written. An empty name means no file.
    let names: [String]
    let run: Run

    /// A store with the files' hosts; `nil` if HSTS isn't enabled. A missing file counts as empty. One that can't be read is a failure,
    /// where curl goes on: hosts in it would be asked without TLS, and then an emptier file would replace it.
    ///
    /// - Parameter deadline: by when the writer of a pipe must have written them.
    func load(until deadline: Deadline) throws(TransferFailure) -> HSTSStore? {
        if names.isEmpty { return nil }
        let store = HSTSStore()
        for name in names where !name.isEmpty {
            do throws(InputError) {
                // Only the last file is written, and only with its own unread lines.
                store.unreadLines = []
                store.load(octets: try run.machine.read(name, .text, until: deadline))
                UnreadLines.warn(store.unreadLines, of: name, areNo: "HSTS host", run)
            } catch {
                if error.isMissing { continue }
                throw TransferFailure(error.exitCode, "cannot read HSTS hosts from \(name): \(error.reason)")
            }
        }
        return store
    }

    /// Writes the store's hosts. What prevents it is a failure, where curl warns and succeeds: the next run would speak
    /// without TLS.
    ///
    /// - Parameter deadline: by when the reader of a pipe must have taken them.
    func save(_ store: HSTSStore?, until deadline: Deadline) throws {
        guard let store, let name = names.last, !name.isEmpty else { return }
        try SmallOutput.replace(
            name, with: store.octets(), on: run.machine, mode: run.surface.storeMode, until: deadline,
            purpose: "failed to save HSTS hosts in")
    }
}
