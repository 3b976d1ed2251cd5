internal import Sockeye
internal import SockeyeFields

// Transfers without anything to write.
extension Transfer {
    /// `--skip-existing`: whether the file already exists.
    func skips(_ fileName: String?) -> Bool {
        guard operation.download.skipsExisting, let fileName, OutputFolder.isTaken(fileName) else { return false }
        if !settings.isSilent {
            Terminal.printError("Note: \(TerminalText.escaped(fileName)) already exists, skipped\n")
        }
        return true
    }

    /// Whether there is nothing new, by the status or by Last-Modified.
    func isNotModified(_ response: Response, _ trace: TransferTrace) -> Bool {
        if response.status.code == 304 { return true }
        guard let moment = operation.conditions.moment, response.status.code == 200,
            let modified = response.fields[.lastModified].flatMap({ HTTPDate(parsing: $0) }), !moment.wants(modified)
        else { return false }
        trace.setNotModified()
        return true
    }
}
