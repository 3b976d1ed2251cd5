internal import Sockeye
internal import SockeyeBackground
internal import SockeyeClient
internal import SockeyeIO
internal import SockeyeTranscript
internal import SockeyeTransfers

/// All transfers of a command line, one after another or in parallel with `-Z`, over as few connections as possible.
struct TransferRun {
    private var run: Run
    let loop: EventLoop
    /// The record for `--har` and `--explain-page`.
    private var transcript: Transcript?

    init(_ run: Run, on loop: EventLoop) { (self.run, self.loop) = (run, loop) }

    private var settings: Settings { run.settings }

    /// What the transfers of all operations have in common.
    private struct Shared {
        let progress = RunProgress()
        let names: OutputNames
        let heads: SharedHeads
        let count: TransferCount
        var journal: RunJournal?
        var traceOutput: TraceOutput?
        /// The last operation's client, whose connections the next one uses too, and the cookies so far.
        var client: HTTPClient?
        var cookies: CookieJar?

        init(_ machine: any Machine, count: TransferCount = TransferCount()) {
            (names, heads, self.count) = (OutputNames(machine), SharedHeads(machine), count)
        }
    }

    /// The transfers of one operation, and the files to save afterwards.
    private struct Batch {
        var source: TransferSource
        var cookieFiles: CookieFiles
        var hstsFiles: HSTSFiles
        var client: HTTPClient
        let operation: TransferSettings

        /// How long a validation of the cache may hold up the end of the program.
        private static let longestValidation = Duration.seconds(10)

        /// Saves the files; a failure to do so is returned unless one came before it.
        func end(after result: ExitCode, _ run: Run) async -> ExitCode {
            if let cache = client.configuration.cache {
                if !run.interruption.hasCome { await cache.finishValidations(within: Self.longestValidation) }
                cache.flush()
            }
            if run.settings.isDryRun { return result }
            var result = result
            func check(_ save: () throws -> Void) {
                do {
                    try save()
                } catch {
                    let code = run.fail(error)
                    if result == .success { result = code }
                }
            }
            check { try cookieFiles.save(client.configuration.cookies, until: operation.deadline) }
            check { try hstsFiles.save(client.configuration.strictTransportSecurity, until: operation.deadline) }
            return result
        }
    }

    /// Performs them, from what is packed before the first to the files that are written after the last. As in curl, the exit code is
    /// the last one's.
    consuming func perform() async -> ExitCode {
        var packed = PackedUploads()
        defer { packed.remove() }
        let files: TranscriptFiles?
        let journal: RunJournal?
        do {
            // A dry run packs too: the request tells the archive's length.
            try await packed.pack(&run)
            files = TranscriptFiles(run)
            try files?.check()
            journal = try await RunJournal.open(run, loop)
        } catch {
            return run.fail(run.interruption.explain(error))
        }
        transcript = files?.transcript
        let result = await performOperations(journal)
        let code = await end(journal, result)
        return files?.write(after: code) ?? code
    }

    private func performOperations(_ journal: RunJournal?) async -> ExitCode {
        var shared = Shared(run.machine)
        (shared.journal, shared.traceOutput) = (journal, run.traceOutput)
        var number = 0
        var result = ExitCode.success
        var parallel: [Batch] = []
        var nextStart: Deadline?
        for operation in settings.operations {
            var batch: Batch
            do {
                batch = try makeBatch(of: operation, firstNumber: number, &shared)
            } catch {
                result = run.fail(error)
                continue
            }
            if settings.isParallel {
                parallel.append(batch)
                number += operation.targets.count + operation.lists.reduce(0) { $0 + $1.count }
                continue
            }
            shared.heads.begin(operation.headerFile)
            let (code, goesOn) = await performOneByOne(&batch.source, after: result, &nextStart)
            // The next operation may read what this one writes.
            result = await batch.end(after: code, run)
            if !goesOn { return result }
            number = batch.source.number
        }
        if !parallel.isEmpty {
            result = await performInParallel(parallel.map(\.source))
            if let line = shared.progress.table.finish() { run.terminal.printError(line) }
            for batch in parallel { result = await batch.end(after: result, run) }
        }
        return result
    }

    /// Ends the journal, and returns the exit code.
    private func end(_ journal: RunJournal?, _ result: ExitCode) async -> ExitCode {
        guard let journal else { return result }
        // What failed is what the next run is for.
        let isComplete = !run.interruption.hasCome && result == .success
        guard let failure = await journal.end(isComplete: isComplete) else { return result }
        return run.fail(failure)
    }

    /// Calls `work` with each transfer in order instead of running it, for what needs only its client and its request. The exit
    /// code is the largest.
    func forEachTransfer(_ work: (Transfer) async -> ExitCode) async -> ExitCode {
        var result = ExitCode.success
        let count = TransferCount()
        for operation in settings.operations {
            var batch: Batch
            var shared = Shared(run.machine, count: count)
            do {
                batch = try makeBatch(of: operation, firstNumber: 0, &shared)
            } catch {
                result = run.fail(error)
                continue
            }
            do {
                while !run.interruption.hasCome, let transfer = try batch.source.next() {
                    let code = await work(transfer)
                    if code.rawValue > result.rawValue { result = code }
                }
            } catch {
                result = refuse(error)
            }
            result = await batch.end(after: result, run)
        }
        return result
    }

    /// Performs an operation's transfers in order. False if one of them ends the whole run.
    private func performOneByOne(
        _ source: inout TransferSource, after last: ExitCode, _ nextStart: inout Deadline?
    ) async -> (code: ExitCode, goesOn: Bool) {
        var result = last
        // As in curl, the last one counts. Of a list, as with -Z, no failure may go unnoticed.
        let keepsFailures = settings.hasList
        do {
            while let transfer = try source.next() {
                if let nextStart { try? await loop.sleep(until: nextStart) }
                nextStart = settings.leastInterval.map { .after($0) }
                let code = await transfer.perform()
                if !keepsFailures || code != .success { result = code }
                // As in curl, a file to send that can't be read ends the run, but not a tag's that can't be written.
                let isUnread = code == .readError && transfer.item.operation.conditions.savedTagFile == nil
                let isOver = run.interruption.hasCome || settings.failsEarly && result != .success || isUnread
                if isOver { return (result, false) }
            }
            return (result, true)
        } catch {
            return (refuse(error), false)
        }
    }

    /// Says why there are no more transfers.
    private func refuse(_ error: any Error) -> ExitCode {
        guard let error = error as? URLGlobError else { return run.fail(error) }
        if settings.printsErrors { run.terminal.printError(error.text(as: run.surface)) }
        return error.exitCode
    }

    private func makeBatch(of operation: TransferSettings, firstNumber: Int, _ shared: inout Shared) throws -> Batch {
        try OptionFile.check(operation, on: run.machine)
        let cookieFiles = CookieFiles(settings: operation.cookies, run: run)
        var configuration = try run.configuration(for: operation, on: loop)
        if let transcript { configuration.instruments = [transcript] }
        configuration.cookies = try cookieFiles.load(
            for: firstURL(of: operation), into: shared.cookies, until: operation.deadline)
        configuration.cache = try CacheFolder(settings: operation.cache, run: run).open()
        let hstsFiles = HSTSFiles(names: operation.hstsFiles, run: run)
        configuration.strictTransportSecurity = try hstsFiles.load(until: operation.deadline)
        let client =
            shared.client.map { HTTPClient(configuration: configuration, sharingConnectionsOf: $0) }
            ?? HTTPClient(configuration: configuration)
        (shared.client, shared.cookies) = (client, client.configuration.cookies ?? shared.cookies)
        let context = TransferContext(
            client, run: run, operation: operation, loop: loop, progress: shared.progress, names: shared.names,
            heads: shared.heads, journal: shared.journal, traceOutput: shared.traceOutput, transcript: transcript)
        let source = TransferSource(context, firstNumber: firstNumber, shared.count)
        return Batch(
            source: source, cookieFiles: cookieFiles, hstsFiles: hstsFiles, client: client, operation: operation)
    }

    /// `-Z`: performs transfers in parallel. The exit code is that of the last failure.
    private func performInParallel(_ sources: [TransferSource]) async -> ExitCode {
        var waiting = sources[...]
        return await ParallelRun(run).perform {
            while !waiting.isEmpty {
                do {
                    if let transfer = try waiting[waiting.startIndex].next() { return .transfer(transfer) }
                    waiting.removeFirst()
                } catch {
                    // After a malformed URL, active transfers end and no more are started.
                    waiting = []
                    return .refused(refuse(error))
                }
            }
            return .noMore
        }
    }

    /// The first URL of the operation that needs no globbing to be read.
    private func firstURL(of operation: TransferSettings) -> HTTPURL? {
        operation.sampleTargets.lazy.compactMap { target in
            target.fullURL(defaultScheme: operation.redirects.defaultScheme).flatMap { (try? TypedURL.parse($0))?.url }
        }.first
    }
}
