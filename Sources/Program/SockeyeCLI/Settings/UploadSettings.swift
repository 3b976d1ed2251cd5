internal import Sockeye

/// The upload options.
struct UploadSettings: Equatable, Sendable {
    /// `-F` and `--form-string`; `nil` if none was given.
    var form: FormTree?
    /// `--form-escape`.
    var escapesByBackslash = false
    /// `--crlf`.
    var makesLineEnds = false
}

/// `--resumable`.
struct ResumableSettings: Equatable, Sendable {
    /// The protocol to use; `nil` asks the server.
    var spoken: ResumableProtocol?
    /// `--abandon`: sends nothing, and makes the server drop what it has.
    var isAbandoned = false
}
