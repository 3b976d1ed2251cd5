internal import Glibc
internal import Sockeye

@main
enum SockeyeCommand {
    static func main() {
        // A reader that goes away is an error of write(2), with a message, and no sudden death.
        signal(SIGPIPE, SIG_IGN)
        // So is a file that may not grow any further (ulimit -f).
        signal(SIGXFSZ, SIG_IGN)
        occupyStandardDescriptors()
        let code = run(arguments())
        if code != .success { exit(code.rawValue) }
    }

    private static func run(_ arguments: [[UInt8]]) -> ExitCode {
        var settings: Settings
        do {
            settings = try OptionParser.parse(arguments)
            SecretArguments.wipe()
        } catch {
            redirectErrors(to: error.errorFile, isSilent: false)
            Terminal.printError(error.text)
            return error.exitCode
        }
        redirectErrors(to: settings.errorFile, isSilent: settings.isSilent)
        settings.askForPasswords()
        if !settings.isSilent {
            for warning in settings.warnings { Terminal.printError(Message.warning(warning)) }
        }
        // Before anything that starts a thread.
        if settings.runsInBackground, settings.action == .transfer, !settings.isDryRun {
            if let code = Background.enter(&settings) { return code }
        }
        switch settings.action {
        case .help(let category): return Terminal.printOutput(HelpText.text(category: category))
        case .version: return Terminal.printOutput(ProgramVersion.text(libraries: [tlsLibraryVersion()]))
        case .generate(.man): return Terminal.printOutput(ManualPage.roff())
        case .generate(.bash): return Terminal.printOutput(ShellCompletion.bash())
        case .generate(.zsh): return Terminal.printOutput(ShellCompletion.zsh())
        case .generate(.fish): return Terminal.printOutput(ShellCompletion.fish())
        case .demo: return onLoop { await Demo(loop: $0).run() }
        case .transfer: return onLoop { [settings] in await TransferRun(settings: settings, loop: $0).run() }
        }
    }

    /// A standard stream that was closed by the caller (`>&-`) must not become the number of a socket, into which the
    /// body would then be written. What takes its place fails when it is read from or written to.
    private static func occupyStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", (descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC)
        }
    }

    /// `--stderr`: from here on the file stands where standard error stood (`dup2(2)`).
    private static func redirectErrors(to path: String?, isSilent: Bool) {
        guard let path else { return }
        let isOutput = path == "-"
        let mode = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY
        let descriptor = isOutput ? STDOUT_FILENO : open(path, mode, 0o666)
        if descriptor >= 0 {
            dup2(descriptor, STDERR_FILENO)
            if !isOutput { close(descriptor) }
        } else if !isSilent {
            Terminal.printError(Message.warning("cannot write messages to \(path): \(SystemReason.current)"))
        }
    }

    /// Runs the work on this very thread, which is the event loop meanwhile: no thread is started for a fetch.
    private static func onLoop(_ work: @escaping @Sendable (EventLoop) async -> ExitCode) -> ExitCode {
        do {
            return try EventLoop.runBlocking { loop in await work(loop) }
        } catch {
            Terminal.printError(Message.failure(.failedInitialization, "\(error)"))
            return .failedInitialization
        }
    }

    /// The command line as bytes: `CommandLine.arguments` would replace what is not UTF-8.
    private static func arguments() -> [[UInt8]] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            // SAFETY: argv has argc entries, each a NUL-terminated string that lives as long as the process.
            CommandLine.unsafeArgv[index].map {
                Array(UnsafeBufferPointer(start: $0, count: strlen($0))).map(UInt8.init(bitPattern:))
            }
        }
    }
}
