internal import Glibc
internal import Sockeye
internal import SockeyeIO

/// `--background`: the run continues without the terminal, as with `wget -b`.
enum Background {
    /// Retries in a row without a new byte: about two hours, with waits of up to ten minutes.
    private static let retries = 20
    /// Log names to try before giving up.
    private static let mostLogs = 1000

    /// Detaches. Returns the exit code in the original process, `nil` in the background one, which continues.
    static func enter(_ settings: inout Settings) -> ExitCode? {
        if let name = settings.operations.lazy.flatMap(\.targets).first(where: { $0.output == .standardOutputByName })?
            .url
        {
            Terminal.printError(Message.plain("--background has no standard output for \(name); use -o FILE or -O"))
            return .failedInitialization
        }
        adapt(&settings)
        do {
            let log = try makeLog(settings)
            defer { close(log.descriptor) }
            guard let process = try BackgroundProcess.detach(output: log.descriptor) else { return nil }
            return Terminal.printOutput(
                "Continuing in background, pid \(process).\n"
                    + "Output will be written to '\(TerminalText.escaped(log.path))'.\n")
        } catch {
            let failure = TransferFailure(error)
            Terminal.printError(Message.failure(.writeError, failure.message))
            return .writeError
        }
    }

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
    private static func makeLog(_ settings: Settings) throws(OutputError) -> (descriptor: Int32, path: String) {
        var name = "sockeye-log"
        for operation in settings.operations {
            guard case .file(let output)? = operation.sampleTargets.first?.output else { continue }
            let path = OutputFolder.path(output, in: operation.outputFolder)
            if FileOutput.isSpecial(path) { continue }
            if operation.createsFolders { try OutputFolder.makeParents(of: path) }
            name = path + ".log"
            break
        }
        for number in 0..<mostLogs {
            let path = number == 0 ? name : "\(name).\(number)"
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o600)
            if descriptor >= 0 { return (descriptor, path) }
            if errno != EEXIST { throw .failed(call: "open", path: path, reason: SystemReason.current) }
        }
        throw .failed(call: "open", path: name, reason: "too many logs")
    }
}
