internal import SockeyeDigest
internal import SockeyeTransfers

/// A parsed command line: settings for the whole run, and the operations separated by `--next`.
struct Settings: Sendable {
    /// The program's task.
    enum Action: Equatable, Sendable {
        /// Runs the operations.
        case transfer
        /// `--help`, with the word after it.
        case help(category: String?)
        /// `--version`.
        case version
        /// `--manual`.
        case manual
        /// `--demo`.
        case demo
        /// `--doctor`.
        case doctor
        /// `--watch-network`.
        case watchNetwork
        /// `--replay`.
        case replay
        /// `--serve`.
        case serve
        /// `--faults`.
        case faults
        /// `--grade`.
        case grade
        /// `--inspect`.
        case inspect
        /// `--cache-list`.
        case cacheList
        /// `--cache-clear`.
        case cacheClear
        /// `--list-status LIST`.
        case listStatus(String)
        /// `--background-worker FOLDER`.
        case backgroundWorker(String)
        /// `--background-status FOLDER`.
        case backgroundStatus(String)
        /// `--digest-of`: the algorithm, and what it is of.
        case digest(Digest.Algorithm, [UInt8])
        /// `--save-user`.
        case saveUser
        /// `--forget-user`.
        case forgetUser
        /// `--generate KIND`.
        case generate(GeneratedText)
    }

    /// The outputs of `--generate`.
    enum GeneratedText: String, CaseIterable, Sendable {
        case man, bash, zsh, fish
    }

    /// The program's task.
    var action = Action.transfer
    /// `-s`: no meter, no warnings, no error messages.
    var isSilent = false
    /// `-S`: error messages even with `-s`.
    var showsErrors = false
    /// `-v`, `--trace` and related options.
    var trace = TraceSettings()
    /// `-v`.
    var isVerbose: Bool {
        get { trace.form == .verbose }
        set { trace.form = newValue ? .verbose : .none }
    }
    /// `--stderr`; `-` is standard output.
    var errorFile: String?
    /// Off by `--no-styled-output`.
    var stylesHeads = true
    /// `-#`: a bar instead of the meter.
    var showsProgressBar = false
    /// Off by `--no-progress-meter`.
    var showsProgress = true
    /// `-Z`.
    var isParallel = false
    /// `--parallel-max`.
    var parallelLimit = 50
    /// `--progress`; by default, the other options and the terminal decide.
    var progress: ProgressStyle?
    /// `--serve`, `--grade` and `--inspect`.
    var server = ServerSettings()
    /// `--swift`.
    var printsSwift = false
    /// `--dry-run`.
    var isDryRun = false
    /// `--background`.
    var runsInBackground = false
    /// `--doctor-format`, `--doctor-whole` and `--doctor-upload`.
    var doctor = DoctorSettings()
    /// `--journal`, by default derived from the name of `--input-file`.
    var journal: String?
    /// Whether the command line names a URL; those of lists don't count.
    var namesURL: Bool { operations.contains { $0.targets.contains { $0.url != nil } } }
    /// Whether there is an `--input-file` or a `--from-metalink`.
    var hasList: Bool { operations.contains { !$0.lists.isEmpty || $0.targets.contains(where: \.isVerbatim) } }
    /// `--shard`.
    var shard: Shard?
    /// `--per-host`.
    var perHostLimit: Int?
    /// `--rate`: the minimum time from one start to the next, for serial transfers.
    var leastInterval: Duration?
    /// `--variable`.
    var variables = Variables()
    /// `--har` and `--explain-page`.
    var transcript = TranscriptSettings()
    /// `--fail-early`: the first failure ends the run.
    var failsEarly = false
    /// Warnings to print before the work starts, unless `-s`.
    var warnings: [String] = []
    /// Warnings that a later `-s` doesn't take back: as curl, which prints them while it parses.
    var hints: [String] = []
    /// What is no warning, unless `-s`.
    var notes: [String] = []
    /// `--record`, `--replay`.
    var recording = RecordingSettings()
    /// The options that were given, as `--help` names them: whether they were given last, and not their opposite.
    var switched: [String: Bool] = [:]
    /// How progress is shown.
    enum ProgressStyle: String, CaseIterable, Sendable {
        case meter, bar, lines, json, none
    }

    /// The operations, one more than effective uses of `--next`; never empty.
    private(set) var operations = [TransferSettings()]

    /// The operation that options currently apply to: the last one.
    var transfer: TransferSettings {
        // Yields it without a copy: it is large, and each option of a long list reads it.
        _read { yield operations[operations.count - 1] }
        _modify { yield &operations[operations.count - 1] }
    }

    /// Changes each operation in turn.
    mutating func changeOperations<Failure: Error>(
        _ change: (inout TransferSettings) throws(Failure) -> Void
    ) throws(Failure) {
        for index in operations.indices { try change(&operations[index]) }
    }

    /// Whether an error message is printed.
    var printsErrors: Bool { !isSilent || showsErrors }

    /// Whether the message of this failure is printed.
    func prints(_ failure: TransferFailure) -> Bool { showsErrors || !isSilent && !failure.isQuiet }

    /// Replaces each operation by others.
    mutating func expandOperations(
        _ expand: (TransferSettings) throws(OptionError) -> [TransferSettings]
    ) throws(OptionError) {
        var expanded: [TransferSettings] = []
        for operation in operations { expanded += try expand(operation) }
        if !expanded.isEmpty { operations = expanded }
    }

    /// `--next`. False if there is no URL yet: as in curl 8, that is a mistake.
    mutating func startNextOperation() -> Bool {
        guard transfer.hasURL || transfer.archive != nil else { return false }
        var next = TransferSettings()
        // As in curl, whose operations share one cache of addresses.
        next.resolveOverrides = transfer.resolveOverrides
        operations.append(next)
        return true
    }
}
