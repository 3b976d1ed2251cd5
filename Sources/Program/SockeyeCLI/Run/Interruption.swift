internal import SockeyeIO
internal import SockeyeRecording
internal import Synchronization

/// Ctrl-C, SIGTERM and the end of the terminal (SIGHUP) while files are being written: the transfers are cancelled, so that they
/// record what they have and say how to go on; then the process ends by the same signal, as its parent expects.
final class Interruption: Sendable {
    private struct State {
        /// The signal of a recording.
        var replayed: Int32?
        var isStopped = false
        /// Looks whether one has come.
        var watch: Task<Void, Never>?
    }

    private let machine: any Machine
    private let tape: RunTape
    private let state = Mutex(State())
    /// A timer, since nothing but storing a number is safe in a signal handler.
    private static let interval = Duration.milliseconds(100)

    init(_ machine: any Machine, _ tape: RunTape) { (self.machine, self.tape) = (machine, tape) }

    /// Whether a signal ends the run.
    var hasCome: Bool { signal != nil || state.withLock { $0.isStopped } }

    private var signal: Int32? { machine.caughtSignal ?? state.withLock { $0.replayed } }

    /// Ends the run as a signal would, but not the process.
    func stop() { state.withLock { $0.isStopped = true } }

    /// A signal of a recording without a strange one.
    func came(_ signal: Int32) {
        state.withLock { state in
            state.replayed = signal
            state.watch?.cancel()
        }
    }

    /// A signal of the recording that no run notes (SIGHUP, SIGINT, SIGTERM), if there is one. It is raised in the end, so who wrote
    /// the recording could stop or crash the process by any other.
    static func strangeSignal(in recording: Recording) -> Int64? {
        recording.entries.lazy.filter { $0.kind == .signal }.map { $0.number("number") ?? 0 }
            .first { ![1, 2, 15].contains($0) }
    }

    /// Does the work of transfers, or the examination of --doctor, which prints what it knows so far, or a worker's; doesn't return if
    /// a signal came meanwhile.
    func guarding(
        _ settings: Settings, _ loop: EventLoop, _ run: @escaping @Sendable () async -> ExitCode
    ) async -> ExitCode {
        // Nothing is kept of what goes to standard output, so the signal may just end the process.
        let isReplay = tape.isReplay
        let isNeeded = settings.writesFiles || settings.action.endsInOrder || isReplay
        guard isNeeded else { return await run() }
        machine.catchSignals()
        let work = Task(executorPreference: loop) { await run() }
        let start = Deadline.now
        let watch = Task(executorPreference: loop) { [self] in
            while !hasCome {
                // The clock of a replay jumps from one look to the next: over a pause of years, there must not be a billion.
                let passed = isReplay ? Deadline.now.duration(since: start) : .zero
                let isOver = (try? await loop.sleep(until: .after(max(Self.interval, passed / 100)))) == nil
                if isOver, !hasCome { return }
            }
            tape.note(signal: signal ?? 0)
            work.cancel()
        }
        state.withLock { $0.watch = watch }
        // It may have come before.
        if hasCome { watch.cancel() }
        let code = await work.value
        watch.cancel()
        if let signal { tape.finish(128 + signal) }
        // A replay has a folder to remove first.
        if !isReplay { endIfCome() }
        return code
    }

    /// From now on, signals don't end the process by themselves.
    func handleSignals() { machine.catchSignals() }

    /// Ends the process by the signal that came, if any.
    func endIfCome() { if let signal { machine.end(bySignal: signal) } }

    /// Waits until Ctrl-C or SIGTERM comes, or until the deadline, for what has no end of its own.
    func wait(on loop: EventLoop, until deadline: Deadline) async {
        handleSignals()
        while !hasCome, !deadline.hasPassed {
            guard (try? await loop.sleep(until: .after(Self.interval))) != nil else { return }
        }
    }

    /// A failure in the words for a user who pressed Ctrl-C.
    func explain(_ error: any Error) -> TransferFailure {
        var failure = TransferFailure(error)
        guard hasCome, failure.exitCode == .abortedByCallback else { return failure }
        failure.message = "interrupted" + failure.message.drop { $0 != ";" }
        return failure
    }
}

extension Settings.Action {
    /// Whether it has something to print or to save when a signal ends it.
    fileprivate var endsInOrder: Bool {
        switch self {
        case .doctor, .grade, .backgroundWorker: true
        default: false
        }
    }
}

extension Settings {
    /// Whether anything is written to or sent from files that an interruption would leave unfinished.
    fileprivate var writesFiles: Bool {
        transcript.isWanted || runsInBackground
            || operations.contains { operation in
                operation.namesAllRemotely || operation.resumable != nil || !operation.lists.isEmpty
                    || operation.extraction.packsUploads
                    || operation.targets.contains { target in
                        switch target.output {
                        case .file, .remoteName: true
                        default: false
                        }
                    }
            }
    }
}
