internal import SockeyeIO

/// A run of the program: what it is asked for, and what it has around it. Made once, in ``SockeyeCommand``, and handed down.
struct Run: Sendable {
    var settings = Settings()
    /// Files, variables, streams and time; what is read through it is on the tape.
    let machine: any Machine
    /// What the run is recorded to, or comes from.
    let tape: RunTape
    let terminal: Terminal
    let interruption: Interruption
    /// Reads the files that bodies of requests come from.
    let requestFiles: FileReader

    /// - Parameter surface: by the name that the program is called by.
    init(on base: any Machine, as surface: CommandSurface = .sockeye) {
        tape = RunTape()
        machine = TapedMachine(base: base, tape: tape)
        terminal = Terminal(machine, as: surface)
        interruption = Interruption(machine, tape)
        requestFiles = FileReader(forRequestsOn: machine)
    }

    /// Whose surface it has.
    var surface: CommandSurface { terminal.surface }

    /// Another command line in the same surroundings.
    func with(_ settings: Settings) -> Run {
        var run = self
        run.settings = settings
        return run
    }

    /// Prints an error message, unless none is wanted, and returns the exit code.
    @discardableResult func fail(_ code: ExitCode, _ message: String) -> ExitCode {
        if settings.printsErrors { terminal.printFailure(code, message) }
        return code
    }

    /// The same for any error.
    @discardableResult func fail(_ error: any Error) -> ExitCode {
        let failure = TransferFailure(error)
        return fail(failure.exitCode, failure.message)
    }

    /// Prints a warning, unless `-s`.
    func warn(_ text: String) { if !settings.isSilent { printWarning(text) } }

    /// Prints a warning, whatever is to be silent.
    func printWarning(_ text: String) {
        // As in curl, which takes no other width for that of a terminal.
        let width = surface == .curl ? terminal.columns.flatMap { (21..<10_000).contains($0) ? $0 : nil } : nil
        terminal.printError(Message.warning(text, width: width ?? 79, as: surface))
    }

    /// Prints a note, unless `-s`.
    func note(_ text: String) {
        if !settings.isSilent { terminal.printError("Note: \(TerminalText.escaped(text))\n") }
    }
}
