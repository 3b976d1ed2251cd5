// The options for recordings.
extension OptionTable {
    static let recordingRows: [Option] = [
        .value(
            "record", nil, "file", [.sockeye, .verbose], "Write down what happens, for --replay",
            """
            Write what comes from outside to this file while it comes: bytes with their boundaries and times, the resolver's \
            answers, how connecting and TLS went, errors, random choices, the time, variables and files that were read, and what \
            was sent. The file is readable by its owner only, and replaced if it exists. Passwords, the values of Authorization, \
            Cookie and Set-Cookie, and what stands before @ in URLs are masked by as many x; bodies, paths and queries are not. \
            The format is described in docs/Recordings.md.
            """
        ) { settings, value throws(OptionFault) in
            let name = try value.text()
            if name.isEmpty || name == "-" { throw .invalid("a recording needs a file") }
            settings.recording.file = name
        },
        .flag(
            "record-secrets", nil, [.sockeye, .verbose], "Don't mask secrets with --record",
            "Write passwords, cookies and credentials to the recording as they are."
        ) { $0.recording.keepsSecrets = $1 },
        .value(
            "replay", nil, "file", [.sockeye, .verbose], "Run a recording of --record again",
            """
            Run the command line of a recording again without a network, with the same output, exit code and trace. What the \
            program would send is compared with what it sent; a difference ends the replay with exit code 125 and is named by its \
            first byte. Time is that of the recording, at full speed. Nothing of yours is read or overwritten: files that the run \
            wrote are written in a folder of the replay's own, which is removed at the end; -o FILE beside --replay keeps the one \
            that it wrote. -v, --trace, --explain, --har and --explain-page show of it what the recorded run didn't; other options of \
            transfers are refused, since those of the recording count.
            """
        ) { settings, value throws(OptionFault) in
            settings.recording.replay = try value.text()
            settings.action = .replay
        },
        .value(
            "replay-speed", nil, "real|full|number", [.sockeye, .verbose], "How fast --replay runs",
            """
            "real" takes as long as the recorded run did, a number that many times less, "full" (the default) no time but that for \
            computing.
            """
        ) { settings, value throws(OptionFault) in
            switch try value.text() {
            case "full": settings.recording.speed = nil
            case "real": settings.recording.speed = 1
            case let text:
                guard let speed = Double(text), speed > 0, speed.isFinite else {
                    throw .invalid("expected real, full, or a number above 0")
                }
                settings.recording.speed = speed
            }
        },
        .flag(
            "step", nil, [.sockeye, .verbose], "Give --replay one received byte after another",
            """
            With --replay, show on standard error each thing that comes from outside before the program gets it, and received bytes \
            one by one. On a terminal each waits for a key: q goes on without stopping.
            """
        ) { $0.recording.steps = $1 },
    ]
}
