internal import Sockeye
internal import SockeyeIO

/// A transfer to a file: the options for the downloader, and its messages.
struct FileDownload {
    let item: TransferItem
    /// The file; `nil` if the server names it.
    let path: String?
    /// The transfer's place among those at once, if any.
    var place: ParallelPlace?

    private var client: HTTPClient { item.client }
    private var settings: Settings { item.settings }
    private var operation: TransferSettings { item.operation }
    private var download: DownloadSettings { item.operation.download }

    /// Whether only the body goes to a regular file, so that the downloader handles it.
    var isPossible: Bool {
        if operation.asksHeadOnly || operation.includesHead { return false }
        if item.target.isUpload || operation.upload.form != nil { return false }
        // Ranges mean something for GET only (RFC 9110 section 14.2), and what isn't safe isn't asked again for a rest.
        if operation.method(for: item.target) != "GET" { return false }
        // As in curl, the page of the last attempt is written, whatever its status.
        if download.retry.count > 0, !item.isGuarded, !operation.failsOnHTTPError { return false }
        // Only the response tells whether there is anything to write.
        if operation.isConditional || operation.acceptsHTTP09 || operation.failsWithBody, !item.isGuarded {
            return false
        }
        // A decoded body has no offsets to resume from.
        if operation.coding != CodingSettings() || operation.parsing.format != nil { return false }
        if case .offset(1...) = download.continueAt { return false }
        guard let path else { return item.isNamedByAnswer && isNeeded }
        return place?.batch.sawFree(path) == true || !item.machine.isSpecial(path)
    }

    /// Whether an option needs the downloader for a file that the response names.
    private var isNeeded: Bool {
        settings.isDryRun || item.isGuarded || download.asksHeadFirst || download.retry.count > 0
    }

    /// `--dry-run`: the first request, and where it would resume.
    func explain(_ request: Request) async throws -> ExitCode {
        var text = ""
        var request = request
        if download.asksHeadFirst, request.method == .get {
            var probe = request
            probe.method = .head
            text = try DryRun.text(for: probe, client)
        }
        if let path, operation.createsFolders, !item.machine.isTaken(OutputFolder.folder(of: path)) {
            text += "# \(path), in a new folder\n"
        } else if let path {
            let plan = try await client.planDownload(of: request, to: path, options: try options)
            request = plan.request
            text += plan.resumedBytes > 0 ? "# \(path): has \(plan.resumedBytes) bytes already\n" : "# \(path)\n"
        } else {
            text += "# a file in this folder, named by the response\n"
        }
        text += DryRun.notes(about: operation)
        return item.terminal.printOutput(text + (try DryRun.text(for: request, client)))
    }

    /// Downloads, with progress on `display`, and returns the file's name and whether any of it is of this run; no name if
    /// there was nothing new.
    func run(_ trace: TransferTrace, _ display: ProgressDisplay?) async throws -> (path: String?, isNew: Bool) {
        let request = try item.request
        trace.correct { $0.asked = request.url }
        let ticker = display?.beginTicking(on: item.loop)
        defer { ticker?.cancel() }
        let result: DownloadResult?
        do {
            result = try await fetch(request, trace, display)
        } catch {
            // Heads that arrived are written even if the transfer fails later.
            try? await writeHeads(of: trace, upTo: trace.head)
            throw error
        }
        guard let result else {
            try await writeHeads(of: trace, upTo: trace.head)
            return (nil, false)
        }
        trace.correct { ($0.received, $0.delivered) = (result.receivedBytes, result.receivedBytes) }
        try await writeHeads(of: trace, upTo: result.head)
        return (result.path, result.receivedBytes > 0 || result.resumedBytes < result.byteCount)
    }

    /// Writes the heads for `-D`, up to the final one. Those of further segments would repeat it.
    private func writeHeads(of trace: TransferTrace, upTo last: ResponseHead?) async throws {
        let outputs = TransferOutputs(item: item)
        guard var file = outputs.headOutput() else { return }
        file.output.deadline = item.deadline
        while try !file.output.opensPipe() {
            try await outputs.waitForReader(of: file.output.pipeName ?? "", until: file.output.deadline)
        }
        let all = trace.takeHeads()
        let heads = all.firstIndex { $0.head == last }.map { all[...$0] } ?? all[...]
        try file.write(heads.flatMap(\.shown) + trace.notes.trailers)
        try file.complete()
    }

    /// Fetches the file; `nil` if there is nothing new.
    private func fetch(
        _ request: Request, _ trace: TransferTrace, _ display: ProgressDisplay?
    ) async throws -> DownloadResult? {
        let options = try options
        // A download is cheaper without a progress clock.
        let report = display.map { display in { @Sendable (progress: DownloadProgress) in display.show(progress) } }
        let observer = isWatched(display) ? trace : nil
        if tellsRetries { trace.onRetry { [run = item.run] in RetryLoop.warn(of: $0.problem, after: $1, run) } }
        func save(to place: DownloadDestination) async throws(DownloadError) -> DownloadResult {
            try await client.download(request, to: place, options: options, observer: observer, progress: report)
        }
        do throws(DownloadError) {
            let result: DownloadResult
            do throws(DownloadError) {
                let folder = BodyDestination(item: item).folder ?? "."
                result = try await save(to: path.map { .file($0) } ?? .folder(folder))
            } catch {
                // The server named a file that is there.
                guard case .fileExists(let taken) = error, path == nil else { throw error }
                if BodyDestination(item: item).skips(taken) { return nil }
                guard download.keepsExisting, let free = try? item.context.names.choose(for: taken) else { throw error }
                // Afterwards the file is there, or the name is free again.
                defer { item.context.names.giveBack(free) }
                result = try await save(to: .file(free))
            }
            display?.show(
                DownloadProgress(
                    byteCount: result.byteCount, resumedBytes: result.resumedBytes, total: result.byteCount,
                    bytesPerSecond: 0, segments: []))
            for notice in result.notices { item.run.warn(notice) }
            return result
        } catch {
            // Nothing is new. What must be the server's file isn't there, though, if the server wasn't asked for that: a 304 answers
            // a conditional request (RFC 9110 section 15.4.5).
            if case .refused(_, status: 304?) = error, operation.isConditional || !item.isGuarded { return nil }
            throw explained(error)
        }
    }

    /// Whether anything uses the observer's records.
    private func isWatched(_ display: ProgressDisplay?) -> Bool {
        display != nil || item.context.traceOutput != nil || !operation.writeOut.isEmpty || operation.headerFile != nil
            || operation.redirects.isFollowing || operation.conditions.savedTagFile != nil || settings.trace.explains
            || tellsRetries || download.keepsOrigin || item.run.surface == .curl
    }

    /// Whether each retry is worth a line: the library makes them.
    private var tellsRetries: Bool { download.retry.count > 0 && !settings.isSilent }

    private var options: DownloadOptions {
        get throws(TransferFailure) {
            var options = DownloadOptions(segments: download.segments ?? .one, resume: resume, existing: existing)
            (options.pieces, options.expectedBytes) = (item.target.pieces, item.target.expectedBytes)
            if let checksum = item.target.checksum {
                options.checksum = checksum
            } else if let checksum = download.checksum {
                options.checksum = try self.checksum(checksum)
            }
            options.retry = download.retry
            options.bytesPerSecond = download.bytesPerSecond
            options.keepsModificationTime = download.keepsTime
            options.mirrors = item.target.mirrors + download.mirrors
            options.isDurable = download.isDurable
            if let place {
                options.batch = place.batch
                options.onReceived = { place.leave() }
            }
            options.asksHeadFirst = download.asksHeadFirst
            // As in curl, -m limits each attempt; without retries, it limits all segments together.
            if download.retry.count == 0 { options.totalTime = operation.timeLimit }
            options.fileMode = operation.fileMode
            options.keepsPartial = !download.removesOnError
            options.namesUnfinished = item.run.surface == .curl
            options.byteLimit = operation.bodyByteLimit
            // -C - asks for nothing that curl doesn't.
            options.asksForDigest = item.needsWholeFile
            // curl writes an error page to the file unless -f says otherwise; a guarded download never does.
            options.acceptedStatuses = 200...(item.isGuarded ? 200 : operation.failsOnHTTPError ? 399 : 999)
            return options
        }
    }

    private var resume: DownloadOptions.Resume {
        if download.requiresResumable { return .required }
        // An interrupted run may have left something to resume.
        let goesOn = item.journal?.goesOn ?? false
        return download.continueAt != .whatIsThere && !download.resumesPartial && !goesOn ? .never : .ifPossible
    }

    private var existing: DownloadOptions.Existing {
        if download.keepsExisting { return .refuse }
        let goesOn = download.continueAt == .whatIsThere
        guard let path else { return download.replacesExisting ? .replace : .refuse }
        if item.replacesExisting { return goesOn ? .continueFrom : .replace }
        // What a killed run completed may not be in the journal: it is compared with the server's file, and never dropped.
        return (goesOn || item.journal?.goesOn ?? false) && mayGoOn(with: path) ? .continueFrom : .refuse
    }

    /// Whether the file is one that can be gone on with as it is: no link, and without a partial file beside it.
    private func mayGoOn(with path: String) -> Bool {
        let kinds = DownloadDestination.file(path).writtenPaths.prefix(2).map { name in
            item.machine.knownFacts(of: name, followingLinks: false)?.kind
        }
        return kinds == [.regular, nil]
    }

    private func checksum(_ argument: ChecksumArgument) throws(TransferFailure) -> Checksum {
        if let checksum = argument.checksum(for: path ?? "") { return checksum }
        guard let path else {
            throw TransferFailure(
                .digestMismatch,
                "with -J the file's name isn't known before it is fetched: give --checksum the digest; nothing was fetched"
            )
        }
        throw TransferFailure(
            .digestMismatch, "the checksum file has no line for '\(path)', or several; nothing was fetched")
    }

    /// The failure, with the place of the bytes received before it.
    private func explained(_ error: DownloadError) -> TransferFailure {
        var failure = TransferFailure(error)
        switch error {
        case .digestMismatch(_, _, _, keptIn: let place), .otherLength(_, _, keptIn: let place):
            guard download.removesOnError else { return failure }
            failure.message = failure.message.replacing(
                "the bytes are kept in \(place)", with: "--remove-on-error removed the bytes")
            return failure
        default: break
        }
        if case .file(let error) = error { failure.message += OutputError.advice(for: error) }
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
        case .refused(_, 206?), .refused(_, 226?): self.init(.partialFile, message)
        case .refused(_, let status?) where status >= 400: self.init(status: status)
        case .existingKept: self.init(.rangeError, message)
        case .refused, .recordRefused: self.init(.badDownloadResume, message)
        case .digestMismatch, .otherLength: self.init(.digestMismatch, message)
        case .tooLarge: self.init(.fileSizeExceeded, message)
        case .busy, .isFolder, .notAFile, .notOurs, .noName, .fileExists: self.init(.writeError, message)
        case .cancelled: self.init(.abortedByCallback, message)
        }
    }
}
