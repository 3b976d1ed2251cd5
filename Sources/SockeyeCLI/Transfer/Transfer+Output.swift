internal import Sockeye
internal import SockeyeFields
internal import SockeyeIO

// Outputs of a transfer.
extension Transfer {
    /// The file for the body; `nil` for standard output, or if the response names the file.
    func outputName() throws(OutputError) -> String? {
        let name: String
        switch target.output {
        case nil, .standardOutput, .standardOutputByName, .nothing: return nil
        case .file(let given): name = given
        case .remoteName:
            // The name comes with the response.
            if operation.download.usesServerName {
                if let folder = operation.outputFolder { RunFiles.note(folder) }
                if operation.createsFolders, let folder = operation.outputFolder {
                    try OutputFolder.makeParents(of: folder + "/x")
                }
                return nil
            }
            name = try RemoteName.from(url: url)
        }
        let path = OutputFolder.path(name, in: target.folder ?? operation.outputFolder)
        noteOutput(path)
        if operation.createsFolders || target.folder != nil { try OutputFolder.makeParents(of: path) }
        return operation.download.keepsExisting ? try names.choose(for: path) : path
    }

    /// Notes what the run finds where it writes; with `--no-clobber`, other names count too.
    private func noteOutput(_ path: String) {
        RunFiles.note(output: path)
        guard RunTape.recorder != nil, operation.download.keepsExisting else { return }
        // Up to the first name that is free.
        for number in 1...100 where number == 1 || OutputFolder.isTaken("\(path).\(number - 1)") {
            RunFiles.note("\(path).\(number)")
        }
    }

    /// `-OJ`: whether the response names the file.
    var isNamedByAnswer: Bool { target.output == .remoteName && operation.download.usesServerName }

    /// Redirects the sink to the file that the response names. False if it exists and is to be skipped.
    func name(_ sink: BodySink, by response: Response) throws(OutputError) -> Bool {
        // As in curl, without a name it is that of the last redirect; made safe like any other from a server.
        var name = FileName.suggested(by: response.head)
        if name == nil { name = try RemoteName.from(url: response.history.isEmpty ? url : response.url.href) }
        let path = OutputFolder.path(name ?? "", in: target.folder ?? operation.outputFolder)
        let download = operation.download
        noteOutput(path)
        try keepsInputs(from: path)
        if skips(path) {
            sink.isBodyAbsent = true
            return false
        }
        let deadline = sink.deadline
        sink.turn(
            to: download.keepsExisting ? try names.choose(for: path) : path,
            replacesExisting: download.replacesExisting, mode: operation.fileMode)
        sink.deadline = deadline
        return true
    }

    /// Refuses outputs that would overwrite a file that the request reads, or one another.
    func keepsInputs(from fileName: String?) throws(OutputError) {
        let others = [
            ("-D", operation.headerFile), ("--etag-save", operation.conditions.savedTagFile),
            ("-c", operation.cookies.jar),
        ]
        if let fileName,
            let (option, _) = others.first(where: { $0.1.map { RequestInputs.areSame(fileName, $0) } == true })
        {
            throw .unusable("\(fileName) is named by \(option) and for the body; give them different names")
        }
        if let fileName, settings.transcript.files.contains(where: { RequestInputs.areSame(fileName, $0) }) {
            throw .unusable("\(fileName) is for the body, and named by --har or --explain-page too")
        }
        if let fileName, let recording = settings.recording.file, RequestInputs.areSame(fileName, recording) {
            throw .unusable("\(fileName) is for the body, and named by --record too; record to a file of its own")
        }
        let inputs = RequestInputs.files(of: operation, target)
        if inputs.isEmpty { return }
        for output in [fileName, operation.headerFile].compactMap(\.self) {
            try RequestInputs.check(inputs, against: output)
        }
    }

    /// The deadline of an attempt that starts now (`-m`).
    var deadline: Deadline { operation.maximumTime.map { .after($0) } ?? .never }

    /// Waits for a reader to open the pipe. It polls, as no system call reports that.
    func waitForReader(of pipe: String, until deadline: Deadline) async throws {
        if Deadline.now >= deadline { throw OutputError.timedOut(path: pipe) }
        try await loop.sleep(until: min(.after(.milliseconds(20)), deadline))
    }

    /// Whether the body goes to a terminal without the user's having named it with `-o -`.
    func showsOnTerminal(_ fileName: String?) -> Bool {
        fileName == nil && (target.output == nil || target.output == .standardOutput) && operation.parsing.format == nil
            && Terminal.writesOutputToTerminal
    }

    var writesToFile: Bool {
        switch target.output {
        case .file, .remoteName, .nothing: true
        case nil, .standardOutput, .standardOutputByName: false
        }
    }

    /// The outputs of an attempt.
    ///
    /// - Parameters:
    ///   - appends: whether the body goes on with what the file has.
    ///   - isStream: whether the body may have no end: its file is written to directly.
    func makeSink(
        _ fileName: String?, attempt: Int = 1, appends: Bool = false, isStream: Bool = false
    ) throws(TransferFailure) -> BodySink {
        let sink = try sink(for: fileName, attempt: attempt, appends: appends, isStream: isStream)
        sink.room = operation.mostBodyBytes ?? .max
        sink.deadline = deadline
        return sink
    }

    private func sink(
        for fileName: String?, attempt: Int, appends: Bool, isStream: Bool
    ) throws(TransferFailure) -> BodySink {
        let refusesBinary = target.output == nil || target.output == .standardOutput
        let filter = try BodyFilter(settings: operation.parsing, style: printStyle(fileName))
        let mode = operation.fileMode
        let heads = headOutput(attempt: attempt)
        guard let fileName else {
            // Without one, the response may name the file.
            let isNamedLater = target.output == .nothing || isNamedByAnswer
            let body = isNamedLater ? FileOutput.nothing() : .standardOutput(refusesBinary: refusesBinary)
            return BodySink(body: body, heads: heads, filter: filter)
        }
        let goesOn = if case .offset(1...) = operation.download.continueAt { !target.isUpload } else { appends }
        let body: FileOutput =
            if isStream { .growing(fileName, mode: mode) } else if goesOn { .appending(to: fileName, mode: mode) } else
            {
                .file(fileName, mode: mode)
            }
        return BodySink(body: body, heads: heads, filter: filter, fileName: fileName)
    }

    /// `-D`: the first transfer starts the file; the others, and further attempts, append to it.
    func headOutput(attempt: Int = 1) -> FileOutput? {
        guard let name = operation.headerFile else { return nil }
        switch name {
        case "-": return .standardOutput(refusesBinary: false)
        case "%": return .standardError()
        default: return .file(name, keepsContents: ordinal > 0 || attempt > 1)
        }
    }

    /// The progress display, unless silenced or it would mix with the body on the terminal.
    var progressDisplay: ProgressDisplay? {
        if settings.isSilent || !settings.showsProgress || settings.trace.explains { return nil }
        let isUpload = target.isUpload || operation.upload.form != nil
        guard writesToFile || isUpload || !Terminal.writesOutputToTerminal else { return nil }
        return ProgressDisplay(style: progressStyle, name: target.shownName ?? url, board: board)
    }

    /// The requested style; by default the meter, as in curl even if standard error is no terminal, except for several files
    /// at once, whose lines need one.
    private var progressStyle: Settings.ProgressStyle {
        if let progress = settings.progress { return progress }
        if settings.showsProgressBar { return .bar }
        guard settings.isParallel || operation.download.segments != nil else { return .meter }
        return Terminal.showsErrorsOnTerminal ? .lines : .none
    }
}

extension TransferTarget {
    /// The name shown with the progress.
    fileprivate var shownName: String? {
        if case .file(let name) = output { return name }
        return url.flatMap { try? RemoteName.from(url: $0) }
    }
}
