internal import Glibc
internal import SockeyeIO
internal import Synchronization

/// The file of `SSLKEYLOGFILE`, to which the keys of connections are written. As in curl, one that can't be written stops nothing.
enum KeyLogFile {
    private static let hasWarned = Atomic(false)

    /// Its path; `nil` if none is named or it can't be written, which a warning says once.
    static func ofEnvironment(isSilent: Bool) -> String? {
        guard let path = Environment.value("SSLKEYLOGFILE"), !path.isEmpty else { return nil }
        guard let fault = fault(of: path) else { return path }
        if !isSilent, !hasWarned.exchange(true, ordering: .relaxed) {
            Terminal.printError(Message.warning("SSLKEYLOGFILE: no keys are written to \(path): \(fault)"))
        }
        return nil
    }

    /// Why the file can't be written; `nil` if it can. It is not made here, since there may be nothing to write.
    static func fault(of path: String) -> String? {
        var facts = stat()
        if stat(path, &facts) == 0 {
            if facts.st_mode & S_IFMT == S_IFDIR { return IOError.message(for: EISDIR) }
            if let fault = SecretPlace.fault(of: path) { return "it \(fault)" }
            return access(path, W_OK) == 0 ? nil : SystemReason.current
        }
        if errno != ENOENT { return SystemReason.current }
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        return access(folder, W_OK | X_OK) == 0 ? nil : SystemReason.current
    }
}
