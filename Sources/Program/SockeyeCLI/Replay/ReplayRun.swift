internal import Glibc
internal import Sockeye
internal import SockeyeClient
internal import SockeyeIO
internal import SockeyeRecording

/// `--replay`: the command line of a recording, run again without a network.
struct ReplayRun {
    let settings: Settings
    /// Directs messages where settings want them.
    let prepare: (Settings) -> Void
    /// Runs parsed settings on a loop.
    let run: @Sendable (Settings, EventLoop) async -> ExitCode

    /// Runs it; the exit code is the recorded run's, unless the replay differs.
    func replay() -> ExitCode {
        if settings.operations.contains(where: { $0.targets.contains { $0.url != nil } }) {
            return settings.fail(.failedInitialization, "--replay runs the recorded command line and takes no URL")
        }
        if settings.recording.file != nil {
            return settings.fail(.failedInitialization, "--replay and --record exclude each other")
        }
        // Before the replay goes to a folder of its own.
        let views = ReplayViews(settings)
        // None leaves the folder behind, nor does the end of the terminal.
        Interruption.handleSignals()
        defer { Interruption.endIfCome() }
        do {
            var recording = try Recording(contentsOf: settings.recording.replay ?? "")
            if let number = Interruption.strangeSignal(in: recording) {
                return settings.fail(
                    .readError, "the recording can't be read: signal \(number) is none that a run notes (1, 2, 15)")
            }
            if settings.recording.steps { recording = recording.byteByByte() }
            let folder = try ReplayFolder(recording)
            defer { folder.remove() }
            return try replay(recording, folder, views)
        } catch let error as RecordingError {
            return settings.fail(.readError, "\(error)")
        } catch let error as OptionError {
            return settings.fail(.readError, "the recorded command line: \(error.message ?? "is empty")")
        } catch let error as OutputError {
            return settings.fail(.writeError, error.message)
        } catch {
            return settings.fail(.writeError, "\(error)")
        }
    }

    private func replay(_ recording: Recording, _ folder: ReplayFolder, _ views: ReplayViews) throws -> ExitCode {
        if recording.arguments.isEmpty {
            return settings.fail(
                .failedInitialization, "a library made this recording; HTTPClient(replaying:) replays it")
        }
        let step = settings.recording.steps ? StepDisplay() : nil
        let replay = Replay(recording, isTimed: true) { step?.show($0) }
        // For the paths in options; the moment is set when the clock is the recording's.
        RunTape.current = .replaying(replay, since: .now)
        var recorded = try OptionParser.parse([Array("-q".utf8)] + recording.arguments)
        guard recorded.action == .transfer, !recorded.printsSwift else {
            return settings.fail(.failedInitialization, "the recorded command line transfers nothing")
        }
        if recorded.runsInBackground { Background.adapt(&recorded) }
        views.apply(to: &recorded)
        prepare(recorded)
        try recorded.askForPasswords()
        let clock = ReplayClock(replay, speed: settings.recording.speed)
        let code = try EventLoop.runBlocking(in: clock, from: replay.beginning) { [run, recorded] loop in
            RunTape.current = .replaying(replay, since: .now)
            replay.signalHandler = { Interruption.came($0) }
            return await run(recorded, loop)
        }
        if !Interruption.hasCome { try keep(folder) }
        // A run that fails otherwise says so itself.
        let endsAlike = recording.entries.last { $0.kind == .end }?.number("code") == Int64(code.rawValue)
        if let divergence = replay.divergence ?? (endsAlike && !Interruption.hasCome ? replay.unsent : nil) {
            return settings.fail(.replayDiffers, "the replay differs from the recording: \(divergence)")
        }
        return code
    }

    /// Copies what the run wrote to the file of `-o`, or says that it is dropped.
    private func keep(_ folder: ReplayFolder) throws {
        let written = folder.written()
        guard case .file(let output)? = settings.transfer.targets.first?.output else {
            if !written.isEmpty, !settings.isSilent {
                let names = written.prefix(5).joined(separator: ", ") + (written.count > 5 ? ", …" : "")
                Terminal.printError(
                    Message.plain("the replay wrote \(names) in a folder of its own; -o FILE keeps a file"))
            }
            return
        }
        guard let name = written.first, written.count == 1 else {
            throw OutputError.unusable("the replay wrote \(written.count) files, and -o keeps one")
        }
        let bytes: [UInt8]
        do throws(InputError) {
            bytes = try InputFile.read(name, isNoted: false)
        } catch {
            throw OutputError.failed(call: "read", path: name, reason: error.reason)
        }
        folder.leave()
        var file = FileOutput.file(output, mode: settings.transfer.fileMode)
        try file.write(bytes)
        try file.complete()
    }
}

// SAFETY: used by the one thread that runs the loop.
/// The recording's time.
private final class ReplayClock: VirtualEvents, @unchecked Sendable {
    private let replay: Replay
    private let speed: Double?

    init(_ replay: Replay, speed: Double?) {
        (self.replay, self.speed) = (replay, speed)
    }

    var nextMoment: UInt64? { replay.nextMoment }

    func happen() { replay.deliverNext() }

    func pass(_ nanoseconds: UInt64) {
        guard let speed else { return }
        // Capped at a day.
        var left = min(Double(nanoseconds) / 1e9 / speed, 86_400)
        // In slices: who asks whether a signal has come is on this clock too.
        while left > 0, !Interruption.hasCome {
            let slice = min(left, 0.1)
            var time = timespec(tv_sec: 0, tv_nsec: Int(slice * 1e9))
            nanosleep(&time, nil)
            left -= slice
        }
    }
}
