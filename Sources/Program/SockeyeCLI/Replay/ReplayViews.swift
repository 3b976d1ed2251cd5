internal import SockeyeIO

/// What `-v`, `--trace`, `--explain`, `--har` and `--explain-page` beside `--replay` show of the recorded run.
struct ReplayViews {
    private var trace: TraceSettings
    private var transcript: TranscriptSettings

    /// Those of the command line, with files relative to the current folder.
    init(_ run: Run) {
        let settings = run.settings
        trace = settings.trace
        transcript = settings.transcript
        guard let path = run.machine.workingFolder else { return }
        func absolute(_ file: String) -> String {
            file == "-" || file == "%" || file.hasPrefix("/") ? file : "\(path)/\(file)"
        }
        switch trace.form {
        case .none, .verbose: break
        case .hexadecimal(let file): trace.form = .hexadecimal(file: absolute(file))
        case .text(let file): trace.form = .text(file: absolute(file))
        }
        transcript.archive = transcript.archive.map(absolute)
        transcript.page = transcript.page.map(absolute)
    }

    /// Adds them to the recorded settings.
    func apply(to recorded: inout Settings) {
        if trace.form != .none { recorded.trace.form = trace.form }
        if trace.explains { recorded.trace.explains = true }
        if trace.showsTime { recorded.trace.showsTime = true }
        if trace.showsIdentifiers { recorded.trace.showsIdentifiers = true }
        if let archive = transcript.archive { recorded.transcript.archive = archive }
        if let page = transcript.page { recorded.transcript.page = page }
        if transcript.keepsSecrets { recorded.transcript.keepsSecrets = true }
    }
}
