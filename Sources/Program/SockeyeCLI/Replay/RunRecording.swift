internal import SockeyeIO
internal import SockeyeRecording
internal import SockeyeTranscript

/// `--record`: begins the recording of a run.
enum RunRecording {
    /// Begins to record to the file of `--record`, if there is one. Returns an exit code if that fails.
    static func begin(_ run: Run) -> ExitCode? {
        let settings = run.settings
        guard let path = settings.recording.file else {
            run.tape.beginWithoutRecorder()
            return nil
        }
        let recorder: Recorder
        do throws(OutputError) {
            recorder = try open(path, run)
        } catch {
            return run.fail(TransferFailure(error).exitCode, "cannot record: \(error.message)")
        }
        for word in settings.recording.words {
            recorder.note(.argument, [.init("bytes", recorder.keepsSecrets ? word.bytes : word.masked)])
        }
        let early = run.tape.record(to: recorder)
        for (path, bytes) in early.inputs where !settings.recording.configurationFiles.contains(path) {
            run.tape.note(bytes, of: path, .text)
        }
        for (file, requests) in settings.recording.archives {
            let masked = requests.map { request in
                var request = request
                request.url = text(Secrets.maskedURL(Array(request.url.utf8)))
                request.fields = request.fields.map { name, value in
                    let line = Secrets.maskedField(Array("\(name):\(value)".utf8))
                    return (name, text(line.dropFirst(name.utf8.count + 1)))
                }
                return request
            }
            run.tape.note(HARWriter.bytes(of: requests), of: file, to: recorder) { _ in HARWriter.bytes(of: masked) }
        }
        for answer in early.answers { run.tape.note(answer) }
        for file in settings.recording.files {
            switch file {
            case .file(let name): run.note(folderOf: name)
            case .folder(let name):
                run.note(folderOf: name)
                run.note(file: name)
            case .time(let name): run.note(timeOf: name)
            }
        }
        return nil
    }

    private static func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Ends it, and says so if it isn't whole.
    ///
    /// - Returns: the run's exit code, or that of a file that can't be written.
    static func finish(_ code: ExitCode, _ run: Run) -> ExitCode {
        guard let recorder = run.tape.recorder else { return code }
        run.tape.finish(code.rawValue)
        guard let failure = recorder.failure else { return code }
        let refusal = run.fail(.writeError, "the recording is cut: \(failure)")
        return code == .success ? refusal : code
    }

    /// Begins a recording in its own file.
    private static func open(_ path: String, _ run: Run) throws(OutputError) -> Recorder {
        let settings = run.settings
        let files = settings.namedFiles + run.tape.earlyPaths.map { (option: "an option that reads it", name: $0) }
        for (option, name) in files where name != "-" && run.machine.areSame(name, path) {
            throw .unusable("\(path) is named by --record and by \(option); record to a file of its own")
        }
        if settings.operations.contains(where: \.createsFolders) { try run.machine.makeParents(of: path) }
        if run.machine.knownFacts(of: path)?.kind == .folder { throw .isFolder(path: path) }
        let deadline = settings.longestDeadline
        do throws(RecordingError) {
            return try Recorder(file: path, keepsSecrets: settings.recording.keepsSecrets, until: deadline)
        } catch {
            if deadline.hasPassed { throw .timedOut(path: path) }
            if SecretPlace.fault(of: path) != nil { throw .unusable(error.reason) }
            let hasFolder = run.machine.knownFacts(of: OutputFolder.folder(of: path))?.kind == .folder
            throw .unusable(
                error.reason
                    + (hasFolder ? "; name a file that you can write" : "; --create-dirs creates missing folders"))
        }
    }
}

extension Settings {
    /// The files that options write or read, with the options.
    fileprivate var namedFiles: [(option: String, name: String)] {
        var files: [(option: String, name: String)] = recording.configurationFiles.map { ("-K", $0) }
        files += transcript.files.map { ("--har or --explain-page", $0) }
        switch trace.form {
        case .hexadecimal(let file), .text(let file): files.append(("--trace", file))
        case .none, .verbose: break
        }
        if let errorFile { files.append(("--stderr", errorFile)) }
        if let journal { files.append(("--journal", journal)) }
        return files + operations.flatMap(\.namedFiles)
    }
}
