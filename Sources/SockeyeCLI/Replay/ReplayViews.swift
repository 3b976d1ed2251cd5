internal import Glibc

/// What `--explain`, `--har` and `--explain-page` beside `--replay` show of the recorded run.
struct ReplayViews {
    private let explains: Bool
    private var transcript: TranscriptSettings

    /// Those of the command line, with files relative to the current folder.
    init(_ settings: Settings) {
        explains = settings.trace.explains
        transcript = settings.transcript
        guard let folder = getcwd(nil, 0) else { return }
        defer { free(folder) }
        // SAFETY: getcwd(3) gave a NUL-terminated string.
        let path = String(cString: folder)
        func absolute(_ file: String) -> String { file == "-" || file.hasPrefix("/") ? file : "\(path)/\(file)" }
        transcript.archive = transcript.archive.map(absolute)
        transcript.page = transcript.page.map(absolute)
    }

    /// Adds them to the recorded settings.
    func apply(to recorded: inout Settings) {
        if explains { recorded.trace.explains = true }
        if let archive = transcript.archive { recorded.transcript.archive = archive }
        if let page = transcript.page { recorded.transcript.page = page }
        if transcript.keepsSecrets { recorded.transcript.keepsSecrets = true }
    }
}
