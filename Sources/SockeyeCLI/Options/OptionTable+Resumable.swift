internal import Sockeye

// The option that makes -T go on from where it was cut.
extension OptionTable {
    static let resumableRows: [Option] = [
        .control(
            "resumable", nil, [.sockeye, .upload], "Go on from a cut upload, [=tus|ietf]",
            """
            With -T FILE: an upload that was cut is gone on from, at once up to 5 times (or as --retry says), and by the \
            same command line later, even after a crash. "tus" (the URL is where a tus 1.0 server creates uploads) or \
            "ietf" (draft-ietf-httpbis-resumable-upload, version 8; the URL is where the file goes) may follow; without \
            one, the server is asked. FILE.sockeye-upload keeps the state until the upload is complete. A FILE that \
            changed meanwhile starts again from its first byte, and so does an upload that the server dropped: bytes of \
            two files are never mixed. A server that offers no resumption is sent the file in one go. When it refuses \
            the file, the exit code is 22.
            """,
            effect: .flagOrWord(
                take: { settings, word in
                    guard let spoken = ResumableProtocol(rawValue: word) else { return false }
                    settings.transfer.resumable = ResumableSettings(spoken: spoken)
                    return true
                },
                set: { settings, isOn in settings.transfer.resumable = isOn ? ResumableSettings() : nil })
        )
    ]
}

/// `--resumable`.
struct ResumableSettings: Equatable, Sendable {
    /// What to speak; `nil` asks the server.
    var spoken: ResumableProtocol?
}
