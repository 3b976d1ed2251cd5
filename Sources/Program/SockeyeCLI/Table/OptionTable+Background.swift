// Options about queues that the library hands to a worker (SockeyeBackground).
extension OptionTable {
    static let backgroundRows: [Option] = [
        .value(
            "background-worker", nil, "folder", [.sockeye, .curl], "Work on a queue of background transfers",
            """
            Carry out the downloads and uploads that a program handed over in this folder (BackgroundTransfers of the \
            library), and end when there are none left. Only one worker has a folder; another one ends at once, so cron or \
            systemd may start it as often as they like: after a crash or a reboot, it goes on where the last one was. \
            --cacert, -k, --proxy, --netrc, --connect-timeout and other options of connections apply to all jobs.
            """
        ) { settings, value throws(OptionFault) in settings.action = .backgroundWorker(try value.text()) },
        .value(
            "background-status", nil, "folder", [.sockeye, .curl], "Show a queue of background transfers",
            """
            Print the jobs of this folder: what runs and how far it is, what waits, what is done, and why something failed. \
            With --progress json as one JSON object.
            """
        ) { settings, value throws(OptionFault) in settings.action = .backgroundStatus(try value.text()) },
    ]
}
