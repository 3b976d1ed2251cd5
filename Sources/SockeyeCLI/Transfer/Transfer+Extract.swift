internal import Glibc
internal import Sockeye
internal import SockeyeArchive

extension Transfer {
    /// `--extract`: unpacks the file that was saved, and returns the line that tells where.
    func extract(_ fileName: String?) async throws -> String? {
        guard operation.extraction.isOn else { return nil }
        guard let fileName, !FileOutput.isSpecial(fileName) else {
            throw TransferFailure(.failedInitialization, "--extract needs a file: use -o FILE or -O")
        }
        do throws(ArchiveError) {
            let result = try await Archive.extract(
                fileName, to: operation.extraction.folder, limits: operation.extraction.limits)
            if settings.isSilent || !settings.showsProgress { return nil }
            let entries = "\(result.entries) \(result.entries == 1 ? "entry" : "entries")"
            return "\(TerminalText.escaped(fileName)): \(entries), \(result.bytes) bytes, unpacked into "
                + "\(TerminalText.escaped(result.folder))\n"
        } catch {
            var failure = TransferFailure(error)
            if operation.download.removesOnError {
                unlink(fileName)
            } else if error != .unavailable {
                failure.message += "; the file is kept: \(fileName)"
            }
            throw failure
        }
    }
}

extension TransferFailure {
    /// The failure with an exit code for an archive's error.
    init(_ error: ArchiveError) {
        let advice =
            switch error {
            case .limitExceeded("maximumBytes", _): " (--extract-max-size allows more)"
            case .limitExceeded("maximumEntries", _): " (--extract-max-entries allows more)"
            case .limitExceeded("maximumRatio", _): " (--extract-max-ratio allows more)"
            default: ""
            }
        let code: ExitCode =
            switch error {
            case .unavailable: .notBuiltIn
            case .unreadable, .unsafeName, .refused, .encrypted, .limitExceeded: .archiveRefused
            case .exists, .leftBehind, .unwritable: .writeError
            case .file(_, let error): error == .system(call: "write", errorNumber: ENOSPC) ? .diskFull : .writeError
            case .cancelled: .abortedByCallback
            }
        self.init(code, "\(error)\(advice)")
    }
}
