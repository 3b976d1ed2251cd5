internal import Glibc
internal import Sockeye
internal import SockeyeIO
internal import SockeyeRecording
internal import Synchronization

/// Ctrl-C, SIGTERM and the end of the terminal (SIGHUP) while files are being written: the transfers are cancelled, so that they
/// record what they have and say how to go on; then the process ends by the same signal, as its parent expects.
///
/// A second signal ends it at once, unless it comes with the first: timeout(1) signals its child and then its process group, and a
/// shell and a terminal may each send SIGHUP.
enum Interruption {
    /// The signal that came; 0 for none.
    private static let caught = Atomic<Int32>(0)
    /// When it came, by the monotonic clock in seconds.
    private static let moment = Atomic<Int>(0)
    private static let isStopped = Atomic<Bool>(false)
    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    /// How many seconds later a second signal ends the process: one that comes sooner is part of the first.
    private static let patience = 2
    /// A timer, since nothing but storing a number is safe in a signal handler.
    private static let interval = Duration.milliseconds(100)
    /// Looks whether one has come.
    private static let watch = Mutex<Task<Void, Never>?>(nil)

    /// Whether a signal ends the run.
    static var hasCome: Bool {
        caught.load(ordering: .relaxed) != 0 || isStopped.load(ordering: .relaxed)
    }

    /// Ends the run as a signal would, but not the process.
    static func stop() { isStopped.store(true, ordering: .relaxed) }

    /// A signal of a recording without a strange one.
    static func came(_ signal: Int32) {
        caught.store(signal, ordering: .relaxed)
        watch.withLock { $0 }?.cancel()
    }

    /// A signal of the recording that no run notes, if there is one. It is raised in the end, so who wrote the recording could stop
    /// or crash the process by any other.
    static func strangeSignal(in recording: Recording) -> Int64? {
        recording.entries.lazy.filter { $0.kind == .signal }.map { $0.number("number") ?? 0 }
            .first { number in !signals.contains { Int64($0) == number } }
    }

    /// Runs the transfers, or the examination of --doctor, which prints what it knows so far, or a worker; doesn't return if a signal came
    /// meanwhile.
    static func guarding(
        _ settings: Settings, _ loop: EventLoop, _ run: @escaping @Sendable () async -> ExitCode
    ) async -> ExitCode {
        // Nothing is kept of what goes to standard output, so the signal may just end the process.
        let isNeeded = settings.writesFiles || settings.action.endsInOrder || RunTape.replay != nil
        guard isNeeded else { return await run() }
        handleSignals()
        let work = Task(executorPreference: loop) { await run() }
        let start = Deadline.now
        let watch = Task(executorPreference: loop) {
            while !hasCome {
                // The clock of a replay jumps from one look to the next: over a pause of years, there must not be a billion.
                let passed = RunTape.replay == nil ? .zero : Deadline.now.duration(since: start)
                do throws(IOError) {
                    try await loop.sleep(until: .after(max(interval, passed / 100)))
                } catch {
                    if !hasCome { return }
                }
            }
            RunTape.note(signal: caught.load(ordering: .relaxed))
            work.cancel()
        }
        self.watch.withLock { $0 = watch }
        // It may have come before.
        if hasCome { watch.cancel() }
        let code = await work.value
        watch.cancel()
        let signal = caught.load(ordering: .relaxed)
        if signal != 0 { RunTape.finish(128 + signal) }
        // A replay has a folder to remove first.
        if RunTape.replay == nil { endIfCome() }
        return code
    }

    /// From now on, signals don't end the process by themselves.
    static func handleSignals() {
        for signal in signals { handle(signal) }
    }

    /// Ends the process by the signal that came, if any.
    static func endIfCome() {
        let signal = caught.load(ordering: .relaxed)
        if signal == 0 { return }
        Glibc.signal(signal, SIG_DFL)
        raise(signal)
    }

    /// Waits until Ctrl-C or SIGTERM comes, or until the deadline, for what has no end of its own.
    static func wait(on loop: EventLoop, until deadline: Deadline) async {
        handleSignals()
        while !hasCome, !deadline.hasPassed {
            guard (try? await loop.sleep(until: .after(interval))) != nil else { return }
        }
    }

    /// Handles the signal once, unless the parent had it ignored.
    private static func handle(_ signal: Int32) {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0, !action.isIgnored else { return }
        action = sigaction()
        action.__sigaction_handler.sa_handler = { Interruption.take($0) }
        sigaction(signal, &action, nil)
    }

    /// Runs in the signal's handler: loads, stores and calls that signal-safety(7) allows.
    private static func take(_ signal: Int32) {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        if caught.load(ordering: .relaxed) == 0 {
            moment.store(now.tv_sec, ordering: .relaxed)
            caught.store(signal, ordering: .relaxed)
        } else if now.tv_sec - moment.load(ordering: .relaxed) >= patience {
            Glibc.signal(signal, SIG_DFL)
            raise(signal)
        }
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

extension TransferFailure {
    /// The same, in the words for a user who pressed Ctrl-C.
    var afterInterruption: TransferFailure {
        guard Interruption.hasCome, exitCode == .abortedByCallback else { return self }
        var failure = self
        failure.message = "interrupted" + (message.firstIndex(of: ";").map { String(message[$0...]) } ?? "")
        return failure
    }
}
