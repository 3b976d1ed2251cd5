// Options about tracing.
extension OptionTable {
    static let traceRows: [Option] = [
        .value(
            "stderr", nil, "file", [.verbose], "Where to redirect stderr",
            "Write all standard error output to this file, which is truncated first; \"-\" is standard output."
        ) { settings, value throws(OptionFault) in settings.errorFile = try value.text() },
        .onByDefault(
            "styled-output", nil, [.verbose], "Show header names as they are on a terminal",
            "With -i and -I on a terminal, do not show the names of header fields in bold."
        ) { $0.stylesHeads = $1 },
        .value(
            "trace", nil, "file", [.verbose], "Write a debug trace to FILE",
            """
            Write all headers and bodies sent and received to this file, in hexadecimal and as text, with the \
            information of -v; "-" is standard output, "%" standard error. Over TLS, this is the content of the \
            records; TLS messages and record headers are shown too. The last of -v, --trace and --trace-ascii is used.
            """
        ) { settings, value throws(OptionFault) in settings.trace.form = .hexadecimal(file: try value.text()) },
        .value(
            "trace-ascii", nil, "file", [.verbose], "Like --trace, but without hex output",
            "Like --trace, but with the text only."
        ) { settings, value throws(OptionFault) in settings.trace.form = .text(file: try value.text()) },
        .value(
            "trace-config", nil, "string", [.verbose], "Details to log in trace/verbose output",
            """
            Enable --trace-ids and --trace-time by a list of "ids" and "time"; "all" means both, "-ids" switches ids \
            off.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in
            for word in settings.trace.configure(try value.text()) {
                settings.warnings.append("--trace-config: unknown component '\(word)'; use ids, time or all")
            }
        },
        .flag(
            "trace-ids", nil, [.verbose], "Transfer + connection ids in verbose output",
            "Prefix each line of -v and --trace with the numbers of the transfer and its connection: \"[0-1] \"."
        ) { $0.trace.showsIdentifiers = $1 },
        .flag(
            "trace-time", nil, [.verbose], "Add time stamps to trace/verbose output",
            "Prefix each line of -v and --trace with the time of day."
        ) { $0.trace.showsTime = $1 },
    ]
}
