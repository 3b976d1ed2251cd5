internal import Sockeye

// The option that makes -T go on from where it was cut.
extension OptionTable {
    static let resumableRows: [Option] = [
        .flag(
            "abandon", nil, [.sockeye, .upload], "Give up a cut upload of --resumable",
            """
            In place of --resumable, or beside it, on the same command line: sends nothing of the file, but tells the \
            server to drop what it has of a cut upload (DELETE: the termination of tus, the cancellation of the draft), \
            and removes FILE.sockeye-upload. That file stays, and the exit code is not 0, when the server does not do it.
            """
        ) { settings, isOn in
            let spoken = settings.transfer.resumable?.spoken
            settings.transfer.resumable = isOn ? ResumableSettings(spoken: spoken, isAbandoned: true) : nil
        },
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
                    settings.transfer.resumable = ResumableSettings(
                        spoken: spoken, isAbandoned: settings.transfer.resumable?.isAbandoned == true)
                    return true
                },
                set: { settings, isOn in
                    let isAbandoned = settings.transfer.resumable?.isAbandoned == true
                    settings.transfer.resumable = isOn ? ResumableSettings(isAbandoned: isAbandoned) : nil
                })
        ),
    ]
}

/// `--resumable`.
struct ResumableSettings: Equatable, Sendable {
    /// What to speak; `nil` asks the server.
    var spoken: ResumableProtocol?
    /// `--abandon`: nothing is sent, and what the server has is dropped.
    var isAbandoned = false
}
