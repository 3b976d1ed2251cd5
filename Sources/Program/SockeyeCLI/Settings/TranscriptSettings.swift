/// `--har` and `--explain-page`.
struct TranscriptSettings: Equatable, Sendable {
    /// `--har`; `-` is standard output.
    var archive: String?
    /// `--explain-page`, likewise.
    var page: String?
    /// `--keep-secrets`.
    var keepsSecrets = false

    /// Whether a transcript is kept.
    var isWanted: Bool { archive != nil || page != nil }
    /// The files to write, without standard output.
    var files: [String] { [archive, page].compactMap(\.self).filter { $0 != "-" } }
}
