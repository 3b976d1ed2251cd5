internal import Glibc
internal import Sockeye
internal import SockeyeDigest
internal import SockeyeIO
internal import SockeyeTesting

@main
enum SockeyeCommand {
    static func main() {
        // If the reader goes away, write(2) fails and we print a message, instead of dying from the signal.
        signal(SIGPIPE, SIG_IGN)
        // The same for a file at its size limit (ulimit -f).
        signal(SIGXFSZ, SIG_IGN)
        occupyStandardDescriptors()
        let code = run(arguments())
        if code != .success { exit(code.rawValue) }
    }

    private static func run(_ arguments: [[UInt8]]) -> ExitCode {
        var settings: Settings
        let inputs = InputNotes()
        do {
            settings = try OptionParser.parse(
                arguments, readFile: inputs.reader, defaultsFile: OptionParser.findDefaults)
            SecretArguments.wipe()
        } catch {
            redirectErrors(to: error.errorFile)
            Terminal.printError(error.text)
            return error.exitCode
        }
        if !prepare(settings) { return .operationTimedOut }
        do throws(TransferFailure) {
            try settings.askForPasswords()
        } catch {
            return settings.fail(error)
        }
        if settings.printsSwift, [.transfer, .saveUser, .forgetUser].contains(settings.action) {
            return printSwift(settings)
        }
        // fork(2) copies only the calling thread, so this comes before anything that starts one.
        if settings.runsInBackground, settings.action == .transfer, !settings.isDryRun {
            if let code = Background.enter(&settings) { return code }
            // Its messages went to the log meanwhile.
            redirectErrors(settings, begins: false)
        }
        if settings.action == .transfer, let code = RunRecording.begin(settings, inputs: inputs.all) { return code }
        switch settings.action {
        case .help(let category):
            return Terminal.printOutput(HelpText.text(category: category, width: manualWidth))
        case .version: return Terminal.printOutput(ProgramVersion.text(libraries: libraryVersions()))
        case .manual: return Terminal.printOutput(ManualText.whole(width: manualWidth))
        case .generate(.man): return Terminal.printOutput(ManualPage.roff())
        case .generate(.bash): return Terminal.printOutput(ShellCompletion.bash())
        case .generate(.zsh): return Terminal.printOutput(ShellCompletion.zsh())
        case .generate(.fish): return Terminal.printOutput(ShellCompletion.fish())
        case .listStatus(let list): return ListStatus.show(list, settings)
        case .backgroundStatus(let folder): return WorkerStatus.show(folder, settings)
        case .backgroundWorker(let folder):
            return onLoop { [settings] loop in
                await Interruption.guarding(settings, loop) {
                    await WorkerCommand(folder: folder, settings: settings, loop: loop).run()
                }
            }
        case .digest(let algorithm, let bytes): return printDigest(algorithm, bytes)
        case .saveUser, .forgetUser: return onLoop { [settings] _ in await CredentialKeeper(settings: settings).run() }
        case .cacheList: return cacheFolder(settings).list()
        case .cacheClear: return cacheFolder(settings).clear(settings.transfer)
        case .watchNetwork:
            return onLoop { [settings] in
                await NetworkDisplay(loop: $0, time: settings.transfer.maximumTime).run()
            }
        case .faults: return Terminal.printOutput(FaultList.text)
        case .serve: return onLoop { [settings] in await ServeCommand(settings: settings, loop: $0).run() }
        case .inspect: return onLoop { [settings] in await InspectCommand(settings: settings, loop: $0).run() }
        case .grade:
            return onLoop { [settings] loop in
                await Interruption.guarding(settings, loop) { await GradeCommand(settings: settings, loop: loop).run() }
            }
        case .doctor:
            return onLoop { [settings] loop in
                await Interruption.guarding(settings, loop) { await DoctorRun(settings: settings, loop: loop).run() }
            }
        case .demo: return onLoop { await Demo(loop: $0).run() }
        case .replay: return ReplayRun(settings: settings, prepare: { prepare($0) }, run: transfer).replay()
        case .transfer:
            let code = onLoop { [settings] in await transfer(settings, $0) }
            return RunRecording.finish(code, settings)
        }
    }

    /// Longer lines are hard to read.
    private static var manualWidth: Int { max(40, min(100, Terminal.columns ?? 80)) }

    @Sendable private static func transfer(_ settings: Settings, _ loop: EventLoop) async -> ExitCode {
        await Interruption.guarding(settings, loop) { await TransferRun(settings: settings, loop: loop).run() }
    }

    /// Directs messages where the settings want them, and prints the warnings.
    ///
    /// - Returns: false if the time of `-m` is over.
    @discardableResult static func prepare(_ settings: Settings) -> Bool {
        if !redirectErrors(settings) { return false }
        if settings.isSilent { return true }
        for warning in settings.warnings { Terminal.printError(Message.warning(warning)) }
        return true
    }

    private static func printSwift(_ settings: Settings) -> ExitCode {
        do throws(TransferFailure) {
            return Terminal.printOutput(try SwiftProgram.text(for: settings))
        } catch {
            return settings.fail(error)
        }
    }

    private static func printDigest(_ algorithm: Digest.Algorithm, _ bytes: [UInt8]) -> ExitCode {
        do throws(DigestError) {
            return Terminal.printOutput(try Digest(algorithm, of: bytes).hex + "\n")
        } catch {
            Terminal.printError(Message.plain("\(error)"))
            return .failedInitialization
        }
    }

    private static func cacheFolder(_ settings: Settings) -> CacheFolder {
        CacheFolder(settings: settings.transfer.cache, isSilent: settings.isSilent)
    }

    /// Reserves the standard descriptors that the caller closed (`>&-`). Otherwise a socket could get such a number and
    /// the body would be written into it. Reading from or writing to the placeholder fails.
    private static func occupyStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", (descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC)
        }
    }

    /// `--stderr`: redirects standard error to the file of the settings (`dup2(2)`).
    ///
    /// - Parameter begins: whether the file is begun anew, rather than gone on with.
    /// - Returns: false if the time of `-m` is over.
    @discardableResult private static func redirectErrors(_ settings: Settings, begins: Bool = true) -> Bool {
        redirectErrors(
            to: settings.errorFile, isSilent: settings.isSilent, begins: begins,
            isSecret: settings.trace.form != .none, until: settings.longestTime.map { .after($0) })
    }

    /// The same.
    ///
    /// - Parameters:
    ///   - isSecret: whether heads of messages go there.
    ///   - deadline: by when a pipe must have a reader.
    @discardableResult private static func redirectErrors(
        to path: String?, isSilent: Bool = false, begins: Bool = true, isSecret: Bool = false,
        until deadline: Deadline? = nil
    ) -> Bool {
        guard let path else { return true }
        if path == "-" {
            dup2(STDOUT_FILENO, STDERR_FILENO)
            return true
        }
        do throws(OutputError) {
            let file = try TextFile(path, isSecret: isSecret, appends: !begins, until: deadline)
            dup2(file.number, STDERR_FILENO)
        } catch {
            if !isSilent {
                Terminal.printError(Message.warning("cannot write messages to \(error.message)"))
            }
            return TransferFailure(error).exitCode != .operationTimedOut
        }
        return true
    }

    /// Runs the work with this thread as the event loop: a fetch starts no other thread.
    private static func onLoop(_ work: @escaping @Sendable (EventLoop) async -> ExitCode) -> ExitCode {
        do {
            return try EventLoop.runBlocking { loop in await work(loop) }
        } catch {
            Terminal.printError(Message.failure(.failedInitialization, "\(error)"))
            return .failedInitialization
        }
    }

    /// The command line as bytes: `CommandLine.arguments` would replace anything that isn't UTF-8.
    private static func arguments() -> [[UInt8]] {
        ProcessArguments.all.map { word in
            // SAFETY: it is NUL-terminated and lives as long as the process.
            Array(UnsafeBufferPointer(start: word, count: strlen(word))).map(UInt8.init(bitPattern:))
        }
    }
}
