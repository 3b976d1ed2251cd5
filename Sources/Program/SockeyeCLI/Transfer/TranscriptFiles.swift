internal import SockeyeIO
internal import SockeyeTranscript

/// The files of `--har` and `--explain-page`: checked before the first request, written after the last.
final class TranscriptFiles: Sendable {
    let run: Run
    let transcript: Transcript

    /// The files of the run; `nil` if none is wanted.
    init?(_ run: Run) {
        guard run.settings.transcript.isWanted, !run.settings.isDryRun else { return nil }
        self.run = run
        transcript = Transcript(keepsSecrets: run.settings.transcript.keepsSecrets)
    }

    private var settings: Settings { run.settings }
    private var machine: any Machine { run.machine }

    /// Refuses names that could not be written, or that are another output's or an input's.
    func check() throws {
        let files = settings.transcript.files
        if files.count == 2, machine.areSame(files[0], files[1]) {
            throw TransferFailure(.failedInitialization, "--har and --explain-page name the same file: \(files[0])")
        }
        for file in files {
            for (option, other) in settings.operations.flatMap(\.namedFiles) where machine.areSame(file, other) {
                throw TransferFailure(
                    .failedInitialization, "\(file) is named by --har or --explain-page and by \(option)")
            }
            if file == "-" { continue }
            try machine.checkOutput(file, makesFolders: settings.operations.contains(where: \.createsFolders))
        }
    }

    /// Writes the files. A failure is told, and makes a success one.
    ///
    /// - Parameter other: what to write instead of the run's own transcript.
    func write(_ other: Transcript.Record? = nil, after result: ExitCode) -> ExitCode {
        let record = other ?? transcript.record
        var code = result
        if record.droppedAttempts > 0 {
            run.warn("\(record.droppedAttempts) requests came beyond the limit of what is recorded")
        }
        if let file = settings.transcript.archive {
            write(HARWriter.bytes(of: record, version: ProgramVersion.number), to: file, &code)
        }
        if let file = settings.transcript.page {
            write(TranscriptPage.html(of: record, title: "sockeye \(ProgramVersion.number)"), to: file, &code)
        }
        return code
    }

    private func write(_ bytes: [UInt8], to file: String, _ code: inout ExitCode) {
        do throws(OutputError) {
            if let fault = SecretPlace.fault(of: file), machine.isSpecial(file) { throw .unusable("\(file) \(fault)") }
            if file != "-", !machine.isSpecial(file) { return try writePrivate(bytes, to: file) }
            var output: FileOutput =
                file == "-" ? .standardOutput(on: machine, refusesBinary: false) : .file(file, on: machine)
            output.deadline = settings.longestDeadline
            do throws(OutputError) {
                try output.write(bytes)
                try output.complete()
            } catch {
                output.discard()
                throw error
            }
        } catch {
            let failed = run.fail(error)
            if code == .success { code = failed }
        }
    }

    /// Writes what may have secrets in it, in bodies and paths too: it is readable by its owner only from the first
    /// byte on, whatever the permissions of an earlier file.
    private func writePrivate(_ bytes: [UInt8], to file: String) throws(OutputError) {
        let path = (try? machine.resolved(file)) ?? file
        do throws(IOError) {
            try machine.replace(path, with: bytes, mode: 0o600, until: .never)
        } catch {
            guard case .system(let call, let number) = error else { throw .unusable("\(error)") }
            throw .failed(call: call, path: path, reason: IOError.message(for: number))
        }
    }
}
