// Options about reading URLs.
extension OptionTable {
    static let urlRows: [Option] = [
        .flag(
            "globoff", "g", [.curl], "Disable URL sequences and ranges using {} and []",
            """
            Take braces and brackets in URLs literally. By default, {one,two} expands to each of its words, and \
            [1-10], [001-100] and [a-z] to each number or letter, with ":N" before the closing bracket to every Nth; a \
            backslash escapes a brace or bracket. "#1" in the name of -o is replaced with the value of the first one.
            """
        ) { $0.transfer.globsOff = $1 },
        .flag(
            "parallel-immediate", nil, [.connection, .curl], "Do not wait for multiplexing (with --parallel)",
            "Do nothing: each transfer of -Z always gets its own connection at once, since HTTP/1.1 does not multiplex."
        ) { _, _ in },
        .value(
            "rate", nil, "max request rate", [.connection], "Request rate for serial transfers",
            """
            Start at most this many transfers per unit of time: "2/s", "10/m", "100/h" or "5/d"; a number before the \
            unit means several units. The default unit is an hour. Does not affect -Z or retries.
            """
        ) { settings, value throws(OptionFault) in
            settings.leastInterval = try RateArgument.interval(try value.text())
        },
        .value(
            "variable", nil, "[%]name=text/@file", [.curl], "Set variable",
            """
            Set a variable to a text or to a file's contents, or with "name[0-99]@file" to those bytes of it. "%name" \
            imports it from the environment, where it must exist unless a text or file follows. An option prefixed \
            with "expand-", such as --expand-data, replaces {{name}} in its argument; {{name:trim}}, json, url, b64 \
            and 64dec transform the value, in the order given; "\\{{" is a literal "{{". The argument is wiped from \
            the process list.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in try settings.variables.set(value) },
    ]
}
