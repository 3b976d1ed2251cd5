internal import Glibc
internal import Sockeye
internal import SockeyeIO
internal import SockeyeTransfers

/// The files that an interrupted earlier run completed.
struct RunJournal: Sendable {
    private let journal: DownloadJournal
    private let workingFolder: String

    /// The journal of the settings; `nil` if there is none, or with a warning if it can't be used.
    ///
    /// - Throws: if another run is using it, as both would write the same files.
    init?(_ settings: Settings) throws(TransferFailure) {
        guard let path = settings.journal, !settings.isDryRun else { return nil }
        do throws(DownloadError) {
            journal = try DownloadJournal(path)
        } catch {
            if case .busy = error { throw TransferFailure(error) }
            if !settings.isSilent { Terminal.printError(Message.warning("cannot keep a journal: \(error)")) }
            return nil
        }
        // SAFETY: without a buffer, getcwd(3) returns an allocated string or NULL; it is copied and freed here.
        let folder = getcwd(nil, 0)
        workingFolder = folder.map { String(cString: $0) } ?? ""
        free(folder)
    }

    /// Whether this run continues an interrupted one.
    var goesOn: Bool { !journal.isNew }

    /// Whether that run completed the file and it still exists.
    func isComplete(_ url: String, _ path: String) -> Bool {
        goesOn && journal.saysComplete(item(url, path)) && (try? FileFacts(of: path))?.kind == .regular
    }

    /// Records a complete file. If that fails, the next run only has to check the file again.
    func complete(_ url: String, _ path: String) {
        try? journal.addComplete(item(url, path))
    }

    /// Saves the journal of a run that ends early.
    func flush() {
        try? journal.flush()
    }

    /// Removes the journal of a complete run.
    func remove() {
        journal.remove()
    }

    private func item(_ url: String, _ path: String) -> DownloadJournal.Item {
        DownloadJournal.Item(url: url, path: path.hasPrefix("/") ? path : "\(workingFolder)/\(path)")
    }
}
