internal import SockeyeClient
internal import SockeyeIO
internal import SockeyeRecording

/// `--replay`: the command line of a recording, run again without a network.
struct ReplayRun {
    let run: Run
    /// Directs messages where settings want them.
    let prepare: (Run) -> Void
    /// Does the transfers of a command line on a loop.
    let transfer: @Sendable (Run, EventLoop) async -> ExitCode

    private var settings: Settings { run.settings }

    /// Runs it; the exit code is the recorded run's, unless the replay differs.
    func replay() -> ExitCode {
        if settings.namesURL {
            return run.fail(.failedInitialization, "--replay runs the recorded command line and takes no URL")
        }
        if settings.recording.file != nil {
            return run.fail(.failedInitialization, "--replay and --record exclude each other")
        }
        // Before the replay goes to its own folder.
        let views = ReplayViews(run)
        // None leaves the folder behind, nor does the end of the terminal.
        run.interruption.handleSignals()
        defer { run.interruption.endIfCome() }
        do {
            var recording = try Recording(contentsOf: settings.recording.replay ?? "")
            if let number = Interruption.strangeSignal(in: recording) {
                return run.fail(
                    .readError, "the recording can't be read: signal \(number) is none that a run notes (1, 2, 15)")
            }
            if settings.recording.steps { recording = recording.byteByByte() }
            let folder = try ReplayFolder(recording, on: run.machine)
            defer { folder.remove() }
            return try replay(recording, folder, views)
        } catch let error as RecordingError {
            return run.fail(.readError, "\(error)")
        } catch let error as OptionError {
            return run.fail(.readError, "the recorded command line: \(error.message ?? "is empty")")
        } catch let error as OutputError {
            return run.fail(.writeError, error.message)
        } catch {
            return run.fail(.writeError, "\(error)")
        }
    }

    private func replay(_ recording: Recording, _ folder: ReplayFolder, _ views: ReplayViews) throws -> ExitCode {
        if recording.arguments.isEmpty {
            return run.fail(.failedInitialization, "a library made this recording; HTTPClient(replaying:) replays it")
        }
        let step = settings.recording.steps ? StepDisplay(run.terminal) : nil
        let replay = Replay(recording, isTimed: true) { step?.show($0) }
        // For the paths in options; the moment is set when the clock is the recording's.
        run.tape.play(replay, since: .now)
        var recorded = run.with(
            try OptionParser.parse([Array("-q".utf8)] + recording.arguments, on: run.machine, replaying: run.tape))
        guard recorded.settings.action == .transfer, !recorded.settings.printsSwift else {
            return run.fail(.failedInitialization, "the recorded command line transfers nothing")
        }
        if recorded.settings.runsInBackground { Background.adapt(&recorded.settings) }
        views.apply(to: &recorded.settings)
        prepare(recorded)
        try recorded.askForPasswords()
        let clock = ReplayClock(replay, run, speed: settings.recording.speed)
        let code = try EventLoop.runBlocking(in: clock, from: replay.beginning) { [transfer, recorded] loop in
            recorded.tape.play(replay, since: .now)
            // The interruption holds the tape, which holds the replay.
            replay.signalHandler = { [weak interruption = recorded.interruption] in interruption?.came($0) }
            return await transfer(recorded, loop)
        }
        if !run.interruption.hasCome { try keep(folder) }
        // A run that fails otherwise says so itself.
        let endsAlike = recording.entries.last { $0.kind == .end }?.number("code") == Int64(code.rawValue)
        if let divergence = replay.divergence ?? (endsAlike && !run.interruption.hasCome ? replay.unsent : nil) {
            return run.fail(.replayDiffers, "the replay differs from the recording: \(divergence)")
        }
        return code
    }

    /// Copies what the run wrote to the file of `-o`, or says that it is dropped.
    private func keep(_ folder: ReplayFolder) throws {
        let written = folder.written()
        guard case .file(let output)? = settings.transfer.targets.first?.output else {
            if !written.isEmpty, !settings.isSilent {
                let names = written.prefix(5).joined(separator: ", ") + (written.count > 5 ? ", …" : "")
                run.terminal.printComplaint("the replay wrote \(names) in a folder of its own; -o FILE keeps a file")
            }
            return
        }
        guard let name = written.first, written.count == 1 else {
            throw OutputError.unusable("the replay wrote \(written.count) files, and -o keeps one")
        }
        let bytes: [UInt8]
        do throws(InputError) {
            bytes = try run.machine.read(name, .own)
        } catch {
            throw OutputError.failed(call: "read", path: name, reason: error.reason)
        }
        folder.leave()
        var file = FileOutput.file(output, on: run.machine, mode: settings.transfer.fileMode)
        try file.write(bytes)
        try file.complete()
    }
}

// SAFETY: used by the one thread that runs the loop.
/// The recording's time.
private final class ReplayClock: VirtualEvents, @unchecked Sendable {
    private let replay: Replay
    private let run: Run
    private let speed: Double?

    init(_ replay: Replay, _ run: Run, speed: Double?) { (self.replay, self.run, self.speed) = (replay, run, speed) }

    var nextMoment: UInt64? { replay.nextMoment }

    func happen() { replay.deliverNext() }

    func pass(_ nanoseconds: UInt64) {
        guard let speed else { return }
        // Capped at a day.
        var left = min(Double(nanoseconds) / 1e9 / speed, 86_400)
        // In slices: who asks whether a signal has come is on this clock too.
        while left > 0, !run.interruption.hasCome {
            let slice = min(left, 0.1)
            run.machine.sleep(.seconds(slice))
            left -= slice
        }
    }
}
