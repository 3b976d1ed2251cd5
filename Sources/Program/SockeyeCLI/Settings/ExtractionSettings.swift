internal import SockeyeArchive

/// `--extract` and related options.
struct ExtractionSettings: Sendable {
    /// `--extract`, or another one of them.
    var isOn = false
    /// `--extract-dir`.
    var folder: String?
    /// `--extract-max-…`.
    var limits = ExtractionLimits()
    /// `--archive`.
    var packsUploads = false
}
