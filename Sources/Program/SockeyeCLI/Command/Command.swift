internal import SockeyeDigest
internal import SockeyeIO
internal import SockeyeTesting

/// A command line, carried out: parsed, and handed to what does its action.
struct Command {
    private var run: Run

    init(_ run: Run) { self.run = run }

    private var settings: Settings { run.settings }

    /// Carries out the command line.
    ///
    /// - Parameters:
    ///   - arguments: without the program's name.
    ///   - wipe: overwrites their secrets where others can see them.
    consuming func perform(_ arguments: [[UInt8]], wipe: () -> Void = {}) -> ExitCode {
        do {
            run.settings = try OptionParser.parse(arguments, on: run.machine, as: run.surface) {
                [machine = run.machine] in OptionParser.findDefaults(on: machine)
            }
            wipe()
        } catch {
            ErrorRedirection(to: error.errorFile).begin(run)
            run.terminal.printError(error.text(as: run.surface))
            return error.exitCode
        }
        if !Self.prepare(run) { return .operationTimedOut }
        do {
            try run.askForPasswords()
        } catch {
            return run.fail(error)
        }
        if settings.printsSwift, [.transfer, .saveUser, .forgetUser].contains(settings.action) { return printSwift() }
        // fork(2) copies only the calling thread, so this comes before anything that starts one.
        if settings.runsInBackground, settings.action == .transfer, !settings.isDryRun {
            if let code = Background.enter(&run) { return code }
            return Background.proceed(run) { [self] in
                // Its messages went to the log meanwhile.
                ErrorRedirection(settings, begins: false).begin(run)
                return record()
            }
        }
        return record()
    }

    private func record() -> ExitCode {
        if settings.action == .transfer, let code = RunRecording.begin(run) { return code }
        return act()
    }

    private func act() -> ExitCode {
        let terminal = run.terminal
        switch settings.action {
        case .help(let category): return terminal.printOutput(HelpText.text(category: category, width: manualWidth))
        case .version: return terminal.printOutput(ProgramVersion.text(libraries: libraryVersions()))
        case .manual: return terminal.printOutput(ManualText.whole(width: manualWidth))
        case .generate(.man): return terminal.printOutput(ManualPage.roff())
        case .generate(.bash): return terminal.printOutput(ShellCompletion.bash())
        case .generate(.zsh): return terminal.printOutput(ShellCompletion.zsh())
        case .generate(.fish): return terminal.printOutput(ShellCompletion.fish())
        case .faults: return terminal.printOutput(FaultList.text)
        case .digest(let algorithm, let bytes): return printDigest(algorithm, bytes)
        case .listStatus(let list): return ListStatus.show(list, run)
        case .backgroundStatus(let folder): return WorkerStatus.show(folder, run)
        case .cacheList: return CacheFolder(settings: settings.transfer.cache, run: run).list()
        case .cacheClear: return CacheFolder(settings: settings.transfer.cache, run: run).clear(settings.transfer)
        case .saveUser, .forgetUser: return onLoop { run, _ in await CredentialKeeper(run: run).perform() }
        case .watchNetwork: return onLoop { await NetworkDisplay(run: $0, loop: $1).perform() }
        case .serve: return onLoop { await ServeCommand(run: $0, loop: $1).perform() }
        case .inspect: return onLoop { await InspectCommand(run: $0, loop: $1).perform() }
        case .demo: return onLoop { await Demo(run: $0, loop: $1).perform() }
        case .backgroundWorker(let folder):
            return guarded { await WorkerCommand(folder: folder, run: $0, loop: $1).perform() }
        case .grade: return guarded { await GradeCommand(run: $0, loop: $1).perform() }
        case .doctor: return guarded { await DoctorRun(run: $0, loop: $1).perform() }
        case .replay: return ReplayRun(run: run, prepare: { Self.prepare($0) }, transfer: Self.transfer).replay()
        case .transfer: return RunRecording.finish(onLoop(Self.transfer), run)
        }
    }

    /// Longer lines are hard to read.
    private var manualWidth: Int { max(40, min(100, run.terminal.columns ?? 80)) }

    @Sendable private static func transfer(_ run: Run, _ loop: EventLoop) async -> ExitCode {
        await run.interruption.guarding(run.settings, loop) { await TransferRun(run, on: loop).perform() }
    }

    /// Directs messages where the settings want them, and prints the warnings.
    ///
    /// - Returns: false if the time of `-m` is over.
    @discardableResult private static func prepare(_ run: Run) -> Bool {
        if !ErrorRedirection(run.settings).begin(run) { return false }
        for hint in run.settings.hints { run.printWarning(hint) }
        for warning in run.settings.warnings { run.warn(warning) }
        for note in run.settings.notes { run.note(note) }
        return true
    }

    private func printSwift() -> ExitCode {
        do {
            return run.terminal.printOutput(try SwiftProgram.text(for: run))
        } catch {
            return run.fail(error)
        }
    }

    private func printDigest(_ algorithm: Digest.Algorithm, _ bytes: [UInt8]) -> ExitCode {
        do throws(DigestError) {
            return run.terminal.printOutput(try Digest(algorithm, of: bytes).hex + "\n")
        } catch {
            return run.terminal.printComplaint("\(error)")
        }
    }

    /// Does work that a signal ends in order.
    private func guarded(_ work: @escaping @Sendable (Run, EventLoop) async -> ExitCode) -> ExitCode {
        onLoop { run, loop in await run.interruption.guarding(run.settings, loop) { await work(run, loop) } }
    }

    /// Does work with this thread as the event loop: a fetch starts no other thread.
    private func onLoop(_ work: @escaping @Sendable (Run, EventLoop) async -> ExitCode) -> ExitCode {
        do {
            return try EventLoop.runBlocking { [run] loop in await work(run, loop) }
        } catch {
            return run.terminal.printFailure(.failedInitialization, "\(error)")
        }
    }
}
