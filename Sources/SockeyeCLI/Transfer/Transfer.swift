internal import Sockeye
internal import SockeyeFields
internal import SockeyeIO
internal import SockeyeTranscript

/// The transfer of one URL: request, response, output and messages.
struct Transfer {
    let context: TransferContext
    let target: TransferTarget
    let url: String
    /// The parsed URL; `nil` if the text isn't a URL.
    let parsedURL: HTTPURL?
    /// The number of its URL on the command line, from 0; all URLs of a glob share it.
    let number: Int
    /// How many transfers were started before it.
    let ordinal: Int
    let log: TraceLog?
    /// Its place in the record of the run, if one is kept.
    var call: Transcript.Call?
    /// `--explain`.
    let explanation: Explanation?
    /// Its place among transfers at once; `nil` if they run one by one.
    var place: ParallelPlace?
    /// What the store of `--user-from` has for the URL.
    var storedCredential: Credential?

    var client: HTTPClient { context.client }
    var settings: Settings { context.settings }
    var operation: TransferSettings { context.operation }
    var loop: EventLoop { context.loop }
    var journal: RunJournal? { context.journal }
    var names: OutputNames { context.names }
    var board: ProgressBoard { context.board }

    /// Performs the transfer, with what `--user-from` has; prints its error, if any, and the output of `-w`.
    func run() async -> ExitCode {
        guard let transcript = context.transcript else { return await carryOutAndNote() }
        // A text that isn't a URL may have a password anywhere.
        let call = transcript.beginCall(parsedURL?.withoutCredentials.href ?? "what is not a URL")
        var recorded = self
        recorded.call = call
        let code = await call.run { [recorded] in await recorded.carryOutAndNote() }
        call.end()
        return code
    }

    private func carryOutAndNote() async -> ExitCode {
        let (code, file, isNew) = await carryOut()
        if isNew { journal?.note(target, code, file) }
        return code
    }

    /// The exit code, the file that was written, and whether that is news for the journal.
    private func carryOut() async -> (code: ExitCode, file: String?, isNew: Bool) {
        guard operation.takesUserFromStore, !settings.isDryRun else { return await fetch() }
        var copy = self
        do throws(TransferFailure) {
            copy.storedCredential = try await askStore()
        } catch {
            let failure = error.afterInterruption
            if settings.prints(failure) { Terminal.printError(Message.failure(failure.exitCode, failure.message)) }
            return (failure.exitCode, nil, true)
        }
        return await copy.fetch()
    }

    /// The store's answer, which `-m` limits: the desktop may wait for its user.
    private func askStore() async throws(TransferFailure) -> Credential? {
        let end = deadline
        let asking = Task(executorPreference: loop) { [operation, parsedURL] in
            try await operation.authentication.stored(for: parsedURL)
        }
        let clock = Task(executorPreference: loop) { [loop] in
            if (try? await loop.sleep(until: end)) != nil { asking.cancel() }
        }
        defer { clock.cancel() }
        do {
            return try await withTaskCancellationHandler {
                try await asking.value
            } onCancel: {
                asking.cancel()
            }
        } catch {
            let failure = TransferFailure(error)
            guard failure.exitCode == .abortedByCallback, end.hasPassed else { throw failure }
            throw TransferFailure(.operationTimedOut, "the store gave no answer in time; -m SECONDS allows more")
        }
    }

    private func fetch() async -> (code: ExitCode, file: String?, isNew: Bool) {
        if target.isLocal { return (parseFile(url), nil, true) }
        do throws(TransferFailure) {
            if let path = try target.url.flatMap({ url throws(TransferFailure) in try FileURL.path(of: url) }) {
                try checkAllowed("file")
                if operation.extraction.isOn {
                    throw TransferFailure(.failedInitialization, "--extract unpacks what is fetched, not file: URLs")
                }
                if RunTape.replay != nil {
                    throw TransferFailure(.unsupportedProtocol, "a replay opens no file: URLs, which aren't recorded")
                }
                return (copyFile(path), nil, true)
            }
        } catch {
            if settings.prints(error) { Terminal.printError(Message.failure(error.exitCode, error.message)) }
            return (error.exitCode, nil, true)
        }
        let started = Deadline.now
        let display = progressDisplay
        var trace = TransferTrace(log: log, display: display, call: call, explanation: explanation)
        let failure: TransferFailure?
        var (fileName, unpacked): (String?, String?)
        do {
            if operation.proxy.hidesConnectHeads { trace.hideConnectHeads() }
            try checkScheme()
            try checkUser()
            fileName = try outputName()
            try keepsInputs(from: fileName)
            try prepareExtraction(fileName)
            let isDone = journal?.isComplete(target, url, fileName) == true
            if !isDone, operation.createsFolders, let file = operation.headerFile {
                try OutputFolder.makeParents(of: file)
            }
            if isDone || skips(fileName) {
                // An earlier run may have ended between fetching and unpacking.
                if let note = try await extract(fileName, isNew: false, since: started) { Terminal.printError(note) }
                return (.success, fileName, !isDone)
            }
            if operation.download.needsWholeFile, !isFileDownload(fileName) {
                throw TransferFailure(
                    .failedInitialization,
                    "--checksum, --mirror, --require-resumable and --segments need a whole file: use -o or -O with GET, "
                        + "without -d, -i, -I, -T and -C NUMBER")
            }
            if let file = operation.conditions.savedTagFile {
                try EntityTagFile.check(file, makesFolders: operation.createsFolders)
            }
            if target.isBareConnection, let parsedURL {
                try await carry(to: parsedURL, trace, display, fileName)
            } else if isWebSocket {
                if settings.isDryRun { return (try printRequest(), nil, false) }
                try await converse(trace, display, fileName)
            } else if operation.printsEvents {
                if settings.isDryRun { return (try printRequest(), nil, false) }
                try await printEvents(trace, fileName)
            } else if isFileDownload(fileName) {
                // Its bytes come in several responses, so only the downloader knows the progress.
                if display != nil {
                    trace = TransferTrace(log: log, display: nil, call: call, explanation: explanation)
                }
                if settings.isDryRun {
                    return (try await FileDownload(self, path: fileName).explain(try request), nil, false)
                }
                let (path, isNew) = try await download(trace, display, fileName)
                if let path {
                    if let fileName { journal?.complete(url, fileName) }
                    unpacked = try await extract(path, isNew: isNew, since: started)
                    fileName = path
                    if let algorithm = operation.parsing.digest {
                        try printDigest(try Digest(algorithm, ofFile: path), fileName: path)
                    }
                } else {
                    unpacked = try await extract(fileName, isNew: false, since: started)
                }
            } else if let path = resumableFile, !settings.isDryRun {
                // Likewise, its bytes go in several requests.
                trace = TransferTrace(log: log, display: nil, call: call, explanation: explanation)
                try await uploadResumably(path, trace, display, fileName)
            } else {
                if settings.isDryRun { return (try printRequest(), nil, false) }
                fileName = try await persist(trace, display, fileName)
                let isNew = trace.head?.status.code != 304 && !trace.isNotModified
                unpacked = try await extract(fileName, isNew: isNew, since: started)
            }
            if let file = operation.conditions.savedTagFile { try EntityTagFile.save(trace.head, to: file) }
            failure = nil
        } catch {
            if let advice = (error as? OutputError)?.advice, !settings.isSilent {
                Terminal.printError(Message.warning(advice))
            }
            failure = TransferFailure(error).afterInterruption
        }
        if let failure { call?.end(failure: failure.message) }
        names.giveBack(fileName)
        if let display, trace.hasBegun || failure == nil { display.finish() }
        if let unpacked { Terminal.printError(unpacked) }
        if let failure, settings.prints(failure) {
            Terminal.printError(Message.failure(failure.exitCode, failure.message))
        }
        // As in curl, a page that -f refuses doesn't count as received, although it was read to keep the connection.
        if failure?.exitCode == .httpReturnedError, !operation.failsWithBody { trace.setReceived(0) }
        if !operation.writeOut.isEmpty { printWriteOut(started, trace, failure, fileName) }
        return (failure?.exitCode ?? .success, fileName, true)
    }

    /// Never inlined: the report would take 4 KB of the task of each transfer while it runs.
    @inline(never)
    private func printWriteOut(
        _ started: Deadline, _ trace: TransferTrace, _ failure: TransferFailure?, _ fileName: String?
    ) {
        let report = TransferReport(
            started: started, finished: .now, notes: trace.notes, failure: failure, fileName: fileName, url: url,
            number: number, ordinal: ordinal, operation: operation, usesProxy: usesProxy)
        report.printWriteOut()
    }

    /// `--dry-run`.
    private func printRequest() throws -> ExitCode {
        Terminal.printOutput(DryRun.notes(about: operation) + DryRun.text(for: try request, client))
    }

    // MARK: A file

    /// Whether only the body goes to a regular file, so that the downloader handles it.
    private func isFileDownload(_ fileName: String?) -> Bool {
        if operation.asksHeadOnly || operation.includesHead { return false }
        if target.isUpload || operation.upload.form != nil { return false }
        // Ranges mean something for GET only (RFC 9110 section 14.2), and what isn't safe isn't asked again for a rest.
        if operation.method(for: target) != "GET" { return false }
        // As in curl, the page of the last attempt is written, whatever its status.
        if operation.download.retry.count > 0, !operation.download.isGuarded, !operation.failsOnHTTPError {
            return false
        }
        // Only the response tells whether there is anything to write.
        if operation.isConditional || operation.acceptsHTTP09 || operation.failsWithBody, !operation.download.isGuarded
        {
            return false
        }
        // A decoded body has no offsets to resume from.
        if operation.coding != CodingSettings() || operation.parsing.format != nil { return false }
        if case .offset(1...) = operation.download.continueAt { return false }
        guard let fileName else { return isNamedByAnswer && needsDownloader }
        return !FileOutput.isSpecial(fileName)
    }

    /// Whether an option needs the downloader for a file that the response names.
    private var needsDownloader: Bool {
        let download = operation.download
        return settings.isDryRun || download.isGuarded || download.asksHeadFirst || download.retry.count > 0
    }

    /// Downloads to the file and returns its name, and whether any of it is of this run; `nil` if there was nothing new.
    private func download(
        _ trace: TransferTrace, _ display: ProgressDisplay?, _ fileName: String?
    ) async throws -> (path: String?, isNew: Bool) {
        let request = try self.request
        let download = FileDownload(self, path: fileName)
        let ticker = startTicking(display)
        defer { ticker?.cancel() }
        let result: DownloadResult?
        do {
            result = try await download.run(request, trace, display)
        } catch {
            // Heads that arrived are written even if the transfer fails later.
            try? await writeHeads(of: trace, upTo: trace.head)
            throw error
        }
        guard let result else {
            try await writeHeads(of: trace, upTo: trace.head)
            return (nil, false)
        }
        trace.setReceived(result.receivedBytes)
        trace.setDelivered(result.receivedBytes)
        try await writeHeads(of: trace, upTo: result.head)
        return (result.path, result.receivedBytes > 0 || result.resumedBytes < result.byteCount)
    }

    /// Writes a download's heads for `-D`, up to the final one. Those of further segments would repeat it.
    private func writeHeads(of trace: TransferTrace, upTo last: ResponseHead?) async throws {
        guard var output = headOutput() else { return }
        output.deadline = deadline
        while try !output.opensPipe() { try await waitForReader(of: output.pipeName ?? "", until: output.deadline) }
        let all = trace.takeHeads()
        let heads = all.firstIndex { $0.head == last }.map { all[...$0] } ?? all[...]
        try output.write(heads.flatMap(\.bytes) + trace.notes.trailers)
        try output.complete()
    }

    var request: Request {
        get throws {
            var request = try context.request(for: target, url, parsedURL)
            if let storedCredential { request.credential = storedCredential }
            return request
        }
    }

    // MARK: The exchange

    /// Performs one attempt, and returns the name of the file that it wrote.
    func perform(
        _ trace: TransferTrace, _ display: ProgressDisplay?, _ fileName: String?, _ retry: RetryDecision
    ) async throws -> String? {
        let request = try self.request
        let sink = try makeSink(fileName, attempt: retry.attempt)
        let ticker = startTicking(display)
        defer {
            ticker?.cancel()
            trace.setDelivered(sink.written)
        }
        do {
            try await client.perform(request, observer: trace) { response in
                try await receive(response, trace, display, into: sink, retry)
            }
            // As in curl, it leaves nothing of an error page either.
            if let failure = refusedPage(trace), operation.download.removesOnError {
                sink.discardBody()
                try sink.completeHeads()
                throw failure
            }
            if let digest = try sink.complete() {
                // The digest is of the received body, not of the output of --parse, nor of a file with the head before it.
                let isOfFile = operation.parsing.format == nil && !operation.includesHead
                try printDigest(digest, fileName: isOfFile ? sink.fileName : url)
            }
        } catch let error as RetryLater {
            throw error
        } catch {
            if isNamedByAnswer { names.giveBack(sink.fileName) }
            // Heads that arrived are written even if the transfer fails later.
            try? writeHeads(trace, into: sink)
            try? sink.completeHeads()
            if operation.download.removesOnError { sink.discardBody() }
            let isFile = sink.fileName != nil
            if let later = retry.later(after: error, written: sink.written, toFile: isFile) { throw later }
            throw explained(error, sink)
        }
        if let failure = refusedPage(trace) { throw failure }
        return sink.fileName
    }

    /// `--fail-with-body`: the page is written, but it is still an error.
    private func refusedPage(_ trace: TransferTrace) -> TransferFailure? {
        guard operation.failsWithBody, let code = trace.head?.status.code, code >= 400 else { return nil }
        return TransferFailure(.httpReturnedError, "The requested URL returned error: \(code)")
    }

    private func receive(
        _ response: Response, _ trace: TransferTrace, _ display: ProgressDisplay?, into sink: BodySink,
        _ retry: RetryDecision
    ) async throws {
        let later = retry.later(after: response.head)
        // As in curl, standard output gets the page of a transient error too; a file is begun again.
        if let later, writesToFile {
            try writeHeads(trace, into: sink)
            try sink.completeHeads()
            throw later
        }
        let isRefused = operation.failsOnHTTPError && response.status.code >= 400
        if isNamedByAnswer, !isRefused, response.status.code != 304 {
            guard try name(sink, by: response) else { return }
        }
        while let pipe = try sink.openPipes(hasBody: !isRefused) {
            try await waitForReader(of: pipe, until: sink.deadline)
        }
        try writeHeads(trace, into: sink)
        if let later {
            if !isRefused { try await copy(response.body, to: sink) }
            throw later
        }
        guard try isRefused || continues(response) else { return }
        // -f: nothing of an error page is written.
        if isRefused {
            throw TransferFailure(
                .httpReturnedError, "The requested URL returned error: \(response.status.code)")
        }
        if let most = operation.mostBodyBytes, let length = response.body.encodedByteCount, length > most {
            throw TransferFailure(.fileSizeExceeded, "Maximum file size exceeded")
        }
        if operation.asksHeadOnly { return }
        if isNotModified(response, trace) {
            sink.isBodyAbsent = sink.written == 0
            return
        }
        if operation.download.keepsTime, let field = response.fields[.lastModified] {
            sink.modified = HTTPDate(parsing: field)?.secondsSinceEpoch
        }
        // The response to an upload goes to the terminal, in place of the meter.
        if !writesToFile, Terminal.writesOutputToTerminal { display?.finish() }
        display?.expect(response.body.expectedByteCount)
        try sink.beginBody(contentType: response.fields[.contentType])
        try await copy(response.body, to: sink)
        try sink.writeHead(trace.notes.trailers)
        if operation.includesHead { try sink.write(trace.notes.trailers) }
    }

    /// Writes the heads received since the last call to the outputs of `-D`, `-i` and `-I`.
    func writeHeads(_ trace: TransferTrace, into sink: BodySink) throws(OutputError) {
        let heads = trace.takeHeads()
        let isRefused = operation.failsOnHTTPError && (heads.last?.head?.status.code ?? 0) >= 400
        for head in heads {
            try sink.writeHead(head.bytes)
            // In a file, heads without a body would look like a result; on standard output the user sees them.
            let isWanted = operation.includesHead || operation.asksHeadOnly
            guard isWanted, !isRefused || !writesToFile else { continue }
            let isStyled = settings.stylesHeads && !writesToFile && Terminal.writesOutputToTerminal
            try sink.write(isStyled ? HeadText.styled(head.bytes) : head.bytes)
        }
    }

    /// The error, with the partial file of a cut transfer or the socket path of a failed connection.
    private func explained(_ error: any Error, _ sink: BodySink) -> any Error {
        if error is OutputError { return error }
        var failure = TransferFailure(error)
        if let path = operation.unixSocket, (error as? HTTPClientError)?.phase == .connect {
            failure.message += " (\(path))"
        }
        if let name = sink.partialName { failure.message += "; \(sink.written) bytes are kept in \(name)" }
        return failure
    }

    /// Begins the display and redraws it each second, until the task is cancelled.
    func startTicking(_ display: ProgressDisplay?) -> Task<Void, Never>? {
        display?.begin()
        return display.map { display in Task(executorPreference: loop) { await tick(display) } }
    }

    func tick(_ display: ProgressDisplay) async {
        while true {
            do throws(IOError) {
                try await loop.sleep(until: .after(.seconds(1)))
            } catch {
                return
            }
            display.tick()
        }
    }

    /// `--disallow-username-in-url`.
    private func checkUser() throws(TransferFailure) {
        guard operation.authentication.disallowsUserInURL, parsedURL?.hasCredentials == true else { return }
        throw TransferFailure(.loginDenied, "the URL contains a user name, which --disallow-username-in-url refuses")
    }

    /// Refuses a scheme that `--proto` disables; it applies to the first URL and to redirects.
    private func checkScheme() throws(TransferFailure) {
        if let given = target.url, case .lacksSlashes(let scheme) = URLGuess(given, defaultScheme: "http") {
            throw TransferFailure(
                .malformedURL,
                "the URL begins with \"\(scheme):\" and no slash follows: write \(scheme)://HOST/, or http://\(scheme):PORT/ for a host of that name"
            )
        }
        if let scheme = parsedURL?.scheme { try checkAllowed(scheme) }
    }

    private func checkAllowed(_ scheme: String) throws(TransferFailure) {
        if operation.redirects.schemes.allowed.contains(scheme) { return }
        let reason = SchemeSet.spoken.contains(scheme) ? "is disabled by --proto" : "not supported"
        throw TransferFailure(.unsupportedProtocol, "Protocol \"\(scheme)\" \(reason)")
    }
}
