internal import SockeyeIO

/// The file of `SSLKEYLOGFILE`, to which the keys of connections are written. As in curl, one that can't be written stops nothing.
enum KeyLogFile {
    /// Its path; `nil` if none is named or it can't be written, which a warning says once.
    static func ofEnvironment(_ run: Run) -> String? {
        guard let path = run.machine.text(ofVariable: "SSLKEYLOGFILE"), !path.isEmpty else { return nil }
        guard let fault = fault(of: path, on: run.machine) else { return path }
        if !run.settings.isSilent { run.terminal.warnOnce("SSLKEYLOGFILE: no keys are written to \(path): \(fault)") }
        return nil
    }

    /// Why the file can't be written; `nil` if it can. It is not made here, since there may be nothing to write.
    static func fault(of path: String, on machine: any Machine) -> String? {
        do throws(FileError) {
            guard let facts = try machine.facts(of: path) else {
                try machine.check(OutputFolder.folder(of: path), for: .folder)
                return nil
            }
            if facts.kind == .folder { return "Is a directory" }
            if let fault = SecretPlace.fault(of: path) { return "it \(fault)" }
            try machine.check(path, for: .writing)
            return nil
        } catch {
            return error.reason
        }
    }
}
