/// Which options mean something to the servers in the program, to `--replay` and to `--doctor`: others are refused rather than
/// ignored.
///
/// What a file of defaults says, `~/.curlrc` say, is for transfers and passes.
enum ServerOptionsCheck {
    /// For every action.
    private static let general: Set<String> = [
        "config", "disable", "silent", "show-error", "stderr", "progress-meter", "variable", "progress",
        "progress-bar", "styled-output",
    ]

    /// What each action takes besides. Of `--grade`, the rest is the client's affair.
    private static func own(_ action: Settings.Action) -> (option: String, others: Set<String>)? {
        switch action {
        case .serve: ("serve", ["fault", "max-time"])
        case .inspect: ("inspect", inspecting)
        case .grade: ("grade", ["grade-time", "grade-format", "max-time"])
        case .replay: ("replay", replaying)
        default: nil
        }
    }

    private static let inspecting: Set<String> = [
        "inspect-filter", "inspect-replace", "inspect-set", "inspect-latency", "inspect-tls", "inspect-user", "cacert",
        "capath", "verbose", "limit-rate", "connect-timeout", "har", "explain-page", "keep-secrets", "max-time",
    ]

    /// `--record` and URLs are refused with words of their own.
    private static let replaying: Set<String> = [
        "replay-speed", "step", "output", "create-file-mode", "explain", "explain-page", "har", "keep-secrets",
        "verbose", "trace", "trace-ascii", "trace-config", "trace-ids", "trace-time", "record", "url",
    ]

    /// Options that only one action takes.
    private static let partners: [(option: String, action: Settings.Action, partner: String)] = [
        ("fault", .serve, "serve"), ("inspect-filter", .inspect, "inspect"), ("inspect-replace", .inspect, "inspect"),
        ("inspect-set", .inspect, "inspect"), ("inspect-latency", .inspect, "inspect"),
        ("inspect-tls", .inspect, "inspect"), ("inspect-user", .inspect, "inspect"), ("grade-time", .grade, "grade"),
        ("grade-format", .grade, "grade"),
    ]

    /// - Parameter given: the long names of the options on the command line, in order.
    static func check(_ action: Settings.Action, given: [String]) throws(OptionError) {
        if let (option, others) = own(action) {
            for name in given where name != option && !general.contains(name) && !others.contains(name) {
                throw OptionError("--\(name) means nothing to --\(option)\(hint(name, option)): leave it out")
            }
        }
        // `--help` and the like say what they say.
        guard isWork(action) else { return }
        for (name, its, partner) in partners where its != action && given.contains(name) {
            throw OptionError("--\(name) means nothing without --\(partner): add it")
        }
    }

    private static func hint(_ name: String, _ option: String) -> String {
        switch (name, option) {
        case (_, "replay"):
            ", which runs the command line in the recording as it was (-v, --trace, --explain, --har and --explain-page show "
                + "more of it, -o keeps its file)"
        case ("proxy", "inspect"): ", which asks the servers itself"
        case ("output", _), ("remote-name", _): ", which saves no body"
        case ("fault", _): "; it is for --serve"
        default: ""
        }
    }

    private static func isWork(_ action: Settings.Action) -> Bool {
        switch action {
        case .transfer, .doctor, .serve, .inspect, .grade, .demo: true
        default: false
        }
    }
}
