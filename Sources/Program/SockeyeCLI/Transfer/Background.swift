internal import Sockeye
internal import SockeyeIO
internal import Synchronization

/// `--background`: the run continues without the terminal, as with `wget -b`.
enum Background {
    /// Retries in a row without a new byte: about two hours, with waits of up to ten minutes.
    private static let retries = 20
    /// Log names to try before giving up.
    private static let logLimit = 1000

    /// Detaches. Returns the exit code in the original process, `nil` in the background one, which continues.
    static func enter(_ run: inout Run) -> ExitCode? {
        let targets = run.settings.operations.lazy.flatMap(\.targets)
        if let name = targets.first(where: { $0.output == .standardOutputByName })?.url {
            return run.terminal.printComplaint("--background has no standard output for \(name); use -o FILE or -O")
        }
        adapt(&run.settings)
        do {
            let log = try makeLog(run)
            guard let process = try BackgroundProcess.detach(output: log.descriptor ?? -1) else { return nil }
            return run.terminal.printOutput(
                "Continuing in background, pid \(process).\n"
                    + "Output will be written to '\(TerminalText.escaped(log.path))'.\n")
        } catch {
            return run.terminal.printFailure(.writeError, TransferFailure(error).message)
        }
    }

    /// Does what is left in the background process.
    static func proceed(_ run: Run, _ work: @escaping @Sendable () -> ExitCode) -> ExitCode {
        let outcome = Outcome()
        do {
            try BackgroundProcess.proceed {
                let code = work()
                outcome.code.withLock { $0 = code }
            }
            return outcome.code.withLock { $0 }
        } catch {
            return run.terminal.printFailure(.failedInitialization, "\(error)")
        }
    }

    private final class Outcome: Sendable { let code = Mutex(ExitCode.failedInitialization) }

    /// Nobody is there to restart it, so it retries by itself and resumes from the partial files.
    static func adapt(_ settings: inout Settings) {
        if settings.progress == nil { settings.progress = .lines }
        settings.changeOperations { operation in
            if operation.download.continueAt == nil { operation.download.resumesPartial = true }
            if !operation.download.isRetryGiven { operation.download.retry.count = retries }
            operation.download.retry.includesRefusedConnections = true
        }
    }

    /// A new file beside the first output that is one. Only its owner may read it: with `-v` it has passwords and cookies.
    private static func makeLog(_ run: Run) throws(OutputError) -> any MachineFile {
        var name = "sockeye-log"
        for operation in run.settings.operations {
            guard case .file(let output)? = operation.sampleTargets.first?.output else { continue }
            let path = OutputFolder.path(output, in: operation.outputFolder)
            if run.machine.isSpecial(path) { continue }
            if operation.createsFolders { try run.machine.makeParents(of: path) }
            name = path + ".log"
            break
        }
        for number in 0..<logLimit {
            let path = number == 0 ? name : "\(name).\(number)"
            do throws(FileError) {
                return try run.machine.open(
                    path, [.writing, .creating, .exclusively, .appending], permissions: 0o600, contents: .own,
                    until: nil)
            } catch {
                if !error.isThereAlready { throw OutputError(error, path) }
            }
        }
        throw .failed(call: "open", path: name, reason: "too many logs")
    }
}
