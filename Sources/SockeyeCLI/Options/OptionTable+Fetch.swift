// Options about how a run of downloads begins, and how it survives.
extension OptionTable {
    static let fetchRows: [Option] = [
        .flag(
            "background", nil, [.sockeye, .curl], "Go on in the background",
            """
            Detaches from the terminal once the command line is read: prints the process's number and the name of its \
            log, which is that of the first -o with ".log" behind it, else "sockeye-log"; a log that is there is kept, and \
            ".1", ".2" and so on are tried. URLs without -o are saved as by -O, but what is answered to -T and -F goes to \
            the log. By default files go on from their FILE.part, and a failed request is made again up to 20 times (--retry), a refused connection too.
            """
        ) { $0.runsInBackground = $1 },
        .flag(
            "head-first", nil, [.sockeye, .http], "Ask for the head before a file",
            """
            Sends HEAD before the GET of a file: its name, its length and the room for it, and whether it can be had in \
            parts are then known before a body comes, and --segments begin at once. Where HEAD is refused the file is \
            asked for as without it.
            """
        ) { $0.transfer.download.asksHeadFirst = $1 },
        .value(
            "journal", nil, "file", [.sockeye, .curl], "Note in FILE which files are complete",
            """
            A run that was cut off goes on when the same command is given again: files that are complete by this file are \
            not asked for, the others go on from FILE.part. Only its owner may read it, and URLs are noted without user \
            name and password. It is removed when the run ends. --input-file LIST has LIST.sockeye by default.
            """
        ) { settings, value throws(OptionFault) in settings.journal = try value.text() },
    ]
}
