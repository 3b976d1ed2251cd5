// Options about what is shown of the work, and where.
extension OptionTable {
    static let traceRows: [Option] = [
        .value(
            "stderr", nil, "file", [.verbose], "Where to redirect stderr",
            """
            Everything that would go to standard error goes to this file instead, which is emptied; "-" is standard output.
            """
        ) { settings, value throws(OptionFault) in settings.errorFile = try value.text() },
        .flag(
            "styled-output", nil, [.verbose], "Enable styled output for HTTP headers",
            "On a terminal, -i and -I show the names of fields in bold letters. Off unless asked for, where curl has it on."
        ) { $0.stylesHeads = $1 },
        .value(
            "trace", nil, "file", [.verbose], "Write a debug trace to FILE",
            """
            Writes all heads and bodies that go over the wire to this file, in hexadecimal digits and as text, with what \
            -v tells; "-" is standard output, "%" standard error. Over TLS, that \
            is what the records carry; the messages of TLS itself and the headers of records are shown as well. The last \
            one of -v, --trace and --trace-ascii counts.
            """
        ) { settings, value throws(OptionFault) in settings.trace.form = .hexadecimal(file: try value.text()) },
        .value(
            "trace-ascii", nil, "file", [.verbose], "Like --trace, but without hex output",
            "Like --trace, with the text alone."
        ) { settings, value throws(OptionFault) in settings.trace.form = .text(file: try value.text()) },
        .value(
            "trace-config", nil, "string", [.verbose], "Details to log in trace/verbose output",
            "A list of \"ids\" and \"time\", which mean --trace-ids and --trace-time; \"all\" is both, \"-ids\" switches off.",
            accumulates: true
        ) { settings, value throws(OptionFault) in
            for word in settings.trace.configure(try value.text()) {
                settings.warnings.append("--trace-config: there is no '\(word)' to trace; there are ids, time and all")
            }
        },
        .flag(
            "trace-ids", nil, [.verbose], "Transfer + connection ids in verbose output",
            "Puts the numbers of the transfer and of its connection, \"[0-1] \", before each line of -v and --trace."
        ) { $0.trace.showsIdentifiers = $1 },
        .flag(
            "trace-time", nil, [.verbose], "Add time stamps to trace/verbose output",
            "Puts the time of day before each line of -v and --trace."
        ) { $0.trace.showsTime = $1 },
    ]
}
