internal import Sockeye

// Options that resume an interrupted -T, or give it up.
extension OptionTable {
    static let resumableRows: [Option] = [
        .flag(
            "abandon", nil, [.sockeye, .upload], "Give up an interrupted upload of --resumable",
            """
            With the command line of the interrupted upload, for --resumable or beside it: send nothing of the file, but tell the \
            server to drop what it has of an interrupted upload (DELETE: termination in tus, cancellation in the \
            draft), and remove FILE.sockeye-upload. If the server does not comply, that file stays and the exit code \
            is not 0.
            """
        ) { settings, isOn in
            let spoken = settings.transfer.resumable?.spoken
            settings.transfer.resumable = isOn ? ResumableSettings(spoken: spoken, isAbandoned: true) : nil
        },
        .control(
            "resumable", nil, [.sockeye, .upload], "Resume an interrupted upload, [=tus|ietf]",
            """
            With -T FILE, resume an interrupted upload: at once up to 5 times (or as --retry says), and later with the \
            same command line, even after a crash. Choose a protocol, or by default let the server say: "tus" (the URL \
            is where a tus 1.0 server creates uploads) or "ietf" (draft-ietf-httpbis-resumable-upload, version 8; the \
            URL is where the file goes). FILE.sockeye-upload keeps the state until the upload is complete. If FILE \
            changed or the server dropped the upload, it restarts from the first byte: bytes of two files are never \
            mixed. A server without resumption gets the file in one go. If the server refuses the file, the exit code \
            is 22.
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
