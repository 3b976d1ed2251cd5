internal import Sockeye
internal import SockeyeIO

/// A transfer to a file: the options for the downloader, and its messages.
struct FileDownload {
    let context: TransferContext
    let target: TransferTarget
    /// The file; `nil` if the server names it.
    let path: String?
    /// Whether an interrupted run may have left something to resume.
    let goesOn: Bool
    /// The transfer's place among those at once, if any.
    private let place: ParallelPlace?

    init(_ transfer: Transfer, path: String?) {
        context = transfer.context
        self.path = path
        target = transfer.target
        place = transfer.place
        goesOn = transfer.journal?.goesOn ?? false
    }

    /// `--dry-run`: the first request, and where it would resume.
    func explain(_ request: Request) async throws -> ExitCode {
        var text = ""
        var request = request
        if download.asksHeadFirst, request.method == .get {
            var probe = request
            probe.method = .head
            text = DryRun.text(for: probe, client)
        }
        if let path {
            let plan = try await client.planDownload(of: request, to: path, options: options)
            request = plan.request
            text += plan.resumedBytes > 0 ? "# \(path): has \(plan.resumedBytes) bytes already\n" : "# \(path)\n"
        } else {
            text += "# a file in this folder, named by the response\n"
        }
        text += DryRun.notes(about: operation)
        return Terminal.printOutput(text + DryRun.text(for: request, client))
    }

    private var client: HTTPClient { context.client }
    private var settings: Settings { context.settings }
    private var operation: TransferSettings { context.operation }
    private var download: DownloadSettings { operation.download }

    /// Performs the download, with progress on `display`. `nil` if there is nothing new.
    func run(
        _ request: Request, _ trace: TransferTrace, _ display: ProgressDisplay?
    ) async throws -> DownloadResult? {
        let options = try options
        // A download is cheaper without a progress clock.
        let report = display.map { display in { @Sendable (progress: DownloadProgress) in display.show(progress) } }
        do throws(DownloadError) {
            let result = try await client.download(
                request, to: path.map { .file($0) } ?? .folder(operation.outputFolder ?? "."), options: options,
                observer: isWatched(display) ? trace : nil, progress: report)
            display?.show(
                DownloadProgress(
                    byteCount: result.byteCount, resumedBytes: result.resumedBytes, total: result.byteCount,
                    bytesPerSecond: 0, segments: []))
            if !settings.isSilent {
                for notice in result.notices { Terminal.printError(Message.warning(notice)) }
            }
            return result
        } catch {
            if case .refused(_, status: 304?) = error { return nil }
            throw explained(error)
        }
    }

    /// Whether anything uses the observer's records.
    private func isWatched(_ display: ProgressDisplay?) -> Bool {
        display != nil || context.traceOutput != nil || !operation.writeOut.isEmpty || operation.headerFile != nil
            || operation.conditions.savedTagFile != nil || settings.trace.explains
    }

    private var options: DownloadOptions {
        get throws(TransferFailure) {
            var options = DownloadOptions(
                segments: download.segments ?? .one, resume: resume, existing: existing)
            if let checksum = target.checksum {
                options.checksum = checksum
            } else if let checksum = download.checksum {
                options.checksum = try self.checksum(checksum)
            }
            options.retry = download.retry
            options.bytesPerSecond = download.bytesPerSecond
            options.keepsModificationTime = download.keepsTime
            options.mirrors = target.mirrors + download.mirrors
            options.isDurable = download.isDurable
            if let place {
                options.batch = place.batch
                options.onReceived = { place.leave() }
            }
            options.asksHeadFirst = download.asksHeadFirst
            // As in curl, -m limits each attempt; without retries, it limits all segments together.
            if download.retry.count == 0 { options.totalTime = operation.maximumTime }
            options.fileMode = operation.fileMode
            options.keepsPartial = !download.removesOnError
            options.maximumBytes = operation.mostBodyBytes
            let isGuarded = download.isGuarded || target.checksum != nil || !target.mirrors.isEmpty
            // -C - asks for nothing that curl doesn't.
            options.asksForDigest = download.needsWholeFile || target.checksum != nil
            // curl writes an error page to the file unless -f says otherwise; a guarded download never does.
            options.accepted = isGuarded ? .success : operation.failsOnHTTPError ? .noError : .any
            return options
        }
    }

    private var resume: DownloadOptions.Resume {
        if download.requiresResumable { return .required }
        return download.continueAt != .whatIsThere && !download.resumesPartial && !goesOn ? .never : .ifPossible
    }

    private var existing: DownloadOptions.Existing {
        if download.keepsExisting || path == nil { return .refuse }
        return download.continueAt == .whatIsThere ? .continueFrom : .replace
    }

    private func checksum(_ argument: ChecksumArgument) throws(TransferFailure) -> Checksum {
        let name = path.map { String($0.split(separator: "/").last ?? "") } ?? ""
        guard let checksum = argument.checksum(for: name) else {
            throw TransferFailure(.digestMismatch, "the checksum file has no line for '\(name)'; nothing was fetched")
        }
        return checksum
    }

    /// The failure, with the place of the bytes received before it.
    private func explained(_ error: DownloadError) -> TransferFailure {
        var failure = TransferFailure(error)
        if case .digestMismatch(_, _, _, keptIn: let place) = error {
            guard download.removesOnError else { return failure }
            failure.message = failure.message.replacing(
                "the bytes are kept in \(place)", with: "--remove-on-error removed the bytes")
            return failure
        }
        if case .file(let error) = error {
            failure.message += OutputError.advice(IOError.message(for: error.errorNumber))
        }
        if case .refused(_, let status?) = error, [301, 302, 303, 307, 308].contains(status),
            !operation.redirects.isFollowing
        {
            failure.message += "; -L follows redirects"
        }
        if case .existingKept = error { return failure }
        // Not the file's size: a segmented partial file has gaps.
        guard let path, let state = try? Download.partialState(at: path), state.byteCount > 0 else { return failure }
        let resumes = download.continueAt == .whatIsThere || download.resumesPartial
        // More of a file that is too long is still too long.
        let advice =
            if case .tooLarge = error { "" } else {
                resumes ? "; the same command goes on from there" : "; -C - resumes from there"
            }
        failure.message += "; \(state.byteCount) bytes are kept in \(state.path)\(advice)"
        return failure
    }
}

extension TransferFailure {
    /// The failure with curl's exit code for a download error.
    init(_ error: DownloadError) {
        let message = "\(error)"
        switch error {
        case .client(let error): self.init(error)
        case .file, .diskSpace: self.init(.writeError, message)
        case .refused(_, let status?) where status >= 400:
            self.init(.httpReturnedError, "The requested URL returned error: \(status)")
        case .existingKept: self.init(.rangeError, message)
        case .refused, .recordRefused, .mirrorsDiffer: self.init(.badDownloadResume, message)
        case .digestMismatch: self.init(.digestMismatch, message)
        case .tooLarge: self.init(.fileSizeExceeded, message)
        case .busy, .isFolder, .notAFile, .notOurs, .noName, .fileExists: self.init(.writeError, message)
        case .cancelled: self.init(.abortedByCallback, message)
        }
    }
}
