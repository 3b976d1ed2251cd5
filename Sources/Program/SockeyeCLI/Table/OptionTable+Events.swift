// The option for server-sent events.
extension OptionTable {
    static let eventRows: [Option] = [
        .flag(
            "events", nil, [.sockeye], "Print server-sent events, and reconnect",
            """
            Print the events of a text/event-stream as they come, and connect again whenever the stream ends, breaks or is \
            silent for 60 seconds, asking the server to go on after the last event (Last-Event-ID). The wait is what the \
            server asks for (retry), but at least half a second, doubled with each failure in a row. Ends with exit code 0 \
            when the server answers 204, and with an error when it refuses (22), answers with something else (8) or doesn't \
            speak HTTP (1, 8), or when a try and as many as --retry says after it fail in a row; without --retry it never \
            gives up, and says so once. -m limits the whole time. Each event is printed as in the stream; with --select data, \
            only its data; with --parse json (or another format), its data in that format, and --select then chooses from it. \
            A file of -o grows as they come, and stays when the program ends. -H 'Last-Event-ID: ID' goes on where an earlier run stopped.
            """
        ) { $0.transfer.printsEvents = $1 }
    ]
}
