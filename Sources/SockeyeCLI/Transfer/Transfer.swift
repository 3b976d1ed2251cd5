internal import Sockeye

/// One URL: request, response, output, and what is said about it.
struct Transfer {
    let client: HTTPClient
    let settings: Settings
    let operation: TransferSettings
    let target: TransferTarget
    let url: String
    let number: Int
    let loop: EventLoop
    let board: ProgressBoard

    /// Performs the transfer; prints its error, if it has one, and what `-w` asks for.
    func run() async -> ExitCode {
        let started = Deadline.now
        let display = progressDisplay
        var trace = TransferTrace(
            isVerbose: settings.isVerbose, verifiesPeer: operation.verifiesPeer, display: display)
        let failure: TransferFailure?
        var fileName: String?
        do {
            fileName = try outputName()
            if isFileDownload(fileName) {
                // Its bytes come in several answers, so that it alone knows how far it is.
                trace = TransferTrace(
                    isVerbose: settings.isVerbose, verifiesPeer: operation.verifiesPeer, display: nil)
                if settings.isDryRun { return try await FileDownload(self, path: fileName).explain(try request) }
                fileName = try await download(trace, display, fileName)
            } else {
                if settings.isDryRun { return Terminal.printOutput(try DryRun.text(for: try request, client)) }
                try await perform(trace, display, fileName)
            }
            failure = nil
        } catch {
            if let advice = (error as? OutputError)?.advice, !settings.isSilent {
                Terminal.printError(Message.warning(advice))
            }
            failure = TransferFailure(error)
        }
        if trace.notes.hasBegun { display?.finish() }
        if let failure, settings.printsErrors {
            Terminal.printError(Message.failure(failure.exitCode, failure.message))
        }
        let report = TransferReport(
            started: started, finished: .now, notes: trace.notes, failure: failure, fileName: fileName, url: url,
            number: number, operation: operation)
        report.printWriteOut()
        return failure?.exitCode ?? .success
    }

    // MARK: A file

    /// Whether the body goes to a regular file and nothing else does, so that the downloader sees to it.
    private func isFileDownload(_ fileName: String?) -> Bool {
        if operation.asksHeadOnly || operation.includesHead { return false }
        if case .offset(1...) = operation.download.continueAt { return false }
        guard let fileName else { return target.output == .remoteName }
        return !PartialFile.isStraight(fileName)
    }

    /// Downloads to the file, and gives its name.
    private func download(
        _ trace: TransferTrace, _ display: ProgressDisplay?, _ fileName: String?
    ) async throws -> String {
        let request = try self.request
        let download = FileDownload(self, path: fileName)
        let ticker = display.map { display in
            Task(executorPreference: loop) { await tick(display) }
        }
        defer { ticker?.cancel() }
        let result: DownloadResult
        do {
            result = try await download.run(request, trace, display)
        } catch {
            // The heads that did come are worth having, whatever happened after them.
            try? writeHeads(trace.notes, trace.notes.head)
            throw error
        }
        trace.setReceived(result.receivedBytes)
        try writeHeads(trace.notes, result.head)
        return result.path
    }

    private func writeHeads(_ notes: TransferTrace.Notes, _ head: ResponseHead?) throws(OutputError) {
        guard let head, var heads = headOutput else { return }
        let informational = notes.informational.flatMap { HeadText.bytes(of: $0) }
        try heads.write(informational + HeadText.bytes(of: head) + HeadText.bytes(of: notes.trailers))
        try heads.complete()
    }

    private var request: Request {
        get throws {
            try RequestBuilder(settings: operation).request(for: url) { path throws(InputError) in
                try InputFile.read(path)
            }
        }
    }

    // MARK: The exchange

    private func perform(
        _ trace: TransferTrace, _ display: ProgressDisplay?, _ fileName: String?
    ) async throws {
        let request = try self.request
        let sink = makeSink(fileName)
        let ticker = display.map { display in
            Task(executorPreference: loop) { await tick(display) }
        }
        defer { ticker?.cancel() }
        do {
            try await retried(until: sink) {
                try await client.perform(request, observer: trace) { response in
                    try await receive(response, trace, display, into: sink)
                }
            }
            try sink.complete()
        } catch {
            // The heads that did come are worth having, whatever happened after them.
            try? sink.completeHeads()
            throw explained(error, sink)
        }
    }

    private func receive(
        _ response: Response, _ trace: TransferTrace, _ display: ProgressDisplay?, into sink: BodySink
    ) async throws {
        let heads = trace.notes.informational.flatMap { HeadText.bytes(of: $0) } + HeadText.bytes(of: response.head)
        try sink.writeHead(heads)
        let isRefused = operation.failsOnHTTPError && response.status.code >= 400
        guard try isRefused || continues(response.head) else { return }
        // Heads alone would pass for a result in a file; on standard output they are read by whoever asked for them.
        if operation.includesHead || operation.asksHeadOnly, !isRefused || !writesToFile { try sink.write(heads) }
        // -f: an error page is not what was asked for, so none of it is written.
        if isRefused {
            throw TransferFailure(
                .httpReturnedError, "The requested URL returned error: \(response.status.code)")
        }
        if operation.asksHeadOnly { return }
        display?.expect(response.body.expectedByteCount)
        try await copy(response.body, to: sink)
        if let trailers = response.trailers { try sink.writeHead(HeadText.bytes(of: trailers)) }
    }

    /// A cut transfer says where its bytes are, and one that met no server where it looked for it.
    private func explained(_ error: any Error, _ sink: BodySink) -> any Error {
        if error is OutputError { return error }
        var failure = TransferFailure(error)
        if let path = operation.unixSocket, (error as? HTTPClientError)?.phase == .connect {
            failure.message += " (\(path))"
        }
        if let name = sink.partialName { failure.message += "; \(sink.written) bytes are kept in \(name)" }
        return failure
    }

    private func tick(_ display: ProgressDisplay) async {
        while true {
            do throws(IOError) {
                try await loop.sleep(until: .after(.seconds(1)))
            } catch {
                return
            }
            display.tick()
        }
    }

    // MARK: Where things go

    /// The file for the body, or `nil` for standard output.
    private func outputName() throws(OutputError) -> String? {
        switch target.output {
        case nil, .standardOutput, .standardOutputByName: nil
        case .file(let name): name
        // The server's word comes with its answer.
        case .remoteName: operation.download.usesServerName ? nil : try RemoteName.from(url: url)
        }
    }

    private var writesToFile: Bool {
        switch target.output {
        case .file, .remoteName: true
        case nil, .standardOutput, .standardOutputByName: false
        }
    }

    private func makeSink(_ fileName: String?) -> BodySink {
        let refusesBinary = target.output == nil || target.output == .standardOutput
        if let fileName {
            if case .offset(1...) = operation.download.continueAt {
                return BodySink(body: .appending(to: fileName), heads: headOutput)
            }
            return BodySink(body: .file(fileName), heads: headOutput)
        }
        return BodySink(body: .standardOutput(refusesBinary: refusesBinary), heads: headOutput)
    }

    /// `-D`: the heads of the first transfer begin the file, those of the others follow.
    private var headOutput: FileOutput? {
        guard let name = operation.headerFile else { return nil }
        return name == "-" ? .standardOutput(refusesBinary: false) : .file(name, keepsContents: number > 0)
    }

    /// Progress is drawn when somebody can see it and it does not fall into the body.
    private var progressDisplay: ProgressDisplay? {
        if settings.isSilent || !settings.showsProgress || operation.asksHeadOnly { return nil }
        guard writesToFile || !Terminal.writesOutputToTerminal else { return nil }
        return ProgressDisplay(style: progressStyle, name: target.shownName ?? url, board: board)
    }

    /// What was asked for; else what suits a person who looks on, and nothing for anybody else.
    private var progressStyle: Settings.ProgressStyle {
        if let progress = settings.progress { return progress }
        if settings.showsProgressBar { return .bar }
        if !Terminal.showsErrorsOnTerminal { return .none }
        return settings.isParallel || operation.download.segments != nil ? .lines : .meter
    }
}

extension TransferTarget {
    /// The name by which progress is told.
    fileprivate var shownName: String? {
        if case .file(let name) = output { return name }
        return url.flatMap { try? RemoteName.from(url: $0) }
    }
}
