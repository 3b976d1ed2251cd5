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
    /// `--extract-password` and `--archive-password`: the file that has it, or `-` for a question.
    var passwordFile: String?
    var archivePasswordFile: String?
    /// What they have.
    var password: String?
    var archivePassword: String?
}

extension TransferSettings {
    /// Unpacks what is fetched, which needs a file.
    mutating func extract() { (extraction.isOn, namesAllRemotely) = (true, true) }
}
