internal import Sockeye
internal import SockeyeIO

/// Where the bytes of a transfer go: the body, the heads and the digest.
struct TransferOutputs {
    let item: TransferItem

    private var machine: any Machine { item.machine }
    private var operation: TransferSettings { item.operation }
    private var target: TransferTarget { item.target }

    /// The outputs of an attempt.
    ///
    /// - Parameters:
    ///   - appends: whether the body goes on with what the file has.
    ///   - isStream: whether the body may have no end: its file is written to directly.
    func makeSink(
        _ fileName: String?, appends: Bool = false, isStream: Bool = false
    ) throws(TransferFailure) -> BodySink {
        let filter = try BodyFilter(settings: operation.parsing, style: printStyle(fileName))
        let body = body(for: fileName, appends: appends, isStream: isStream)
        let sink = BodySink(body: body, heads: headOutput(), filter: filter, on: machine, fileName: fileName)
        sink.room = operation.bodyByteLimit ?? .max
        sink.deadline = item.deadline
        return sink
    }

    private func body(for fileName: String?, appends: Bool, isStream: Bool) -> FileOutput {
        guard let fileName else {
            // Without one, the response may name the file.
            if target.output == .nothing || item.isNamedByAnswer { return .nothing(on: machine) }
            let refusesBinary = target.output == nil || target.output == .standardOutput
            return .standardOutput(on: machine, refusesBinary: refusesBinary)
        }
        let mode = operation.fileMode
        if isStream { return .growing(fileName, on: machine, mode: mode) }
        // As in curl, the answer to an upload that goes on follows what the file has.
        let goesOn =
            switch operation.download.continueAt {
            case .offset(let offset): offset > 0 || appends
            case .whatIsThere: target.isUpload || appends || item.appendsHead
            case nil: appends
            }
        if goesOn { return .appending(to: fileName, on: machine, mode: mode) }
        return .file(
            fileName, on: machine, replacesExisting: item.replacesExisting, followsLink: item.replacesExisting,
            mode: mode)
    }

    /// What becomes of the bytes of a failed transfer: they are kept in the partial file, called as curl in the file itself, or
    /// removed.
    func leave(_ sink: BodySink) {
        if operation.download.removesOnError {
            sink.body.discard()
        } else if item.run.surface == .curl {
            sink.body.nameUnfinished()
        }
    }

    // MARK: Pipes

    /// Opens the pipes among the outputs, each as soon as it has a reader.
    ///
    /// - Parameter hasBody: whether to open the body's output too.
    func openPipes(of sink: BodySink, hasBody: Bool) async throws {
        while let pipe = try sink.openPipes(hasBody: hasBody) {
            try await waitForReader(of: pipe, until: sink.deadline)
        }
    }

    /// Waits for a reader to open the pipe. It polls, as no system call reports that.
    func waitForReader(of pipe: String, until deadline: Deadline) async throws {
        if Deadline.now >= deadline { throw OutputError.timedOut(path: pipe) }
        try await item.loop.sleep(until: min(.after(.milliseconds(20)), deadline))
    }

    // MARK: Heads

    /// Writes the heads received since the last call to the outputs of `-D`, `-i` and `-I`.
    ///
    /// - Parameter isAnswer: whether the last of them is that of the final answer, of which nothing else may come.
    func writeHeads(_ trace: TransferTrace, into sink: BodySink, isAnswer: Bool = false) throws(OutputError) {
        let heads = trace.takeHeads()
        guard operation.headerFile != nil || operation.includesHead || operation.asksHeadOnly else { return }
        let isRefused = heads.last?.head.map { item.refuses($0.status.code) } ?? false
        // Of what goes to standard output twice, curl writes each line twice.
        let isTwice = item.run.surface == .curl && operation.headerFile == "-"
        for bytes in heads.flatMap({ isTwice ? HeadText.lines(of: $0.shown) : [$0.shown] }) {
            try sink.writeHead(bytes)
            // A head without its page takes the place of no file.
            let isWanted = (operation.includesHead || operation.asksHeadOnly) && !sink.isBodyAbsent
            guard isWanted, !isRefused || !item.target.writesToFile || isAnswer && sink.makesNewFile else { continue }
            let isStyled = item.settings.stylesHeads && !item.target.writesToFile && item.terminal.takesEscapes
            try sink.writeIntoBody(head: isStyled ? HeadText.styled(bytes) : bytes)
        }
    }

    /// `-D`: an operation's first transfer starts the file; the others, and further attempts, append to it.
    func headOutput() -> HeadOutput? {
        guard let name = operation.headerFile else { return nil }
        switch name {
        case "-": return HeadOutput(.standardOutput(on: machine, refusesBinary: false))
        case "%": return HeadOutput(.standardError(on: machine))
        default:
            return machine.isSpecial(name)
                ? HeadOutput(.file(name, on: machine)) : HeadOutput(name, sharedBy: item.context.heads, on: machine)
        }
    }

    // MARK: The terminal

    /// Whether the body goes to a terminal without the user's having named it with `-o -`.
    func showsOnTerminal(_ fileName: String?) -> Bool {
        fileName == nil && (target.output == nil || target.output == .standardOutput) && operation.parsing.format == nil
            && item.terminal.writesOutputToTerminal
    }

    /// The style of `--parse`: in colour on a terminal, unless disabled.
    func printStyle(_ fileName: String?) -> PrintStyle {
        guard fileName == nil, item.terminal.writesOutputToTerminal else { return PrintStyle() }
        return PrintStyle(isColored: item.terminal.takesEscapes && item.terminal.wantsColour, isForTerminal: true)
    }

    /// Prints the digest of `--digest ALGORITHM`, on the stream that the body doesn't use.
    func printDigest(_ digest: Digest, fileName: String?) throws(OutputError) {
        let text = DigestLine.text(digest, name: fileName)
        if item.target.writesToFile {
            try item.terminal.output(Array(text.utf8))
        } else {
            item.terminal.printError(text)
        }
    }
}
