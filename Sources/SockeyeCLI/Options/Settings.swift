/// What a command line asks for: what holds for the whole run, and the operations between `--next`.
struct Settings: Sendable {
    /// What to do instead of, or before, any transfer.
    enum Action: Equatable, Sendable {
        /// Carry out the operations.
        case transfer
        /// `--help`, with the word after it.
        case help(category: String?)
        /// `--version`.
        case version
        /// `--demo`.
        case demo
        /// `--generate KIND`.
        case generate(GeneratedText)
    }

    /// What `--generate` can write.
    enum GeneratedText: String, CaseIterable, Sendable {
        case man, bash, zsh, fish
    }

    /// What to do.
    var action = Action.transfer
    /// `-s`: no meter, no warnings, no error messages.
    var isSilent = false
    /// `-S`: error messages even with `-s`.
    var showsErrors = false
    /// `-v`, `--trace` and their kin.
    var trace = TraceSettings()
    /// `-v`.
    var isVerbose: Bool {
        get { trace.form == .verbose }
        set { trace.form = newValue ? .verbose : .none }
    }
    /// `--stderr`; `-` is standard output.
    var errorFile: String?
    /// `--styled-output`.
    var stylesHeads = false
    /// `-#`: a bar instead of the meter.
    var showsProgressBar = false
    /// Off by `--no-progress-meter`.
    var showsProgress = true
    /// `-Z`: how many transfers at once; 1 is one after another.
    var isParallel = false
    /// `--parallel-max`.
    var mostParallel = 50
    /// `--progress`; `nil` is what the options and the terminal suggest.
    var progress: ProgressStyle?
    /// `--dry-run`.
    var isDryRun = false
    /// `--background`.
    var runsInBackground = false
    /// `--journal`, else made from the name of `--input-file`.
    var journal: String?
    /// `--rate`: the least time from one start to the next, one after another.
    var leastInterval: Duration?
    /// `--variable`.
    var variables = Variables()
    /// `--fail-early`: the first failure ends the run.
    var failsEarly = false
    /// What to tell the user before the work starts; printed unless `-s`.
    var warnings: [String] = []
    /// How progress is told.
    enum ProgressStyle: String, CaseIterable, Sendable {
        case meter, bar, lines, json, none
    }

    /// The operations, one more than there are effective `--next`; never empty.
    private(set) var operations = [TransferSettings()]

    /// The operation that options apply to now: the last one.
    var transfer: TransferSettings {
        get { operations.last ?? TransferSettings() }
        _modify { yield &operations[operations.count - 1] }
    }

    /// Changes each operation in turn.
    mutating func changeOperations(
        _ change: (inout TransferSettings) throws(OptionError) -> Void
    ) throws(OptionError) {
        for index in operations.indices { try change(&operations[index]) }
    }

    /// Whether an error message is printed.
    var printsErrors: Bool { !isSilent || showsErrors }

    /// Whether this one is printed.
    func prints(_ failure: TransferFailure) -> Bool { showsErrors || !isSilent && !failure.isQuiet }

    /// Asks for the passwords that the command line left out.
    mutating func askForPasswords() {
        guard action == .transfer else { return }
        for index in operations.indices {
            operations[index].authentication.completePassword { user in
                PasswordPrompt.ask("Enter host password for user '\(user)':")
            }
        }
    }

    /// Changes all operations.
    mutating func changeOperations(_ change: (inout TransferSettings) -> Void) {
        for index in operations.indices { change(&operations[index]) }
    }

    /// `--next`. Without a URL so far it changes nothing, as in curl.
    mutating func startNextOperation() {
        if transfer.targets.contains(where: { $0.url != nil }) { operations.append(TransferSettings()) }
    }
}
