// Options about how a run of downloads starts and survives interruption.
extension OptionTable {
    static let fetchRows: [Option] = [
        .flag(
            "background", nil, [.sockeye, .curl], "Continue in the background",
            """
            Detach from the terminal once the command line is read. Print the process ID and the name of the log: the \
            first -o with ".log" appended, else "sockeye-log"; an existing log is kept, and ".1", ".2" and so on are \
            tried. Only its owner may read it. URLs without -o are saved as with -O, but responses to -T and -F go to the log. Standard input \
            is still read, unless it is the terminal. By default, files \
            resume from FILE.part, and failed requests, refused connections included, are retried up to 20 times, or as \
            often as --retry says.
            """
        ) { $0.runsInBackground = $1 },
        .flag(
            "head-first", nil, [.sockeye, .http], "Send HEAD before fetching a file",
            """
            Send HEAD before the GET of a file. Its name, its length, whether it fits on the disk and whether the \
            server supports ranges are then known before the body, and --segments start at once. If HEAD is refused, \
            the file is requested as usual.
            """
        ) { $0.transfer.download.asksHeadFirst = $1 },
        .value(
            "journal", nil, "file", [.sockeye, .curl], "Record completed files in FILE",
            """
            Make an interrupted run resume when the same command is given again: files recorded here as complete are \
            skipped, the others resume from FILE.part. Only the owner can read it, and URLs are recorded without user \
            name and password. It is removed when the run is complete. --input-file LIST uses LIST.sockeye by default.
            """
        ) { settings, value throws(OptionFault) in settings.journal = try value.text() },
    ]
}
