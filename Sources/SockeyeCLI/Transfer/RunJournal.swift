internal import Glibc
internal import Sockeye

/// Which files of the run before, if it was cut off, are complete.
struct RunJournal: Sendable {
    private let journal: DownloadJournal
    private let workingFolder: String

    /// The journal that the settings ask for, `nil` when there is none or it cannot be had, which is warned of.
    ///
    /// - Throws: when another run has it: both would write the same files.
    init?(_ settings: Settings) throws(TransferFailure) {
        guard let path = settings.journal, !settings.isDryRun else { return nil }
        do throws(DownloadError) {
            journal = try DownloadJournal(path)
        } catch {
            if case .busy = error { throw TransferFailure(error) }
            if !settings.isSilent { Terminal.printError(Message.warning("no journal is kept: \(error)")) }
            return nil
        }
        // SAFETY: getcwd(3) with no buffer gives a text of its own, or NULL; it is copied and freed here.
        let folder = getcwd(nil, 0)
        workingFolder = folder.map { String(cString: $0) } ?? ""
        free(folder)
    }

    /// Whether a run was cut off that this one is to go on from.
    var goesOn: Bool { !journal.isNew }

    /// Whether that run completed the file, and it is still there.
    func isComplete(_ url: String, _ path: String) -> Bool {
        goesOn && journal.saysComplete(item(url, path)) && (try? FileFacts(of: path))?.kind == .regular
    }

    /// Notes a file that is complete. A note that cannot be written costs a look at the file, and no more.
    func complete(_ url: String, _ path: String) {
        try? journal.addComplete(item(url, path))
    }

    /// The run ends before its end: nothing that is known is lost.
    func flush() {
        try? journal.flush()
    }

    /// The run came to its end.
    func remove() {
        journal.remove()
    }

    private func item(_ url: String, _ path: String) -> DownloadJournal.Item {
        DownloadJournal.Item(url: url, path: path.hasPrefix("/") ? path : "\(workingFolder)/\(path)")
    }
}
