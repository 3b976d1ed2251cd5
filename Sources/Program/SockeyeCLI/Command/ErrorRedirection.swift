internal import SockeyeIO

/// `--stderr`: leads standard error to a file.
struct ErrorRedirection {
    private let path: String?
    private var isSilent = false
    private var begins = true
    /// Whether heads of messages go there.
    private var isSecret = false
    /// How long a pipe may take to have a reader.
    private var longestTime: Duration?

    init(to path: String?) { self.path = path }

    /// - Parameter begins: whether the file is begun anew, rather than gone on with.
    init(_ settings: Settings, begins: Bool = true) {
        (path, isSilent, self.begins) = (settings.errorFile, settings.isSilent, begins)
        (isSecret, longestTime) = (settings.trace.form != .none, settings.longestTime)
    }

    /// Returns false if the time of `-m` is over.
    @discardableResult func begin(_ run: Run) -> Bool {
        guard let path else { return true }
        if path == "-" {
            run.machine.redirect(.error, to: run.machine.file(of: .output))
            return true
        }
        do throws(OutputError) {
            let deadline = longestTime.map { Deadline.after($0) }
            let text = try TextFile(path, on: run.machine, isSecret: isSecret, appends: !begins, until: deadline)
            run.machine.redirect(.error, to: text.file)
        } catch {
            if !isSilent { run.terminal.printError(Message.warning("cannot write messages to \(error.message)")) }
            return TransferFailure(error).exitCode != .operationTimedOut
        }
        return true
    }
}
