internal import SockeyeTranscript

/// `--record`, `--replay` and what belongs to them.
struct RecordingSettings: Sendable {
    /// `--record`.
    var file: String?
    /// `--record-secrets`.
    var keepsSecrets = false
    /// `--replay`.
    var replay: String?
    /// `--replay-speed`: how many times faster than it was; `nil` for as fast as possible.
    var speed: Double?
    /// `--step`.
    var steps = false
    /// The options as they took effect, those of files included.
    var words: [RecordedWord] = []
    /// The files that options came from.
    var configurationFiles: Set<String> = []
    /// The files and folders that options name.
    var files: [NamedFile] = []
    /// The archives of `--from-har`: their requests are all that a replay needs.
    var archives: [(file: String, requests: [HARReader.Request])] = []

    /// A file or a folder that an option names, and what a recording needs of it before the run.
    enum NamedFile: Equatable, Sendable {
        /// Whether its folder is there.
        case file(String)
        /// Whether it is there.
        case folder(String)
        /// When it was modified.
        case time(String)
    }
}

/// An option or a URL of a recorded command line.
struct RecordedWord: Sendable {
    var bytes: [UInt8]
    /// The option whose argument it is, and which says where its secrets are; `nil` if it has none.
    var option: String?

    init(_ text: String) { bytes = Array(text.utf8) }

    init(_ bytes: [UInt8], of option: String?) { (self.bytes, self.option) = (bytes, option) }
}
