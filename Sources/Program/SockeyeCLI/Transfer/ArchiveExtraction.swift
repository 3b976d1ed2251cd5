internal import Sockeye
internal import SockeyeArchive
internal import SockeyeIO

/// `--extract`: unpacks the file that a transfer fetched.
struct ArchiveExtraction {
    let item: TransferItem
    /// When the transfer began, for `-m`.
    let started: Deadline

    private var operation: TransferSettings { item.operation }
    private var settings: Settings { item.settings }

    /// Refuses, before anything is sent, what could not be unpacked afterwards; makes the folders above that of `--extract-dir`.
    func prepare(_ fileName: String?) throws {
        guard operation.extraction.isOn else { return }
        if item.target.isBareConnection || item.isWebSocket {
            throw TransferFailure(
                .failedInitialization, "--extract unpacks what HTTP fetches, not what a connection brings")
        }
        if !item.isNamedByAnswer, fileName.map(item.machine.isSpecial) ?? true {
            throw TransferFailure(.failedInitialization, "--extract needs a file: use -o FILE or -O")
        }
        guard let named = operation.extraction.folder, !settings.isDryRun else { return }
        var folder = named[...]
        while folder.count > 1, folder.last == "/" { folder.removeLast() }
        if operation.createsFolders { try item.machine.makeParents(of: String(folder)) }
        for (path, mustExist) in [(OutputFolder.folder(of: String(folder)), true), (String(folder), false)] {
            do throws(FileError) {
                guard try item.machine.facts(of: path) == nil ? mustExist : true else { continue }
                _ = try item.machine.open(path, [.reading, .folder, .place])
            } catch {
                throw OutputError(error, path)
            }
        }
    }

    /// Unpacks the file, and returns the line that tells where.
    ///
    /// - Parameter isNew: whether this run wrote it. If not, an earlier one may have unpacked it.
    func unpack(_ fileName: String?, isNew: Bool) async throws(TransferFailure) -> String? {
        let extraction = operation.extraction
        guard extraction.isOn, let fileName, isNew || item.machine.isTaken(fileName) else { return nil }
        do throws(ArchiveError) {
            let shown = TerminalText.escaped(fileName)
            if !isNew, try await Archive.isExtracted(fileName, to: extraction.folder) {
                // A run that goes on says nothing of what is done.
                return settings.isSilent || item.journal?.goesOn == true ? nil : "Note: \(shown) is unpacked already\n"
            }
            let result = try await Archive.extract(
                fileName, to: extraction.folder, password: extraction.password, limits: limits,
                isDurable: operation.download.isDurable)
            if settings.isSilent || !settings.showsProgress { return nil }
            let entries = "\(result.entries) \(result.entries == 1 ? "entry" : "entries")"
            return "\(shown): \(entries), \(result.bytes) bytes, unpacked into \(TerminalText.escaped(result.folder))\n"
        } catch {
            var failure = TransferFailure(error)
            if operation.download.removesOnError, isNew {
                try? item.machine.remove(fileName)
            } else if error != .unavailable {
                failure.message += "; the file is kept: \(fileName)"
            }
            throw failure
        }
    }

    /// What `-m` leaves of its time. As for attempts, with `--retry` it begins anew.
    private var limits: ExtractionLimits {
        var limits = operation.extraction.limits
        if let most = operation.timeLimit {
            let isShared = operation.download.retry.count == 0
            limits.timeLimit = isShared ? max(.zero, most - Deadline.now.duration(since: started)) : most
        }
        return limits
    }
}

extension TransferFailure {
    /// The failure with an exit code for an archive's error.
    init(_ error: ArchiveError) {
        let advice =
            switch error {
            case .limitExceeded("byteLimit", _): " (--extract-max-size allows more)"
            case .limitExceeded("entryLimit", _): " (--extract-max-entries allows more)"
            case .limitExceeded("ratioLimit", _): " (--extract-max-ratio allows more)"
            case .encrypted: " (--extract-password FILE gives it)"
            case .timedOut: " (-m allows more)"
            default: ""
            }
        let code: ExitCode =
            switch error {
            case .unavailable: .notBuiltIn
            case .unreadable, .unsafeName, .refused, .encrypted, .limitExceeded: .archiveRefused
            case .exists, .leftBehind, .unsynced, .unwritable: .writeError
            case .file(_, .system("read", _)): .readError
            case .file: .writeError
            case .timedOut: .operationTimedOut
            case .cancelled: .abortedByCallback
            }
        self.init(code, "\(error)\(advice)")
    }
}
