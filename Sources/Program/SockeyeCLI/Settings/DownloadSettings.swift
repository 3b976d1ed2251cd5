internal import Sockeye

/// The download options.
struct DownloadSettings: Sendable {
    /// `-C`.
    enum ContinueAt: Equatable, Sendable {
        /// `-C N`: from this offset, exactly as curl does it.
        case offset(Int64)
        /// `-C -`: from the bytes on disk, guarded.
        case whatIsThere
    }

    var continueAt: ContinueAt?
    /// `--background`: resumes from FILE.part as `-C -` does, but not from FILE.
    var resumesPartial = false
    /// `--segments`.
    var segments: SegmentCount?
    /// `--checksum`.
    var checksum: ChecksumArgument?
    /// `--require-resumable`.
    var requiresResumable = false
    /// `-J`.
    var usesServerName = false
    /// `--no-clobber`.
    var keepsExisting = false
    /// An explicit `--clobber`: a file that the server named may be replaced too.
    var replacesExisting = false
    /// `--skip-existing`.
    var skipsExisting = false
    /// `--remove-on-error`.
    var removesOnError = false
    /// `--no-sync` switches it off.
    var isDurable = true
    /// `-R`.
    var keepsTime = false
    /// `--xattr`.
    var keepsOrigin = false
    /// `--retry` and related options.
    var retry = DownloadOptions.Retry(count: 0, includesRefusedConnections: false)
    /// Whether `--retry` was given, perhaps with 0.
    var isRetryGiven = false
    /// `--limit-rate`.
    var bytesPerSecond: Int64?
    /// `--mirror`.
    var mirrors: [String] = []
    /// `--head-first`.
    var asksHeadFirst = false

    /// `-C OFFSET`; 0 by default.
    var offset: Int64 { if case .offset(let offset) = continueAt { max(0, offset) } else { 0 } }

    /// Whether an option needs a guarded download, in which an error page never becomes the file.
    var isGuarded: Bool { continueAt == .whatIsThere || resumesPartial || needsWholeFile }

    /// Whether an option needs the exact file that the server has.
    var needsWholeFile: Bool { segments != nil || checksum != nil || requiresResumable || !mirrors.isEmpty }
}
