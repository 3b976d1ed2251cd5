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

    /// Performs the transfer; prints its error, if it has one, and what `-w` asks for.
    func run() async -> ExitCode {
        let started = Deadline.now
        let display = progressDisplay
        let trace = TransferTrace(
            isVerbose: settings.isVerbose, verifiesPeer: operation.verifiesPeer, display: display)
        let failure: TransferFailure?
        var fileName: String?
        do {
            fileName = try outputName()
            try await perform(trace, display, fileName)
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

    // MARK: The exchange

    private func perform(
        _ trace: TransferTrace, _ display: ProgressDisplay?, _ fileName: String?
    ) async throws {
        let request = try RequestBuilder(settings: operation).request(for: url) { path throws(InputError) in
            try InputFile.read(path)
        }
        let sink = makeSink(fileName)
        let ticker = display.map { display in
            Task(executorPreference: loop) { await tick(display) }
        }
        defer { ticker?.cancel() }
        do {
            try await client.perform(request, observer: trace) { response in
                try await receive(response, trace, display, into: sink)
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
        let heads = trace.notes.informational.flatMap(HeadText.bytes) + HeadText.bytes(of: response.head)
        try sink.writeHead(heads)
        let isRefused = operation.failsOnHTTPError && response.status.code >= 400
        // Heads alone would pass for a result in a file; on standard output they are read by whoever asked for them.
        if operation.includesHead || operation.asksHeadOnly, !isRefused || !writesToFile { try sink.write(heads) }
        // -f: an error page is not what was asked for, so none of it is written.
        if isRefused {
            throw TransferFailure(
                .httpReturnedError, "The requested URL returned error: \(response.status.code)")
        }
        if operation.asksHeadOnly { return }
        display?.expect(response.body.expectedByteCount)
        try await response.body.forEachChunk { try sink.write($0) }
        if let trailers = response.trailers, !trailers.isEmpty {
            let text = trailers.map { "\($0.name.rawName): \($0.value)\r\n" }.joined()
            try sink.writeHead(Array(text.utf8))
        }
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
        case .remoteName: try RemoteName.from(url: url)
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
        // The bar is drawn when it was asked for; the meter, which is there by default, only for a person.
        if settings.showsProgressBar { return ProgressDisplay(asBar: true) }
        return Terminal.showsErrorsOnTerminal ? ProgressDisplay(asBar: false) : nil
    }
}
