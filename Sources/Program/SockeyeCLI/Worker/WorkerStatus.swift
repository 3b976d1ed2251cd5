internal import SockeyeIO
internal import SockeyeBackground

/// `--background-status`: the jobs of a folder, as text for people or as JSON.
enum WorkerStatus {
    /// The jobs that text shows; JSON has all.
    private static let shownLimit = 100

    static func show(_ folder: String, _ run: Run) -> ExitCode {
        do throws(BackgroundError) {
            let status = try BackgroundTransfers(existing: folder).status()
            return run.terminal.printOutput(run.settings.progress == .json ? status.json + "\n" : text(of: status))
        } catch {
            let cause = absence(of: folder, on: run.machine) ?? "\(error)"
            return run.fail(.writeError, "option --background-status: \(cause)")
        }
    }

    /// That there is no such folder; `nil` if it is there.
    static func absence(of folder: String, on machine: any Machine) -> String? {
        if machine.isTaken(folder) { return nil }
        return "there is no folder '\(TerminalText.escaped(folder))', so no transfers were handed over there"
    }

    static func text(of status: BackgroundStatus) -> String {
        let counts = Dictionary(grouping: status.transfers, by: \.state.name).mapValues(\.count)
        let names = ["running", "queued", "paused", "done", "failed", "cancelled"]
        let sums = names.compactMap { name in counts[name].map { "\($0) \(name)" } }
        var text = status.transfers.isEmpty ? "no jobs" : sums.joined(separator: ", ")
        text += status.isWorking ? "; a worker is at them\n" : "; no worker\n"
        // What is done matters least.
        let shown = names.flatMap { name in status.transfers.filter { $0.state.name == name } }
        for transfer in shown.prefix(shownLimit) { text += line(transfer) }
        if shown.count > shownLimit { text += "  and \(shown.count - shownLimit) more (--progress json has all)\n" }
        return text
    }

    private static func line(_ transfer: BackgroundTransfer) -> String {
        let share = transfer.total.map { " of \($0)" } ?? ""
        let way = transfer.kind == .upload ? "\(transfer.path) to \(transfer.url)" : "\(transfer.path)"
        var text = "  \(transfer.id) \(transfer.state.name): \(TerminalText.escaped(way))"
        if transfer.byteCount > 0 || transfer.total != nil { text += ", \(transfer.byteCount)\(share) bytes" }
        if transfer.state == .running { text += ", \(ByteFigure.text(Int64(transfer.bytesPerSecond)))/s" }
        if case .failed(let cause) = transfer.state { text += ": \(TerminalText.escaped(cause))" }
        return text + "\n"
    }
}
