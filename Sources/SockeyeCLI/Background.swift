internal import Sockeye

/// `--background`: the run goes on without the terminal, as with `wget -b`.
enum Background {
    /// So often in a row a request is made again without a new byte: with waits of up to ten minutes, for two hours.
    private static let retries = 20
    /// More logs than this are left behind by nobody.
    private static let mostLogs = 1000

    /// Detaches. The process that was started gets its exit code; the one in the background gets `nil` and goes on.
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
            guard let process = try BackgroundProcess.detach(log: log) else { return nil }
            return Terminal.printOutput(
                "Continuing in background, pid \(process).\n"
                    + "Output will be written to '\(TerminalText.escaped(log.path))'.\n")
        } catch {
            Terminal.printError(Message.failure(.writeError, "\(error)"))
            return .writeError
        }
    }

    /// Nobody is there to begin it again: it goes on by itself, and from what is there.
    private static func adapt(_ settings: inout Settings) {
        if settings.progress == nil { settings.progress = .lines }
        settings.changeOperations { operation in
            if operation.download.continueAt == nil { operation.download.resumesPartial = true }
            if operation.download.retry.count == 0 {
                operation.download.retry.count = retries
                operation.download.retry.includesRefusedConnections = true
            }
        }
    }

    /// A new file beside the first output that is one.
    private static func makeLog(_ settings: Settings) throws -> File {
        var name = "sockeye-log"
        for operation in settings.operations {
            guard case .file(let output)? = operation.targets.first?.output else { continue }
            let path = OutputFolder.path(output, in: operation.outputFolder)
            if PartialFile.isStraight(path) { continue }
            if operation.createsFolders { try OutputFolder.makeParents(of: path) }
            name = path + ".log"
            break
        }
        for number in 0..<mostLogs {
            do throws(FileError) {
                let path = number == 0 ? name : "\(name).\(number)"
                return try File(path, [.writing, .creating, .exclusively, .appending], permissions: 0o644)
            } catch {
                if !error.isThereAlready || number == mostLogs - 1 { throw error }
            }
        }
        throw OutputError.failed(call: "open", path: name, reason: "too many logs")
    }
}
