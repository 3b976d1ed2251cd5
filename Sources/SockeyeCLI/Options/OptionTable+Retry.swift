// Options about trying again.
extension OptionTable {
    static let retryRows: [Option] = [
        .value(
            "retry", nil, "num", [.curl], "Retry request if transient problems occur",
            """
            Tries again up to this many times after a timeout, a host that was not found, or the status 408, 429, 500, \
            502, 503 or 504: after 1 second, then twice as long each time, up to ten minutes, or when Retry-After says. \
            What was written of a failed attempt is dropped; if it went to standard output, there is no other attempt \
            (curl would write both). The page of an attempt that is repeated is not written.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.retry.count = try NumberArgument.count(value)
        },
        .flag(
            "retry-all-errors", nil, [.curl], "Retry all errors (use with --retry)",
            "Tries again after any error; with -f, after any status of 400 or above."
        ) { $0.transfer.retry.retriesAllErrors = $1 },
        .flag(
            "retry-connrefused", nil, [.curl], "Retry on connection refused (use with --retry)",
            "Tries again when the connection is refused, too."
        ) { $0.transfer.retry.retriesRefusedConnections = $1 },
        .value(
            "retry-delay", nil, "seconds", [.curl], "Wait time between retries",
            "Waits this long before each retry. 0 is the default, longer every time."
        ) { settings, value throws(OptionFault) in
            let seconds = try NumberArgument.count(value)
            settings.transfer.retry.delay = seconds == 0 ? nil : .seconds(min(seconds, 1_000_000_000))
        },
        .value(
            "retry-max-time", nil, "seconds", [.curl], "Retry only within this period",
            "Begins no retry later than this after the first attempt. 0 is no limit."
        ) { settings, value throws(OptionFault) in
            let seconds = try NumberArgument.count(value)
            settings.transfer.retry.maximumTime = seconds == 0 ? nil : .seconds(min(seconds, 1_000_000_000))
        },
    ]
}
