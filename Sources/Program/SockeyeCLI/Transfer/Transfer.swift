internal import Sockeye
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeIO
internal import SockeyeTranscript

/// The transfer of one URL: finds its kind, and does what all kinds have in common: the record of the run, the stored
/// credential, messages, `-w` and the exit code.
///
///     TransferRun → TransferSource → Transfer → the type of its TransferKind → TransferOutputs, BodyDestination → TransferItem
struct Transfer {
    var item: TransferItem
    let log: TraceLog?
    /// `--explain`.
    let explanation: Explanation?
    /// Its place in the record of the run, if one is kept.
    var call: Transcript.Call?
    /// Its place among transfers at once; `nil` if they run one by one.
    var place: ParallelPlace?

    /// How a transfer ended.
    private struct End {
        var code: ExitCode
        /// The file that was written, if any.
        var file: String?
        /// Whether the journal has to note it.
        var isNoted = true
    }

    /// What a transfer has produced so far.
    private struct Product {
        /// The file as the user named it, for the journal.
        var givenName: String?
        /// The file for the body; `nil` for standard output, and until the response names the file.
        var fileName: String?
        /// Where `--extract` unpacked it: a line for the user.
        var note: String?
    }

    private var run: Run { item.run }
    private var settings: Settings { item.settings }
    private var operation: TransferSettings { item.operation }
    private var destination: BodyDestination { BodyDestination(item: item) }

    /// Performs the transfer; prints its error, if any, and the output of `-w`.
    func perform() async -> ExitCode {
        // A text that isn't a URL may have a password anywhere.
        let call = item.context.transcript?.beginCall(item.parsedURL?.withoutCredentials.href ?? "what is not a URL")
        var recorded = self
        recorded.call = call
        let end: End
        if let call {
            end = await call.run { [recorded] in await recorded.withCredential() }
            call.end()
        } else {
            end = await withCredential()
        }
        if end.isNoted { item.journal?.note(item.target, end.code, end.file) }
        return end.code
    }

    /// With what the store of `--user-from` has for the URL.
    private func withCredential() async -> End {
        guard operation.takesUserFromStore, !settings.isDryRun else { return await carryOut() }
        var copy = self
        do throws(TransferFailure) {
            copy.item = item.with(storedCredential: try await CredentialLookup.find(for: item))
        } catch {
            let failure = run.interruption.explain(error)
            printFailure(failure)
            return End(code: reportUnbegun(failure))
        }
        return await copy.carryOut()
    }

    private func carryOut() async -> End {
        if let code = await carryOutLocally() { return End(code: code) }
        let started = Deadline.now
        let display = ProgressDisplay(for: item)
        var trace = makeTrace(display)
        var product = Product()
        var (isDone, isThere) = (false, false)
        let failure: TransferFailure?
        do {
            try URLCheck.check(item)
            product.givenName = try destination.givenName()
            isDone = item.journal?.isComplete(item.target, journalURL, product.givenName) == true
            product.fileName = isDone ? product.givenName : try destination.choose(product.givenName)
            isThere = try await prepare(product.fileName, isDone: isDone, since: started)
            if !isThere {
                let kind = TransferKind(of: item, to: product.fileName, at: place)
                if settings.isDryRun { return End(code: try await explain(kind, product.fileName), isNoted: false) }
                try checkOutputs(kind, product.fileName)
                if display != nil, kind.tellsProgressItself { trace = makeTrace(nil) }
                try await perform(kind, trace, display, &product, since: started)
                if run.surface == .curl, Set(trace.head?.fields[octets: .location] ?? []).count > 1 {
                    throw TransferFailure(.weirdServerReply, "Multiple Location headers")
                }
                if operation.download.keepsOrigin, let file = product.fileName {
                    FileOrigin(item: item).save(trace, on: file)
                }
                if let file = operation.conditions.savedTagFile {
                    let end = operation.timeLimit.map { started.advanced(by: $0) } ?? .never
                    try EntityTagFile.save(trace.head, to: file, run, until: end)
                }
            }
            failure = nil
        } catch {
            if let advice = (error as? OutputError)?.advice {
                run.warn(advice.replacing("sockeye", with: run.surface.name))
            }
            let placed = run.interruption.explain(error).placed(at: item, trace)
            failure =
                run.surface == .curl
                ? placed.asCurl(item, trace.notes, after: Deadline.now.duration(since: started)) : placed
        }
        if let failure { call?.end(failure: failure.message) }
        destination.giveBack(product.fileName)
        if let display, trace.hasBegun || failure == nil && !isThere {
            display.finish(failure == nil ? .done : .failed)
        }
        if let note = product.note { item.terminal.printError(note) }
        if let failure { printFailure(failure) }
        // As in curl, a page that -f refuses doesn't count as received, although it was read to keep the connection.
        if failure?.exitCode == .httpReturnedError, !operation.failsWithBody { trace.correct { $0.received = 0 } }
        var code = failure?.exitCode ?? .success
        if !operation.writeOut.isEmpty {
            let written = printWriteOut(started, trace, failure, product.fileName)
            if code == .success { code = written }
        }
        return End(code: code, file: product.fileName, isNoted: !isThere || !isDone)
    }

    /// Carries out what needs no network: a file to parse, or a `file:` URL. `nil` for any other transfer.
    private func carryOutLocally() async -> ExitCode? {
        if item.target.isLocal { return await LocalFile(item: item).parse() }
        let copy: FileCopy
        do throws(TransferFailure) {
            // A folder gets the file under its name.
            guard TransferTarget.isFileURL(item.url),
                let path = try FileURL.path(of: UploadBody.url(item.url, of: item.target))
            else { return nil }
            try URLCheck.check(scheme: "file", operation.redirects)
            if operation.extraction.isOn {
                throw TransferFailure(.failedInitialization, "--extract unpacks what is fetched, not file: URLs")
            }
            if run.tape.isReplay {
                throw TransferFailure(.unsupportedProtocol, "a replay opens no file: URLs, which aren't recorded")
            }
            copy = FileCopy(item: item, path: path, deadline: item.deadline)
        } catch {
            printFailure(error)
            return reportUnbegun(error)
        }
        return await copy.perform()
    }

    /// Refuses what could not be written afterwards. True if there is nothing to fetch: the file is there.
    private func prepare(_ fileName: String?, isDone: Bool, since started: Deadline) async throws -> Bool {
        let extraction = ArchiveExtraction(item: item, started: started)
        try destination.keepInputs(from: fileName)
        try extraction.prepare(fileName)
        if isDone || destination.skips(fileName) {
            // An earlier run may have ended between fetching and unpacking.
            if let note = try await extraction.unpack(fileName, isNew: false) { item.terminal.printError(note) }
            return true
        }
        try refuseWhatNeedsDownloader(fileName)
        return false
    }

    /// Refuses outputs that could not be written, before anything is sent.
    private func checkOutputs(_ kind: TransferKind, _ fileName: String?) throws {
        let makesFolders = operation.createsFolders
        if let file = operation.conditions.savedTagFile {
            try EntityTagFile.check(file, on: item.machine, makesFolders: makesFolders)
        }
        if let file = operation.headerFile, file != "-", file != "%" {
            try item.machine.checkOutput(file, makesFolders: makesFolders)
            // Heads have cookies and credentials.
            if let fault = SecretPlace.fault(of: file) { throw TransferFailure(.writeError, "\(file) \(fault)") }
        }
        // What else could be wrong with its file, the downloader finds out before it asks.
        if case .fileDownload = kind, let fileName,
            (try? item.machine.check(OutputFolder.folder(of: fileName), for: .folder)) != nil
        {
            return
        }
        let manner: OutputFolder.Manner = kind.isStream || operation.download.continueAt != nil ? .inPlace : .replaced
        if let fileName {
            try item.machine.checkOutput(fileName, manner, makesFolders: false)
        } else if item.isNamedByAnswer, let folder = destination.folder {
            try item.machine.checkOutput(folder + "/x", makesFolders: false)
        }
    }

    /// Refuses a file that must be whole, or go on where it ends, where the request leaves that to chance.
    private func refuseWhatNeedsDownloader(_ fileName: String?) throws(TransferFailure) {
        let goesOn = operation.download.continueAt == .whatIsThere && !item.target.isUpload && !item.appendsHead
        guard item.needsWholeFile || goesOn, !FileDownload(item: item, path: fileName).isPossible else { return }
        if item.needsWholeFile {
            throw TransferFailure(
                .failedInitialization,
                "--checksum, --mirror, --require-resumable and --segments, and a list's checksums and mirrors, need a "
                    + "whole file: use -o or -O with GET, without --compressed, -d, -i, -I, -T and -C NUMBER")
        }
        // The answer would replace what it should continue.
        guard let fileName, let facts = item.machine.knownFacts(of: fileName), facts.kind == .regular, facts.size > 0
        else { return }
        throw TransferFailure(
            .failedInitialization,
            "-C - goes on with \(TerminalText.escaped(fileName)) by GET, without -d, -I and --raw; -C NUMBER appends")
    }

    /// `--dry-run`.
    private func explain(_ kind: TransferKind, _ fileName: String?) async throws -> ExitCode {
        switch kind {
        case .bareConnection:
            throw TransferFailure(.failedInitialization, "--dry-run prints requests, and --connect sends none")
        case .fileDownload:
            let download = FileDownload(item: item, path: fileName)
            return try await download.explain(try item.request)
        case .webSocket:
            let transfer = WebSocketTransfer(item: item, trace: makeTrace(nil), display: nil, fileName: fileName)
            return try explain(try transfer.handshake)
        case .events:
            let transfer = EventTransfer(item: item, trace: makeTrace(nil), fileName: fileName)
            return try explain(try transfer.request)
        case .resumableUpload, .plainExchange:
            let exchange = PlainExchange(item: item, trace: makeTrace(nil), display: nil, fileName: fileName)
            return try explain(try exchange.request)
        }
    }

    private func explain(_ request: Request) throws -> ExitCode {
        item.terminal.printOutput(DryRun.notes(about: operation) + (try DryRun.text(for: request, item.client)))
    }

    private func perform(
        _ kind: TransferKind, _ trace: TransferTrace, _ display: ProgressDisplay?, _ product: inout Product,
        since started: Deadline
    ) async throws {
        let fileName = product.fileName
        let extraction = ArchiveExtraction(item: item, started: started)
        switch kind {
        case .bareConnection(let url):
            try await BareConnection(item: item, trace: trace, display: display, fileName: fileName).carry(to: url)
        case .webSocket:
            try await WebSocketTransfer(item: item, trace: trace, display: display, fileName: fileName).run()
        case .events: try await EventTransfer(item: item, trace: trace, fileName: fileName).run()
        case .fileDownload:
            let download = FileDownload(item: item, path: fileName, place: place)
            let (path, isNew) = try await download.run(trace, display)
            guard let path else {
                product.note = try await extraction.unpack(fileName, isNew: false)
                return
            }
            noteComplete(product)
            product.note = try await extraction.unpack(path, isNew: isNew)
            product.fileName = path
            if let algorithm = operation.parsing.digest {
                let digest = try Digest(algorithm, ofFile: path)
                try TransferOutputs(item: item).printDigest(digest, fileName: path)
            }
        case .resumableUpload(let path):
            try await ResumableUpload(item: item, trace: trace, display: display, path: path, fileName: fileName).run()
        case .plainExchange:
            let exchange = PlainExchange(item: item, trace: trace, display: display, fileName: fileName)
            product.fileName = try await exchange.run()
            if product.fileName != nil { noteComplete(product) }
            let isNew = trace.head?.status.code != 304 && !trace.isNotModified
            product.note = try await extraction.unpack(product.fileName, isNew: isNew)
        }
    }

    /// Notes a file that the next run of the list need not fetch again.
    private func noteComplete(_ product: Product) {
        if product.givenName != nil || item.isNamedByAnswer { item.journal?.complete(journalURL, product.givenName) }
    }

    /// The URL in the journal, which never has a password.
    private var journalURL: String { item.isNamedByAnswer ? item.parsedURL?.withoutCredentials.href ?? "" : item.url }

    private func makeTrace(_ display: ProgressDisplay?) -> TransferTrace {
        let trace = TransferTrace(log: log, display: display, call: call, explanation: explanation)
        trace.correct { $0.hidesConnectHeads = operation.proxy.hidesConnectHeads }
        return trace
    }

    /// Prints what went wrong, and with which URL if that may be one of several: curl's words for a status don't say.
    private func printFailure(_ failure: TransferFailure) {
        guard settings.prints(failure) else { return }
        // Where a replay differs, it says so itself at its end.
        if let divergence = run.tape.replay?.divergence, failure.message.contains(divergence) { return }
        // An interruption is of all of them.
        let isSaid =
            !item.isOneOfSeveral || failure.exitCode == .abortedByCallback || run.surface == .curl
            || failure.message.contains(TerminalText.escaped(item.shownURL))
        let place = isSaid ? "" : " (\(TerminalText.escaped(item.shownURL)))"
        item.terminal.printFailure(failure.exitCode, failure.message + place)
    }

    /// Prints the output of `-w` for what failed before it could begin, and returns the exit code.
    @inline(never) private func reportUnbegun(_ failure: TransferFailure) -> ExitCode {
        _ = TransferReport(ofLocal: item, started: .now, notes: .init(), failure: failure, fileName: nil)
            .printWriteOut()
        return failure.exitCode
    }

    /// Never inlined: the report would take memory in the task of each running transfer.
    @inline(never) private func printWriteOut(
        _ started: Deadline, _ trace: TransferTrace, _ failure: TransferFailure?, _ fileName: String?
    ) -> ExitCode {
        // Whether the first request goes through a proxy.
        let configuration = item.client.configuration
        let usesProxy =
            configuration.unixSocketPath == nil && item.parsedURL.map { configuration.proxies.apply(to: $0) } ?? false
        let report = TransferReport(
            started: started, finished: .now, notes: trace.notes, failure: failure, fileName: fileName, item: item,
            usesProxy: usesProxy)
        return report.printWriteOut()
    }
}
