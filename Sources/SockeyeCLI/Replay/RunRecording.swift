internal import Glibc
internal import Sockeye
internal import SockeyeIO
internal import SockeyeRecording
internal import SockeyeTransfers

/// `--record`: begins the recording of a run.
enum RunRecording {
    /// The largest file that is copied into the recording.
    private static let mostFileBytes = 16 << 20

    /// Begins to record to the file of `--record`, if there is one. Returns an exit code if that fails.
    ///
    /// - Parameter inputs: the files that were read for options.
    static func begin(_ settings: Settings, inputs: [(path: String, bytes: [UInt8])]) -> ExitCode? {
        guard let path = settings.recording.file else { return nil }
        let read = inputs.map(\.path) + settings.recording.configurationFiles + settings.transcript.files
        let isRead = read.contains { RequestInputs.areSame($0, path) }
        if isRead || settings.operations.contains(where: { isOutput(path, of: $0) }) {
            return refuse("\(path) is another file of the run; record to a file of its own", settings)
        }
        let recorder: Recorder
        do throws(RecordingError) {
            recorder = try Recorder(file: path, keepsSecrets: settings.recording.keepsSecrets)
        } catch {
            return refuse("cannot record: \(error)", settings)
        }
        for word in settings.recording.words {
            recorder.note(.argument, [.init("bytes", recorder.keepsSecrets ? word.bytes : word.masked)])
        }
        RunTape.current = .recording(recorder)
        for (path, bytes) in inputs where !settings.recording.configurationFiles.contains(path) {
            RunTape.note(bytes, of: path)
        }
        var noted = Set<String>()
        for name in settings.operations.flatMap(files) where noted.insert(name).inserted { note(name, recorder) }
        return nil
    }

    private static func refuse(_ text: String, _ settings: Settings) -> ExitCode {
        if settings.printsErrors { Terminal.printError(Message.failure(.writeError, text)) }
        return .writeError
    }

    /// Ends it, and says so if it isn't whole.
    static func finish(_ code: ExitCode, _ settings: Settings) {
        guard let recorder = RunTape.recorder else { return }
        RunTape.finish(code.rawValue)
        if let failure = recorder.failure, !settings.isSilent {
            Terminal.printError(Message.warning("the recording is cut: \(failure)"))
        }
    }

    private static func isOutput(_ path: String, of operation: TransferSettings) -> Bool {
        let outputs = operation.targets.compactMap { target -> String? in
            if case .file(let name) = target.output { OutputFolder.path(name, in: operation.outputFolder) } else { nil }
        }
        let inputs = operation.targets.flatMap { RequestInputs.files(of: operation, $0) } + operation.cookies.files
        let others = [
            operation.headerFile, operation.cookies.jar, operation.conditions.savedTagFile,
            operation.authentication.netrcFile,
        ].compactMap(\.self)
        return (outputs + others + inputs).contains { RequestInputs.areSame($0, path) }
    }

    /// The files that the run may find: its outputs with what earlier runs left of them, and what it uploads.
    private static func files(of operation: TransferSettings) -> [String] {
        var names: [String] = []
        for target in operation.targets {
            names += RequestInputs.files(of: operation, target)
            let output: String? =
                switch target.output {
                case .file(let name): name
                case .remoteName: target.url.flatMap { try? RemoteName.from(url: $0) }
                default: nil
                }
            guard let output else { continue }
            let path = OutputFolder.path(output, in: operation.outputFolder)
            names += FileOutput.isSpecial(path) ? [] : DownloadDestination.file(path).writtenPaths
        }
        return names.filter { $0 != "-" }
    }

    private static func note(_ path: String, _ recorder: Recorder) {
        guard let facts = (try? FileFacts(of: path)) ?? nil, facts.kind == .regular,
            facts.size <= Int64(mostFileBytes), let bytes = try? InputFile.read(path, isNoted: false)
        else { return }
        recorder.note(
            .file,
            [
                .init("name", path), .init("bytes", bytes), .init("modified", facts.modifiedSeconds),
                .init("mode", Int64(facts.mode)),
            ])
    }
}
